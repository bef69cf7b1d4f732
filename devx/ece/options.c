// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <string.h>

#include "ece/offer.h"

static const struct ece_option options[] = {
	{
		.bit = 1U << 0,
		.name = "selective_repeat",
		.since = 2,
		.text = "a lost packet is sent again without those behind it",
	},
	{
		.bit = 1U << 1,
		.name = "programmable_cc",
		.by_inference = true,
		.text = "the programmable congestion control (ZTR-RTT) instead of DCQCN",
	},
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

const struct ece_option *ece_option_at(size_t i)
{
	return i < OPTION_COUNT ? &options[i] : NULL;
}

const struct ece_option *ece_option_find(const char *name)
{
	for (size_t i = 0; i < OPTION_COUNT; i++)
		if (!strcmp(options[i].name, name))
			return &options[i];
	return NULL;
}
