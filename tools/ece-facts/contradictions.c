// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-facts/contradictions.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ece/offer.h"
#include "tools/common/inferred.h"

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "?";
}

/* Names in a sentence that no vendor text has. */
static uint32_t inferred_in(const char *text)
{
	const struct ece_option *option;
	uint32_t bits = 0;

	for (size_t i = 0; (option = ece_option_at(i)); i++)
		if (option->by_inference && strstr(text, option->name))
			bits |= option->bit;
	return bits;
}

/* Returns the bits whose names are inferred and were shown. */
static uint32_t warn_of(const json_t *setting)
{
	const json_t *entry, *line = json_object_get(setting, "line"), *pid = json_object_get(setting, "pid");
	uint32_t inferred = 0;
	size_t i;

	json_array_foreach(json_object_get(setting, "contradicts"), i, entry)
	{
		fputs("warning: ", stderr);
		if (line)
			fprintf(stderr, "%s:%lld", text_of(setting, "file"), (long long)json_integer_value(line));
		else
			fprintf(stderr, "process %lld (%s)", (long long)json_integer_value(pid),
				text_of(setting, "comm"));
		fprintf(stderr, ": %s=%s contradicts the policy of %s: %s\n", text_of(setting, "variable"),
			text_of(setting, "value"), text_of(entry, "nic"), text_of(entry, "text"));
		inferred |= inferred_in(text_of(entry, "text"));
	}
	return inferred;
}

void contradictions_warn(const json_t *doc)
{
	static const char *const kinds[] = {"files", "processes"};
	const json_t *setting;
	uint32_t inferred = 0;
	size_t i;

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		json_array_foreach(json_object_get(json_object_get(doc, "applications"), kinds[k]), i, setting)
			inferred |= warn_of(setting);
	}
	inferred_print(stderr, "", inferred);
}
