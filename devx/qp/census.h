/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Queue pairs counted: how many of a NIC are alike in type, connection and ECE word, and some of each kind by name.
 *
 * Plain data of a fixed size, so that it can be told over a protocol. A queue pair that could not be read is counted as
 * that, never as one without options.
 */
#ifndef ECE_DEVX_QP_CENSUS_H
#define ECE_DEVX_QP_CENSUS_H

#include "devx/qp/qp.h"

#define ECE_QP_KINDS_MAX 16 /* told apart on one NIC; queue pairs of further kinds are only counted */
#define ECE_QP_PEERS_MAX 8  /* named of each kind */

/* One of the queue pairs of a kind. */
struct ece_qp_peer {
	uint32_t qpn;
	bool has_remote;
	uint32_t remote_qpn;
	uint32_t pid; /* 0: the kernel's, or not seen from here */
	bool kernel;
	char owner[ECE_QP_OWNER_MAX];
};

/* Queue pairs that are alike. */
struct ece_qp_kind {
	char type[ECE_QP_WORD_MAX];
	bool connected;             /* RTR or beyond, and not in error: ECE has been settled */
	enum ece_value_state state; /* of the reading: SET, UNSUPPORTED, UNREADABLE or NO_DOOR */
	uint32_t options;           /* the word, when it is SET */
	uint32_t count;
	char why[ECE_VALUE_WHY_MAX]; /* of the first of them; empty for SET */
	struct ece_qp_peer peers[ECE_QP_PEERS_MAX];
	uint32_t peer_count;
};

struct ece_qp_census {
	uint32_t count; /* all that the kernel lists */
	struct ece_qp_kind kinds[ECE_QP_KINDS_MAX];
	uint32_t kind_count;
	uint32_t others;  /* of kinds that found no room */
	uint32_t left;    /* not read: there was no time for more */
	int32_t unlisted; /* processes that have the device open and no queue pair in the list; -1: not known */
};

/**
 * ece_qps_count - count the queue pairs that the kernel lists of a NIC, and read each
 * @more: is there time to read another one? NULL: always. Those that are left are counted as such
 * @census: filled on success
 *
 * Returns as ece_qps_list().
 */
int ece_qps_count(struct ece_qps *qps, bool (*more)(void *ctx), void *ctx, struct ece_qp_census *census,
		  struct ece_error *e);

/**
 * ece_qp_census_add - count one that was read
 * @reading: of ece_qp_read(); NULL: there was no time to read it
 */
void ece_qp_census_add(struct ece_qp_census *census, const struct ece_qp *qp, const struct ece_qp_reading *reading);

/**
 * ece_qp_census_users - count the processes that may have queue pairs which are in no list
 * @list: @count queue pairs, as listed
 *
 * What a program makes by DevX is in no list. One that has the device open and nothing in the list may have some.
 */
void ece_qp_census_users(struct ece_qp_census *census, const struct ece_qp *list, size_t count,
			 const struct ece_qp_user *users, size_t user_count);

/* Queue pairs by what they have of the options that somebody wants. */
struct ece_qp_judged {
	uint64_t have;
	uint64_t lack;
	uint64_t unknown; /* connected, and not known: unreadable, no door, not read, no room */
	uint64_t apart;   /* not connected, or UD, UC and the kernel's special types */
};

/**
 * ece_qp_kind_judged - may a kind be held against what is wanted: is it connected, and of a reliable type?
 */
bool ece_qp_kind_judged(const struct ece_qp_kind *kind);

/**
 * ece_qp_kind_lacks - the option bits of @want that are not in effect on a kind of queue pairs
 *
 * Of a card without ECE all of them. Returns 0 too where nothing is known or nothing is to be judged.
 */
uint32_t ece_qp_kind_lacks(const struct ece_qp_kind *kind, uint32_t want);

/**
 * ece_qp_census_judge - hold all of them against @want, which has at least one bit
 *
 * Adds to what @judged has.
 */
void ece_qp_census_judge(const struct ece_qp_census *census, uint32_t want, struct ece_qp_judged *judged);

/**
 * ece_qp_connected - has a queue pair in this state settled its ECE, and is it alive?
 * @state: a word of struct ece_qp
 */
bool ece_qp_connected(const char *state);

#endif
