/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where readings come from: this host, or a simulated one, on whose clock waiting takes place. */
#ifndef ECE_TOOLS_ECE_COUNTERS_SOURCE_H
#define ECE_TOOLS_ECE_COUNTERS_SOURCE_H

#include "lib/scrape/crew.h"
#include "tools/common/host.h"
#include "tools/ece-counters/args.h"
#include "tools/ece-counters/events.h"
#include "tools/ece-counters/past.h"
#include "tools/ece-counters/selection.h"

struct source {
	struct tool_host host;
	struct selection selection;
	struct scrape_crew *crew;
	uint64_t start_ns; /* of a simulated host's clock */
};

/**
 * source_open - get at the host and the devices that were named
 * @selection: must stay
 * @parts: enum scrape_part
 * @deadline_ms: of one reading
 *
 * Returns 0; -ENOENT (kind UNKNOWN_NAME) for a device that is not there; -ENODEV: there is none at all; or another
 * negative errno. @e is filled. source_close() is to be called in any case.
 */
int source_open(const struct counters_args *args, const struct selection *selection, unsigned int parts,
		unsigned int deadline_ms, struct source *source, struct ece_error *e);
void source_close(struct source *source);

/**
 * source_read - one more reading of all devices, into @past
 *
 * Returns 0 or a negative errno with @e filled. That devices cannot be listed is an event, once there were some.
 */
int source_read(struct source *source, struct past *past, struct events *events, struct ece_error *e);

/* source_enter, source_leave - a simulated host is locked between the two, for what goes past source_read() */
int source_enter(struct source *source, struct ece_error *e);
void source_leave(struct source *source);

/* source_is_virtual - does time pass by source_pass() only? */
bool source_is_virtual(const struct source *source);

/* source_pass - let time pass on the clock of a simulated host; nothing on this one */
void source_pass(struct source *source, uint64_t ns);

/* source_when - the time of day, or how long it runs on the simulated host's clock: "12:03:59". Returns @buf */
const char *source_when(const struct source *source, char buf[EVENT_WHEN_MAX]);

/* source_fail - print an error; returns the exit status for it */
int source_fail(const struct ece_error *e);

#endif
