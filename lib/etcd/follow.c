// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* List, then watch from the revision behind the listing; list again when what is in between is gone. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/follow_internal.h"

/* A stream that lasted so long had no trouble of its own. */
#define STEADY_NS (10 * CLOCK_SECOND_NS)

/* The first pause is of this step of the back-off, so that many clients do not come back at once. */
#define FIRST_PAUSE 3

/* Doublings of how long it may take until a watch is confirmed. */
#define PATIENCE_MAX 4

void follow_tell(struct etcd_follow *follow, const struct etcd_news *news)
{
	if (!follow->dropped)
		follow->followed(follow->ctx, news);
}

static void end_stream(struct etcd_follow *follow)
{
	transfer_free(follow->etcd, follow->transfer);
	follow->transfer = NULL;
	free(follow->body);
	follow->body = NULL;
	etcd_scan_done(&follow->scan);
	follow->ended = follow->moved = false;
}

void follow_lost(struct etcd_follow *follow, bool relist, const char *why)
{
	uint64_t now = clock_now();
	const struct etcd_news news = {.kind = ETCD_LOST, .why = why};

	if (follow->transfer && now - follow->begun_ns > STEADY_NS)
		follow->failed = 0;
	end_stream(follow);
	follow->state = FOLLOW_PAUSE;
	follow->listed &= !relist;
	follow->next_ns = now + client_backoff(follow->etcd, FIRST_PAUSE + follow->failed++);
	if (!follow->lost)
		follow_tell(follow, &news);
	follow->lost = true;
}

void follow_relist(struct etcd_follow *follow)
{
	end_stream(follow);
	follow->state = FOLLOW_PAUSE;
	follow->listed = false;
	follow->next_ns = 0;
}

static int stream_data(void *ctx, const char *data, size_t len)
{
	struct etcd_follow *follow = ctx;

	follow->heard_ns = clock_now();
	return etcd_scan_add(&follow->scan, data, len);
}

static void stream_done(void *ctx, CURLcode code, long status, const char *why)
{
	struct etcd_follow *follow = ctx;

	(void)status;
	follow->ended = true;
	snprintf(follow->why, sizeof(follow->why), "etcd at %s: %s", follow->etcd->names[follow->endpoint],
		 code ? why : "the watch ended");
}

static void begin_stream(struct etcd_follow *follow)
{
	struct etcd *etcd = follow->etcd;
	struct transfer want = {.data = stream_data, .done = stream_done, .ctx = follow};

	follow->body = encode_watch(follow->ranges, follow->from, follow->count);
	want.body = follow->body;
	want.len = follow->body ? strlen(follow->body) : 0;
	follow->endpoint = etcd->endpoint;
	follow->token = etcd->token_serial;
	follow->begun_ns = follow->heard_ns = clock_now();
	follow->state = FOLLOW_STREAM;
	if (follow->body)
		follow->transfer = transfer_start(etcd, &want, follow->endpoint, "watch", etcd->token, 0);
	if (!follow->transfer)
		follow_lost(follow, false, "out of memory for a watch of etcd");
}

static void read_stream(struct etcd_follow *follow)
{
	const char *text;
	struct ece_error e;
	size_t len;
	int ret;

	while (follow->state == FOLLOW_STREAM && !follow->dropped) {
		ret = etcd_scan_next(&follow->scan, &text, &len, &e);
		if (!ret)
			return;
		if (ret < 0) /* what is too large for a message may come as pages of a list */
			follow_lost(follow, true, e.text);
		else
			follow_message(follow, text, len);
	}
}

/* A watch that was made is confirmed, sooner or later; after that, nobody knows how long there is no news. */
static uint64_t silence_ns(const struct etcd_follow *follow)
{
	if (follow->heard_ns > follow->begun_ns)
		return follow->etcd->idle_ns;
	return follow->etcd->attempt_ns << (follow->failed < PATIENCE_MAX ? follow->failed : PATIENCE_MAX);
}

static void step_stream(struct etcd_follow *follow, uint64_t now)
{
	char why[sizeof(follow->why)];
	bool silent = now - follow->heard_ns >= silence_ns(follow);

	read_stream(follow);
	if (follow->state != FOLLOW_STREAM || follow->dropped)
		return;
	if (follow->ended) {
		client_endpoint_failed(follow->etcd, follow->endpoint);
		memcpy(why, follow->why, sizeof(why));
		follow_lost(follow, false, why);
	} else if (silent && follow->heard_ns == follow->begun_ns) {
		client_endpoint_failed(follow->etcd, follow->endpoint);
		snprintf(why, sizeof(why), "etcd at %s: a watch is not confirmed",
			 follow->etcd->names[follow->endpoint]);
		follow_lost(follow, false, why);
	} else if (follow->moved || silent) {
		/* nobody knows whether there is no news or no way for them */
		end_stream(follow);
		begin_stream(follow);
	}
}

static void step(struct etcd_follow *follow, uint64_t now)
{
	if (follow->state == FOLLOW_STREAM)
		step_stream(follow, now);
	if (follow->state != FOLLOW_PAUSE || follow->dropped || now < follow->next_ns)
		return;
	if (!follow->listed)
		follow_list(follow);
	else if (login_needed(follow->etcd))
		follow->next_ns = now + client_backoff(follow->etcd, 0);
	else
		begin_stream(follow);
}

static void free_follow(struct etcd_follow *follow)
{
	end_stream(follow);
	if (follow->request)
		etcd_cancel(follow->etcd, follow->request);
	for (size_t i = 0; i < follow->count; i++) {
		free(follow->keys[i]);
		free(follow->after[i]);
	}
	free(follow);
}

void follow_step(struct etcd *etcd)
{
	struct etcd_follow **at = &etcd->follows, *follow;

	for (follow = etcd->follows; follow; follow = follow->next)
		if (!follow->dropped)
			step(follow, clock_now());
	while ((follow = *at)) {
		if (follow->dropped) {
			*at = follow->next;
			free_follow(follow);
		} else {
			at = &follow->next;
		}
	}
}

uint64_t follow_next_ns(const struct etcd *etcd)
{
	uint64_t next = ETCD_NEVER;

	for (const struct etcd_follow *follow = etcd->follows; follow; follow = follow->next) {
		uint64_t at = follow->state == FOLLOW_PAUSE ? follow->next_ns :
			      follow->state == FOLLOW_LIST  ? ETCD_NEVER :
							      follow->heard_ns + silence_ns(follow);

		if (follow->dropped || follow->ended || follow->moved)
			at = 0;
		next = at < next ? at : next;
	}
	return next;
}

/* A member that does not answer requests has no news either, unless it had some just now. */
void follow_endpoint_failed(struct etcd *etcd, size_t endpoint)
{
	uint64_t now = clock_now();

	for (struct etcd_follow *follow = etcd->follows; follow; follow = follow->next)
		if (follow->state == FOLLOW_STREAM && follow->endpoint == endpoint && !follow->ended)
			follow->moved |= now - follow->heard_ns > etcd->attempt_ns;
}

void follow_free_all(struct etcd *etcd)
{
	while (etcd->follows) {
		struct etcd_follow *follow = etcd->follows;

		etcd->follows = follow->next;
		free_follow(follow);
	}
}

static int copy_ranges(struct etcd_follow *follow, const struct etcd_range *ranges, size_t count)
{
	for (; follow->count < count; follow->count++) {
		size_t i = follow->count;

		follow->keys[i] = strdup(ranges[i].key);
		if (!follow->keys[i])
			return -ENOMEM;
		follow->ranges[i] = (struct etcd_range){.key = follow->keys[i], .prefix = ranges[i].prefix};
	}
	return 0;
}

int etcd_follow(struct etcd *etcd, const struct etcd_range *ranges, size_t count, etcd_followed *followed, void *ctx,
		struct etcd_follow **out, struct ece_error *e)
{
	struct etcd_follow *follow;
	int ret = 0;

	if (!count || count > ETCD_FOLLOW_MAX)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "1 to %d ranges of etcd can be followed at a time",
				     ETCD_FOLLOW_MAX);
	for (size_t i = 0; i < count; i++)
		if (strlen(ranges[i].key) > ETCD_KEY_MAX)
			return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "a key of etcd is longer than %d bytes",
					     ETCD_KEY_MAX);
	follow = calloc(1, sizeof(*follow));
	if (!follow || copy_ranges(follow, ranges, count)) {
		if (follow)
			free_follow(follow);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for following keys of etcd");
	}
	follow->etcd = etcd;
	follow->followed = followed;
	follow->ctx = ctx;
	follow->scan.max = ETCD_EVENT_MAX;
	follow->page = ETCD_PAGE_MAX;
	follow->next = etcd->follows;
	etcd->follows = follow;
	*out = follow;
	if (!etcd->stepping)
		ret = client_arm(etcd, e);
	follow->dropped = ret != 0;
	return ret;
}

void etcd_unfollow(struct etcd *etcd, struct etcd_follow *follow)
{
	if (!follow)
		return;
	follow->dropped = true;
	if (!etcd->stepping)
		follow_step(etcd);
}
