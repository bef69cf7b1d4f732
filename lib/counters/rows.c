// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Names, widths and capabilities: Linux drivers/infiniband/hw/mlx5/{counters,mad}.c, include/linux/mlx5/mlx5_ifc.h
 * (query_q_counter_out, query_cong_statistics_out), drivers/net/ethernet/mellanox/mlx5/core/en_stats.c. Meanings:
 * NVIDIA, "Understanding mlx5 Linux Counters and Status Parameters".
 */
#include "lib/counters/rows.h"

#define QUEUES_BASIC NULL
#define QUEUES_ORDER "capability out_of_seq_cnt"
#define QUEUES_RETX  "capability retransmission_q_counters"
#define QUEUES_ERROR "capability enhanced_error_q_counters"
#define QUEUES_ACCL  "capability roce_accl"
#define QUEUES_NEWER "a kernel after 6.1 (6.12 has it), capability enhanced_error_q_counters"
#define CONGESTION   "capability cc_query_allowed"
#define BY_HAND_5_16 "kernel 5.16; off until somebody switches it on (rdma statistic set)"
#define BY_HAND_6_15 "kernel 6.15; off until somebody switches it on (rdma statistic set)"
#define OF_PFC       "PFC on that priority"
#define OF_PAUSE     "global pause on the port"
#define OF_CLASSES   "capability sbcam_reg"

/* clang-format off */

/* Of the function's queue pairs: 32 bits in the firmware, and those that DevX made do not move them. */
#define QUEUES(name, class, since, substitute, meaning) \
	{ name, COUNTER_RDMA, 32, 1, COUNTER_EVENTS, class, true, since, substitute, meaning, NULL, NULL, NULL, COUNTER_NO_PRIORITY, COUNTER_ASKED_FOR }
/* Of the port's packets, whoever sends them. */
#define PACKETS(name, class, since, substitute, meaning) \
	{ name, COUNTER_RDMA, 64, 1, COUNTER_PACKETS, class, false, since, substitute, meaning, NULL, NULL, NULL, COUNTER_NO_PRIORITY, COUNTER_ASKED_FOR }
#define BYTES(name, since, substitute, meaning) \
	{ name, COUNTER_RDMA, 64, 1, COUNTER_BYTES, COUNTER_BASELINE, false, since, substitute, meaning, NULL, NULL, NULL, COUNTER_NO_PRIORITY, COUNTER_ASKED_FOR }
#define PORT(name, scale, unit, class, meaning) \
	{ name, COUNTER_PORT, 64, scale, unit, class, false, NULL, NULL, meaning, NULL, NULL, NULL, COUNTER_NO_PRIORITY, COUNTER_ASKED_FOR }
#define NETDEV(name, width, unit, class, since, substitute, meaning) \
	{ name, COUNTER_ETHTOOL, width, 1, unit, class, false, since, substitute, meaning, NULL, NULL, NULL, COUNTER_NO_PRIORITY, COUNTER_ASKED_FOR }
#define NETDEV_PACKETS(name, since, substitute, meaning) \
	NETDEV(name, 64, COUNTER_PACKETS, COUNTER_BASELINE, since, substitute, meaning)
#define NETDEV_TIME(name, since, substitute, meaning) \
	NETDEV(name, 64, COUNTER_MICROSECONDS, COUNTER_BASELINE, since, substitute, meaning)

#define PAUSE(of, since) \
	NETDEV_PACKETS("rx_" of "_pause", since, "rx_pause_ctrl_phy", \
		"pause frames received: the switch holds us back"), \
	NETDEV_TIME("rx_" of "_pause_duration", since, "rx_pause_ctrl_phy", \
		"how long sending was paused by the switch"), \
	NETDEV_PACKETS("rx_" of "_pause_transition", since, "rx_pause_ctrl_phy", \
		"times that sending went from free to paused"), \
	NETDEV_PACKETS("tx_" of "_pause", since, "tx_pause_ctrl_phy", \
		"pause frames sent: this host is a slow receiver"), \
	NETDEV_TIME("tx_" of "_pause_duration", since, "tx_pause_ctrl_phy", \
		"how long this port paused the switch")

#define PRIORITY(n) \
	PAUSE("prio" n, OF_PFC), \
	NETDEV_PACKETS("rx_prio" n "_discards", NULL, NULL, \
		"packets of this priority that the port dropped for want of room"), \
	NETDEV_PACKETS("rx_prio" n "_buf_discard", OF_CLASSES, "rx_discards_phy", \
		"packets of this priority dropped because its buffer was full")

const struct counter counter_rows[] = {
	QUEUES("rx_write_requests", COUNTER_NEVER, QUEUES_BASIC, NULL,
		"RDMA writes received; load"),
	QUEUES("rx_read_requests", COUNTER_NEVER, QUEUES_BASIC, NULL,
		"RDMA reads received; load"),
	QUEUES("rx_atomic_requests", COUNTER_NEVER, QUEUES_BASIC, NULL,
		"atomics received; load"),
	QUEUES("rx_dct_connect", COUNTER_NEVER, "a kernel after 6.1 (6.12 has it)", NULL,
		"DC connections received; load"),
	QUEUES("out_of_buffer", COUNTER_NEVER, QUEUES_BASIC, NULL,
		"drops because the application had posted no receive"),

	QUEUES("out_of_sequence", COUNTER_BASELINE, QUEUES_ORDER, NULL,
		"packets received out of order: loss, or adaptive routing"),
	QUEUES("duplicate_request", COUNTER_BASELINE, QUEUES_RETX, NULL,
		"requests received twice: the peer retransmits"),
	QUEUES("rnr_nak_retry_err", COUNTER_NEVER, QUEUES_RETX, NULL,
		"receiver-not-ready answers, retried: the peer's application is slow"),
	QUEUES("packet_seq_err", COUNTER_BASELINE, QUEUES_RETX, NULL,
		"sequence NAKs received, retried: loss on the way from here"),
	QUEUES("implied_nak_seq_err", COUNTER_BASELINE, QUEUES_RETX, NULL,
		"answers of a later read or atomic than the one awaited: loss on the way to here"),
	QUEUES("local_ack_timeout_err", COUNTER_BASELINE, QUEUES_RETX, NULL,
		"no answer in time, retried: loss at the end of a message, a pause storm, or a dead peer"),

	QUEUES("resp_local_length_error", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"messages longer than the receive that was posted; the application"),
	QUEUES("resp_cqe_error", COUNTER_BASELINE, QUEUES_ERROR, NULL,
		"receives that ended in an error"),
	QUEUES("req_cqe_error", COUNTER_BASELINE, QUEUES_ERROR, NULL,
		"sends that ended in an error: a connection was lost, or torn down in use"),
	QUEUES("req_remote_invalid_request", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"requests that the peer found invalid; the application"),
	QUEUES("req_remote_access_errors", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"requests that the peer's memory keys forbid; the application"),
	QUEUES("resp_remote_access_errors", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"requests received that our memory keys forbid; the application"),
	QUEUES("resp_cqe_flush_error", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"receives flushed; also by an orderly end"),
	QUEUES("req_cqe_flush_error", COUNTER_NEVER, QUEUES_ERROR, NULL,
		"sends flushed; also by an orderly end"),
	QUEUES("req_transport_retries_exceeded", COUNTER_HARD, QUEUES_NEWER, "req_cqe_error",
		"retries used up without an answer: a connection was lost"),
	QUEUES("req_rnr_retries_exceeded", COUNTER_HARD, QUEUES_NEWER, "req_cqe_error",
		"receiver-not-ready retries used up: a connection was lost"),

	QUEUES("roce_adp_retrans", COUNTER_BASELINE, QUEUES_ACCL, "packet_seq_err",
		"adaptive retransmissions: loss, early"),
	QUEUES("roce_adp_retrans_to", COUNTER_BASELINE, QUEUES_ACCL, "local_ack_timeout_err",
		"adaptive retransmissions that timed out: loss, late"),
	QUEUES("roce_slow_restart", COUNTER_BASELINE, QUEUES_ACCL, NULL,
		"times that slow restart was used, after loss or idling"),
	QUEUES("roce_slow_restart_cnps", COUNTER_INFORM, QUEUES_ACCL, NULL,
		"CNPs that slow restart made inside the card; rp_cnp_handled may have them too, which is not verified: "
		"nothing is subtracted"),
	QUEUES("roce_slow_restart_trans", COUNTER_BASELINE, QUEUES_ACCL, NULL,
		"times that a queue pair went into slow restart"),

	PACKETS("rp_cnp_ignored", COUNTER_HARD, CONGESTION, NULL,
		"CNPs received and not acted on: the reaction point is off for that priority, or does not work"),
	PACKETS("rp_cnp_handled", COUNTER_INFORM, CONGESTION, NULL,
		"CNPs received that slowed a flow down: congestion ahead of us; used up retries may move it too"),
	PACKETS("np_ecn_marked_roce_packets", COUNTER_INFORM, CONGESTION, NULL,
		"RoCEv2 packets received with a congestion mark: congestion on the way to here"),
	PACKETS("np_cnp_sent", COUNTER_INFORM, CONGESTION, NULL,
		"CNPs sent: the notification point works"),
	PACKETS("rx_icrc_encapsulated", COUNTER_BASELINE, "capability rx_icrc_encapsulated_counter", NULL,
		"RoCE packets received with a wrong checksum: corruption, or a switch that rewrites them"),

	PACKETS("cc_rx_ce_pkts", COUNTER_INFORM, BY_HAND_5_16, "np_ecn_marked_roce_packets",
		"packets received with a congestion mark"),
	PACKETS("cc_rx_cnp_pkts", COUNTER_INFORM, BY_HAND_5_16, "rp_cnp_handled",
		"CNPs received"),
	PACKETS("cc_tx_cnp_pkts", COUNTER_INFORM, BY_HAND_5_16, "np_cnp_sent",
		"CNPs sent"),
	PACKETS("rdma_tx_packets", COUNTER_INFORM, BY_HAND_6_15, "port_xmit_packets",
		"RDMA packets sent"),
	BYTES("rdma_tx_bytes", BY_HAND_6_15, "port_xmit_data",
		"RDMA bytes sent"),
	PACKETS("rdma_rx_packets", COUNTER_INFORM, BY_HAND_6_15, "port_rcv_packets",
		"RDMA packets received"),
	BYTES("rdma_rx_bytes", BY_HAND_6_15, "port_rcv_data",
		"RDMA bytes received"),

	PORT("port_xmit_data", 4, COUNTER_BYTES, COUNTER_BASELINE,
		"RDMA bytes sent by this function; the kernel tells words of 4"),
	PORT("port_rcv_data", 4, COUNTER_BYTES, COUNTER_BASELINE,
		"RDMA bytes received by this function; the kernel tells words of 4"),
	PORT("port_xmit_packets", 1, COUNTER_PACKETS, COUNTER_INFORM,
		"RDMA packets sent by this function"),
	PORT("port_rcv_packets", 1, COUNTER_PACKETS, COUNTER_INFORM,
		"RDMA packets received by this function"),

	NETDEV("link_down_events_phy", 32, COUNTER_EVENTS, COUNTER_HARD, NULL, NULL,
		"times that the link of the port was lost"),
	NETDEV_PACKETS("rx_pause_ctrl_phy", NULL, NULL,
		"pause frames received, of all priorities"),
	NETDEV_PACKETS("tx_pause_ctrl_phy", NULL, NULL,
		"pause frames sent, of all priorities"),
	NETDEV_PACKETS("rx_discards_phy", NULL, NULL,
		"packets that the port dropped for want of room"),
	NETDEV_PACKETS("tx_discards_phy", NULL, NULL,
		"packets that the port dropped instead of sending them"),
	NETDEV_PACKETS("tx_errors_phy", NULL, NULL,
		"packets that the port could not send"),
	NETDEV_PACKETS("rx_crc_errors_phy", NULL, NULL,
		"packets received with a wrong checksum: cable or optic"),
	NETDEV("rx_symbol_err_phy", 64, COUNTER_EVENTS, COUNTER_BASELINE, NULL, NULL,
		"faulty symbols received: cable or optic"),
	PAUSE("global", OF_PAUSE),
	PRIORITY("0"),
	PRIORITY("1"),
	PRIORITY("2"),
	PRIORITY("3"),
	PRIORITY("4"),
	PRIORITY("5"),
	PRIORITY("6"),
	PRIORITY("7"),
};
/* clang-format on */

const size_t counter_row_count = sizeof(counter_rows) / sizeof(counter_rows[0]);
