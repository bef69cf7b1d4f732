/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The words of a row. Internal to devx/params. */
#ifndef ECE_DEVX_PARAMS_WORDS_H
#define ECE_DEVX_PARAMS_WORDS_H

#include "devx/params/param.h"

/**
 * ece_param_word_named, ece_param_word_of - a row's word by its name, or by its raw value
 *
 * Return a constant, or NULL.
 */
const struct ece_param_word *ece_param_word_named(const struct ece_param *param, const char *name);
const struct ece_param_word *ece_param_word_of(const struct ece_param *param, uint64_t raw);

#endif
