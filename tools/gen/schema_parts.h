/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pieces of the JSON schema. */
#ifndef ECE_TOOLS_GEN_SCHEMA_PARTS_H
#define ECE_TOOLS_GEN_SCHEMA_PARTS_H

#include <jansson.h>
#include <stdint.h>

#include "devx/params/param.h"

json_t *schema_of_type(const char *type);
json_t *schema_text(const char *pattern);
json_t *schema_integer(int64_t min, int64_t max);

/* Takes over both. */
json_t *schema_either(json_t *a, json_t *b);

/* What a parameter takes in a fleet file, as far as a schema can tell: the form of a text, but not its size. */
json_t *schema_value(const struct ece_param *param);

/* One ECE option: a name, or a number of bits. */
json_t *schema_option(void);

#endif
