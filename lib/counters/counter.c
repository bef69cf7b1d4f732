// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/counter.h"

#include <string.h>

#include "devx/base/nearest.h"
#include "lib/counters/rows.h"

size_t counter_count(void)
{
	return counter_row_count;
}

const struct counter *counter_at(size_t row)
{
	return row < counter_row_count ? &counter_rows[row] : NULL;
}

size_t counter_index(const struct counter *counter)
{
	return (size_t)(counter - counter_rows);
}

const struct counter *counter_find(const char *name)
{
	for (size_t i = 0; i < counter_row_count; i++)
		if (!strcmp(counter_rows[i].name, name))
			return &counter_rows[i];
	return NULL;
}

static const char *name_at(const void *ctx, size_t i)
{
	(void)ctx;
	return i < counter_row_count ? counter_rows[i].name : NULL;
}

const char *counter_nearest(const char *name)
{
	return ece_nearest(name, name_at, NULL);
}

static struct counter_delta no_delta(enum counter_growth growth)
{
	return (struct counter_delta){.growth = growth};
}

/* The scale is a small one, but a number that came over the network may be any. */
static uint64_t scaled(const struct counter *counter, uint64_t steps)
{
	uint64_t value;

	return __builtin_mul_overflow(steps, (uint64_t)counter->scale, &value) ? UINT64_MAX : value;
}

uint64_t counter_value(const struct counter *counter, const struct counter_reading *reading)
{
	return reading->state == COUNTER_PRESENT ? scaled(counter, reading->value) : 0;
}

static struct counter_delta grew(const struct counter *counter, uint64_t steps)
{
	return (struct counter_delta){
		.growth = COUNTER_GREW,
		.by = scaled(counter, steps),
		.unsure = counter->width == 32 && steps >= COUNTER_WRAP_SURE,
	};
}

struct counter_delta counter_delta(const struct counter *counter, const struct counter_reading *from,
				   const struct counter_reading *to, bool again)
{
	if (from->state == COUNTER_UNREADABLE || to->state == COUNTER_UNREADABLE)
		return no_delta(COUNTER_NOT_READ);
	if (from->state != COUNTER_PRESENT || to->state != COUNTER_PRESENT)
		return no_delta(COUNTER_NOT_THERE);
	if (again)
		return no_delta(COUNTER_WAS_RESET);
	if (to->value >= from->value)
		return grew(counter, to->value - from->value);
	if (counter->width == 32 && from->value <= UINT32_MAX) {
		uint32_t wrapped = (uint32_t)to->value - (uint32_t)from->value;

		if (wrapped < COUNTER_WRAP_SURE)
			return grew(counter, wrapped);
	}
	return no_delta(COUNTER_WAS_RESET);
}

/* Of states that are neither, the worse one is what the sum is. */
static enum counter_growth worse(enum counter_growth a, enum counter_growth b)
{
	static const uint8_t rank[] = {
		[COUNTER_GREW] = 0,
		[COUNTER_NOT_THERE] = 1,
		[COUNTER_NOT_READ] = 2,
		[COUNTER_WAS_RESET] = 3,
	};

	return rank[a] >= rank[b] ? a : b;
}

void counter_delta_add(struct counter_delta *sum, const struct counter_delta *delta)
{
	sum->growth = worse(sum->growth, delta->growth);
	sum->unsure |= delta->unsure;
	if (sum->growth != COUNTER_GREW)
		sum->by = 0;
	else if (__builtin_add_overflow(sum->by, delta->by, &sum->by))
		sum->by = UINT64_MAX;
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
