/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a counter tells of, for people who look for a cause: features of the counter table that belong together. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_GROUP_H
#define ECE_TOOLS_ECE_COUNTERS_GROUP_H

#include "lib/counters/counter.h"

/* In the order in which they are shown. */
enum counter_group {
	GROUP_LOSS,
	GROUP_CONGESTION,
	GROUP_PAUSE,
	GROUP_ERRORS,
	GROUP_LOAD,
	GROUP_OTHER, /* the table has no row for it */
	GROUP_COUNT,
};

/* "loss", "congestion", "pause", "errors", "load", "other" */
const char *counter_group_name(enum counter_group group);

/* @row: NULL where the table has none */
enum counter_group counter_group(const struct counter *row);

#endif
