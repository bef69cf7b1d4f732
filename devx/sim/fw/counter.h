/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counters of the function. Those of QUERY_Q_COUNTER are kept by set, as ALLOC_Q_COUNTER made it; those of congestion
 * and of invariant CRCs by port. What a test or lib/simfleet puts into fw_state.counter stands beside it: every set shows it, too.
 * Places: Linux include/linux/mlx5/mlx5_ifc.h (query_q_counter_out, query_cong_statistics_out).
 */
#ifndef ECE_DEVX_SIM_FW_COUNTER_H
#define ECE_DEVX_SIM_FW_COUNTER_H

#include <stdint.h>

#include "devx/sim/fw/command.h"

/* In the order of fw_state.counter. */
enum fw_count {
	FW_COUNT_RX_WRITE_REQUESTS,
	FW_COUNT_RX_READ_REQUESTS,
	FW_COUNT_RX_ATOMIC_REQUESTS,
	FW_COUNT_OUT_OF_BUFFER,
	FW_COUNT_OUT_OF_SEQUENCE,
	FW_COUNT_DUPLICATE_REQUEST,
	FW_COUNT_RNR_NAK_RETRY_ERR,
	FW_COUNT_PACKET_SEQ_ERR,
	FW_COUNT_IMPLIED_NAK_SEQ_ERR,
	FW_COUNT_LOCAL_ACK_TIMEOUT_ERR,
	FW_COUNT_RESP_LOCAL_LENGTH_ERROR,
	FW_COUNT_RESP_CQE_ERROR,
	FW_COUNT_REQ_CQE_ERROR,
	FW_COUNT_REQ_REMOTE_INVALID_REQUEST,
	FW_COUNT_REQ_REMOTE_ACCESS_ERRORS,
	FW_COUNT_RESP_REMOTE_ACCESS_ERRORS,
	FW_COUNT_RESP_CQE_FLUSH_ERROR,
	FW_COUNT_REQ_CQE_FLUSH_ERROR,
	FW_COUNT_ROCE_ADP_RETRANS,
	FW_COUNT_ROCE_ADP_RETRANS_TO,
	FW_COUNT_ROCE_SLOW_RESTART,
	FW_COUNT_ROCE_SLOW_RESTART_CNPS,
	FW_COUNT_ROCE_SLOW_RESTART_TRANS,
	FW_COUNT_RP_CNP_IGNORED,
	FW_COUNT_RP_CNP_HANDLED,
	FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS,
	FW_COUNT_NP_CNP_SENT,
	FW_COUNT_RX_DCT_CONNECT,
	FW_COUNT_REQ_RNR_RETRIES_EXCEEDED,
	FW_COUNT_REQ_TRANSPORT_RETRIES_EXCEEDED,
	FW_COUNT_RX_ICRC_ENCAPSULATED,
	FW_COUNTS,
};

/**
 * fw_count - the data path counts
 * @set: counter_set_id of the queue that it happened to; of no use to what is counted by port
 *
 * What happens to a queue without a set is counted nowhere. Seen of DevX queue pairs, which have none: public fault
 * tests on a ConnectX-6 found none of 150 faults in the counters of the port (unionxic/rdma-fault-characterization).
 */
void fw_count(struct fw *fw, uint32_t set, enum fw_count what, uint64_t by);

/* fw_counted - what fw_count() made of it; 0 when there is no such set */
uint64_t fw_counted(const struct fw *fw, uint32_t set, enum fw_count what);

/**
 * fw_counter_value - a counter over all sets, as Linux shows it of a port
 *
 * Only of those that are; what a set that is gone had counted is remembered by the driver alone.
 */
uint64_t fw_counter_value(const struct fw *fw, enum fw_count what);

/* fw_counter_set - have every set show @value */
void fw_counter_set(struct fw *fw, enum fw_count what, uint64_t value);

/**
 * fw_counter_find - a counter by the name that Linux gives it in hw_counters
 *
 * Returns an index into fw_state.counter, or -1.
 */
int fw_counter_find(const char *name);

/* fw_vport_counter - where rdma_tx_bytes or one of its like stands, which the function counts; NULL for any other name */
uint64_t *fw_vport_counter(struct fw_state *state, const char *name);

/* fw_flow_gauge - where rp_cur_flows or sum_flows of QUERY_CONG_STATISTICS stands; NULL for any other name */
uint32_t *fw_flow_gauge(struct fw_state *state, const char *name);

/**
 * fw_ppcc_counter - where a counter of the programmable algorithm stands: "ppcc.RTT_COUNT" (ppcc.c)
 *
 * Returns NULL where the card has no such algorithm or counter.
 */
uint32_t *fw_ppcc_counter(const struct fw *fw, const char *name);

/* QUERY_Q_COUNTER and QUERY_CONG_STATISTICS can clear what they read. */
fw_handler fw_alloc_q_counter;
fw_handler fw_query_q_counter;
fw_handler fw_query_cong_statistics;
fw_handler fw_query_vport_counter; /* traffic.c; clears nothing */

#endif
