/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Dates and times that people write, always UTC. No clock and no time zone is asked. */
#ifndef ECE_LIB_BASE_UTC_H
#define ECE_LIB_BASE_UTC_H

#include <stddef.h>
#include <stdint.h>

#define UTC_TEXT_MAX 24 /* "2099-12-31T18:00:00Z" and a NUL */

/**
 * utc_parse - "2099-12-31", "2099-12-31T18:00Z" or "2099-12-31T18:00:00Z"
 * @begin: receives its first second, as seconds since 1970
 * @end: receives the second behind it: that of the next day, minute or second; may be NULL
 *
 * Years 1970 to 9999, no leap seconds.
 * Returns NULL, or why it is none: a constant sentence without a full stop.
 */
const char *utc_parse(const char *text, int64_t *begin, int64_t *end);

/**
 * utc_format - seconds since 1970 as "2099-12-31T18:00:00Z"
 *
 * What lies outside of the years 1970 to 9999 is written as the nearest end of them. Always NUL-terminates. Returns
 * @buf.
 */
const char *utc_format(int64_t seconds, char buf[UTC_TEXT_MAX]);

#endif
