// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Hardware counters of an RDMA port. Names, widths and capabilities: Linux drivers/infiniband/hw/mlx5/counters.c,
 * include/linux/mlx5/mlx5_ifc.h (query_q_counter_out, query_cong_statistics_out). Meanings: NVIDIA, "Understanding mlx5
 * Linux Counters and Status Parameters". Names of node_exporter: prometheus/node_exporter
 * collector/infiniband_linux.go.
 */
#include "lib/counters/rows.h"

#define NEWER       "a kernel after 6.1 (6.12 has it)"
#define ORDER       "capability out_of_seq_cnt"
#define RETRANSMIT  "capability retransmission_q_counters"
#define ERRORS      "capability enhanced_error_q_counters"
#define ACCELERATED "capability roce_accl"
#define CONGESTION  "capability cc_query_allowed"
#define BY_HAND(of) "kernel " of "; off until somebody switches it on (rdma statistic set)"

/* clang-format off */

/* Of the function's queue pairs: 32 bits in the firmware, and those that DevX made do not move them. */
#define QUEUES(kernel_name, gate, ...) { \
	.name = kernel_name, .source = COUNTER_RDMA, .width = 32, .scale = 1, .unit = COUNTER_EVENTS, \
	.class = COUNTER_##gate, .verbs_only = true, .priority = COUNTER_NO_PRIORITY, __VA_ARGS__ }
/* Of the port's packets, whoever sends them. */
#define TRAFFIC(kernel_name, what, gate, ...) { \
	.name = kernel_name, .source = COUNTER_RDMA, .width = 64, .scale = 1, .unit = COUNTER_##what, \
	.class = COUNTER_##gate, .priority = COUNTER_NO_PRIORITY, __VA_ARGS__ }
#define PACKETS(kernel_name, gate, ...) TRAFFIC(kernel_name, PACKETS, gate, __VA_ARGS__)

static const struct counter rows[] = {
	QUEUES("rx_write_requests", NEVER, .feature = "traffic",
		.metric = "rdma_write_requests_received", .node_name = "rx_write_requests_total",
		.meaning = "RDMA writes received; load"),
	QUEUES("rx_read_requests", NEVER, .feature = "traffic",
		.metric = "rdma_read_requests_received", .node_name = "rx_read_requests_total",
		.meaning = "RDMA reads received; load"),
	QUEUES("rx_atomic_requests", NEVER, .feature = "traffic",
		.metric = "rdma_atomic_requests_received", .node_name = "rx_atomic_requests_total",
		.meaning = "atomics received; load"),
	QUEUES("rx_dct_connect", NEVER, .feature = "traffic", .since = NEWER,
		.metric = "rdma_dct_connects_received", .node_name = "rx_dct_connect_requests_total",
		.meaning = "DC connections received; load"),
	QUEUES("out_of_buffer", NEVER, .feature = "application", .shown = COUNTER_ALWAYS,
		.metric = "rdma_out_of_buffer_drops", .node_name = "out_of_buffer_drops_total",
		.meaning = "drops because the application had posted no receive"),

	QUEUES("out_of_sequence", BASELINE, .feature = "retransmission", .since = ORDER, .shown = COUNTER_ALWAYS,
		.metric = "rdma_out_of_sequence_received", .node_name = "out_of_sequence_packets_received_total",
		.meaning = "packets received out of order: loss, or adaptive routing"),
	QUEUES("duplicate_request", BASELINE, .feature = "retransmission", .since = RETRANSMIT, .shown = COUNTER_ALWAYS,
		.metric = "rdma_duplicate_requests_received", .node_name = "duplicate_requests_packets_total",
		.meaning = "requests received twice: the peer retransmits"),
	QUEUES("rnr_nak_retry_err", NEVER, .feature = "application", .since = RETRANSMIT, .shown = COUNTER_ALWAYS,
		.metric = "rdma_rnr_naks_received", .node_name = "rnr_nak_retry_packets_received_total",
		.meaning = "receiver-not-ready answers, retried: the peer's application is slow"),
	QUEUES("packet_seq_err", BASELINE, .feature = "retransmission", .since = RETRANSMIT, .shown = COUNTER_ALWAYS,
		.metric = "rdma_sequence_errors", .node_name = "packet_sequence_errors_total",
		.meaning = "sequence NAKs received, retried: loss on the way from here"),
	QUEUES("implied_nak_seq_err", BASELINE, .feature = "retransmission", .since = RETRANSMIT,
		.shown = COUNTER_ALWAYS,
		.metric = "rdma_implied_nak_sequence_errors", .node_name = "implied_nak_seq_errors_total",
		.meaning = "answers of a later read or atomic than the one awaited: loss on the way to here"),
	QUEUES("local_ack_timeout_err", BASELINE, .feature = "retransmission", .since = RETRANSMIT,
		.shown = COUNTER_ALWAYS,
		.metric = "rdma_ack_timeouts", .node_name = "local_ack_timeout_errors_total",
		.meaning = "no answer in time, retried: loss at the end of a message, a pause storm, or a dead peer"),

	QUEUES("resp_local_length_error", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_responder_local_length_errors", .node_name = "resp_local_length_errors_total",
		.meaning = "messages longer than the receive that was posted; the application"),
	QUEUES("resp_cqe_error", BASELINE, .feature = "connection", .since = ERRORS, .shown = COUNTER_ALWAYS,
		.metric = "rdma_responder_completion_errors", .node_name = "resp_cqes_errors_total",
		.meaning = "receives that ended in an error"),
	QUEUES("req_cqe_error", BASELINE, .feature = "connection", .since = ERRORS, .shown = COUNTER_ALWAYS,
		.metric = "rdma_requester_completion_errors", .node_name = "req_cqes_errors_total",
		.meaning = "sends that ended in an error: a connection was lost, or torn down in use"),
	QUEUES("req_remote_invalid_request", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_requester_remote_invalid_requests", .node_name = "req_remote_invalid_request_errors_total",
		.meaning = "requests that the peer found invalid; the application"),
	QUEUES("req_remote_access_errors", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_requester_remote_access_errors", .node_name = "req_remote_access_errors_total",
		.meaning = "requests that the peer's memory keys forbid; the application"),
	QUEUES("resp_remote_access_errors", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_responder_remote_access_errors", .node_name = "resp_remote_access_errors_total",
		.meaning = "requests received that our memory keys forbid; the application"),
	QUEUES("resp_cqe_flush_error", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_responder_flushed_completions", .node_name = "resp_cqes_flush_errors_total",
		.meaning = "receives flushed; also by an orderly end"),
	QUEUES("req_cqe_flush_error", NEVER, .feature = "application", .since = ERRORS,
		.metric = "rdma_requester_flushed_completions", .node_name = "req_cqes_flush_errors_total",
		.meaning = "sends flushed; also by an orderly end"),
	QUEUES("req_transport_retries_exceeded", HARD, .feature = "connection", .since = NEWER ", " ERRORS,
		.substitute = "req_cqe_error", .shown = COUNTER_ALWAYS,
		.metric = "rdma_transport_retries_exceeded",
		.meaning = "retries used up without an answer: a connection was lost"),
	QUEUES("req_rnr_retries_exceeded", HARD, .feature = "connection", .since = NEWER ", " ERRORS,
		.substitute = "req_cqe_error", .shown = COUNTER_ALWAYS,
		.metric = "rdma_rnr_retries_exceeded",
		.meaning = "receiver-not-ready retries used up: a connection was lost"),

	QUEUES("roce_adp_retrans", BASELINE, .feature = "adaptive_retransmission", .since = ACCELERATED,
		.substitute = "packet_seq_err", .shown = COUNTER_ALWAYS,
		.metric = "rdma_adaptive_retransmissions", .node_name = "roce_adp_retransmits_total",
		.meaning = "adaptive retransmissions: loss, early"),
	QUEUES("roce_adp_retrans_to", BASELINE, .feature = "adaptive_retransmission", .since = ACCELERATED,
		.substitute = "local_ack_timeout_err", .shown = COUNTER_ALWAYS,
		.metric = "rdma_adaptive_retransmission_timeouts", .node_name = "roce_adp_retransmits_timeout_total",
		.meaning = "adaptive retransmissions that timed out: loss, late"),
	/* The two names of node_exporter are the wrong way round there, and stay so. */
	QUEUES("roce_slow_restart", BASELINE, .feature = "slow_restart", .since = ACCELERATED, .shown = COUNTER_ALWAYS,
		.metric = "rdma_slow_restarts", .node_name = "roce_slow_restart_used_total",
		.meaning = "times that slow restart was used, after loss or idling"),
	QUEUES("roce_slow_restart_cnps", INFORM, .feature = "slow_restart", .since = ACCELERATED,
		.shown = COUNTER_ALWAYS,
		.metric = "rdma_slow_restart_cnps", .node_name = "roce_slow_restart_cnps_total",
		.meaning = "CNPs that slow restart made inside the card; rp_cnp_handled may have them too, which is not "
			   "verified: nothing is subtracted"),
	QUEUES("roce_slow_restart_trans", BASELINE, .feature = "slow_restart", .since = ACCELERATED,
		.metric = "rdma_slow_restart_transitions", .node_name = "roce_slow_restart_total",
		.meaning = "times that a queue pair went into slow restart"),

	PACKETS("rp_cnp_ignored", HARD, .feature = "reaction_point", .since = CONGESTION, .shown = COUNTER_ALWAYS,
		.metric = "rp_cnp_ignored", .node_name = "rp_cnp_ignored_packets_received_total",
		.meaning = "CNPs received and not acted on: the reaction point is off for that priority, or does not work"),
	PACKETS("rp_cnp_handled", INFORM, .feature = "reaction_point", .since = CONGESTION, .shown = COUNTER_ALWAYS,
		.metric = "rp_cnp_handled", .node_name = "rp_cnp_packets_handled_total",
		.meaning = "CNPs received that slowed a flow down: congestion ahead of us; used up retries may move it too"),
	PACKETS("np_ecn_marked_roce_packets", INFORM, .feature = "notification_point", .since = CONGESTION,
		.shown = COUNTER_ALWAYS,
		.metric = "np_ecn_marked_received", .node_name = "np_ecn_marked_roce_packets_received_total",
		.meaning = "RoCEv2 packets received with a congestion mark: congestion on the way to here"),
	PACKETS("np_cnp_sent", INFORM, .feature = "notification_point", .since = CONGESTION, .shown = COUNTER_ALWAYS,
		.metric = "np_cnp_sent", .node_name = "np_cnp_packets_sent_total",
		.meaning = "CNPs sent: the notification point works"),
	PACKETS("rx_icrc_encapsulated", BASELINE, .feature = "integrity",
		.since = "capability rx_icrc_encapsulated_counter", .shown = COUNTER_ALWAYS,
		.metric = "rdma_icrc_error", .node_name = "rx_icrc_encapsulated_errors_total",
		.meaning = "RoCE packets received with a wrong checksum: corruption, or a switch that rewrites them"),

	PACKETS("cc_rx_ce_pkts", INFORM, .feature = "notification_point", .since = BY_HAND("5.16"),
		.substitute = "np_ecn_marked_roce_packets", .shown = COUNTER_ALWAYS,
		.metric = "cc_ecn_marked_received",
		.meaning = "packets received with a congestion mark"),
	PACKETS("cc_rx_cnp_pkts", INFORM, .feature = "reaction_point", .since = BY_HAND("5.16"),
		.substitute = "rp_cnp_handled", .shown = COUNTER_ALWAYS,
		.metric = "cc_cnp_received",
		.meaning = "CNPs received"),
	PACKETS("cc_tx_cnp_pkts", INFORM, .feature = "notification_point", .since = BY_HAND("5.16"),
		.substitute = "np_cnp_sent", .shown = COUNTER_ALWAYS,
		.metric = "cc_cnp_sent",
		.meaning = "CNPs sent"),
	PACKETS("rdma_tx_packets", INFORM, .feature = "traffic", .since = BY_HAND("6.15"),
		.substitute = "port_xmit_packets", .shown = COUNTER_ALWAYS,
		.metric = "rdma_sent",
		.meaning = "RDMA packets sent"),
	TRAFFIC("rdma_tx_bytes", BYTES, BASELINE, .feature = "traffic", .since = BY_HAND("6.15"),
		.substitute = "port_xmit_data", .shown = COUNTER_ALWAYS,
		.metric = "rdma_sent",
		.meaning = "RDMA bytes sent"),
	PACKETS("rdma_rx_packets", INFORM, .feature = "traffic", .since = BY_HAND("6.15"),
		.substitute = "port_rcv_packets", .shown = COUNTER_ALWAYS,
		.metric = "rdma_received",
		.meaning = "RDMA packets received"),
	TRAFFIC("rdma_rx_bytes", BYTES, BASELINE, .feature = "traffic", .since = BY_HAND("6.15"),
		.substitute = "port_rcv_data", .shown = COUNTER_ALWAYS,
		.metric = "rdma_received",
		.meaning = "RDMA bytes received"),
};
/* clang-format on */

const struct counter_rows counter_rows_rdma = COUNTER_ROWS(rows);
