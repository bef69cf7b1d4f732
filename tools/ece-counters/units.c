// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/units.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#define STEP          1000.0
#define STEP_ROUNDED  999.5 /* three digits would say 1000 */
#define SMALLEST      0.001
#define US_OF_PERCENT 10000.0
#define HOUR          3600.0

/* "1.5 M", three digits; @plain: what stands behind a number without prefix, @scaled: behind the prefix */
static const char *three_digits(char buf[UNITS_TEXT_MAX], double value, const char *plain, const char *scaled)
{
	static const char prefixes[] = "kMGTPE";
	size_t power = 0;

	while (value >= STEP_ROUNDED && power < sizeof(prefixes) - 1) {
		value /= STEP;
		power++;
	}
	if (!power && value > 0 && value < SMALLEST)
		snprintf(buf, UNITS_TEXT_MAX, "<%g%s", SMALLEST, plain);
	else if (!power)
		snprintf(buf, UNITS_TEXT_MAX, "%.3g%s", value, plain);
	else
		snprintf(buf, UNITS_TEXT_MAX, "%.3g %c%s", value, prefixes[power - 1], scaled);
	return buf;
}

const char *units_time(char buf[UNITS_TEXT_MAX], double seconds)
{
	if (seconds >= 10 * HOUR)
		snprintf(buf, UNITS_TEXT_MAX, "%.0f h", seconds / HOUR);
	else if (seconds >= HOUR)
		snprintf(buf, UNITS_TEXT_MAX, "%.1f h", seconds / HOUR);
	else if (seconds >= STEP_ROUNDED)
		snprintf(buf, UNITS_TEXT_MAX, "%.0f s", seconds);
	else if (seconds >= 1)
		snprintf(buf, UNITS_TEXT_MAX, "%.3g s", seconds);
	else if (seconds * STEP >= 1)
		snprintf(buf, UNITS_TEXT_MAX, "%.3g ms", seconds * STEP);
	else
		snprintf(buf, UNITS_TEXT_MAX, "%.3g us", seconds * STEP * STEP);
	return buf;
}

const char *units_amount(char buf[UNITS_TEXT_MAX], enum counter_unit unit, uint64_t value)
{
	if (unit == COUNTER_BYTES)
		return three_digits(buf, (double)value, " B", "B");
	if (unit == COUNTER_MICROSECONDS)
		return units_time(buf, (double)value / (STEP * STEP));
	if (value > UNITS_EXACT_MAX)
		return three_digits(buf, (double)value, "", "");
	snprintf(buf, UNITS_TEXT_MAX, "%" PRIu64, value);
	return buf;
}

const char *units_rate(char buf[UNITS_TEXT_MAX], enum counter_unit unit, double per_second)
{
	if (unit == COUNTER_BYTES)
		return three_digits(buf, per_second, " B/s", "B/s");
	if (unit != COUNTER_MICROSECONDS)
		return three_digits(buf, per_second, "/s", "/s");
	if (per_second > 0 && per_second / US_OF_PERCENT < SMALLEST)
		snprintf(buf, UNITS_TEXT_MAX, "<%g %%", SMALLEST);
	else
		snprintf(buf, UNITS_TEXT_MAX, "%.3g %%", per_second / US_OF_PERCENT);
	return buf;
}

const char *units_speed(char buf[UNITS_TEXT_MAX], uint64_t bits_per_second)
{
	return three_digits(buf, (double)bits_per_second, " b/s", "b/s");
}
