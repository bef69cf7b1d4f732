/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What happened between two readings of a device: news that a person who watches must not miss. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_EVENTS_H
#define ECE_TOOLS_ECE_COUNTERS_EVENTS_H

#include <stddef.h>

#include "lib/scrape/snapshot.h"

#define EVENTS_MAX     64 /* kept; older ones are forgotten */
#define EVENT_WHEN_MAX 24
#define EVENT_TEXT_MAX 240

struct event {
	char when[EVENT_WHEN_MAX]; /* as the caller says it */
	char text[EVENT_TEXT_MAX]; /* without a full stop */
};

/* Zeroed: none yet. */
struct events {
	struct event ring[EVENTS_MAX];
	size_t count; /* ever; the newest is number .count - 1 */
};

/* events_at - the event of that number, or NULL when it is forgotten or did not happen yet */
const struct event *events_at(const struct events *events, size_t number);

__attribute__((format(printf, 3, 4))) void events_add(struct events *events, const char *when, const char *format, ...);

/**
 * events_compare - what changed from one reading of a device to the next: it registered anew, counters started over,
 * the state of a port, something that can no longer be read, a counter that must not move and now does
 */
void events_compare(struct events *events, const char *when, const struct scrape_device *before,
		    const struct scrape_device *after);

#endif
