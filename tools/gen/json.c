// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/json.h"

#include <stdio.h>
#include <stdlib.h>

json_t *gen_must(json_t *json)
{
	if (!json) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
	return json;
}

void gen_set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, gen_must(value)))
		gen_must(NULL);
}

void gen_add(json_t *array, json_t *value)
{
	if (json_array_append_new(array, gen_must(value)))
		gen_must(NULL);
}
