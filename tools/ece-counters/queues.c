// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/bound.h"
#include "tools/common/exit_code.h"
#include "tools/common/json_build.h"
#include "tools/common/output.h"
#include "tools/ece-counters/binding_set.h"
#include "tools/ece-counters/queues_view.h"
#include "tools/ece-counters/verbs.h"
#include "tools/ece-counters/watch.h"

#define QUEUE_PARTS (SCRAPE_QPS | SCRAPE_BOUND)

struct queues {
	const struct counters_args *args;
	struct selection selection;
	struct processes processes;
	struct binding_set set; /* as it is now, and as it was where something was switched */
};

static size_t pids_of(const struct scrape_device *device, uint32_t *pids)
{
	size_t count = 0;

	for (size_t i = 0; i < device->qp_count; i++)
		if (device->qps[i].pid)
			pids[count++] = device->qps[i].pid;
	for (size_t i = 0; i < device->bound_count; i++)
		if (device->bound[i].pid)
			pids[count++] = device->bound[i].pid;
	return count;
}

static const struct scrape_device *newest(const struct past *past, size_t i)
{
	const struct sheet_device *of = past_at(past, i);

	return of->reading_count ? of->readings[of->reading_count - 1] : NULL;
}

static int learn(struct queues *queues, const struct reading *reading)
{
	size_t room = 0, count = 0;
	uint32_t *pids;
	int err;

	for (size_t i = 0; i < past_count(reading->past); i++) {
		const struct scrape_device *device = newest(reading->past, i);

		room += device ? device->qp_count + device->bound_count : 0;
	}
	pids = calloc(room + 1, sizeof(*pids));
	if (!pids)
		return -ENOMEM;
	for (size_t i = 0; i < past_count(reading->past); i++)
		if (newest(reading->past, i))
			count += pids_of(newest(reading->past, i), pids + count);
	err = processes_learn(&queues->processes, reading->source.host.os, pids, count);
	free(pids);
	return err;
}

/* Names of processes and how sets are bound, of the same moment as nearly as can be. */
static int read_more(void *ctx, struct reading *reading, struct ece_error *e)
{
	struct queues *queues = ctx;
	int err = source_enter(&reading->source, e);

	if (!err && learn(queues, reading))
		err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for names of processes");
	if (!err)
		binding_set_look(reading->source.host.os, &queues->set);
	source_leave(&reading->source);
	return err;
}

static struct queues_view view_of(const struct queues *queues, const struct sheet_device *of)
{
	return (struct queues_view){
		.of = of,
		.processes = &queues->processes,
		.bindings = queues->set.bindings,
		.binding_count = queues->set.count,
	};
}

static int text(void *ctx, const struct reading *reading, const struct view_options *options, const struct term *term)
{
	for (size_t i = 0; i < past_count(reading->past); i++) {
		struct queues_view view = view_of(ctx, past_at(reading->past, i));

		if (i)
			fputc('\n', term->out);
		queues_text(term, options, &view);
	}
	return 0;
}

static int lines(void *ctx, const struct reading *reading, bool first, FILE *out)
{
	const struct queues *queues = ctx;
	struct view_options options = {.all = queues->args->all};
	struct term term = {.out = out};
	char when[EVENT_WHEN_MAX];

	fprintf(out, "%s%s\n", first ? "" : "\n", source_when(&reading->source, when));
	return text(ctx, reading, &options, &term);
}

static json_t *json(void *ctx, const struct reading *reading)
{
	json_t *list = json_array();

	for (size_t i = 0; i < past_count(reading->past); i++) {
		struct queues_view view = view_of(ctx, past_at(reading->past, i));

		build_append(&list, queues_json(&view));
	}
	return reading_wrap_json(reading, list);
}

static int print(struct queues *queues, const struct reading *reading)
{
	struct view_options options = {.all = queues->args->all};
	struct term term;

	if (queues->args->json)
		return output_json(json(queues, reading));
	term_init(&term, stdout);
	if (reading->source.host.sim_dir)
		printf("Simulated host %s with a made-up workload: no real card was read.\n\n",
		       reading->source.host.name);
	return text(queues, reading, &options, &term);
}

/* A simulated host is locked for this. */
static int with_host(struct queues *queues, struct reading *reading,
		     int (*act)(const struct ece_os *os, struct queues *queues, struct ece_error *e),
		     struct ece_error *e)
{
	int err = source_enter(&reading->source, e);

	if (!err)
		err = act(reading->source.host.os, queues, e);
	source_leave(&reading->source);
	return err;
}

static int start(const struct ece_os *os, struct queues *queues, struct ece_error *e)
{
	int err = binding_set_find(os, &queues->selection, &queues->set, e);

	if (!err && queues->args->has_bind)
		err = binding_set_switch(os, &queues->set, queues->args->bind, e);
	return err;
}

static int put_back(const struct ece_os *os, struct queues *queues, struct ece_error *e)
{
	return binding_set_put_back(os, &queues->set, e);
}

static void how_to_undo(const struct queues *queues)
{
	for (size_t i = 0; i < queues->set.count; i++)
		if (queues->set.switched[i])
			fprintf(stderr, "to undo: ece-counters %s/%" PRIu32 " --qp --bind %s\n",
				queues->set.bindings[i].device, queues->set.bindings[i].port,
				binding_word(queues->set.was[i]));
}

static int run(struct queues *queues, struct reading *reading, struct screen *screen, struct ece_error *e)
{
	const struct watch_content content = {
		.read = read_more, .text = text, .lines = lines, .json = json, .ctx = queues};
	int err = with_host(queues, reading, start, e);

	if (err)
		return err;
	if (queues->args->watch)
		return watch_run(queues->args, &content, reading, screen, e);
	err = reading_next(reading, e);
	if (!err)
		err = read_more(queues, reading, e);
	if (!err && print(queues, reading))
		err = ece_error_set(e, -EIO, ECE_ERROR_IO, "cannot print");
	return err;
}

/* What was switched is put back, unless it is to stay. */
static int finish(struct queues *queues, struct reading *reading, int failed)
{
	bool stays = !queues->args->watch || queues->args->keep;
	struct ece_error e;

	if (stays && !(failed && !queues->args->keep)) {
		how_to_undo(queues);
		return 0;
	}
	if (!queues->set.count || !with_host(queues, reading, put_back, &e))
		return 0;
	fputs("error: what was switched could not be put back\n", stderr);
	return source_fail(&e);
}

int show_queue_pairs(const struct counters_args *args)
{
	struct queues queues = {.args = args, .selection = {args->words, args->word_count}};
	struct reading reading = {.past = NULL};
	struct screen screen = {.signals = -1};
	struct ece_error e;
	int exit_code = TOOL_EXIT_OK, err = args->watch ? screen_open(&screen, &e) : 0;

	if (!err)
		err = reading_start(args, &queues.selection, QUEUE_PARTS, &reading, &e);
	if (!err)
		err = run(&queues, &reading, &screen, &e);
	screen_close(&screen);
	if (err && err != -EPIPE)
		exit_code = source_fail(&e);
	if (args->has_bind && finish(&queues, &reading, exit_code))
		exit_code = TOOL_EXIT_ERROR;
	processes_done(&queues.processes);
	binding_set_done(&queues.set);
	reading_end(&reading);
	if (err == -EPIPE)
		screen_no_reader();
	return exit_code;
}
