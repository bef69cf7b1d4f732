// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* --stdio: requests on the input, answers on the output, until the input ends. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/base/jsonl.h"
#include "tools/common/exit_code.h"
#include "tools/common/report.h"
#include "tools/ece-agent/management.h"
#include "tools/ece-agent/reach.h"
#include "tools/ece-agent/verbs.h"

static int answer_line(struct reached *reached, const struct management *came_by, const char *line, size_t len,
		       struct ece_error *e)
{
	char *answer;
	size_t answer_len;
	int ret = reach_line(reached, line, len, &answer, &answer_len, e);

	if (ret)
		return ret;
	/* an older version had no word for it */
	ret = reached->speaks.major ? 0 : management_mark(came_by, &answer, &answer_len, e);
	if (ret) {
		free(answer);
		return ret;
	}
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
static int wait_for_input(const struct reached *reached, struct ece_error *e)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	int n = 0;

	while (n <= 0) {
		uint64_t deadline = reached->kind->leases(reached->host);

		n = poll(&input, 1, clock_poll_ms(clock_now(), deadline));
		if (n < 0 && errno != EINTR)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for requests failed: %s",
					     strerror(errno));
	}
	return 0;
}

static int serve_lines(struct reached *reached, struct ece_error *e)
{
	struct jsonl_reader reader = {.fd = STDIN_FILENO};
	struct management came_by;
	const char *line;
	size_t len;
	int ret;

	management_find(getenv("SSH_CONNECTION"), NULL /* of this machine */, &came_by);
	for (;;) {
		ret = has_line(&reader) ? 0 : wait_for_input(reached, e);
		if (ret)
			break;
		ret = jsonl_take(&reader, &line, &len, e);
		if (ret == -EAGAIN)
			continue;
		if (ret <= 0)
			break;
		ret = answer_line(reached, &came_by, line, len, e);
		if (ret)
			break;
	}
	jsonl_reader_done(&reader);
	return ret;
}

int agent_stdio(const struct agent_args *args)
{
	struct reached reached;
	struct ece_error e;
	int ret = reach_open(args, false, &reached, &e);

	if (!ret) {
		ret = serve_lines(&reached, &e);
		reach_close(&reached);
	}
	if (ret)
		report_error(&e);
	return ret ? TOOL_EXIT_ERROR : TOOL_EXIT_OK;
}
