// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/child.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/base/fault.h"

/* An agent that has answered closes by itself at the end of its input. */
#define END_GRACE_NS (2 * CLOCK_SECOND_NS)

static bool all_sent(const struct child *child)
{
	return child->sent == child->len;
}

/* What an agent said goes to a terminal: as an error it has lost what could steer one. */
static void finish(struct child *child, const char *what)
{
	const char *said = said_last(&child->said);
	struct ece_error e;

	ece_error_set(&e, -EIO, ECE_ERROR_IO, "the agent %s%s%s", what, *said ? ": " : "", said);
	copy_text(child->why, sizeof(child->why), e.text);
	child->done = true;
	child->outcome = all_sent(child) ? CHANNEL_MAYBE : CHANNEL_NOT_SENT;
	spawn_end(&child->spawn);
}

void child_start(struct child *child, const char *const *argv, const char *line, size_t len, uint64_t deadline_ns)
{
	struct ece_error e;

	*child = (struct child){.len = len + 1, .deadline_ns = deadline_ns};
	child->out.fd = -1;
	child->line = malloc(len + 1);
	if (!child->line || fault_hit("channel.spawn")) {
		ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "the agent could not be started");
	} else {
		memcpy(child->line, line, len);
		child->line[len] = '\n';
		if (!spawn_start(argv, &child->spawn, &e)) {
			child->out.fd = child->spawn.out;
			return;
		}
	}
	child->done = true;
	child->outcome = CHANNEL_NOT_SENT;
	snprintf(child->why, sizeof(child->why), "%s", e.text);
}

static void send_some(struct child *child)
{
	ssize_t n;

	if (child->spawn.in < 0)
		return;
	n = spawn_write(&child->spawn, child->line + child->sent, child->len - child->sent);
	if (n > 0)
		child->sent += (size_t)n;
	/* EPIPE: it does not read; why is for its exit status to tell. */
	if (all_sent(child) || (n < 0 && n != -EAGAIN && n != -EINTR)) {
		close(child->spawn.in);
		child->spawn.in = -1;
	}
}

static void listen_some(struct child *child)
{
	if (said_read(&child->said, child->spawn.err) >= 0)
		return;
	close(child->spawn.err);
	child->spawn.err = -1;
}

static void drain(struct child *child)
{
	for (int i = 0; i < 64 && child->spawn.err >= 0; i++)
		listen_some(child);
}

static void take_end(struct child *child)
{
	char what[64];
	int status;

	drain(child);
	if (spawn_wait(&child->spawn, clock_now() + END_GRACE_NS, &status))
		finish(child, "closed its output without an answer");
	else
		finish(child, spawn_status_text(status, what, sizeof(what)));
}

static void take_answer(struct child *child)
{
	struct ece_error e;
	char what[256];
	int ret = jsonl_take(&child->out, &child->answer, &child->answer_len, &e);

	if (ret == -EAGAIN)
		return;
	if (!ret || ret == -EPROTO) {
		take_end(child);
	} else if (ret < 0) {
		snprintf(what, sizeof(what), "gave no answer: %.200s", e.text);
		finish(child, what);
	} else if (!all_sent(child)) {
		finish(child, "answered before it had the request");
	} else {
		child->done = true;
		child->outcome = CHANNEL_REPLY;
		spawn_wait(&child->spawn, clock_now() + END_GRACE_NS, &(int){0});
		spawn_end(&child->spawn);
	}
}

void child_polls(const struct child *child, struct pollfd polls[CHILD_POLLS])
{
	polls[0] = (struct pollfd){.fd = child->done ? -1 : child->spawn.in, .events = POLLOUT};
	polls[1] = (struct pollfd){.fd = child->done ? -1 : child->spawn.out, .events = POLLIN};
	polls[2] = (struct pollfd){.fd = child->done ? -1 : child->spawn.err, .events = POLLIN};
}

void child_step(struct child *child)
{
	if (child->done)
		return;
	send_some(child);
	if (child->spawn.err >= 0)
		listen_some(child);
	take_answer(child);
	if (!child->done && clock_now() >= child->deadline_ns)
		finish(child, "did not answer in time and was killed");
}

void child_free(struct child *child)
{
	spawn_end(&child->spawn);
	jsonl_reader_done(&child->out);
	free(child->line);
	child->line = NULL;
}
