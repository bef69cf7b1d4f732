/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The pulling agent inside: a queue of requests, one that is worked on, a lease with a status. */
#ifndef ECE_LIB_PULL_INTERNAL_H
#define ECE_LIB_PULL_INTERNAL_H

#include "lib/etcd/follow.h"
#include "lib/pull/pull.h"

#define PULL_ASK_NS (30 * UINT64_C(1000000000)) /* for one transaction */

struct pull_request {
	struct pull_request *next;
	char cookie[ETCD_COOKIE_MAX];
	int64_t revision; /* of the key: a withdrawn one has another or none */
	int64_t lease;    /* of who asks: the answer goes under it too */
	char *line;
	size_t len;
	bool seen; /* in the listing under way */
};

enum work_state {
	WORK_NONE,
	WORK_TAKING,
	WORK_SERVING,
	WORK_ANSWERING,
};

struct pull_agent {
	struct etcd *etcd;
	struct etcd_follow *follow;
	const struct pull_ops *ops;
	void *ctx;
	char prefix[ETCD_PREFIX_MAX], host[ETCD_HOST_MAX];
	uint64_t random;
	/* the status and its lease */
	int64_t ttl_s, lease;
	uint64_t asked_ns, until_ns; /* when the lease was last asked for; until when it surely holds */
	uint64_t lease_next_ns;      /* when to ask again; UINT64_MAX: it is being asked */
	bool status_dirty, status_asked, connected;
	/* what is followed */
	bool listed, overflow;
	struct pull_request *queue;
	size_t queued;
	struct pull_frozen frozen;
	char *frozen_why, *desired;
	size_t desired_len;
	bool frozen_seen, desired_seen, desired_told;
	bool frozen_told, frozen_telling; /* the owner obeys; it was asked to */
	bool frozen_moved;                /* it changed meanwhile */
	uint64_t frozen_next_ns;
	/* the request that is worked on */
	struct pull_request *work;
	enum work_state state;
	char *answer; /* until etcd has it */
	size_t answer_len;
};

/**
 * agent_jitter - a random time from @ns to its double
 */
uint64_t agent_jitter(struct pull_agent *agent, uint64_t ns);

/**
 * lease_step - ask for the lease, keep it, put the status
 */
void lease_step(struct pull_agent *agent, uint64_t now);

/**
 * news_follow - follow the keys of this host; again from a listing when it is followed already
 */
int news_follow(struct pull_agent *agent, struct ece_error *e);

/**
 * news_tell - tell the owner what it does not know yet
 */
void news_tell(struct pull_agent *agent, uint64_t now);

/* The fleet's freeze may have changed: @kv NULL: there is no such key as of @revision. */
void news_frozen(struct pull_agent *agent, const struct etcd_kv *kv, int64_t revision);

/**
 * work_step - begin with the next request
 */
void work_step(struct pull_agent *agent);
void request_free(struct pull_request *request);

#endif
