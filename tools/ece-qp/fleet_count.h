/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the hosts of a fleet told of their queue pairs, added up. */
#ifndef ECE_TOOLS_ECE_QP_FLEET_COUNT_H
#define ECE_TOOLS_ECE_QP_FLEET_COUNT_H

#include "lib/control/control.h"
#include "tools/ece-qp/summary_view.h"

#define FLEET_KINDS_MAX   1024 /* told apart in a fleet; queue pairs of further kinds are only counted */
#define FLEET_LACKING_MAX 256  /* kinds of queue pairs of one NIC that lack something and are kept by name */

/* What is wanted by one profile, and how the fleet stands to it. */
struct fleet_count_want {
	struct qp_want want;
	char origin[128]; /* that .want refers to */
	uint64_t nics;
	struct ece_qp_judged judged;
};

/* Queue pairs of one kind on one NIC that lack something. */
struct fleet_lacking {
	uint32_t host;
	char nic[ECE_OS_NAME_MAX]; /* its RDMA device, or PCI address */
	uint32_t want;             /* index of what is wanted */
	uint32_t lacks;            /* option bits */
	struct ece_qp_kind kind;
};

struct fleet_host_kind {
	uint32_t kind; /* index */
	uint64_t count;
};

struct fleet_host_count {
	enum control_qps_state state;
	bool asked;
	char *why; /* of any state but TOLD */
	uint32_t nics;
	uint32_t untold; /* of the NICs: those whose queue pairs cannot be told */
	uint64_t count, others, left;
	int64_t unlisted;              /* -1: not known of some NIC */
	struct fleet_host_kind *kinds; /* by index */
	uint32_t kind_count;
};

struct fleet_count {
	const struct fleet *fleet;
	struct qp_want given; /* --want; bits 0: as the profiles say */
	struct fleet_host_count *hosts;
	struct ece_qp_kind *kinds; /* of all hosts; without counts and examples */
	uint32_t kind_count, kind_room;
	struct fleet_count_want *wants;
	uint32_t want_count, want_room;
	struct fleet_lacking *lacking; /* by host, once fleet_count_end() was called */
	uint32_t lacking_count;
	uint64_t lacking_more; /* queue pairs that lack something, beside those */
	uint64_t count, nics, untold;
	char untold_why[ECE_ERROR_TEXT_MAX]; /* of the first */
	uint32_t told, hosts_asked;
	bool no_memory;
};

/**
 * fleet_count_init - nothing is counted yet; fleet_count_done() is to be called in any case
 * @given: is copied
 *
 * Returns 0 or -ENOMEM.
 */
int fleet_count_init(struct fleet_count *count, const struct fleet *fleet, const struct qp_want *given);
void fleet_count_done(struct fleet_count *count);

/**
 * fleet_count_host - for control_qps(): add one host to the struct fleet_count
 *
 * Returns 0 or -ENOMEM.
 */
int fleet_count_host(void *count, const struct control_qps *qps);

/**
 * fleet_count_end - all hosts are there: order what came in the order of the answers
 */
void fleet_count_end(struct fleet_count *count);

/* Hosts that run with the same kinds of queue pairs. */
struct fleet_count_group {
	uint32_t *hosts; /* in the order of the file */
	uint32_t host_count;
	uint64_t nics, untold;
	int64_t unlisted;
	struct ece_qp_census census; /* of all of them */
};

/**
 * fleet_count_group - the group of a host, which is the first of it
 * @grouped: of each host: is it in a group already? Those of this group are marked
 * @group: receives it; free() its .hosts
 *
 * Returns 0 or -ENOMEM.
 */
int fleet_count_group(const struct fleet_count *count, uint32_t host, bool *grouped, struct fleet_count_group *group);

/**
 * fleet_count_names - hosts as one list
 *
 * Returns a text for free(), or NULL when memory ran out.
 */
char *fleet_count_names(const struct fleet *fleet, const uint32_t *hosts, uint32_t count);

#endif
