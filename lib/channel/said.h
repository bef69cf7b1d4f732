/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The end of what a child says on its error output, which is where the reason stands. Private to lib/channel. */
#ifndef ECE_LIB_CHANNEL_SAID_H
#define ECE_LIB_CHANNEL_SAID_H

#include <stdbool.h>
#include <stddef.h>

#define SAID_MAX       1000      /* bytes that are kept: the last ones */
#define SAID_FLOOD_MAX (1 << 20) /* bytes altogether: one that says more will never end */

/* Zeroed it is empty. Control characters are in it as they came: only an error may show it. */
struct said {
	char text[SAID_MAX + 1];
	size_t len;
	size_t total;
};

/**
 * said_read - one read(2) from a non-blocking descriptor
 *
 * Returns 1; 0 when nothing is there now; -1 at its end, or when it failed.
 */
int said_read(struct said *said, int fd);

/**
 * said_flood - is it more than anybody has to say?
 */
bool said_flood(const struct said *said);

/**
 * said_last - the last line; "" when there is none. Takes newlines off the end
 */
const char *said_last(struct said *said);

#endif
