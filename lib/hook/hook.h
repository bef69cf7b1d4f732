/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Webhooks: texts that are POSTed to whoever wants to know, each target's in their order, one at a time. Asynchronous and
 * in one thread: a message is queued, one descriptor becomes readable when there is something to do, hook_step() does
 * it and tells what has come of messages. What fails is tried again, ever more seldom, and given up in the end; no
 * caller ever waits for a target.
 */
#ifndef ECE_LIB_HOOK_HOOK_H
#define ECE_LIB_HOOK_HOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"

#define HOOK_TARGETS_MAX 64
#define HOOK_QUEUE_MAX   256             /* messages of one target that have no end yet */
#define HOOK_BODY_MAX    (1 << 16)       /* bytes of one message */
#define HOOK_ANSWER_MAX  (1 << 12)       /* bytes of an answer; more are not read */
#define HOOK_SECRET_MAX  4096            /* bytes of a file with a secret, and of one with headers */
#define HOOK_HEADERS_MAX 16              /* lines of such a file */
#define HOOK_SERVER_MAX  256             /* bytes of a server's name in messages */
#define HOOK_WHY_MAX     256             /* bytes of a sentence about what failed */
#define HOOK_ATTEMPTS    6               /* of one message, in about half a minute while they fail at once */
#define HOOK_ATTEMPT_NS  10000000000ull  /* for one of them */
#define HOOK_REST_NS     1000000000ull   /* after the first that failed; each time twice as long */
#define HOOK_SIGNATURE   "Ece-Signature" /* header: "t=UNIX,v1=HEX", HMAC-SHA256 of "UNIX.BODY" with the secret */
#define HOOK_ID          "Ece-Id"        /* header: of the message; one that comes twice has the same id */

struct hook; /* opaque */

/* Where messages go. Files are read for each attempt, so that a secret may be replaced. */
struct hook_target {
	const char *url;          /* http or https; redirects are not followed */
	const char *secret_file;  /* what messages are signed with; NULL: they are not */
	const char *headers_file; /* a header a line, "Name: value"; NULL: none */
	const char *token_file;   /* "Authorization: Bearer ..."; NULL: none */
	const char *ca_file;      /* of certificates that are trusted; NULL: those of the system */
};

struct hook_message {
	const char *id;   /* printable ASCII without blanks */
	const char *body; /* JSON */
};

enum hook_end {
	HOOK_DELIVERED, /* answered with 2xx */
	HOOK_REFUSED,   /* answered with a status that another attempt would not change, as 400 or 404 */
	HOOK_GIVEN_UP,  /* every attempt failed */
	HOOK_TRIED,     /* no end: an attempt failed, and there will be another one */
};

struct hook_news {
	size_t target;
	const char *id; /* of the message */
	enum hook_end end;
	const char *why; /* one sentence, without any secret; "" when it was delivered */
};

typedef void hook_told(void *ctx, const struct hook_news *news);

/**
 * hook_new - no target yet
 *
 * Returns 0 or a negative errno with @e filled. hook_free() accepts NULL; it drops what is queued and closes connections.
 */
int hook_new(struct hook **hook, struct ece_error *e);
void hook_free(struct hook *hook);

/**
 * hook_add - one more target; strings are copied
 *
 * Returns its number, counted from 0, or a negative errno with @e filled: -E2BIG for one too many.
 */
int hook_add(struct hook *hook, const struct hook_target *target, struct ece_error *e);

/**
 * hook_server - host and port of a target, for messages; its URL may hold a password
 */
const char *hook_server(const struct hook *hook, size_t target);

/**
 * hook_send - queue a message; strings are copied
 *
 * Its first attempt begins with the next hook_step(). Returns 0; -EAGAIN (kind LIMIT) when the target's queue is full,
 * -E2BIG (kind LIMIT) for a large body; or -ENOMEM; with @e filled: then it is not sent.
 */
int hook_send(struct hook *hook, size_t target, const struct hook_message *message, struct ece_error *e);

/**
 * hook_fd - readable when hook_step() has something to do; owned by @hook
 */
int hook_fd(const struct hook *hook);

/**
 * hook_open, hook_fresh - messages without an end; those of them that can go out now or are on their way the first time
 */
size_t hook_open(const struct hook *hook);
size_t hook_fresh(const struct hook *hook);

/**
 * hook_step - do what can be done without waiting
 * @told: gets what has come of messages; may send more
 *
 * Returns 0 or a negative errno with @e filled.
 */
int hook_step(struct hook *hook, hook_told *told, void *ctx, struct ece_error *e);

#endif
