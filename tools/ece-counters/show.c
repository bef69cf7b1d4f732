// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-counters/reading.h"
#include "tools/ece-counters/verbs.h"

static void wait_for(struct source *source, uint64_t ns)
{
	struct timespec left = {.tv_sec = (time_t)(ns / CLOCK_SECOND_NS), .tv_nsec = (long)(ns % CLOCK_SECOND_NS)};

	if (source_is_virtual(source))
		source_pass(source, ns);
	else
		while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
			;
}

static int print(const struct counters_args *args, struct reading *reading)
{
	struct view_options options = {.all = args->all, .meanings = args->meanings};
	struct round_view view;
	struct term term;
	int err;

	if (args->json)
		return output_json(reading_json(reading));
	err = round_view_make(reading->past, &reading->source.selection, &view);
	term_init(&term, stdout);
	if (reading->source.host.sim_dir)
		printf("Simulated host %s: no real card was read.\n\n", reading->source.host.name);
	if (!err)
		err = round_text(&term, &options, &view);
	round_view_done(&view);
	return err;
}

/* Once, all may be asked: also who has queue pairs, a command of the firmware each, to say when none can count. */
static unsigned int parts_of(const struct counters_args *args)
{
	return reading_parts(args) | SCRAPE_QPS | (args->json ? SCRAPE_EVERY_FILE : 0);
}

int show_counters(const struct counters_args *args)
{
	struct selection selection = {args->words, args->word_count};
	struct reading reading;
	struct ece_error e = {0};
	int err = reading_start(args, &selection, parts_of(args), &reading, &e);

	if (!err)
		err = reading_next(&reading, &e);
	if (!err && args->rates) {
		wait_for(&reading.source, args->interval_ns);
		err = reading_next(&reading, &e);
	}
	if (err)
		err = source_fail(&e);
	else if (print(args, &reading))
		err = TOOL_EXIT_ERROR;
	reading_end(&reading);
	return err;
}
