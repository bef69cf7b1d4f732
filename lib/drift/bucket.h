/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * How many hosts may be repaired now: a token bucket that all passes over a fleet share, whoever makes them. Pure: the
 * time comes in, and the store keeps the text (store_note_swap(), so that two passes cannot overspend).
 */
#ifndef ECE_LIB_DRIFT_BUCKET_H
#define ECE_LIB_DRIFT_BUCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"

#define DRIFT_BUCKET_TEXT_MAX 96
#define DRIFT_BUCKET_UNIT     UINT64_C(86400000) /* parts of a token: each rate brings whole ones in a millisecond */
#define DRIFT_BUCKET_SKEW_MS  3600000            /* clocks of machines that repair differ by less */

struct drift_bucket {
	uint64_t level; /* in parts of a token */
	int64_t at_ms;  /* since 1970: when it was so */
};

/**
 * drift_bucket_full - one that nobody has taken from
 */
struct drift_bucket drift_bucket_full(uint32_t burst, int64_t now_ms);

/**
 * drift_bucket_take - take as many tokens as there are, @want at most
 * @burst: what it never holds more than
 *
 * A clock that is behind brings nothing until it has caught up: else two machines whose clocks differ would fill the
 * bucket by taking turns. One that is far behind was set back, and the bucket counts on from there. Returns how many.
 */
uint32_t drift_bucket_take(struct drift_bucket *bucket, const struct fleet_rate *rate, uint32_t burst, int64_t now_ms,
			   uint32_t want);

/**
 * drift_bucket_wait_ms - how long until there is one token
 */
uint64_t drift_bucket_wait_ms(const struct drift_bucket *bucket, const struct fleet_rate *rate, int64_t now_ms);

/**
 * drift_bucket_encode - as text; returns @buf
 * drift_bucket_decode - back; false for what is none
 */
const char *drift_bucket_encode(const struct drift_bucket *bucket, char buf[DRIFT_BUCKET_TEXT_MAX]);
bool drift_bucket_decode(const char *text, struct drift_bucket *bucket);

#endif
