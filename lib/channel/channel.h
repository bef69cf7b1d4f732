/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A way to the agents of hosts: one request line out, one answer line back, or the truth about why not. Channels also
 * own the clock, since that of a simulated fleet is virtual.
 *
 * Kinds: "sim" (lib/channel/sim.h: agents in this process or as child processes, on simulated hosts), "local"
 * (lib/channel/local.h: one agent on this machine) and "command" (lib/channel/command.h: through ssh and its like).
 */
#ifndef ECE_LIB_CHANNEL_CHANNEL_H
#define ECE_LIB_CHANNEL_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/jsonl.h"

enum channel_outcome {
	CHANNEL_REPLY,    /* the agent answered */
	CHANNEL_NOT_SENT, /* the request surely did not reach the agent */
	CHANNEL_MAYBE,    /* it may have: the answer was lost, late or unreadable */
};

struct channel_answer {
	uint64_t cookie; /* of the submit */
	enum channel_outcome outcome;
	const char *line; /* REPLY: the answer without its newline; valid during the call */
	size_t len;
	const char *why; /* otherwise: one sentence */
};

struct channel;

struct channel_ops {
	/* Copies @line. The answer comes through the callback of a later poll, never from inside. */
	int (*submit)(struct channel *channel, const char *host, const char *line, size_t len, uint64_t deadline_ns,
		      uint64_t cookie, struct ece_error *e);
	/*
	 * Waits until answers are there, @until_ns, or @wake_fd (unless -1) can be read; hands on all that are there,
	 * returns how many, or a negative errno. -EINTR when a signal came. UINT64_MAX: no limit but the deadlines of
	 * what is in flight. @hold: something outside is waited for through @wake_fd in real time, so a virtual clock
	 * stands still meanwhile.
	 */
	int (*poll)(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
		    void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx, struct ece_error *e);
	uint64_t (*now)(struct channel *channel);
	void (*free)(struct channel *channel);
};

/* Implementations embed it as their first member. */
struct channel {
	const struct channel_ops *ops;
};

#define CHANNEL_LINE_MAX JSONL_LINE_MAX /* bytes of one request or answer */

static inline int channel_submit(struct channel *channel, const char *host, const char *line, size_t len,
				 uint64_t deadline_ns, uint64_t cookie, struct ece_error *e)
{
	return channel->ops->submit(channel, host, line, len, deadline_ns, cookie, e);
}

static inline int channel_poll(struct channel *channel, uint64_t until_ns, int wake_fd, bool hold,
			       void (*answer)(void *ctx, const struct channel_answer *answer), void *ctx,
			       struct ece_error *e)
{
	return channel->ops->poll(channel, until_ns, wake_fd, hold, answer, ctx, e);
}

static inline uint64_t channel_now(struct channel *channel)
{
	return channel->ops->now(channel);
}

static inline void channel_free(struct channel *channel)
{
	if (channel)
		channel->ops->free(channel);
}

#endif
