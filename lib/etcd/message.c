// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages of a watch: {"result":{"header":{},"watch_id":"1","events":[]}}, or an error inside the stream. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/follow_internal.h"

static int tell_event(struct etcd_follow *follow, size_t range, const json_t *event, int64_t *newest)
{
	const char *type = json_string_value(json_object_get(event, "type"));
	struct etcd_kv kv;
	struct etcd_news news = {.kind = ETCD_SET, .kv = &kv, .range = range};
	int ret = json_get_kv(json_object_get(event, "kv"), &kv);

	if (ret)
		return ret;
	if (type && !strcmp(type, "DELETE"))
		news.kind = ETCD_GONE;
	*newest = kv.modified > *newest ? kv.modified : *newest;
	follow_tell(follow, &news);
	etcd_kv_done(&kv);
	return 0;
}

/* A message without events is progress: everything up to its revision was told. */
static int take_events(struct etcd_follow *follow, size_t range, const json_t *result, int64_t revision)
{
	const json_t *events = json_object_get(result, "events");
	size_t count = json_array_size(events);
	int64_t newest = 0;

	for (size_t i = 0; i < count && !follow->dropped; i++) {
		int ret = tell_event(follow, range, json_array_get(events, i), &newest);

		if (ret)
			return ret;
	}
	if (!count && !json_is_true(json_object_get(result, "created")))
		newest = revision;
	if (newest >= follow->from[range])
		follow->from[range] = newest + 1;
	follow->failed = count ? 0 : follow->failed;
	return 0;
}

static void take_cancel(struct etcd_follow *follow, const json_t *result)
{
	const char *reason = json_string_value(json_object_get(result, "cancel_reason"));
	char why[ECE_ERROR_TEXT_MAX];
	int64_t compacted;

	if (!json_get_i64(result, "compact_revision", &compacted) && compacted) {
		follow_relist(follow);
		return;
	}
	snprintf(why, sizeof(why), "etcd at %s ended the watch: %.300s", follow->etcd->names[follow->endpoint],
		 reason ? reason : "no reason given");
	follow_lost(follow, true, why);
}

/* An older revision than was seen: etcd was restored from a backup, and would be silent until it has caught up. */
static bool went_back(const struct etcd_follow *follow, int64_t revision)
{
	for (size_t i = 0; i < follow->count; i++)
		if (revision < follow->from[i] - 1)
			return true;
	return false;
}

static int take_result(struct etcd_follow *follow, const json_t *result)
{
	const json_t *header = json_object_get(result, "header");
	int64_t revision, id;
	int ret = 0;

	if (json_is_true(json_object_get(result, "canceled"))) {
		take_cancel(follow, result);
		return 0;
	}
	if (!json_is_object(header) || json_get_i64(header, "revision", &revision) ||
	    json_get_i64(result, "watch_id", &id) || id < 1 || (size_t)id > follow->count)
		return -EPROTO;
	if (json_is_true(json_object_get(result, "created")) && went_back(follow, revision)) {
		/* or this member is behind the others, and is given a moment */
		follow_relist(follow);
		follow->next_ns = clock_now() + client_backoff(follow->etcd, 1);
		return 0;
	}
	ret = take_events(follow, (size_t)id - 1, result, revision);
	if (!ret && follow->lost) {
		follow->lost = false;
		follow_tell(follow, &(struct etcd_news){.kind = ETCD_BACK});
	}
	return ret;
}

static void take_refusal(struct etcd_follow *follow, const struct json_refusal *refusal)
{
	struct etcd *etcd = follow->etcd;
	struct ece_error e;

	if (refusal_sort(refusal, etcd->names[follow->endpoint], &e) == REFUSAL_TOKEN)
		login_forget(etcd, follow->token);
	else
		client_endpoint_failed(etcd, follow->endpoint);
	follow_lost(follow, false, e.text);
}

void follow_message(struct etcd_follow *follow, const char *text, size_t len)
{
	json_t *root = json_loadb(text, len, 0, NULL /* what is wrong helps nobody */);
	const json_t *result = json_object_get(root, "result");
	struct json_refusal refusal;

	if (root && json_get_refusal(root, &refusal))
		take_refusal(follow, &refusal);
	else if (!json_is_object(result) || take_result(follow, result))
		follow_lost(follow, true, "what came is no message of a watch of etcd");
	json_decref(root);
}
