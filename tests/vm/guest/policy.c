// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/vm/guest/policy.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t policy_in_file(const char *pci, const char *key)
{
	char path[80];
	json_t *file, *list, *word;
	uint64_t bits = 0;
	size_t i;

	snprintf(path, sizeof(path), "/run/ece/policy/%s.json", pci);
	file = json_load_file(path, 0, NULL);
	list = json_object_get(file, key);
	if (json_is_string(list) && !strcmp(json_string_value(list), "all"))
		bits = 0xfffffff;
	json_array_foreach(list, i, word)
	{
		const char *text = json_string_value(word);

		bits |= !strcmp(text, "selective_repeat") ? 1 :
			!strcmp(text, "programmable_cc")  ? 2 :
							    strtoull(text, NULL, 16);
	}
	json_decref(file);
	return bits;
}
