/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* JSON of generators. Memory is the only thing that can fail in one, and ends it. */
#ifndef ECE_TOOLS_GEN_JSON_H
#define ECE_TOOLS_GEN_JSON_H

#include <jansson.h>

/* Returns @json, which is not NULL. */
json_t *gen_must(json_t *json);

/* Both take over @value. */
void gen_set(json_t *object, const char *key, json_t *value);
void gen_add(json_t *array, json_t *value);

#endif
