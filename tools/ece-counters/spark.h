/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A history as one character a value. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_SPARK_H
#define ECE_TOOLS_ECE_COUNTERS_SPARK_H

#include <stdbool.h>
#include <stddef.h>

#define SPARK_BYTES 4 /* of one value at most, in UTF-8 */

/**
 * spark - the newest @columns of @count values, the largest of them as high as it goes
 * @values: oldest first; negative: not known, a blank
 * @buf: receives at most @columns * SPARK_BYTES bytes and a NUL
 *
 * Zero is the lowest sign, and nothing else is. Empty when all of them are zero or not known. Returns @buf.
 */
const char *spark(const double *values, size_t count, size_t columns, bool unicode, char *buf);

#endif
