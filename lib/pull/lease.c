// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The status of this host, under a lease: while it is there, controllers expect answers. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/pull/internal.h"

#define NEVER    UINT64_MAX
#define RETRY_NS CLOCK_SECOND_NS

static uint64_t ttl_ns(const struct pull_agent *agent)
{
	return (uint64_t)agent->ttl_s * CLOCK_SECOND_NS;
}

static void again_in(struct pull_agent *agent, uint64_t ns)
{
	agent->lease_next_ns = clock_now() + agent_jitter(agent, ns);
}

static void granted(void *ctx, struct etcd_answer *answer)
{
	struct pull_agent *agent = ctx;

	if (answer->outcome != ETCD_DONE) {
		again_in(agent, RETRY_NS);
		return;
	}
	agent->lease = answer->lease;
	agent->until_ns = agent->asked_ns + ttl_ns(agent);
	agent->status_dirty = true;
	again_in(agent, ttl_ns(agent) / 4);
}

static void kept(void *ctx, struct etcd_answer *answer)
{
	struct pull_agent *agent = ctx;

	if (answer->outcome == ETCD_DONE && answer->ttl_s) {
		agent->until_ns = agent->asked_ns + ttl_ns(agent);
		again_in(agent, ttl_ns(agent) / 4);
	} else if (answer->outcome == ETCD_DONE) {
		agent->lease = 0;
		agent->connected = false;
		agent->lease_next_ns = 0;
	} else {
		again_in(agent, RETRY_NS);
	}
}

static void ask_lease(struct pull_agent *agent, uint64_t now)
{
	struct ece_error e;
	int ret;

	agent->asked_ns = now;
	agent->lease_next_ns = NEVER;
	if (agent->lease)
		ret = etcd_lease_keep(agent->etcd, agent->lease, now + ttl_ns(agent) / 2, kept, agent,
				      NULL /* no handle */, &e);
	else
		ret = etcd_lease_grant(agent->etcd, agent->ttl_s, now + PULL_ASK_NS, granted, agent,
				       NULL /* no handle */, &e);
	if (ret)
		again_in(agent, RETRY_NS);
}

static void status_put(void *ctx, struct etcd_answer *answer)
{
	struct pull_agent *agent = ctx;

	agent->status_asked = false;
	if (answer->outcome == ETCD_DONE) {
		agent->connected = true;
		return;
	}
	/* with the lease gone it is not the status that has to be tried again */
	agent->status_dirty = true;
	if (answer->outcome == ETCD_REFUSED && agent->lease_next_ns != NEVER)
		again_in(agent, RETRY_NS);
	if (answer->outcome == ETCD_REFUSED)
		agent->lease = 0;
}

static void put_status(struct pull_agent *agent)
{
	const struct etcd_key key = etcd_key_of(agent->prefix, ETCD_KEY_STATUS, agent->host, NULL /* no cookie */);
	char *text = agent->ops->status(agent->ctx);
	const struct etcd_op put = {
		.kind = ETCD_PUT,
		.key = key.text,
		.value = text,
		.value_len = text ? strlen(text) : 0,
		.lease = agent->lease,
	};
	const struct etcd_txn txn = {.then = &put, .then_count = 1, .again = true};
	struct ece_error e;

	if (text && put.value_len <= PULL_STATUS_MAX &&
	    !etcd_txn(agent->etcd, &txn, clock_now() + PULL_ASK_NS, status_put, agent, NULL /* no handle */, &e)) {
		agent->status_asked = true;
		agent->status_dirty = false;
	}
	free(text);
}

void lease_step(struct pull_agent *agent, uint64_t now)
{
	if (now >= agent->lease_next_ns)
		ask_lease(agent, now);
	/* who sees the status may ask: only when the freeze is known here */
	if (agent->lease && agent->status_dirty && !agent->status_asked && agent->listed && agent->frozen_told)
		put_status(agent);
}
