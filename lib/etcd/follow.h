/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Following keys: list them, then be told of every change, over restarts of etcd, lost connections, members that are
 * cut off, and compactions. Level-triggered: after a gap the keys are listed again, so that whoever keeps a table of
 * them has the right one.
 */
#ifndef ECE_LIB_ETCD_FOLLOW_H
#define ECE_LIB_ETCD_FOLLOW_H

#include "lib/etcd/etcd.h"

struct etcd_follow; /* opaque */

enum etcd_news_kind {
	ETCD_LISTING, /* all keys come now as SET; those of which none comes until LISTED are gone */
	ETCD_LISTED,
	ETCD_SET,
	ETCD_GONE, /* deleted, or its lease ran out; .key and .modified only */
	ETCD_LOST, /* .why: no news for now; it goes on by itself */
	ETCD_BACK, /* after LOST, when nothing was missed: news come again */
};

struct etcd_news {
	enum etcd_news_kind kind;
	struct etcd_kv *kv; /* SET, GONE */
	size_t range;       /* SET, GONE: which of the ranges it belongs to */
	int64_t revision;   /* LISTED: of the listing */
	const char *why;
};

typedef void etcd_followed(void *ctx, const struct etcd_news *news);

/* A key, or all keys that begin with it. */
struct etcd_range {
	const char *key;
	bool prefix;
};

/**
 * etcd_follow - follow up to ETCD_FOLLOW_MAX ranges over one connection
 * @ranges: copied; they must not overlap
 *
 * News come from etcd_step(), in the order of the revisions within a range. A SET may come twice (kv.modified is the
 * same then). Reconnects wait longer and longer, with jitter, so that a restarted etcd is not stormed. Returns 0 or a
 * negative errno with @e filled. etcd_unfollow() accepts NULL and may be called from a callback.
 */
int etcd_follow(struct etcd *etcd, const struct etcd_range *ranges, size_t count, etcd_followed *followed, void *ctx,
		struct etcd_follow **follow, struct ece_error *e);
void etcd_unfollow(struct etcd *etcd, struct etcd_follow *follow);

#endif
