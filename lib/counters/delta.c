// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/counters/steps.h"

#define ROUND (UINT64_C(1) << 32)

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

bool counter_steps(uint8_t width, uint64_t from, uint64_t to, struct counter_steps *steps)
{
	uint64_t down = from - to;

	*steps = (struct counter_steps){.by = to - from};
	if (to < from) {
		if (width != 32 || down > ROUND || ROUND - down >= COUNTER_WRAP_SURE)
			return false;
		*steps = (struct counter_steps){.by = ROUND - down, .wrapped = true};
	}
	steps->unsure = width == 32 && steps->by >= COUNTER_WRAP_SURE;
	return true;
}

static bool is_stuck(const struct counter *counter, uint64_t value)
{
	return counter->sticks && value >= (UINT64_C(1) << counter->width) - 1;
}

struct counter_delta counter_delta(const struct counter *counter, const struct counter_reading *from,
				   const struct counter_reading *to, bool again)
{
	struct counter_steps steps;

	if (from->state == COUNTER_UNREADABLE || to->state == COUNTER_UNREADABLE)
		return no_delta(COUNTER_NOT_READ);
	if (from->state != COUNTER_PRESENT || to->state != COUNTER_PRESENT)
		return no_delta(COUNTER_NOT_THERE);
	if (again || !counter_steps(counter->sticks ? 64 : counter->width, from->value, to->value, &steps))
		return no_delta(COUNTER_WAS_RESET);
	return (struct counter_delta){
		.growth = COUNTER_GREW,
		.by = scaled(counter, steps.by),
		.unsure = steps.unsure || is_stuck(counter, to->value),
	};
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
