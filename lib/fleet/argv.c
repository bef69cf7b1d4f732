// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/argv.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/parse.h"

int read_argv(struct parse *p, struct cursor at, const char *const **argv)
{
	size_t count = json_array_size(at.json);
	const char **words;

	*argv = NULL;
	if (!count)
		return 0;
	words = arena_alloc(p->arena, count + 1, sizeof(*words));
	if (!words)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(at.json, i));

		if (!word)
			return 0;
		words[i] = arena_text(p->arena, word, strlen(word));
		if (!words[i])
			return -ENOMEM;
	}
	*argv = words;
	return 0;
}
