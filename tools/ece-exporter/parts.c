// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-exporter/parts.h"

#include <fnmatch.h>
#include <string.h>

#include "lib/base/copy_text.h"
#include "lib/scrape/snapshot.h"

#define ALL_PARTS ((1U << SCRAPE_PARTS) - 1)

static unsigned int part_of(const char *name)
{
	for (int i = 0; i < SCRAPE_PARTS; i++)
		if (strcmp(scrape_part_name((enum scrape_part)(1U << i)), name) == 0)
			return 1U << i;
	return strcmp(name, "all") == 0 ? ALL_PARTS : 0;
}

bool parts_parse(const char *text, unsigned int *parts, char bad[64])
{
	*parts = 0;
	for (;;) {
		const size_t len = strcspn(text, ",");
		unsigned int part;

		copy_text(bad, len < 63 ? len + 1 : 64, text);
		part = part_of(bad);
		if (!part)
			return false;
		*parts |= part;
		if (!text[len])
			return true;
		text += len + 1;
	}
}

static bool fits(const struct exporter_patterns *patterns, const struct scrape_target *target)
{
	for (size_t i = 0; i < patterns->count; i++)
		if (fnmatch(patterns->patterns[i], target->about.name, 0) == 0 ||
		    fnmatch(patterns->patterns[i], target->pci, 0) == 0)
			return true;
	return false;
}

bool patterns_want(const struct exporter_args *args, const struct scrape_target *target)
{
	return (!args->devices.count || fits(&args->devices, target)) && !fits(&args->no_devices, target);
}
