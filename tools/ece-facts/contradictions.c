// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-facts/contradictions.h"

#include <stdio.h>

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "?";
}

static void warn_of(const json_t *setting)
{
	const json_t *entry, *line = json_object_get(setting, "line"), *pid = json_object_get(setting, "pid");
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
	}
}

void contradictions_warn(const json_t *doc)
{
	static const char *const kinds[] = {"files", "processes"};
	const json_t *setting;
	size_t i;

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		json_array_foreach(json_object_get(json_object_get(doc, "applications"), kinds[k]), i, setting)
			warn_of(setting);
	}
}
