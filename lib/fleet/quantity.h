/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Durations, sizes, and numbers or parts of hosts, as a fleet file writes them. Units are never guessed. */
#ifndef ECE_LIB_FLEET_QUANTITY_H
#define ECE_LIB_FLEET_QUANTITY_H

#include <stdint.h>

#include "lib/fleet/fleet.h"

#define QUANTITY_SIZE_MAX 1000000000000000000ull /* bytes, 1000 PB */
#define QUANTITY_RATE_MAX 1000000u

#define QUANTITY_RATE_TEXT_MAX 16

/**
 * quantity_duration - "10ms", "60s", "30m", "4h", "2d", "0s": a whole number and its unit
 * @ns: receives nanoseconds
 *
 * Returns NULL, or why it is none: a constant sentence without a full stop.
 */
const char *quantity_duration(const char *text, uint64_t *ns);

/**
 * quantity_size - "5 TB", "500 MB": a whole number and its unit, in powers of 1000
 * @bytes: receives bytes
 *
 * Returns as quantity_duration().
 */
const char *quantity_size(const char *text, uint64_t *bytes);

/**
 * quantity_rate - "10/min", "1/s", "200/h", "500/d": a whole number from 1, and what it is per
 *
 * Returns as quantity_duration().
 */
const char *quantity_rate(const char *text, struct fleet_rate *rate);

/**
 * quantity_rate_text - a rate as quantity_rate() reads it
 *
 * Returns @buf.
 */
const char *quantity_rate_text(const struct fleet_rate *rate, char buf[QUANTITY_RATE_TEXT_MAX]);

/**
 * quantity_percent - "5%", "12.5%", "0.25%": at most 100, two places behind the point
 * @amount: receives hundredths of a percent
 *
 * Returns as quantity_duration().
 */
const char *quantity_percent(const char *text, struct fleet_amount *amount);

#endif
