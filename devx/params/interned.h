/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows that are made from a pattern when somebody names them. Internal to devx/params. */
#ifndef ECE_DEVX_PARAMS_INTERNED_H
#define ECE_DEVX_PARAMS_INTERNED_H

#include <stddef.h>

#include "devx/params/param.h"

/**
 * ece_param_intern - the row of a name that a pattern takes, made if there is none yet
 *
 * Rows stay for the life of the process. Safe to call from any thread.
 * Returns a row, or NULL when no pattern takes the name or ECE_PARAM_INTERNED_MAX rows were made.
 */
const struct ece_param *ece_param_intern(const char *name);

/**
 * ece_param_interned_at - the i-th row made, or NULL behind the last one
 */
const struct ece_param *ece_param_interned_at(size_t i);

/**
 * ece_param_interned_index - the number of a row made, or ECE_PARAM_INTERNED_MAX for one of the table
 */
size_t ece_param_interned_index(const struct ece_param *param);

#endif
