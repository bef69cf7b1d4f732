/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The agent's end of channel "pull": follows the keys of its host, hands request lines to who carries them out, puts
 * the answers, and keeps a status under a lease, so that controllers see that the host can be reached.
 *
 * A request that writes is taken by a transaction first, so that one that was withdrawn is never carried out; the same
 * transaction compares that what is known here of the fleet's freeze is still true. An agent that was killed in between
 * takes it again: requests have ids, and what was done is answered from the journal.
 *
 * One descriptor, one step, nothing waits: for the loop of ece-agent --service and for tests with thousands of agents.
 */
#ifndef ECE_LIB_PULL_PULL_H
#define ECE_LIB_PULL_PULL_H

#include "lib/etcd/keys.h"
#include "lib/rollout/token.h"

#define PULL_QUEUE_MAX  256 /* requests that wait at a host; more are left in etcd until there is room */
#define PULL_TTL_S      30  /* of the status, when nothing else is said */
#define PULL_STATUS_MAX 65536

/* What is known of the key that stops all writing. */
struct pull_frozen {
	bool frozen;
	struct token order; /* .number: revision of the key, or at which it was seen absent; .store "": not known */
	const char *why;    /* its value */
};

struct pull_ops {
	/*
	 * Carry out one request line; the answer goes to pull_agent_answer(), from inside or later. One at a time. @line is valid
	 * until then.
	 */
	void (*serve)(void *ctx, const char *line, size_t len);
	/*
	 * The fleet's freeze began or ended, also when a connection is made: have the host obey, and say so with
	 * pull_agent_obeyed(), from inside or later. No request that writes is taken before. NULL: nobody here has to obey.
	 */
	void (*frozen)(void *ctx, const struct pull_frozen *frozen);
	/* What the host should have (the value of desired/HOST); NULL and 0: there is no such key. May be NULL. */
	void (*desired)(void *ctx, const char *value, size_t len);
	/* The status as a JSON object, for free(); NULL: no memory. */
	char *(*status)(void *ctx);
	/* The connection was lost (@why) or is back (NULL). May be NULL. */
	void (*connection)(void *ctx, const char *why);
};

struct pull_config {
	struct etcd_config connection;
	const char *prefix; /* of the fleet's keys */
	const char *host;   /* this host's name in the fleet */
	int64_t ttl_s;      /* of the status; 0: PULL_TTL_S */
};

struct pull_agent; /* opaque */

/**
 * pull_agent_new - an agent that begins with the first step
 *
 * Returns 0 or a negative errno with @e filled. pull_agent_free() accepts NULL; the status stays until its lease ends.
 */
int pull_agent_new(const struct pull_config *config, const struct pull_ops *ops, void *ctx, struct pull_agent **agent,
		   struct ece_error *e);
void pull_agent_free(struct pull_agent *agent);

/**
 * pull_agent_leave - take the status away, so that controllers do not wait for an agent that stops
 *
 * Waits for etcd, two seconds at most.
 */
void pull_agent_leave(struct pull_agent *agent);

/**
 * pull_agent_fd - readable when pull_agent_step() has something to do; pull_agent_next_ns - and also from then on
 */
int pull_agent_fd(const struct pull_agent *agent);
uint64_t pull_agent_next_ns(const struct pull_agent *agent);

/**
 * pull_agent_step - do what can be done without waiting; callbacks run from here
 *
 * Returns 0 or a negative errno with @e filled: the machine is out of something.
 */
int pull_agent_step(struct pull_agent *agent, struct ece_error *e);

/**
 * pull_agent_answer - the answer to the request that is being served; NULL: there is no true answer, and none is put
 */
void pull_agent_answer(struct pull_agent *agent, const char *answer, size_t len);

/**
 * pull_agent_obeyed - the host obeys what .frozen() told last; @obeys false: it could not be told, and is told again
 */
void pull_agent_obeyed(struct pull_agent *agent, bool obeys);

/**
 * pull_agent_status_changed - .status() would say something else now
 */
void pull_agent_status_changed(struct pull_agent *agent);

/**
 * pull_agent_address - etcd_local_address() of its client
 */
const char *pull_agent_address(const struct pull_agent *agent);

/* Is the agent's status known to be in etcd? */
bool pull_agent_connected(const struct pull_agent *agent);

#endif
