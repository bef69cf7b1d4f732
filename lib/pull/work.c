// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One request after the other: take, serve, answer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/host/protocol.h"
#include "lib/pull/internal.h"

/* What of a request decides how it is taken. A line that is no request is served too: the answer says so. */
struct nature {
	bool writes; /* it is taken, so that it cannot be withdrawn any more */
	bool freeze; /* it is about the freeze itself */
};

static struct nature nature_of(const struct pull_request *request)
{
	struct protocol_request *decoded;
	struct nature nature = {0};

	if (protocol_request_decode(request->line, request->len, &decoded, NULL /* the answer will tell */))
		return nature;
	nature.freeze = decoded->op == PROTOCOL_FREEZE || decoded->op == PROTOCOL_UNFREEZE;
	nature.writes = protocol_op_writes(decoded->op) || protocol_op_of_host(decoded->op);
	protocol_request_free(decoded);
	return nature;
}

static struct etcd_key key_of(const struct pull_agent *agent, enum etcd_key_kind kind)
{
	return etcd_key_of(agent->prefix, kind, agent->host, agent->work->cookie);
}

static void finish(struct pull_agent *agent)
{
	request_free(agent->work);
	agent->work = NULL;
	free(agent->answer);
	agent->answer = NULL;
	agent->state = WORK_NONE;
}

static void serve(struct pull_agent *agent)
{
	agent->state = WORK_SERVING;
	agent->ops->serve(agent->ctx, agent->work->line, agent->work->len);
}

static void put_back(struct pull_agent *agent)
{
	agent->work->next = agent->queue;
	agent->queue = agent->work;
	agent->queued++;
	agent->work = NULL;
	agent->state = WORK_NONE;
}

/* Withdrawn, or the freeze is another than is known here: then that first, and the request once more. */
static void not_taken(struct pull_agent *agent, const struct etcd_answer *answer)
{
	const struct etcd_result *frozen = &answer->results[0], *request = &answer->results[1];

	if (!request->count || request->kvs[0].modified != agent->work->revision) {
		finish(agent);
		return;
	}
	news_frozen(agent, frozen->count ? &frozen->kvs[0] : NULL,
		    frozen->count ? frozen->kvs[0].modified : answer->revision);
	put_back(agent);
}

static void taken(void *ctx, struct etcd_answer *answer)
{
	struct pull_agent *agent = ctx;

	if (answer->outcome == ETCD_DONE && answer->succeeded)
		serve(agent);
	else if (answer->outcome == ETCD_DONE)
		not_taken(agent, answer);
	else if (answer->outcome == ETCD_REFUSED)
		finish(agent); /* the lease of who asks is gone, or this agent may not: a listing brings it again */
	else
		put_back(agent);
}

static int ask_to_take(struct pull_agent *agent, bool freeze, struct ece_error *e)
{
	const struct etcd_key request = key_of(agent, ETCD_KEY_REQUEST), mark = key_of(agent, ETCD_KEY_TAKEN);
	const struct etcd_key frozen = etcd_key_once(agent->prefix, ETCD_KEY_FROZEN);
	const struct etcd_compare compares[] = {
		{.kind = ETCD_MODIFIED_IS, .key = request.text, .revision = agent->work->revision},
		{.kind = ETCD_MODIFIED_IS,
		 .key = frozen.text,
		 .revision = agent->frozen.frozen ? (int64_t)agent->frozen.order.number : 0},
	};
	const struct etcd_op put = {
		.kind = ETCD_PUT,
		.key = mark.text,
		.value = "",
		.lease = agent->work->lease,
	};
	const struct etcd_op look[] = {
		{.kind = ETCD_GET, .key = frozen.text},
		{.kind = ETCD_GET, .key = request.text, .keys_only = true},
	};
	const struct etcd_txn txn = {
		.compares = compares,
		.compare_count = freeze ? 1 : 2,
		.then = &put,
		.then_count = 1,
		.otherwise = look,
		.otherwise_count = 2,
		.again = true,
	};

	return etcd_txn(agent->etcd, &txn, clock_now() + PULL_ASK_NS, taken, agent, NULL /* no handle */, e);
}

static void put_answer(struct pull_agent *agent);

static void answered(void *ctx, struct etcd_answer *answer)
{
	struct pull_agent *agent = ctx;

	if (answer->outcome == ETCD_NOT_SENT || answer->outcome == ETCD_MAYBE)
		put_answer(agent);
	else
		finish(agent);
}

/*
 * Answer and end of the request are one transaction. When it does not hold, nobody waits for the answer any more: the
 * request was withdrawn, or its controller is gone.
 */
static void put_answer(struct pull_agent *agent)
{
	const struct etcd_key request = key_of(agent, ETCD_KEY_REQUEST), mark = key_of(agent, ETCD_KEY_TAKEN);
	const struct etcd_key answer = key_of(agent, ETCD_KEY_ANSWER);
	const struct etcd_compare compare = {
		.kind = ETCD_MODIFIED_IS,
		.key = request.text,
		.revision = agent->work->revision,
	};
	const struct etcd_op ops[] = {
		{.kind = ETCD_PUT,
		 .key = answer.text,
		 .value = agent->answer,
		 .value_len = agent->answer_len,
		 .lease = agent->work->lease},
		{.kind = ETCD_DELETE, .key = request.text},
		{.kind = ETCD_DELETE, .key = mark.text},
	};
	const struct etcd_txn txn = {
		.compares = &compare,
		.compare_count = 1,
		.then = ops,
		.then_count = 3,
		.again = true,
	};
	struct ece_error e;

	agent->state = WORK_ANSWERING;
	if (etcd_txn(agent->etcd, &txn, clock_now() + PULL_ASK_NS, answered, agent, NULL /* no handle */, &e))
		finish(agent);
}

void pull_agent_answer(struct pull_agent *agent, const char *answer, size_t len)
{
	if (agent->state != WORK_SERVING)
		return;
	agent->answer = answer ? malloc(len + 1) : NULL;
	if (!agent->answer) {
		/* the request stays in etcd until it is withdrawn; a restarted agent tries again */
		finish(agent);
		return;
	}
	memcpy(agent->answer, answer, len);
	agent->answer[len] = '\0';
	agent->answer_len = len;
	put_answer(agent);
}

void work_step(struct pull_agent *agent)
{
	struct nature nature;
	struct ece_error e;

	if (agent->state != WORK_NONE || !agent->queue || !agent->listed)
		return;
	nature = nature_of(agent->queue);
	if (nature.writes && !nature.freeze && !agent->frozen_told)
		return;
	agent->work = agent->queue;
	agent->queue = agent->work->next;
	agent->queued--;
	if (!nature.writes) {
		serve(agent);
		return;
	}
	agent->state = WORK_TAKING;
	if (ask_to_take(agent, nature.freeze, &e))
		put_back(agent);
}
