// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What etcd has for this host: requests, the fleet's freeze, what it should have. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/pull/internal.h"

#define RETELL_NS CLOCK_SECOND_NS

enum { RANGE_REQUESTS, RANGE_FROZEN, RANGE_DESIRED, RANGE_STORE, RANGE_COUNT };

static struct pull_request *find(struct pull_agent *agent, const char *cookie)
{
	if (agent->work && !strcmp(agent->work->cookie, cookie))
		return agent->work;
	for (struct pull_request *request = agent->queue; request; request = request->next)
		if (!strcmp(request->cookie, cookie))
			return request;
	return NULL;
}

/* In the order in which they were asked; those of one transaction by their names. */
static void enqueue(struct pull_agent *agent, struct pull_request *request)
{
	struct pull_request **at = &agent->queue;

	while (*at && ((*at)->revision < request->revision ||
		       ((*at)->revision == request->revision && strcmp((*at)->cookie, request->cookie) < 0)))
		at = &(*at)->next;
	request->next = *at;
	*at = request;
	agent->queued++;
}

static void add_request(struct pull_agent *agent, const char *cookie, struct etcd_kv *kv)
{
	struct pull_request *request = find(agent, cookie);

	if (request) {
		request->seen = true;
		return;
	}
	if (agent->queued < PULL_QUEUE_MAX)
		request = calloc(1, sizeof(*request));
	if (!request) {
		agent->overflow = true;
		return;
	}
	copy_text(request->cookie, sizeof(request->cookie), cookie);
	request->revision = kv->modified;
	request->lease = kv->lease;
	request->line = kv->value;
	request->len = kv->value_len;
	request->seen = true;
	kv->value = NULL;
	enqueue(agent, request);
}

static void drop_where(struct pull_agent *agent, bool (*gone)(const struct pull_request *request, const char *cookie),
		       const char *cookie)
{
	struct pull_request **at = &agent->queue, *request;

	while ((request = *at)) {
		if (!gone(request, cookie)) {
			at = &request->next;
			continue;
		}
		*at = request->next;
		agent->queued--;
		request_free(request);
	}
}

static bool is_it(const struct pull_request *request, const char *cookie)
{
	return !strcmp(request->cookie, cookie);
}

static bool not_seen(const struct pull_request *request, const char *cookie)
{
	(void)cookie;
	return !request->seen;
}

static void take_request(struct pull_agent *agent, const struct etcd_news *news)
{
	char host[ETCD_HOST_MAX], cookie[ETCD_COOKIE_MAX];

	if (!etcd_key_split(news->kv->key, agent->prefix, ETCD_KEY_REQUEST, host, cookie) ||
	    strcmp(host, agent->host) != 0)
		return;
	if (news->kind == ETCD_SET)
		add_request(agent, cookie, news->kv);
	else
		drop_where(agent, is_it, cookie);
}

static void untold(struct pull_agent *agent)
{
	agent->frozen_told = false;
	agent->frozen_moved = true;
	agent->frozen_next_ns = 0;
}

void news_frozen(struct pull_agent *agent, const struct etcd_kv *kv, int64_t revision)
{
	bool changed = agent->frozen.frozen != (kv != NULL) || (kv && agent->frozen.order.number != (uint64_t)revision);

	if (!changed && agent->frozen.order.number)
		return;
	agent->frozen.frozen = kv != NULL;
	agent->frozen.order.number = (uint64_t)revision;
	free(agent->frozen_why);
	agent->frozen_why = kv ? strdup(kv->value) : NULL;
	agent->frozen.why = agent->frozen_why ? agent->frozen_why : "";
	untold(agent);
}

static void set_desired(struct pull_agent *agent, struct etcd_kv *kv)
{
	free(agent->desired);
	agent->desired = kv ? kv->value : NULL;
	agent->desired_len = kv ? kv->value_len : 0;
	agent->desired_told = false;
	if (kv)
		kv->value = NULL;
}

/* {"id":"...","epoch":1}: what makes revisions comparable. */
static void set_store(struct pull_agent *agent, const struct etcd_kv *kv)
{
	json_t *root = json_loadb(kv->value, kv->value_len, 0, NULL /* then it is not known */);
	const char *id = json_string_value(json_object_get(root, "id"));
	json_int_t epoch = json_integer_value(json_object_get(root, "epoch"));
	struct token *order = &agent->frozen.order;

	if (id && strlen(id) < sizeof(order->store) && epoch >= 0 && epoch <= UINT32_MAX) {
		if (strcmp(order->store, id) != 0 || order->epoch != (uint32_t)epoch)
			untold(agent);
		copy_text(order->store, sizeof(order->store), id);
		order->epoch = (uint32_t)epoch;
	}
	json_decref(root);
}

static void take(struct pull_agent *agent, const struct etcd_news *news)
{
	bool set = news->kind == ETCD_SET;

	switch (news->range) {
	case RANGE_REQUESTS:
		take_request(agent, news);
		break;
	case RANGE_FROZEN:
		agent->frozen_seen = true;
		news_frozen(agent, set ? news->kv : NULL, news->kv->modified);
		break;
	case RANGE_DESIRED:
		agent->desired_seen = true;
		set_desired(agent, set ? news->kv : NULL);
		break;
	default:
		if (set)
			set_store(agent, news->kv);
	}
}

static void begin_listing(struct pull_agent *agent)
{
	agent->frozen_seen = agent->desired_seen = agent->overflow = false;
	for (struct pull_request *request = agent->queue; request; request = request->next)
		request->seen = false;
}

static void end_listing(struct pull_agent *agent, int64_t revision)
{
	drop_where(agent, not_seen, NULL /* any */);
	if (!agent->frozen_seen)
		news_frozen(agent, NULL, revision);
	if (!agent->desired_seen && (agent->desired || !agent->listed))
		set_desired(agent, NULL);
	agent->listed = true;
}

static void say(struct pull_agent *agent, const char *why)
{
	if (agent->ops->connection)
		agent->ops->connection(agent->ctx, why);
}

static void followed(void *ctx, const struct etcd_news *news)
{
	struct pull_agent *agent = ctx;

	switch (news->kind) {
	case ETCD_LISTING:
		begin_listing(agent);
		break;
	case ETCD_LISTED:
		end_listing(agent, news->revision);
		say(agent, NULL);
		break;
	case ETCD_BACK:
		say(agent, NULL);
		break;
	case ETCD_LOST:
		say(agent, news->why);
		break;
	case ETCD_SET:
	case ETCD_GONE:
		take(agent, news);
		break;
	}
}

int news_follow(struct pull_agent *agent, struct ece_error *e)
{
	const char *prefix = agent->prefix, *host = agent->host;
	const struct etcd_key requests = etcd_key_of(prefix, ETCD_KEY_REQUEST, host, NULL /* all */);
	const struct etcd_key frozen = etcd_key_once(prefix, ETCD_KEY_FROZEN);
	const struct etcd_key desired = etcd_key_of(prefix, ETCD_KEY_DESIRED, host, NULL /* none */);
	const struct etcd_key store = etcd_key_once(prefix, ETCD_KEY_STORE);
	const struct etcd_range ranges[RANGE_COUNT] = {
		[RANGE_REQUESTS] = {.key = requests.text, .prefix = true},
		[RANGE_FROZEN] = {.key = frozen.text},
		[RANGE_DESIRED] = {.key = desired.text},
		[RANGE_STORE] = {.key = store.text},
	};

	etcd_unfollow(agent->etcd, agent->follow);
	agent->follow = NULL;
	agent->overflow = false;
	return etcd_follow(agent->etcd, ranges, RANGE_COUNT, followed, agent, &agent->follow, e);
}

static void tell_frozen(struct pull_agent *agent)
{
	agent->frozen_telling = true;
	agent->frozen_moved = false;
	if (agent->ops->frozen)
		agent->ops->frozen(agent->ctx, &agent->frozen);
	else
		pull_agent_obeyed(agent, true);
}

void pull_agent_obeyed(struct pull_agent *agent, bool obeys)
{
	agent->frozen_telling = false;
	if (agent->frozen_moved)
		return;
	agent->frozen_told = obeys;
	agent->frozen_next_ns = clock_now() + agent_jitter(agent, RETELL_NS);
	agent->status_dirty |= obeys;
}

void news_tell(struct pull_agent *agent, uint64_t now)
{
	if (!agent->listed)
		return;
	if (!agent->frozen_told && !agent->frozen_telling && now >= agent->frozen_next_ns)
		tell_frozen(agent);
	if (!agent->desired_told && agent->ops->desired)
		agent->ops->desired(agent->ctx, agent->desired, agent->desired_len);
	agent->desired_told = true;
}
