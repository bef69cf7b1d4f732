/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The way from one number of the kernel to a later one. Internal to lib/counters. */
#ifndef ECE_LIB_COUNTERS_STEPS_H
#define ECE_LIB_COUNTERS_STEPS_H

#include "lib/counters/counter.h"

struct counter_steps {
	uint64_t by;
	bool wrapped; /* once */
	bool unsure;  /* it may have gone round more often */
};

/**
 * counter_steps - how far a counter went
 * @width: 32: it goes round; any other: it does not
 *
 * What a driver tells of 32 bits can be a sum of several such counters: the kernel adds those of queue pairs that are
 * gone. It is then more than 32 bits and still falls by a whole round. Returns false when it was reset.
 */
bool counter_steps(uint8_t width, uint64_t from, uint64_t to, struct counter_steps *steps);

#endif
