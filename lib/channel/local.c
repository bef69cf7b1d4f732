// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/channel/local.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/channel/child.h"

#define ARGV_MAX 16

struct flight {
	struct child child;
	uint64_t cookie;
};

struct local {
	struct channel channel;
	char *argv[ARGV_MAX + 1];
	struct flight *flights[CHANNEL_LOCAL_MAX];
	size_t count;
};

static int local_submit(struct channel *channel, const char *host, const char *line, size_t len, uint64_t deadline_ns,
			uint64_t cookie, struct ece_error *e)
{
	struct local *local = (struct local *)channel;
	struct flight *flight;

	if (local->count == CHANNEL_LOCAL_MAX)
		return ece_error_set(e, -EAGAIN, ECE_ERROR_LIMIT, "more than %d requests to %s at a time",
				     CHANNEL_LOCAL_MAX, host);
	if (len > CHANNEL_LINE_MAX)
		return ece_error_set(e, -EMSGSIZE, ECE_ERROR_LIMIT, "a request to %s is longer than %u bytes", host,
				     CHANNEL_LINE_MAX);
	flight = malloc(sizeof(*flight));
	if (!flight)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a request");
	flight->cookie = cookie;
	child_start(&flight->child, (const char *const *)local->argv, line, len, deadline_ns);
	local->flights[local->count++] = flight;
	return 0;
}

static uint64_t nearest_deadline(const struct local *local, uint64_t until_ns)
{
	for (size_t i = 0; i < local->count; i++) {
		const struct child *child = &local->flights[i]->child;
		uint64_t at = child->done ? 0 : child->deadline_ns;

		until_ns = at < until_ns ? at : until_ns;
	}
	return until_ns;
}

/* Takes what is done out of the list before it is handed on, since the callback may submit. */
static int hand_on(struct local *local, void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx)
{
	struct flight *done[CHANNEL_LOCAL_MAX];
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < local->count; i++) {
		if (local->flights[i]->child.done)
			done[n++] = local->flights[i];
		else
			local->flights[kept++] = local->flights[i];
	}
	local->count = kept;
	for (size_t i = 0; i < n; i++) {
		struct child *child = &done[i]->child;
		struct channel_answer a = {
			.cookie = done[i]->cookie,
			.outcome = child->outcome,
			.line = child->answer,
			.len = child->answer_len,
			.why = child->why,
		};

		answer(ctx, &a);
		child_free(child);
		free(done[i]);
	}
	return (int)n;
}

static int local_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		      void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e)
{
	struct local *local = (struct local *)channel;
	struct pollfd polls[CHANNEL_LOCAL_MAX * CHILD_POLLS + 1];
	int n = hand_on(local, answer, ctx);

	while (!n && (local->count || until_ns != UINT64_MAX || hold)) {
		nfds_t fds = CHILD_POLLS * local->count;
		uint64_t now = clock_now();

		if (now >= until_ns)
			return 0;
		for (size_t i = 0; i < local->count; i++)
			child_polls(&local->flights[i]->child, polls + CHILD_POLLS * i);
		polls[fds++] = (struct pollfd){.fd = wake_fd, .events = POLLIN};
		if (poll(polls, fds, clock_poll_ms(now, nearest_deadline(local, until_ns))) < 0)
			return ece_error_set(e, -errno, ECE_ERROR_IO, "waiting for agents failed: %s", strerror(errno));
		for (size_t i = 0; i < local->count; i++)
			child_step(&local->flights[i]->child);
		n = hand_on(local, answer, ctx);
		if (polls[fds - 1].revents)
			break;
	}
	return n;
}

static uint64_t local_now(struct channel *channel)
{
	(void)channel;
	return clock_now();
}

static void local_free(struct channel *channel)
{
	struct local *local = (struct local *)channel;

	for (size_t i = 0; i < local->count; i++) {
		child_free(&local->flights[i]->child);
		free(local->flights[i]);
	}
	for (size_t i = 0; local->argv[i]; i++)
		free(local->argv[i]);
	free(local);
}

static const struct channel_ops local_ops = {
	.submit = local_submit,
	.poll = local_poll,
	.now = local_now,
	.free = local_free,
};

int channel_local_new(const char *const *argv, struct channel **channel, struct ece_error *e)
{
	struct local *local;
	size_t count = 0;

	while (argv[count])
		if (++count > ARGV_MAX)
			return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT,
					     "the agent's command has more than %d words; a script can hold it",
					     ARGV_MAX);
	local = calloc(1, sizeof(*local));
	if (!local)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	local->channel.ops = &local_ops;
	for (size_t i = 0; i < count; i++) {
		local->argv[i] = strdup(argv[i]);
		if (local->argv[i])
			continue;
		local_free(&local->channel);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a channel");
	}
	*channel = &local->channel;
	return 0;
}
