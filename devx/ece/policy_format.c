// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/ece/policy_text.h"

static json_t *words(uint32_t bits)
{
	const struct ece_option *option;
	json_t *list;
	char rest[16];

	bits &= ECE_OPTIONS_ALL;
	if (bits == ECE_OPTIONS_ALL)
		return json_string("all");
	list = json_array();
	for (size_t i = 0; (option = ece_option_at(i)); i++) {
		if (bits & option->bit)
			json_array_append_new(list, json_string(option->name));
		bits &= ~option->bit;
	}
	snprintf(rest, sizeof(rest), "0x%" PRIx32, bits);
	if (bits)
		json_array_append_new(list, json_string(rest));
	return list;
}

size_t ece_policy_format(const struct ece_policy *policy, char *buf, size_t size)
{
	json_t *root = json_pack("{s:i, s:o, s:o}", "version", ECE_POLICY_FORMAT, "allow", words(policy->allow),
				 "require", words(policy->require));
	char *text = root ? json_dumps(root, 0) : NULL;
	int n = text ? snprintf(buf, size, "%s\n", text) : 0;

	free(text);
	json_decref(root);
	return n > 0 && (size_t)n < size ? (size_t)n : 0;
}
