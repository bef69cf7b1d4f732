// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/reading.h"

#include <errno.h>

#include "lib/base/clock.h"
#include "lib/base/utc.h"

/* A card that hangs must not hold up the picture for longer than a reading lasts. */
static unsigned int deadline_of(const struct counters_args *args)
{
	uint64_t ms = args->interval_ns / CLOCK_MS_NS;

	if (!args->watch || ms > DEADLINE_MAX_MS)
		return DEADLINE_MAX_MS;
	return ms < DEADLINE_MIN_MS ? DEADLINE_MIN_MS : (unsigned int)ms;
}

/* Of the files of the port, each a command of the firmware, all only where they are shown. */
unsigned int reading_parts(const struct counters_args *args)
{
	return SCRAPE_USUAL | (args->all ? SCRAPE_EVERY_FILE : 0) |
	       (args->card ? SCRAPE_CONGESTION | SCRAPE_ALGORITHMS : 0);
}

int reading_start(const struct counters_args *args, const struct selection *selection, unsigned int parts,
		  struct reading *reading, struct ece_error *e)
{
	int err = source_open(args, selection, parts, deadline_of(args), &reading->source, e);

	reading->events = (struct events){.count = 0};
	reading->past = past_new();
	if (!err && !reading->past)
		err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	return err;
}

void reading_end(struct reading *reading)
{
	past_free(reading->past);
	source_close(&reading->source);
}

int reading_next(struct reading *reading, struct ece_error *e)
{
	return source_read(&reading->source, reading->past, &reading->events, e);
}

json_t *reading_wrap_json(const struct reading *reading, json_t *devices)
{
	const struct tool_host *host = &reading->source.host;
	bool simulated = host->sim_dir;
	char time[UTC_TEXT_MAX];

	utc_format((int64_t)(clock_wall() / CLOCK_SECOND_NS), time);
	return json_pack("{s:i, s:b, s:s?, s:s?, s:o}", "version", COUNTERS_JSON, "simulated", simulated, "host",
			 host->name, "time", simulated ? NULL : time, "devices", devices);
}

json_t *reading_json(const struct reading *reading)
{
	return reading_wrap_json(reading, round_json(reading->past, &reading->source.selection));
}
