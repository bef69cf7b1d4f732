// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Configuration files and environments of applications: any bytes are scanned, and what is found is judged. */
#include <stdlib.h>
#include <string.h>

#include "lib/settings/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
	if (!holds)
		abort();
}

static int judge(void *arg, const struct settings_found *found)
{
	const uint8_t *first = arg;
	struct settings_wish wish = {.allow = *first >> 2 & 3, .require = *first >> 4 & *first >> 2 & 3};
	char why[SETTINGS_WHY_MAX] = "";
	bool wrong = settings_contradicts(found->variable, found->value, &wish, why);

	require(wrong == (why[0] != '\0'));
	require(memchr(found->value, '\0', sizeof(found->value)) &&
		memchr(found->section, '\0', sizeof(found->section)));
	for (const char *c = found->value; *c; c++)
		require(*c >= ' ' && *c <= '~');
	return 0;
}

/* The first byte chooses: which form, and what is wanted. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size)
		return 0;
	text = malloc(size);
	require(text);
	memcpy(text, data + 1, size - 1);
	settings_scan(data[0] & 1 ? SETTINGS_ENVIRON : SETTINGS_LINES, text, size - 1, judge, (void *)(uintptr_t)data);
	free(text);
	return 0;
}
