// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/schema_parts.h"

#include "tools/gen/json.h"

json_t *schema_of_type(const char *type)
{
	return gen_must(json_pack("{s:s}", "type", type));
}

json_t *schema_text(const char *pattern)
{
	return gen_must(json_pack("{s:s, s:s}", "type", "string", "pattern", pattern));
}

json_t *schema_integer(int64_t min, int64_t max)
{
	if (min == max)
		return gen_must(json_pack("{s:I}", "const", (json_int_t)min));
	return gen_must(json_pack("{s:s, s:I, s:I}", "type", "integer", "minimum", (json_int_t)min, "maximum",
				  (json_int_t)max));
}

json_t *schema_either(json_t *a, json_t *b)
{
	return gen_must(json_pack("{s:[o, o]}", "anyOf", a, b));
}
