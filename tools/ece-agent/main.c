// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-agent: carries out requests of a controller on this host. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/base/jsonl.h"
#include "tools/common/exit_code.h"
#include "tools/common/fault_env.h"
#include "tools/common/libraries.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/ece-agent/command.h"
#include "tools/ece-agent/serve.h"

struct request {
	bool stdio;
	const char *state, *sim, *host, *guard, *allowed_signers, *name;
};

static bool take_option(void *ctx, int id, const char *value)
{
	struct request *request = ctx;

	switch ((enum agent_option)id) {
	case AGENT_OPTION_STDIO:
		request->stdio = true;
		break;
	case AGENT_OPTION_GUARD:
		request->guard = value;
		break;
	case AGENT_OPTION_STATE:
		request->state = value;
		break;
	case AGENT_OPTION_SIM:
		request->sim = value;
		break;
	case AGENT_OPTION_ALLOWED_SIGNERS:
		request->allowed_signers = value;
		break;
	case AGENT_OPTION_NAME:
		request->name = value;
		break;
	case AGENT_OPTION_HOST:
		request->host = value;
		break;
	}
	return true;
}

static int answer_line(const struct serve_kind *kind, struct serve_host *host, const char *line, size_t len,
		       struct ece_error *e)
{
	char *answer;
	size_t answer_len;
	int ret = kind->request(host, line, len, &answer, &answer_len, e);

	if (ret)
		return ret;
	ret = fault_hit("agent.answer");
	if (ret)
		ece_error_set(e, ret, ECE_ERROR_IO, "writing the answer failed: injected");
	else
		ret = jsonl_write(STDOUT_FILENO, answer, answer_len, UINT64_MAX, e);
	free(answer);
	return ret;
}

static bool has_line(const struct jsonl_reader *reader)
{
	return reader->len && memchr(reader->buf + reader->start, '\n', reader->len);
}

/* Until there is input; leases that are over meanwhile are ended. */
static int wait_for_input(const struct serve_kind *kind, struct serve_host *host, struct ece_error *e)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	int n = 0;

	while (n <= 0) {
		uint64_t deadline = kind->leases(host);

		n = poll(&input, 1, clock_poll_ms(clock_now(), deadline));
		if (n < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for requests failed: %s",
					     strerror(errno));
	}
	return 0;
}

static int serve_lines(const struct serve_kind *kind, struct serve_host *host, struct ece_error *e)
{
	struct jsonl_reader reader = {.fd = STDIN_FILENO};
	const char *line;
	size_t len;
	int ret;

	for (;;) {
		ret = has_line(&reader) ? 0 : wait_for_input(kind, host, e);
		if (ret)
			break;
		ret = jsonl_take(&reader, &line, &len, e);
		if (ret == -EAGAIN)
			continue;
		if (ret <= 0)
			break;
		ret = answer_line(kind, host, line, len, e);
		if (ret)
			break;
	}
	jsonl_reader_done(&reader);
	return ret;
}

static int run(const struct request *request)
{
	const struct serve_kind *kind = request->guard ? &serve_guard : request->sim ? &serve_sim : &serve_real;
	struct serve_where where = {
		.dir = request->guard,
		.host = request->host,
		.allowed_signers = request->allowed_signers,
		.name = request->name,
	};
	struct serve_host *host;
	char dir[PATH_MAX];
	struct ece_error e;
	int ret = request->guard ? 0 : state_dir_find(request->sim ? request->sim : request->state, dir, &e);

	if (request->sim)
		fprintf(stderr, "ece-agent: %s is a simulated host, nothing here was seen on hardware\n",
			request->host);
	where.dir = where.dir ? where.dir : dir;
	ret = ret ? ret : kind->open(&where, &host, &e);
	if (!ret) {
		ret = serve_lines(kind, host, &e);
		kind->close(host);
	}
	if (ret)
		report_error(&e);
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}

int main(int argc, char **argv)
{
	struct request request = {0};
	struct command_line line;
	int ret;

	if (!command_parse(&ece_agent_command, argc, argv, take_option, &request, &line, &ret))
		return ret;
	if (!request.stdio)
		return command_usage(&ece_agent_command,
				     "--stdio is missing: the agent has no other way to take requests yet");
	if (!request.sim != !request.host)
		return command_usage(&ece_agent_command, "--sim and --host go together");
	if (request.sim && request.state)
		return command_usage(&ece_agent_command,
				     "--state is of a real host, a simulated one keeps its state below --sim");
	if (request.guard && (request.sim || request.state))
		return command_usage(&ece_agent_command, "--guard has its state of its own: neither --sim nor --state");
	if ((request.allowed_signers || request.name) && (request.guard || request.sim))
		return command_usage(&ece_agent_command,
				     "--allowed-signers and --name are of the guard, where there is one, "
				     "and of real hosts");
	ret = libraries_load();
	ret = ret ? ret : fault_env_arm();
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	return run(&request);
}
