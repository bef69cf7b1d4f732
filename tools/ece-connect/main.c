// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "tools/common/exit_code.h"
#include "tools/common/output.h"
#include "tools/common/report.h"
#include "tools/ece-connect/link.h"
#include "tools/ece-connect/options.h"
#include "tools/ece-connect/views.h"

/* Returns the exit status. */
static int show(const struct connect_args *args, const struct connect_result *result)
{
	int exit_code = result_exit(result);
	struct term term;

	if (args->json) {
		if (output_json(result_json(result)))
			exit_code = TOOL_EXIT_ERROR;
	} else {
		term_init(&term, stdout);
		result_text(&term, result);
	}
	if (result->error.code)
		report_error(&result->error);
	/* A peer may be the last one for a long time */
	fflush(stdout);
	return exit_code;
}

/* Before there is a peer. */
static int fail(const struct connect_args *args, const struct ece_error *e)
{
	struct connect_result result = {
		.role = args->listen ? ECE_RESPONDER : ECE_REQUESTOR,
		.mode = args->mode,
		.qps = args->qps,
		.bytes = args->bytes,
		.unreached = e->kind == ECE_ERROR_GONE || e->kind == ECE_ERROR_TIMEOUT,
		.error = *e,
	};

	return show(args, &result);
}

static int serve(const struct connect_args *args, int fd)
{
	struct connect_result result;
	int exit_code;

	link_run(args, fd, &result);
	close(fd);
	exit_code = show(args, &result);
	link_result_done(&result);
	return exit_code;
}

static int connect_to(const struct connect_args *args)
{
	struct ece_error e;
	int fd = socket_connect(&args->address, clock_now() + args->timeout_ms * CLOCK_MS_NS, &e);

	return fd < 0 ? fail(args, &e) : serve(args, fd);
}

static int listen_at(const struct connect_args *args)
{
	struct ece_error e;
	int listener = socket_listen(&args->address, &e), exit_code, fd;

	if (listener < 0)
		return fail(args, &e);
	fprintf(stderr, "waiting for a peer at %s, port %s\n",
		args->address.host[0] ? args->address.host : "any address", args->address.port);
	do {
		uint64_t deadline = args->forever ? UINT64_MAX : clock_now() + args->wait_ms * CLOCK_MS_NS;

		fd = socket_accept(listener, deadline, &e);
		exit_code = fd < 0 ? fail(args, &e) : serve(args, fd);
	} while (fd >= 0 && args->forever);
	close(listener);
	return exit_code;
}

int main(int argc, char **argv)
{
	struct connect_args args;
	struct ece_error e;
	int exit_code;

	setlocale(LC_CTYPE, "");
	if (connect_options(argc, argv, &args, &exit_code)) {
		if (device_any(&e))
			exit_code = fail(&args, &e);
		else
			exit_code = args.listen ? listen_at(&args) : connect_to(&args);
	}
	return output_end(exit_code);
}
