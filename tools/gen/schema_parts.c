// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/schema_parts.h"

#include <stdio.h>
#include <stdlib.h>

json_t *schema_must(json_t *json)
{
	if (!json) {
		fputs("out of memory\n", stderr);
		exit(1);
	}
	return json;
}

void schema_set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, schema_must(value)))
		schema_must(NULL);
}

void schema_add(json_t *array, json_t *value)
{
	if (json_array_append_new(array, schema_must(value)))
		schema_must(NULL);
}

json_t *schema_of_type(const char *type)
{
	return schema_must(json_pack("{s:s}", "type", type));
}

json_t *schema_text(const char *pattern)
{
	return schema_must(json_pack("{s:s, s:s}", "type", "string", "pattern", pattern));
}

json_t *schema_integer(int64_t min, int64_t max)
{
	if (min == max)
		return schema_must(json_pack("{s:I}", "const", (json_int_t)min));
	return schema_must(json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)min, "maximum",
				     (json_int_t)max));
}

json_t *schema_either(json_t *a, json_t *b)
{
	return schema_must(json_pack("{s:[o, o]}", "anyOf", a, b));
}
