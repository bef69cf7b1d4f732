/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A value as every tool shows it: as text, and as an object for --json. */
#ifndef ECE_TOOLS_COMMON_VALUE_VIEW_H
#define ECE_TOOLS_COMMON_VALUE_VIEW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "devx/params/param.h"

/* Was it read, whatever else is said of it? */
bool value_has_raw(const struct ece_value *value);

/**
 * value_text - a value as people type it, or the name of its state
 */
const char *value_text(const struct ece_param *param, const struct ece_value *value, char *buf, size_t size);

/* {state, backend, why, value, raw}: a new reference, or NULL when memory ran out. */
json_t *value_json(const struct ece_param *param, const struct ece_value *value);

#endif
