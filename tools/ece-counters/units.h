/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Amounts and rates of counters as people read them: few digits, and a unit. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_UNITS_H
#define ECE_TOOLS_ECE_COUNTERS_UNITS_H

#include <stdint.h>

#include "lib/counters/counter.h"

#define UNITS_TEXT_MAX  32
#define UNITS_EXACT_MAX 9999999 /* counts up to here are told to the last one */

/**
 * units_amount - "7", "1234567", "21.3 G", "4 GB", "12.5 ms"
 * @value: in @unit
 *
 * Returns @buf, as the others do.
 */
const char *units_amount(char buf[UNITS_TEXT_MAX], enum counter_unit unit, uint64_t value);

/**
 * units_rate - "12/s", "1.5 M/s", "45.1 GB/s"; of microseconds the share of time, "4.2 %"
 * @per_second: in @unit
 */
const char *units_rate(char buf[UNITS_TEXT_MAX], enum counter_unit unit, double per_second);

/* units_speed - of a link: "400 Gb/s" */
const char *units_speed(char buf[UNITS_TEXT_MAX], uint64_t bits_per_second);

/* units_time - "850 ms", "12.5 s", "3.2 h" */
const char *units_time(char buf[UNITS_TEXT_MAX], double seconds);

#endif
