/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What came of a connection between two ends, as both know it. Pure. */
#ifndef ECE_TOOLS_ECE_CONNECT_REPORT_H
#define ECE_TOOLS_ECE_CONNECT_REPORT_H

#include "tools/ece-connect/exchange.h"
#include "tools/ece-connect/socket.h"

#define CONNECT_NAME_MAX 64 /* of a device */

#define CONNECT_EXIT_LACKING 2

/* One queue pair. */
struct connect_pair {
	struct connect_report own, peer;
	bool has_peer; /* the other end has told */
};

struct connect_result {
	enum ece_role role;
	enum connect_mode mode;
	char local[SOCKET_NAME_MAX],
		remote[SOCKET_NAME_MAX]; /* addresses of the TCP connection; empty: there was none */
	char device[CONNECT_NAME_MAX];   /* empty: it did not come to that */
	uint32_t port, gid_index;
	const char *gid_type; /* "RoCE v2" */
	uint8_t gid[EXCHANGE_GID];
	uint32_t mtu;               /* bytes */
	uint32_t qps;               /* that were to be connected */
	struct connect_pair *pairs; /* that were: negotiated, or refused */
	size_t count;
	uint64_t bytes;         /* that were to be moved, on each and each way */
	bool begun;             /* some of them may have been */
	bool moved;             /* they were, and all that came was right, at both ends */
	bool unreached;         /* the other end was not reached: no TCP connection */
	struct ece_error error; /* code 0: none */
};

/**
 * report_make - what this end has to tell of a queue pair
 * @refused: because a policy requires what is missing
 */
struct connect_report report_make(const struct ece_outcome *outcome, uint32_t qpn, bool refused);

/**
 * pair_lacking - option bits that either end requires and that are not known to be in effect at both
 */
uint32_t pair_lacking(const struct connect_pair *pair);

/**
 * pair_missing - option bits worth a word: of either card, or required, and not in effect at both ends
 *
 * Of a connection that was refused, those that it was refused for.
 */
uint32_t pair_missing(const struct connect_pair *pair);

/**
 * pair_differs - do both ends say what is in effect, and not the same options?
 */
bool pair_differs(const struct connect_pair *pair);

/**
 * pair_alike - would both be told of in the same words, but for their numbers?
 */
bool pair_alike(const struct connect_pair *a, const struct connect_pair *b);

/**
 * result_judge - look at what both ends told
 *
 * Where nothing has failed so far, an end that refused, and ends that differ, are errors: @result->error is filled.
 */
void result_judge(struct connect_result *result);

/**
 * result_exit - the exit status
 */
int result_exit(const struct connect_result *result);

#endif
