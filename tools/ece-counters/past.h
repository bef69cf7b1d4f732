/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was read so far: the newest readings of each device, and the one that growth counts from. */
#ifndef ECE_TOOLS_ECE_COUNTERS_PAST_H
#define ECE_TOOLS_ECE_COUNTERS_PAST_H

#include "lib/scrape/crew.h"
#include "tools/ece-counters/events.h"
#include "tools/ece-counters/sheet.h"

#define PAST_SNAPSHOTS_MAX 4096 /* of all devices together: beyond that each has a shorter history */

struct past;

/* past_new - nothing was read; NULL when memory ran out. past_free() accepts NULL */
struct past *past_new(void);
void past_free(struct past *past);

/**
 * past_feed - the next round
 * @when: for events
 * @events: receives what changed; nothing of the first round
 *
 * A device that the round does not have any more stays, as gone. Returns 0 or -ENOMEM.
 */
int past_feed(struct past *past, const struct scrape_round *round, const char *when, struct events *events);

/* past_zero - growth counts from the newest reading on */
void past_zero(struct past *past);

size_t past_count(const struct past *past);

/* past_at - a device, in the order in which they came; good until the next past_feed() */
const struct sheet_device *past_at(const struct past *past, size_t i);

#endif
