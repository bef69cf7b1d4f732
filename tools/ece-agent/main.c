// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece-agent: carries out requests of a controller on this host. */
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/fault.h"
#include "lib/base/jsonl.h"
#include "tools/common/command.h"
#include "tools/common/exit_code.h"
#include "tools/common/fault_env.h"
#include "tools/common/report.h"
#include "tools/common/state_dir.h"
#include "tools/ece-agent/serve.h"

static const char *const description[] = {
	"The agent reads and writes the NIC parameters of this host for a controller (ece-apply). With --stdio it "
	"takes "
	"one JSON request a line on its input and answers with one JSON line each, until its input ends.",
	"Before it writes, it records what is there; a request that is repeated under its id is answered from that "
	"journal and writes nothing again, and an undo puts a value back only where it is still what the run wrote.",
	NULL,
};

static const struct command_form forms[] = {
	{.args = "", .text = "carry out the requests on the input"},
};

static const struct command_option options[] = {
	{'s', "stdio", NULL, COMMAND_WORDS_NONE, 0, "take requests on stdin, answer on stdout"},
	{'d', "state", "DIR", COMMAND_WORDS_DIR, 0,
	 "where the journal is (else $ECE_STATE, else /var/lib/ece for root)"},
	{'S', "sim", "DIR", COMMAND_WORDS_DIR, 0, "work on a host of the simulated fleet in this state directory"},
	{'H', "host", "NAME", COMMAND_WORDS_NONE, 0, "which simulated host; only with --sim"},
};

static const struct command_exit exits[] = {
	{TOOL_EXIT_OK, "the input has ended, every request was answered"},
	{TOOL_EXIT_ERROR,
	 "the state cannot be used, or a request could not be answered truthfully; the reason is on stderr"},
	{TOOL_EXIT_USAGE, "the command line is wrong"},
};

static const struct command_example examples[] = {
	{"ssh gpu017 ece-agent --stdio", "what a controller runs"},
	{"ece-agent --stdio --sim .state --host gpu017", "the same on a simulated host"},
};

static const char *const see_also[] = {"ece-apply(1)", "ece-show(1)", NULL};

static const struct command command = {
	.name = "ece-agent",
	.section = 8,
	.summary = "set NIC parameters of this host for a controller",
	.description = description,
	.forms = forms,
	.form_count = sizeof(forms) / sizeof(forms[0]),
	.options = options,
	.option_count = sizeof(options) / sizeof(options[0]),
	.exits = exits,
	.exit_count = sizeof(exits) / sizeof(exits[0]),
	.examples = examples,
	.example_count = sizeof(examples) / sizeof(examples[0]),
	.see_also = see_also,
};

struct request {
	bool stdio;
	const char *state, *sim, *host;
};

static bool take_option(void *ctx, int id, const char *value)
{
	struct request *request = ctx;

	if (id == 's')
		request->stdio = true;
	else if (id == 'd')
		request->state = value;
	else if (id == 'S')
		request->sim = value;
	else
		request->host = value;
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

static int serve_lines(const struct serve_kind *kind, struct serve_host *host, struct ece_error *e)
{
	struct jsonl_reader reader = {.fd = STDIN_FILENO};
	const char *line;
	size_t len;
	int ret;

	while ((ret = jsonl_read(&reader, UINT64_MAX, &line, &len, e)) > 0) {
		ret = answer_line(kind, host, line, len, e);
		if (ret)
			break;
	}
	jsonl_reader_done(&reader);
	return ret;
}

static int run(const struct request *request)
{
	const struct serve_kind *kind = request->sim ? &serve_sim : &serve_real;
	struct serve_host *host;
	char dir[PATH_MAX];
	struct ece_error e;
	int ret = state_dir_find(request->sim ? request->sim : request->state, dir, &e);

	if (request->sim)
		fprintf(stderr, "ece-agent: %s is a simulated host, nothing here was seen on hardware\n",
			request->host);
	ret = ret ? ret : kind->open(dir, request->host, &host, &e);
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

	if (!command_parse(&command, argc, argv, take_option, &request, &line, &ret))
		return ret;
	if (!request.stdio)
		return command_usage(&command, "--stdio is missing: the agent has no other way to take requests yet");
	if (!request.sim != !request.host)
		return command_usage(&command, "--sim and --host go together");
	if (request.sim && request.state)
		return command_usage(&command,
				     "--state is of a real host, a simulated one keeps its state below --sim");
	ret = fault_env_arm();
	if (ret)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	return run(&request);
}
