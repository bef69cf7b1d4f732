/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One follow inside: it lists, streams, or pauses before one of them. */
#ifndef ECE_LIB_ETCD_FOLLOW_INTERNAL_H
#define ECE_LIB_ETCD_FOLLOW_INTERNAL_H

#include "lib/etcd/internal.h"
#include "lib/etcd/scan.h"

enum follow_state {
	FOLLOW_PAUSE, /* until .next_ns */
	FOLLOW_LIST,
	FOLLOW_STREAM,
};

struct etcd_follow {
	struct etcd_follow *next;
	struct etcd *etcd;
	struct etcd_range ranges[ETCD_FOLLOW_MAX];
	char *keys[ETCD_FOLLOW_MAX];
	int64_t from[ETCD_FOLLOW_MAX]; /* revision from which on a watch misses nothing */
	size_t count;
	etcd_followed *followed;
	void *ctx;
	enum follow_state state;
	bool listed;  /* .from is known */
	bool lost;    /* the owner was told so */
	bool dropped; /* by its owner: freed at the end of the step */
	unsigned failed;
	uint64_t next_ns;
	/* the listing */
	struct etcd_request *request;
	char *after[ETCD_FOLLOW_MAX]; /* the last key of a page where more are to come */
	int64_t revision;             /* of all its pages; 0: at the first one */
	int64_t page;                 /* keys of a page */
	/* the stream */
	struct transfer *transfer;
	char *body;
	struct etcd_scan scan;
	size_t endpoint;
	uint64_t token, begun_ns, heard_ns;
	bool ended; /* for .why */
	bool moved; /* its endpoint failed */
	char why[ECE_ERROR_TEXT_MAX];
};

/**
 * follow_tell - hand news to the owner
 */
void follow_tell(struct etcd_follow *follow, const struct etcd_news *news);

/**
 * follow_lost - something failed: tell the owner, go on after a pause
 * @relist: with a listing
 */
void follow_lost(struct etcd_follow *follow, bool relist, const char *why);

/**
 * follow_relist - what a watch would have to begin with is gone: list again, at once
 */
void follow_relist(struct etcd_follow *follow);

/**
 * follow_list - ask for a page of each range
 */
void follow_list(struct etcd_follow *follow);

/**
 * follow_message - one message of the stream; it may be anything
 */
void follow_message(struct etcd_follow *follow, const char *text, size_t len);

#endif
