/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One request to one agent that runs as a child process: the line into its input, one line from its output, its error
 * output kept for the message. Private to lib/channel.
 *
 * A request without its newline is none: an agent that was not handed the last byte has surely done nothing (NOT_SENT).
 * From then on everything but a whole answer is MAYBE.
 */
#ifndef ECE_LIB_CHANNEL_CHILD_H
#define ECE_LIB_CHANNEL_CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/jsonl.h"
#include "lib/base/spawn.h"
#include "lib/channel/channel.h"
#include "lib/channel/said.h"

#define CHILD_POLLS 3

struct child {
	struct spawn spawn;
	struct jsonl_reader out;
	char *line; /* request and newline */
	size_t len, sent;
	uint64_t deadline_ns;
	struct said said;
	bool done;
	enum channel_outcome outcome;
	const char *answer; /* REPLY; inside @out */
	size_t answer_len;
	char why[ECE_ERROR_TEXT_MAX];
};

/**
 * child_start - start an agent for one request
 * @line: copied
 * @deadline_ns: on CLOCK_BOOTTIME; the child is killed then
 *
 * Never fails: when the agent does not start, it is done with NOT_SENT. child_free() ends it.
 */
void child_start(struct child *child, const char *const *argv, const char *line, size_t len, uint64_t deadline_ns);

/**
 * child_polls - what to wait for; child_step() - go on after the wait
 */
void child_polls(const struct child *child, struct pollfd polls[CHILD_POLLS]);
void child_step(struct child *child);
void child_free(struct child *child);

#endif
