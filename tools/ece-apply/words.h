/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Small words of sentences. */
#ifndef ECE_TOOLS_ECE_APPLY_WORDS_H
#define ECE_TOOLS_ECE_APPLY_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"

#define WORDS_DURATION_MAX 32
#define WORDS_DATE_MAX     32
#define WORDS_AMOUNT_MAX   32

/**
 * plural - "s", or "" for one
 */
static inline const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/**
 * words_duration - milliseconds in the largest unit that leaves no rest: "1h", "90s", "250ms"
 *
 * Returns @buf, of WORDS_DURATION_MAX bytes.
 */
const char *words_duration(uint64_t ms, char *buf, size_t size);

/**
 * words_amount - "3 hosts", "12.5 %"
 *
 * Returns @buf.
 */
const char *words_amount(struct fleet_amount amount, char buf[WORDS_AMOUNT_MAX]);

/**
 * words_date - "2026-11-29 23:15:40Z"
 *
 * Returns @buf, empty for a time that no calendar has.
 */
const char *words_date(int64_t unix_time, char buf[WORDS_DATE_MAX]);

#endif
