// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Files of the folder "counters" of an RDMA port: InfiniBand's PortCounters, of which mlx5 fills some for RoCE. Names
 * and widths: Linux drivers/infiniband/core/sysfs.c, drivers/infiniband/hw/mlx5/mad.c. Names of node_exporter:
 * prometheus/node_exporter collector/infiniband_linux.go.
 */
#include "lib/counters/rows.h"

#define ON_INFINIBAND "; meant for InfiniBand links"

/* clang-format off */

#define PORT(kernel_name, bits, step, what, gate, ...) { \
	.name = kernel_name, .source = COUNTER_PORT, .width = bits, .scale = step, .unit = COUNTER_##what, \
	.class = COUNTER_##gate, .priority = COUNTER_NO_PRIORITY, __VA_ARGS__ }
/* The 64 bits of the extended counters. */
#define TRAFFIC(kernel_name, step, what, gate, ...) \
	PORT(kernel_name, 64, step, what, gate, .feature = "traffic", __VA_ARGS__)
/* Of few bits, which do not go round but stay at their end. */
#define FEW_BITS(kernel_name, bits, what, ...) PORT(kernel_name, bits, 1, what, INFORM, .sticks = true, __VA_ARGS__)

static const struct counter rows[] = {
	TRAFFIC("port_xmit_data", 4, BYTES, BASELINE, .shown = COUNTER_ALWAYS,
		.metric = "port_sent", .node_name = "port_data_transmitted_bytes_total",
		.meaning = "RDMA bytes sent by this function; the kernel tells words of 4"),
	TRAFFIC("port_rcv_data", 4, BYTES, BASELINE, .shown = COUNTER_ALWAYS,
		.metric = "port_received", .node_name = "port_data_received_bytes_total",
		.meaning = "RDMA bytes received by this function; the kernel tells words of 4"),
	TRAFFIC("port_xmit_packets", 1, PACKETS, INFORM, .shown = COUNTER_ALWAYS,
		.metric = "port_sent", .node_name = "port_packets_transmitted_total",
		.meaning = "RDMA packets sent by this function"),
	TRAFFIC("port_rcv_packets", 1, PACKETS, INFORM, .shown = COUNTER_ALWAYS,
		.metric = "port_received", .node_name = "port_packets_received_total",
		.meaning = "RDMA packets received by this function"),
	TRAFFIC("unicast_xmit_packets", 1, PACKETS, INFORM,
		.metric = "port_unicast_sent", .node_name = "unicast_packets_transmitted_total",
		.meaning = "RDMA packets sent to one receiver"),
	TRAFFIC("unicast_rcv_packets", 1, PACKETS, INFORM,
		.metric = "port_unicast_received", .node_name = "unicast_packets_received_total",
		.meaning = "RDMA packets received that were for this port alone"),
	TRAFFIC("multicast_xmit_packets", 1, PACKETS, INFORM,
		.metric = "port_multicast_sent", .node_name = "multicast_packets_transmitted_total",
		.meaning = "RDMA packets sent to a group"),
	TRAFFIC("multicast_rcv_packets", 1, PACKETS, INFORM,
		.metric = "port_multicast_received", .node_name = "multicast_packets_received_total",
		.meaning = "RDMA packets received of a group"),

	FEW_BITS("port_xmit_wait", 32, EVENTS, .feature = "pfc",
		.metric = "port_send_wait_ticks", .node_name = "port_transmit_wait_total",
		.meaning = "ticks in which there was something to send and no credit for it" ON_INFINIBAND),
	FEW_BITS("port_xmit_discards", 16, PACKETS, .feature = "buffers",
		.metric = "port_send_discarded", .node_name = "port_discards_transmitted_total",
		.meaning = "packets that the port dropped instead of sending them" ON_INFINIBAND),
	FEW_BITS("port_rcv_errors", 16, PACKETS, .feature = "integrity",
		.metric = "port_receive_error", .node_name = "port_errors_received_total",
		.meaning = "packets received with an error" ON_INFINIBAND),
	FEW_BITS("port_rcv_remote_physical_errors", 16, PACKETS, .feature = "integrity",
		.metric = "port_receive_remote_physical_error", .node_name = "port_receive_remote_physical_errors_total",
		.meaning = "packets received that somebody on the way had marked as bad" ON_INFINIBAND),
	FEW_BITS("port_rcv_switch_relay_errors", 16, PACKETS, .feature = "integrity",
		.metric = "port_receive_switch_relay_error", .node_name = "port_receive_switch_relay_errors_total",
		.meaning = "packets received that a switch could not pass on" ON_INFINIBAND),
	FEW_BITS("port_xmit_constraint_errors", 8, PACKETS, .feature = "integrity",
		.metric = "port_send_constraint_error", .node_name = "port_constraint_errors_transmitted_total",
		.meaning = "packets not sent for a partition key or the like" ON_INFINIBAND),
	FEW_BITS("port_rcv_constraint_errors", 8, PACKETS, .feature = "integrity",
		.metric = "port_receive_constraint_error", .node_name = "port_constraint_errors_received_total",
		.meaning = "packets received and dropped for a partition key or the like" ON_INFINIBAND),
	FEW_BITS("VL15_dropped", 16, PACKETS, .feature = "buffers",
		.metric = "port_vl15_dropped", .node_name = "vl15_dropped_total",
		.meaning = "management packets dropped for want of room" ON_INFINIBAND),
	FEW_BITS("symbol_error", 16, EVENTS, .feature = "link",
		.metric = "port_symbol_errors", .node_name = "symbol_error_total",
		.meaning = "faulty symbols received: cable or optic" ON_INFINIBAND),
	FEW_BITS("link_error_recovery", 8, EVENTS, .feature = "link",
		.metric = "port_link_error_recoveries", .node_name = "link_error_recovery_total",
		.meaning = "times that the link came back by itself" ON_INFINIBAND),
	FEW_BITS("link_downed", 8, EVENTS, .feature = "link",
		.metric = "port_link_downed", .node_name = "link_downed_total",
		.meaning = "times that the link did not come back by itself" ON_INFINIBAND),
	FEW_BITS("local_link_integrity_errors", 4, EVENTS, .feature = "link",
		.metric = "port_local_link_integrity_errors", .node_name = "local_link_integrity_errors_total",
		.meaning = "times that there were too many errors of the link at once" ON_INFINIBAND),
	FEW_BITS("excessive_buffer_overrun_errors", 4, EVENTS, .feature = "buffers",
		.metric = "port_excessive_buffer_overrun_errors", .node_name = "excessive_buffer_overrun_errors_total",
		.meaning = "times that the buffer overran again and again" ON_INFINIBAND),
};
/* clang-format on */

const struct counter_rows counter_rows_port = COUNTER_ROWS(rows);
