// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Listing what is followed: all ranges as of one revision, in pages. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/etcd/follow_internal.h"

#define LIST_NS (30 * CLOCK_SECOND_NS)

static void end_listing(struct etcd_follow *follow)
{
	const struct etcd_news news = {.kind = ETCD_LISTED, .revision = follow->revision};

	for (size_t i = 0; i < follow->count; i++)
		follow->from[i] = follow->revision + 1;
	follow->revision = 0;
	follow->listed = true;
	follow->lost = false;
	follow->failed = 0;
	follow->state = FOLLOW_PAUSE;
	follow->next_ns = 0;
	follow_tell(follow, &news);
}

static void take_page(struct etcd_follow *follow, size_t range, struct etcd_result *result)
{
	free(follow->after[range]);
	follow->after[range] = NULL;
	for (size_t i = 0; i < result->count; i++) {
		const struct etcd_news news = {.kind = ETCD_SET, .kv = &result->kvs[i], .range = range};

		follow_tell(follow, &news);
	}
	if (!result->more || !result->count)
		return;
	follow->after[range] = result->kvs[result->count - 1].key;
	result->kvs[result->count - 1].key = NULL;
}

static void take_pages(struct etcd_follow *follow, struct etcd_answer *answer)
{
	bool first = !follow->revision;
	size_t results = 0;
	bool more = false;

	if (first) {
		follow->revision = answer->revision;
		follow_tell(follow, &(struct etcd_news){.kind = ETCD_LISTING});
	}
	for (size_t i = 0; i < follow->count; i++)
		if (first || follow->after[i])
			take_page(follow, i, &answer->results[results++]);
	for (size_t i = 0; i < follow->count; i++)
		more |= follow->after[i] != NULL;
	if (more)
		follow_list(follow);
	else
		end_listing(follow);
}

static void from_the_start(struct etcd_follow *follow)
{
	follow->revision = 0;
	for (size_t i = 0; i < follow->count; i++) {
		free(follow->after[i]);
		follow->after[i] = NULL;
	}
}

static void answered(void *ctx, struct etcd_answer *answer)
{
	struct etcd_follow *follow = ctx;
	int code = answer->error.code;

	follow->request = NULL;
	if (follow->dropped)
		return;
	if (answer->outcome == ETCD_DONE) {
		take_pages(follow, answer);
		return;
	}
	from_the_start(follow);
	if (code == -EMSGSIZE && follow->page > 1) {
		follow->page = follow->page > 4 ? follow->page / 4 : 1;
		follow_relist(follow);
	} else if (code == -ESTALE) {
		follow_relist(follow);
	} else {
		follow_lost(follow, true, answer->error.text);
	}
}

void follow_list(struct etcd_follow *follow)
{
	struct etcd_op ops[ETCD_FOLLOW_MAX];
	struct etcd_txn txn = {.then = ops};
	struct ece_error e;

	for (size_t i = 0; i < follow->count; i++) {
		if (follow->revision && !follow->after[i])
			continue;
		ops[txn.then_count++] = (struct etcd_op){
			.kind = ETCD_GET,
			.key = follow->ranges[i].key,
			.prefix = follow->ranges[i].prefix,
			.after = follow->after[i],
			.limit = follow->page,
			.revision = follow->revision,
		};
	}
	follow->state = FOLLOW_LIST;
	if (!etcd_txn(follow->etcd, &txn, clock_now() + LIST_NS, answered, follow, &follow->request, &e))
		return;
	from_the_start(follow);
	follow_lost(follow, true, e.text);
}
