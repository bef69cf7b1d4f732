/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A connection to the agent of one host through a command (ssh, srun, ...), which stays for later requests. Private to
 * lib/channel.
 *
 * What is handed to such a command may have arrived, whatever it says afterwards. So a request is only handed over once
 * the agent has answered a greeting on the same connection: any agent refuses one, since it is no request, and does
 * nothing. Until then every failure is NOT_SENT, and so is one before the newline that ends the request; from then on
 * everything but a whole answer is MAYBE, an exit with ssh's own 255 among it.
 */
#ifndef ECE_LIB_CHANNEL_LINK_H
#define ECE_LIB_CHANNEL_LINK_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/base/jsonl.h"
#include "lib/base/spawn.h"
#include "lib/channel/channel.h"
#include "lib/channel/push.h"
#include "lib/channel/said.h"

#define LINK_POLLS 4

/* A line that any agent answers, and that none carries out. */
#define LINK_GREETING "{\"version\":1,\"op\":\"hello\",\"id\":\"hello\"}"

enum link_state {
	LINK_PUSHES,  /* a request waits until agent and guard are on the host */
	LINK_GREETS,  /* a request waits for the answer to the greeting */
	LINK_ASKED,   /* the request is on its way, or its answer */
	LINK_IDLE,    /* no request */
	LINK_LEAVES,  /* its output has ended in the middle of a request; why is for its exit to tell */
	LINK_CLOSING, /* no request; its input is closed, and it shall end */
	LINK_ENDED,
};

enum link_news {
	LINK_NOTHING,
	LINK_ANSWERED, /* .answer, until the next call; the link is idle */
	LINK_FAILED,   /* .outcome and .why; the link has ended */
	LINK_STALE, /* nothing of the request was sent, and the connection was an old one: make another; it has ended */
};

struct link {
	char *host;
	enum link_state state;
	bool proved;         /* its agent has answered once */
	bool old;            /* it had, before this request */
	uint64_t limit_ns;   /* when the state must be over */
	uint64_t connect_ns; /* how long a greeting may take */
	struct spawn spawn;
	struct jsonl_reader out;
	struct said said;
	const char *talk; /* what is said before the request */
	size_t talk_len, talk_sent;
	struct push push; /* .source NULL: there is an agent on the host */
	const char *line; /* the request, newline and all; the caller's */
	size_t len, sent;
	uint64_t deadline_ns, cookie;
	bool (*may_send)(void *ctx); /* NULL: always */
	void *may_send_ctx;

	enum channel_outcome outcome;
	const char *answer;
	size_t answer_len;
	char why[ECE_ERROR_TEXT_MAX];
};

/* What to run for a host. */
struct link_command {
	const char *const *argv, *const *env;
	const char *dir;
	uint64_t connect_ns;
	const struct push_source
		*push; /* the command runs a shell, and these are brought along; NULL: it runs an agent */
	bool (*may_send)(void *ctx);
	void *may_send_ctx;
};

#define LINK_MAY_NOT_SEND "this controller does not surely have the lock of the store any more"

/**
 * link_start - run the command for a host; link_ask() comes next
 *
 * Returns 0 and a link for link_free(); or a negative errno with @e filled: the command did not start.
 */
int link_start(const struct link_command *command, const char *host, struct link **link, struct ece_error *e);

/**
 * link_ask - begin a request on a new or an idle link
 * @line: with its newline; stays valid until there are news
 * @deadline_ns: on CLOCK_BOOTTIME
 */
void link_ask(struct link *link, const char *line, size_t len, uint64_t deadline_ns, uint64_t cookie);

/**
 * link_polls - what to wait for, no longer than .limit_ns; link_step() - go on after the wait
 */
void link_polls(const struct link *link, struct pollfd polls[LINK_POLLS]);
enum link_news link_step(struct link *link, uint64_t now_ns);

/**
 * link_close - begin to end an idle link: an agent ends at the end of its input
 */
void link_close(struct link *link, uint64_t now_ns);

/**
 * link_free - kill what still runs; accepts NULL
 */
void link_free(struct link *link);

#endif
