// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/json_build.h"

#include <stdlib.h>
#include <string.h>

static void drop(json_t **json)
{
	json_decref(*json);
	*json = NULL;
}

void build_append(json_t **list, json_t *entry)
{
	if (json_array_append_new(*list, entry))
		drop(list);
}

void build_set(json_t **object, const char *key, json_t *entry)
{
	if (json_object_set_new(*object, key, entry))
		drop(object);
}

json_t *build_text(const char *text)
{
	json_t *json = json_string(text);
	char *copy = json ? NULL : strdup(text);

	if (!copy)
		return json;
	for (char *at = copy; *at; at++)
		if ((unsigned char)*at > 127)
			*at = '?';
	json = json_string(copy);
	free(copy);
	return json;
}

json_t *build_text_or_null(const char *text)
{
	return text && text[0] ? build_text(text) : json_null();
}

json_t *build_number_or_null(bool has, uint32_t number)
{
	return has ? json_integer(number) : json_null();
}
