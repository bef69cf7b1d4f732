/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the card itself counts of congestion control: QUERY_CONG_STATISTICS. Reads only. */
#ifndef ECE_DEVX_NIC_CONG_STATISTICS_H
#define ECE_DEVX_NIC_CONG_STATISTICS_H

#include "devx/nic/nic.h"

/* The last four are also hardware counters of the RDMA port, where the kernel adds up the ports of a bond. */
struct ece_cong_statistics {
	uint32_t current_flows; /* that the reaction point holds back now */
	uint32_t sum_flows;
	uint64_t cnp_ignored, cnp_handled;
	uint64_t ecn_marked, cnp_sent;
	enum ece_backend_id backend; /* that told it */
};

/**
 * ece_nic_cong_statistics - ask now; nothing is cleared by that
 *
 * Through fwctl, else DevX: the first needs no user context, and a process with one is counted as a user of the device.
 * Returns 0; -EOPNOTSUPP (kind UNSUPPORTED): this card or function does not count it; -ENXIO (kind NO_DOOR): no way to
 * it on this host; or another negative errno; with @e filled.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (query_cong_statistics_out).
 */
int ece_nic_cong_statistics(struct ece_nic *nic, struct ece_cong_statistics *statistics, struct ece_error *e);

#endif
