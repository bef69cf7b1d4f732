// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include "tools/common/exit_code.h"
#include "tools/ece-counters/changes_view.h"
#include "tools/ece-counters/verbs.h"
#include "tools/ece-counters/watch.h"

static int text(void *ctx, const struct reading *reading, const struct view_options *options, const struct term *term)
{
	struct round_view view;
	int err = round_view_make(reading->past, &reading->source.selection, &view);

	(void)ctx;
	if (!err)
		err = round_text(term, options, &view);
	round_view_done(&view);
	return err;
}

static int lines(void *ctx, const struct reading *reading, bool first, FILE *out)
{
	char when[EVENT_WHEN_MAX];
	struct round_view view;
	int err = round_view_make(reading->past, &reading->source.selection, &view);

	(void)ctx;
	source_when(&reading->source, when);
	if (!err && first)
		fprintf(out, "%s  %zu port%s, every change is a line\n", when, view.count, view.count == 1 ? "" : "s");
	if (!err)
		changes_text(out, when, &view);
	round_view_done(&view);
	return err;
}

static json_t *json(void *ctx, const struct reading *reading)
{
	(void)ctx;
	return reading_json(reading);
}

const struct watch_content watch_content_counters = {.text = text, .lines = lines, .json = json};

int watch_counters(const struct counters_args *args)
{
	struct selection selection = {args->words, args->word_count};
	struct reading reading = {.past = NULL};
	struct screen screen;
	struct ece_error e;
	int err = screen_open(&screen, &e);

	if (!err)
		err = reading_start(args, &selection, reading_parts(args), &reading, &e);
	if (!err)
		err = watch_run(args, &watch_content_counters, &reading, &screen, &e);
	screen_close(&screen);
	reading_end(&reading);
	if (err == -EPIPE)
		screen_no_reader();
	return err ? source_fail(&e) : TOOL_EXIT_OK;
}
