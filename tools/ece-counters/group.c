// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/group.h"

#include <string.h>

/* What is not named here is an error of some kind. */
static const struct {
	const char *feature;
	enum counter_group group;
} groups[] = {
	{"adaptive_retransmission", GROUP_LOSS},
	{"buffers", GROUP_LOSS},
	{"retransmission", GROUP_LOSS},
	{"slow_restart", GROUP_LOSS},
	{"notification_point", GROUP_CONGESTION},
	{"reaction_point", GROUP_CONGESTION},
	{"global_pause", GROUP_PAUSE},
	{"pfc", GROUP_PAUSE},
	{"traffic", GROUP_LOAD},
};

const char *counter_group_name(enum counter_group group)
{
	static const char *const names[GROUP_COUNT] = {"loss", "congestion", "pause", "errors", "load", "other"};

	return names[group];
}

enum counter_group counter_group(const struct counter *row)
{
	if (!row)
		return GROUP_OTHER;
	for (size_t i = 0; row->feature && i < sizeof(groups) / sizeof(groups[0]); i++)
		if (!strcmp(groups[i].feature, row->feature))
			return groups[i].group;
	return GROUP_ERRORS;
}
