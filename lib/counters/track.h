/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One counter over many readings: rounds of 32 bits are added up, a reset is noticed. Pure. */
#ifndef ECE_LIB_COUNTERS_TRACK_H
#define ECE_LIB_COUNTERS_TRACK_H

#include "lib/counters/counter.h"

/* Zeroed: nothing was read yet. */
struct counter_track {
	uint64_t total; /* the last reading and what it wrapped, in the kernel's own steps; falls at a reset */
	uint64_t last;  /* as the kernel told it */
	uint32_t resets;
	bool seen;
	bool unsure; /* the last growth may have been some rounds more */
};

enum counter_event {
	COUNTER_EVENT_NONE,
	COUNTER_EVENT_FIRST,
	COUNTER_EVENT_WRAPPED,
	COUNTER_EVENT_RESET,
};

/**
 * counter_track_feed - the next reading
 * @width: 32 or 64
 * @again: the counters are known to have started over since the last one
 *
 * What is not PRESENT changes nothing. After a reset .total is what the kernel tells.
 */
enum counter_event counter_track_feed(struct counter_track *track, uint8_t width, const struct counter_reading *reading,
				      bool again);

#endif
