/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows of the parameter table in words for people. */
#ifndef ECE_TOOLS_COMMON_PARAM_TEXT_H
#define ECE_TOOLS_COMMON_PARAM_TEXT_H

#include "devx/params/param.h"

#define PARAM_TEXT_VALUE_MAX 64

/**
 * param_text_cost - when a change takes effect and what it disturbs: "acts on queue pairs made afterwards"
 *
 * Returns a constant string.
 */
const char *param_text_cost(const struct ece_param *param);

/**
 * param_text_effect - the same in a word or two, for a column: "live", "next QP"
 */
const char *param_text_effect(const struct ece_param *param);

/**
 * param_text_range - the values it takes: "0 to 131071 Mb/s", "true or false", "the card tells"
 *
 * Returns @buf.
 */
const char *param_text_range(const struct ece_param *param, char *buf, size_t size);

#endif
