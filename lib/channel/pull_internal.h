/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channel "pull" inside: flights, hosts, and what is on its way to etcd. */
#ifndef ECE_LIB_CHANNEL_PULL_INTERNAL_H
#define ECE_LIB_CHANNEL_PULL_INTERNAL_H

#include "lib/channel/pull.h"
#include "lib/etcd/follow.h"

/* One transaction of requests, and of answers that were read and can go. */
#define PULL_BATCH_MAX   60
#define PULL_BATCH_BYTES (512U << 10)

#define PULL_ASK_NS (10 * UINT64_C(1000000000)) /* for one transaction */

enum flight_state {
	FLIGHT_NEW,     /* to be put */
	FLIGHT_PUTTING, /* on its way */
	FLIGHT_THERE,   /* the agent can take it */
	FLIGHT_WITHDRAWING,
	FLIGHT_DONE,
};

struct pull_host {
	char *name;
	bool live, seen;
	uint64_t gone_ns; /* since when it is not live, as far as is known */
};

struct pull_flight {
	struct pull_flight *next_done;
	struct pull_host *host;
	uint64_t serial, cookie, deadline_ns;
	size_t place; /* in the table of flights */
	char *line;   /* until it is put */
	size_t len;
	enum flight_state state;
	bool unsure;      /* whether it was put is not known */
	bool taken;       /* the agent has begun with it */
	int64_t revision; /* of the request once it is there; 0: not known */
	enum channel_outcome outcome;
	char *answer;
	size_t answer_len;
	char why[ECE_ERROR_TEXT_MAX];
};

struct pull {
	struct channel channel;
	struct etcd *etcd;
	struct etcd_follow *follow;
	char prefix[ETCD_PREFIX_MAX];
	uint64_t grace_ns;
	bool (*guard)(void *ctx, const char **key, int64_t *revision);
	void *guard_ctx;
	char session[24];
	int64_t lease;
	uint64_t renew_ns;        /* when the lease is to be kept next; UINT64_MAX: it is being kept */
	bool listed;              /* which hosts are live is known */
	struct pull_host **hosts; /* hashed by name; a power of two of places, half of them empty at least */
	size_t host_count, host_size;
	struct pull_flight **flights; /* by serial; those that are handed on are NULL and taken out now and then */
	size_t flight_count, flight_size, open;
	size_t first_new; /* none before it is FLIGHT_NEW */
	struct pull_flight *done, **done_end;
	uint64_t serial;
	uint64_t look_ns;           /* when a flight has something to do next */
	char *read[PULL_BATCH_MAX]; /* keys of answers that can be deleted */
	size_t read_count;
};

/**
 * pull_host_of - the host of a name, made when it is new; NULL: no memory
 */
struct pull_host *pull_host_of(struct pull *pull, const char *name);

/**
 * pull_flight_of - the open flight of a serial, or NULL
 */
struct pull_flight *pull_flight_of(const struct pull *pull, uint64_t serial);

/**
 * pull_settle - a flight has its outcome
 */
void pull_settle(struct pull *pull, struct pull_flight *flight, enum channel_outcome outcome, const char *why);

/**
 * pull_answer - a flight has its answer
 */
void pull_answer(struct pull *pull, struct pull_flight *flight, const char *line, size_t len);
void pull_flight_free(struct pull_flight *flight);

/**
 * pull_send - put what is new
 */
void pull_send(struct pull *pull);

/**
 * pull_was_read - the answer of this key can be deleted; pull_delete_read - delete what is left of such
 */
void pull_was_read(struct pull *pull, const char *key);
void pull_delete_read(struct pull *pull);

/**
 * pull_withdraw - take back a request, or find out that it is too late for that
 */
void pull_withdraw(struct pull *pull, struct pull_flight *flight, const char *why);

/**
 * pull_key - the key of a flight
 */
struct etcd_key pull_key(const struct pull *pull, enum etcd_key_kind kind, const struct pull_flight *flight);

/**
 * pull_follow - be told of answers and of hosts that come and go
 */
int pull_follow(struct pull *pull, struct ece_error *e);

#endif
