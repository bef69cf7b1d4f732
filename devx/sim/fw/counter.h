/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counters of the function. No packets move here, so they stand where a test or lib/simfleet put them.
 * Places: Linux include/linux/mlx5/mlx5_ifc.h (query_q_counter_out, query_cong_statistics_out).
 */
#ifndef ECE_DEVX_SIM_FW_COUNTER_H
#define ECE_DEVX_SIM_FW_COUNTER_H

#include <stdint.h>

#include "devx/sim/fw/command.h"

/**
 * fw_counter_find - a counter by the name that Linux gives it in hw_counters
 *
 * Returns an index into fw_state.counter, or -1.
 */
int fw_counter_find(const char *name);

/* fw_phy_counter - where one of the port stands in @state, by the name that ethtool gives it; NULL for any other */
uint64_t *fw_phy_counter(struct fw_state *state, const char *name);

/* fw_vport_counter - the same for rdma_tx_bytes and its like, which the function counts */
uint64_t *fw_vport_counter(struct fw_state *state, const char *name);

/* QUERY_Q_COUNTER: every set shows the same values. QUERY_CONG_STATISTICS. Both can clear what they read. */
fw_handler fw_query_q_counter;
fw_handler fw_query_cong_statistics;
fw_handler fw_query_vport_counter; /* clears nothing */

#endif
