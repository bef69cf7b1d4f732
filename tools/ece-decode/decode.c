// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-decode/decode.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "lib/capture/file.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-decode/command.h"
#include "tools/ece-decode/progress.h"
#include "tools/ece-decode/views.h"

struct decoding {
	const struct decode_args *args;
	struct capture_session *session;
	struct tally tally;
	struct term term;
	struct progress progress;
	bool failed; /* stdout takes nothing more, or memory ran out */
};

/* Who stops a live capture by Ctrl-C wants to see what is not over. */
static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

/* A second Ctrl-C ends it as usual. */
static void watch_signals(void)
{
	struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESETHAND};

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static bool has_host(const struct capture_end *end, const uint8_t host[CAPTURE_GID_BYTES])
{
	return !memcmp(end->address, host, CAPTURE_GID_BYTES) || !memcmp(end->gid, host, CAPTURE_GID_BYTES);
}

static void show(void *arg, const struct capture_exchange *exchange)
{
	struct decoding *decoding = arg;
	const struct decode_args *args = decoding->args;

	if (args->has_host && !has_host(&exchange->requester, args->host) &&
	    !has_host(&exchange->responder, args->host)) {
		decoding->tally.hidden++;
		return;
	}
	tally_add(&decoding->tally, exchange, args->want);
	if (args->summary)
		return;
	if (!args->json)
		exchange_text(&decoding->term, exchange);
	else if (output_json(exchange_json(exchange)))
		decoding->failed = true;
	/* Behind a pipe somebody may wait for it. */
	if (fflush(stdout))
		decoding->failed = true;
}

static int read_packets(struct decoding *decoding, struct capture_file *file, struct ece_error *e)
{
	enum capture_link link = capture_file_link(file);
	struct capture_view packet;
	uint64_t time_ns;
	int err = 0;

	while (!err && !stopped && !decoding->failed) {
		err = capture_file_next(file, &packet, &time_ns, e);
		if (err <= 0)
			break;
		err = capture_session_packet(decoding->session, link, time_ns, &packet, e);
		progress_show(&decoding->progress, capture_session_counts(decoding->session)->packets,
			      decoding->tally.connections);
	}
	progress_end(&decoding->progress);
	/* The read that was interrupted is no damage. */
	return stopped ? 0 : err;
}

static int read_file(struct decoding *decoding, const char *path)
{
	struct capture_file *file;
	struct ece_error e;

	if (capture_file_open(path, &file, &e)) {
		report_error(&e);
		return e.kind == ECE_ERROR_MEMORY ? TOOL_EXIT_ERROR : TOOL_EXIT_INVALID;
	}
	if (read_packets(decoding, file, &e)) {
		report_error(&e);
		capture_file_close(file);
		return TOOL_EXIT_ERROR;
	}
	capture_file_close(file);
	return TOOL_EXIT_OK;
}

static int print_summary(struct decoding *decoding)
{
	const struct decode_args *args = decoding->args;
	const struct capture_counts *counts = capture_session_counts(decoding->session);

	if (args->json)
		return output_json(summary_json(&decoding->tally, counts, args->want)) ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
	if (!args->summary && (decoding->tally.connections || decoding->tally.datagrams))
		putchar('\n');
	summary_text(&decoding->term, &decoding->tally, counts, args->want);
	return TOOL_EXIT_OK;
}

/* What was not read at all says more than what ended early. */
static int worse(int a, int b)
{
	return a > b ? a : b;
}

static int read_all(struct decoding *decoding)
{
	const struct decode_args *args = decoding->args;
	int exit_code = TOOL_EXIT_OK;

	progress_start(&decoding->progress);
	/* The others may be whole: who kills tcpdump leaves a file that ends inside a packet. */
	for (size_t i = 0; i < args->file_count && !stopped && !decoding->failed; i++)
		exit_code = worse(exit_code, read_file(decoding, args->files[i]));
	if (exit_code == TOOL_EXIT_INVALID && !capture_session_counts(decoding->session)->packets)
		return exit_code;
	capture_session_end(decoding->session);
	if (print_summary(decoding) || decoding->failed)
		return TOOL_EXIT_ERROR;
	if (exit_code == TOOL_EXIT_OK && decoding->tally.lacking)
		return DECODE_EXIT_LACKS;
	return exit_code;
}

int decode(const struct decode_args *args)
{
	struct decoding decoding = {.args = args};
	int exit_code;

	decoding.session = capture_session_new(CAPTURE_EXCHANGES_MAX, show, &decoding);
	decoding.tally.hosts = hosts_new();
	if (decoding.session && decoding.tally.hosts) {
		term_init(&decoding.term, stdout);
		watch_signals();
		exit_code = read_all(&decoding);
	} else {
		fputs("error: out of memory\n", stderr);
		exit_code = TOOL_EXIT_ERROR;
	}
	hosts_free(decoding.tally.hosts);
	capture_session_free(decoding.session);
	return exit_code;
}
