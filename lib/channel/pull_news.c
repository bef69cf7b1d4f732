// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What agents put into etcd: answers, and that they are there. */
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/channel/pull_internal.h"

enum { RANGE_ANSWERS, RANGE_STATUS };

static void take_answer(struct pull *pull, const struct etcd_kv *kv)
{
	char host[ETCD_HOST_MAX], cookie[ETCD_COOKIE_MAX], *end;
	size_t len = strlen(pull->session);
	struct pull_flight *flight;
	unsigned long long serial;

	if (!etcd_key_split(kv->key, pull->prefix, ETCD_KEY_ANSWER, host, cookie) ||
	    strncmp(cookie, pull->session, len) != 0 || cookie[len] != '-')
		return;
	serial = strtoull(cookie + len + 1, &end, 10);
	flight = *end ? NULL : pull_flight_of(pull, serial);
	/* an agent may write only below its own name, so the name in the key is the one that answered */
	if (flight && strcmp(flight->host->name, host) != 0)
		return;
	if (flight)
		pull_answer(pull, flight, kv->value, kv->value_len);
	pull_was_read(pull, kv->key);
}

static void host_comes_or_goes(struct pull *pull, const struct etcd_news *news)
{
	char host_name[ETCD_HOST_MAX], cookie[ETCD_COOKIE_MAX];
	struct pull_host *host;

	if (!etcd_key_split(news->kv->key, pull->prefix, ETCD_KEY_STATUS, host_name, cookie))
		return;
	host = pull_host_of(pull, host_name);
	if (!host)
		return;
	host->seen = true;
	if (host->live && news->kind == ETCD_GONE)
		host->gone_ns = clock_now();
	host->live = news->kind == ETCD_SET;
	pull->look_ns = 0;
}

static void begin_listing(struct pull *pull)
{
	for (size_t i = 0; i < pull->host_size; i++)
		if (pull->hosts[i])
			pull->hosts[i]->seen = false;
}

static void end_listing(struct pull *pull)
{
	uint64_t now = clock_now();

	for (size_t i = 0; i < pull->host_size; i++) {
		struct pull_host *host = pull->hosts[i];

		if (!host || host->seen)
			continue;
		if (host->live)
			host->gone_ns = now;
		host->live = false;
	}
	pull->look_ns = 0;
}

static void followed(void *ctx, const struct etcd_news *news)
{
	struct pull *pull = ctx;

	switch (news->kind) {
	case ETCD_LISTING:
		begin_listing(pull);
		break;
	case ETCD_LISTED:
		end_listing(pull);
		pull->listed = true;
		break;
	case ETCD_LOST:
		pull->listed = false;
		break;
	case ETCD_BACK:
		pull->listed = true;
		pull->look_ns = 0;
		break;
	case ETCD_SET:
	case ETCD_GONE:
		if (news->range == RANGE_STATUS)
			host_comes_or_goes(pull, news);
		else if (news->kind == ETCD_SET)
			take_answer(pull, news->kv);
		break;
	}
}

int pull_follow(struct pull *pull, struct ece_error *e)
{
	const struct etcd_key answers = etcd_key_of(pull->prefix, ETCD_KEY_ANSWER, NULL /* all */, NULL /* all */);
	const struct etcd_key status = etcd_key_of(pull->prefix, ETCD_KEY_STATUS, NULL /* all */, NULL /* none */);
	const struct etcd_range ranges[] = {
		[RANGE_ANSWERS] = {.key = answers.text, .prefix = true},
		[RANGE_STATUS] = {.key = status.text, .prefix = true},
	};

	return etcd_follow(pull->etcd, ranges, 2, followed, pull, &pull->follow, e);
}
