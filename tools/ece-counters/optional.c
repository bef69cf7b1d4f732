// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/ece-counters/command.h"
#include "tools/ece-counters/optional_set.h"
#include "tools/ece-counters/verbs.h"
#include "tools/ece-counters/watch.h"

static const char cost[] = "note: while it is on, an optional counter costs the card a steering rule in front of all "
			   "RDMA traffic\n";

struct job {
	const struct counters_args *args;
	struct optional_words words;
	struct optional_set set;
	struct selection selection;
	struct tool_host host; /* where nothing is watched */
};

static void print(const struct job *job)
{
	struct term term;

	term_init(&term, stdout);
	if (job->host.sim_dir)
		printf("Simulated host %s: no real card was read.\n", job->host.name);
	if (job->args->optional == OPTIONAL_LIST)
		optional_list_text(&term, job->set.ports, job->set.count);
	else
		optional_switched_text(&term, job->set.ports, job->set.count);
}

/* What stays switched, and the way back. */
static void how_to_undo(const struct job *job)
{
	const char *back = job->args->optional == OPTIONAL_ENABLE ? "disable" : "enable";

	bool any = false;

	for (size_t i = 0; i < job->set.count; i++) {
		const struct optional_port *port = &job->set.ports[i];

		if (!port->was_count)
			continue;
		if (!any && job->args->optional == OPTIONAL_ENABLE)
			fputs(cost, stderr);
		any = true;
		fprintf(stderr, "to undo: ece-counters %s/%" PRIu32 " --optional %s", port->device, port->port, back);
		for (size_t k = 0; k < port->was_count; k++)
			fprintf(stderr, " %s", port->was[k].name);
		fputc('\n', stderr);
	}
}

static int print_json(const struct job *job)
{
	return output_json(json_pack("{s:i, s:b, s:s?, s:o}", "version", COUNTERS_JSON, "simulated",
				     job->host.sim_dir != NULL, "host", job->host.name, "ports",
				     optional_json(job->set.ports, job->set.count)));
}

/* The lists as they are afterwards. */
static int read_again(struct job *job, struct ece_error *e)
{
	struct optional_set now = {.count = 0};
	int err = optional_read(job->host.os, &job->selection, &now, e);

	for (size_t i = 0; !err && i < now.count && i < job->set.count; i++) {
		struct optional_port old = job->set.ports[i];

		job->set.ports[i].status = now.ports[i].status;
		job->set.ports[i].status_count = now.ports[i].status_count;
		now.ports[i].status = old.status;
	}
	optional_set_done(&now);
	return err;
}

static int once(struct job *job, struct ece_error *e)
{
	int err = tool_host_open(job->args->sim, job->args->host, &job->host, e);

	if (!err)
		err = optional_split(job->host.os, job->args, &job->words, e);
	job->selection = (struct selection){job->words.devices, job->words.device_count};
	if (!err)
		err = optional_read(job->host.os, &job->selection, &job->set, e);
	if (!err && job->args->optional != OPTIONAL_LIST) {
		err = optional_switch(job->host.os, &job->set, &job->words, job->args->optional == OPTIONAL_ENABLE, e);
		if (!err)
			err = read_again(job, e);
	}
	if (!err && job->args->optional == OPTIONAL_LIST && !job->args->json)
		err = optional_none(&job->set, e);
	return err;
}

static int run_once(struct job *job)
{
	struct ece_error e;
	int exit_code = TOOL_EXIT_OK, err = once(job, &e);

	if (err)
		exit_code = source_fail(&e);
	else if (job->args->json && print_json(job))
		exit_code = TOOL_EXIT_ERROR;
	else if (!job->args->json)
		print(job);
	if (!err && job->args->optional != OPTIONAL_LIST && !job->args->json)
		how_to_undo(job);
	tool_host_close(&job->host);
	return exit_code;
}

/* A simulated host is locked for this, and left again. */
static int switch_for_watching(struct job *job, struct reading *reading, struct ece_error *e)
{
	const struct ece_os *os = reading->source.host.os;
	int err = source_enter(&reading->source, e);

	if (err)
		return err;
	err = optional_read(os, &job->selection, &job->set, e);
	if (!err)
		err = optional_switch(os, &job->set, &job->words, job->args->optional == OPTIONAL_ENABLE, e);
	source_leave(&reading->source);
	return err;
}

static int put_back(struct job *job, struct reading *reading)
{
	struct ece_error e;
	int err = source_enter(&reading->source, &e);

	if (!err)
		err = optional_put_back(reading->source.host.os, &job->set, &e);
	source_leave(&reading->source);
	if (err)
		fputs("error: what was switched could not be put back\n", stderr);
	return err ? source_fail(&e) : TOOL_EXIT_OK;
}

/* Words are told apart before the devices are opened for watching: these must be named by devices alone. */
static int split_words(struct job *job, struct ece_error *e)
{
	struct tool_host host;
	int err = tool_host_open(job->args->sim, job->args->host, &host, e);

	if (!err)
		err = optional_split(host.os, job->args, &job->words, e);
	job->selection = (struct selection){job->words.devices, job->words.device_count};
	tool_host_close(&host);
	return err;
}

static int run_watch(struct job *job)
{
	struct reading reading = {.past = NULL};
	struct screen screen;
	struct ece_error e;
	int err = screen_open(&screen, &e), exit_code = TOOL_EXIT_OK;

	if (!err)
		err = split_words(job, &e);
	if (!err)
		err = reading_start(job->args, &job->selection, reading_parts(job->args), &reading, &e);
	if (!err)
		err = switch_for_watching(job, &reading, &e);
	if (!err)
		err = watch_run(job->args, &watch_content_counters, &reading, &screen, &e);
	screen_close(&screen);
	if (err && err != -EPIPE)
		exit_code = source_fail(&e);
	if (job->args->keep)
		how_to_undo(job);
	else if (job->set.count && put_back(job, &reading))
		exit_code = TOOL_EXIT_ERROR;
	reading_end(&reading);
	if (err == -EPIPE)
		screen_no_reader();
	return exit_code;
}

int optional_counters(const struct counters_args *args)
{
	struct job job = {.args = args};
	int exit_code;

	if (args->optional != OPTIONAL_LIST && !args->word_count)
		return command_usage(&ece_counters_command, "--optional enable and disable need names of counters, or "
							    "all");
	if (args->optional == OPTIONAL_LIST && args->watch)
		return command_usage(&ece_counters_command, "--optional list does not go with --watch");
	exit_code = args->watch ? run_watch(&job) : run_once(&job);
	optional_set_done(&job.set);
	optional_words_done(&job.words);
	return exit_code;
}
