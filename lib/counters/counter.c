// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/counter.h"

#include <string.h>

#include "devx/base/nearest.h"
#include "lib/counters/rows.h"

/* In the order of enum counter_source. */
static const struct counter_rows *const lists[] = {
	&counter_rows_rdma,
	&counter_rows_port,
	&counter_rows_ethtool,
	&counter_rows_congestion,
};

#define LISTS (sizeof(lists) / sizeof(lists[0]))

_Static_assert(LISTS == COUNTER_SOURCE_COUNT, "each source has a list");

static size_t rows_before(size_t list)
{
	size_t count = 0;

	for (size_t i = 0; i < list; i++)
		count += lists[i]->count;
	return count;
}

size_t counter_count(void)
{
	return rows_before(LISTS);
}

const struct counter *counter_at(size_t row)
{
	for (size_t i = 0; i < LISTS; i++) {
		if (row < lists[i]->count)
			return &lists[i]->rows[row];
		row -= lists[i]->count;
	}
	return NULL;
}

size_t counter_index(const struct counter *counter)
{
	return rows_before(counter->source) + (size_t)(counter - lists[counter->source]->rows);
}

const struct counter *counter_find(const char *name)
{
	const struct counter *counter;

	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (!strcmp(counter->name, name))
			return counter;
	return NULL;
}

static const char *name_at(const void *ctx, size_t i)
{
	const struct counter *counter = counter_at(i);

	(void)ctx;
	return counter ? counter->name : NULL;
}

const char *counter_nearest(const char *name)
{
	return ece_nearest(name, name_at, NULL);
}

const char *counter_class_name(enum counter_class class)
{
	static const char *const names[] = {
		[COUNTER_HARD] = "hard",
		[COUNTER_BASELINE] = "baseline",
		[COUNTER_INFORM] = "inform",
		[COUNTER_NEVER] = "never",
	};

	return names[class];
}

const char *counter_unit_name(enum counter_unit unit)
{
	static const char *const names[] = {
		[COUNTER_EVENTS] = "events",
		[COUNTER_PACKETS] = "packets",
		[COUNTER_BYTES] = "bytes",
		[COUNTER_MICROSECONDS] = "microseconds",
	};

	return names[unit];
}

const char *counter_source_name(enum counter_source source)
{
	static const char *const names[] = {
		[COUNTER_RDMA] = "rdma",
		[COUNTER_PORT] = "port",
		[COUNTER_ETHTOOL] = "ethtool",
		[COUNTER_CONGESTION] = "congestion",
	};

	return names[source];
}
