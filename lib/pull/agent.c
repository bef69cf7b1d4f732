// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/pull/internal.h"

#define LEAVE_NS (2 * CLOCK_SECOND_NS)

/* xorshift64: agents that were started together must not stay together. */
uint64_t agent_jitter(struct pull_agent *agent, uint64_t ns)
{
	agent->random ^= agent->random << 13;
	agent->random ^= agent->random >> 7;
	agent->random ^= agent->random << 17;
	return ns + agent->random % (ns ? ns : 1);
}

static int start(struct pull_agent *agent, const struct pull_config *config, struct ece_error *e)
{
	int ret = etcd_prefix_check(config->prefix, e);

	ret = ret ? ret : etcd_host_check(config->host, e);
	ret = ret ? ret : etcd_new(&config->connection, &agent->etcd, e);
	if (!ret && getrandom(&agent->random, sizeof(agent->random), 0) != sizeof(agent->random))
		ret = ece_error_set(e, -EIO, ECE_ERROR_IO, "no random number for this agent");
	if (ret)
		return ret;
	agent->random |= 1;
	copy_text(agent->prefix, sizeof(agent->prefix), config->prefix);
	copy_text(agent->host, sizeof(agent->host), config->host);
	agent->ttl_s = config->ttl_s ? config->ttl_s : PULL_TTL_S;
	return news_follow(agent, e);
}

int pull_agent_new(const struct pull_config *config, const struct pull_ops *ops, void *ctx, struct pull_agent **out,
		   struct ece_error *e)
{
	struct pull_agent *agent = calloc(1, sizeof(*agent));
	int ret;

	if (!agent)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for an agent");
	agent->ops = ops;
	agent->ctx = ctx;
	agent->status_dirty = true;
	ret = start(agent, config, e);
	if (ret) {
		pull_agent_free(agent);
		return ret;
	}
	*out = agent;
	return 0;
}

void request_free(struct pull_request *request)
{
	if (!request)
		return;
	free(request->line);
	free(request);
}

void pull_agent_free(struct pull_agent *agent)
{
	if (!agent)
		return;
	etcd_free(agent->etcd);
	while (agent->queue) {
		struct pull_request *request = agent->queue;

		agent->queue = request->next;
		request_free(request);
	}
	request_free(agent->work);
	free(agent->answer);
	free(agent->frozen_why);
	free(agent->desired);
	free(agent);
}

void pull_agent_leave(struct pull_agent *agent)
{
	struct etcd_answer answer;
	struct ece_error e;

	if (!agent->lease)
		return;
	if (!etcd_lease_revoke_wait(agent->etcd, agent->lease, clock_now() + LEAVE_NS, &answer, &e))
		etcd_answer_done(&answer);
	agent->lease = 0;
	agent->connected = false;
}

int pull_agent_fd(const struct pull_agent *agent)
{
	return etcd_fd(agent->etcd);
}

uint64_t pull_agent_next_ns(const struct pull_agent *agent)
{
	uint64_t at = agent->lease_next_ns;

	if (agent->lease && agent->status_dirty && !agent->status_asked && agent->listed && agent->frozen_told)
		return 0;
	if (agent->state == WORK_NONE && agent->queue && agent->listed && agent->frozen_told)
		return 0;
	if (agent->listed && !agent->frozen_told && !agent->frozen_telling && agent->frozen_next_ns < at)
		at = agent->frozen_next_ns;
	return at;
}

static void advance(struct pull_agent *agent)
{
	uint64_t now = clock_now();

	news_tell(agent, now);
	lease_step(agent, now);
	work_step(agent);
}

int pull_agent_step(struct pull_agent *agent, struct ece_error *e)
{
	int ret = etcd_step(agent->etcd, e);

	if (ret)
		return ret;
	advance(agent);
	/* what waited at a full queue is listed again once there is room */
	if (agent->overflow && !agent->queue && agent->state == WORK_NONE)
		ret = news_follow(agent, e);
	return ret;
}

const char *pull_agent_address(const struct pull_agent *agent)
{
	return etcd_local_address(agent->etcd);
}

bool pull_agent_connected(const struct pull_agent *agent)
{
	return agent->connected && clock_now() < agent->until_ns;
}

void pull_agent_status_changed(struct pull_agent *agent)
{
	agent->status_dirty = true;
}
