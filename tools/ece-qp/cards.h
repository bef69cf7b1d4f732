/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that is looked at, and those of its NICs that were named. */
#ifndef ECE_TOOLS_ECE_QP_CARDS_H
#define ECE_TOOLS_ECE_QP_CARDS_H

#include "devx/nic/nic.h"
#include "tools/common/host.h"
#include "tools/ece-qp/args.h"

struct qp_host {
	struct tool_host host;
	struct ece_nic_info *nics;
	size_t nic_count;
};

/**
 * qp_host_open - get at the host, and find its NICs
 *
 * A simulated host gets its made-up workload. Returns 0 or a negative errno with @e filled; qp_host_close() is to be
 * called in any case.
 */
int qp_host_open(struct qp_host *qp_host, const struct qp_args *args, struct ece_error *e);
void qp_host_close(struct qp_host *qp_host);

/**
 * qp_fail - say an error, and return the exit status that it means
 */
int qp_fail(const struct ece_error *e);

/**
 * qp_harmless - is a card only without what was asked for, without an RDMA device, or to be left alone?
 */
bool qp_harmless(const struct ece_error *error);

#endif
