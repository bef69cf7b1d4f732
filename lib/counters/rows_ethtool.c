// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of the network interface: those of mlx5's many that say something of the port, its priorities, the PCI slot
 * and the cable. Names, widths and capabilities: Linux drivers/net/ethernet/mellanox/mlx5/core/en_stats.c. Meanings:
 * Linux Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst.
 */
#include "lib/counters/rows.h"

#define OF_PFC      "PFC on that priority"
#define OF_PAUSE    "global pause on the port"
#define OF_CLASSES  "capability sbcam_reg"
#define OF_STALLS   "capabilities pfcc_mask and stall_detect"
#define OF_PCI      "capability pcie_performance_group"
#define OF_PCI_WAIT "capability pcie_outbound_stalled"
#define OF_CODING   "capability ppcnt_statistical_group"

/* clang-format off */

#define NETDEV(kernel_name, bits, what, gate, of, when, ...) { \
	.name = kernel_name, .source = COUNTER_ETHTOOL, .width = bits, .scale = 1, .unit = COUNTER_##what, \
	.class = COUNTER_##gate, .priority = of, .shown = COUNTER_##when, __VA_ARGS__ }
#define PORT(kernel_name, bits, what, gate, when, ...) \
	NETDEV(kernel_name, bits, what, gate, COUNTER_NO_PRIORITY, when, __VA_ARGS__)

#define PAUSE(which, of, when, prefix, ...) \
	NETDEV("rx_" which "_pause", 64, PACKETS, BASELINE, of, when, .metric = prefix "pause_received", \
		.meaning = "pause frames received: the switch holds us back", \
		.substitute = "rx_pause_ctrl_phy", __VA_ARGS__), \
	NETDEV("rx_" which "_pause_duration", 64, MICROSECONDS, BASELINE, of, when, .metric = prefix "pause_received", \
		.meaning = "how long sending was paused by the switch", \
		.substitute = "rx_pause_ctrl_phy", __VA_ARGS__), \
	NETDEV("rx_" which "_pause_transition", 64, EVENTS, BASELINE, of, when, \
		.metric = prefix "pause_received_transitions", \
		.meaning = "times that sending went from free to paused", \
		.substitute = "rx_pause_ctrl_phy", __VA_ARGS__), \
	NETDEV("tx_" which "_pause", 64, PACKETS, BASELINE, of, when, .metric = prefix "pause_sent", \
		.meaning = "pause frames sent: this host is a slow receiver", \
		.substitute = "tx_pause_ctrl_phy", __VA_ARGS__), \
	NETDEV("tx_" which "_pause_duration", 64, MICROSECONDS, BASELINE, of, when, .metric = prefix "pause_sent", \
		.meaning = "how long this port paused the switch", \
		.substitute = "tx_pause_ctrl_phy", __VA_ARGS__)

#define PRIORITY(digit, n) \
	PAUSE("prio" digit, n, LOSSLESS, "", .feature = "pfc", .since = OF_PFC), \
	NETDEV("rx_prio" digit "_discards", 64, PACKETS, BASELINE, n, LOSSLESS, .feature = "buffers", \
		.metric = "priority_receive_discarded", \
		.meaning = "packets of this priority that the port dropped for want of room"), \
	NETDEV("rx_prio" digit "_buf_discard", 64, PACKETS, BASELINE, n, LOSSLESS, .feature = "buffers", \
		.since = OF_CLASSES, .substitute = "rx_discards_phy", .metric = "priority_receive_buffer_discarded", \
		.meaning = "packets of this priority dropped because its buffer was full"), \
	NETDEV("rx_prio" digit "_cong_discard", 64, PACKETS, BASELINE, n, ASKED_FOR, .feature = "buffers", \
		.since = OF_CLASSES, .metric = "priority_receive_congestion_discarded", \
		.meaning = "packets of this priority dropped by the card because its buffer was filling up"), \
	NETDEV("rx_prio" digit "_marked", 64, PACKETS, INFORM, n, ASKED_FOR, .feature = "buffers", \
		.since = OF_CLASSES, .metric = "priority_receive_ecn_marked", \
		.meaning = "packets of this priority that the card itself marked because its buffer was filling up"), \
	NETDEV("rx_prio" digit "_bytes", 64, BYTES, INFORM, n, LOSSLESS, .feature = "traffic", \
		.metric = "priority_received", .meaning = "bytes of this priority received"), \
	NETDEV("rx_prio" digit "_packets", 64, PACKETS, INFORM, n, ASKED_FOR, .feature = "traffic", \
		.metric = "priority_received", .meaning = "packets of this priority received"), \
	NETDEV("tx_prio" digit "_bytes", 64, BYTES, INFORM, n, LOSSLESS, .feature = "traffic", \
		.metric = "priority_sent", .meaning = "bytes of this priority sent"), \
	NETDEV("tx_prio" digit "_packets", 64, PACKETS, INFORM, n, ASKED_FOR, .feature = "traffic", \
		.metric = "priority_sent", .meaning = "packets of this priority sent")

static const struct counter rows[] = {
	PORT("link_down_events_phy", 32, EVENTS, HARD, ALWAYS, .feature = "link", .metric = "phy_link_down_events",
		.meaning = "times that the link of the port was lost"),
	PORT("rx_pause_ctrl_phy", 64, PACKETS, BASELINE, ASKED_FOR, .feature = "pfc", .metric = "phy_pause_received",
		.meaning = "pause frames received, of all priorities"),
	PORT("tx_pause_ctrl_phy", 64, PACKETS, BASELINE, ASKED_FOR, .feature = "pfc", .metric = "phy_pause_sent",
		.meaning = "pause frames sent, of all priorities"),
	PORT("rx_discards_phy", 64, PACKETS, BASELINE, ALWAYS, .feature = "buffers", .metric = "phy_receive_discarded",
		.meaning = "packets that the port dropped for want of room"),
	PORT("tx_discards_phy", 64, PACKETS, BASELINE, ALWAYS, .feature = "buffers", .metric = "phy_send_discarded",
		.meaning = "packets that the port dropped instead of sending them"),
	PORT("tx_errors_phy", 64, PACKETS, BASELINE, ALWAYS, .feature = "integrity", .metric = "phy_send_error",
		.meaning = "packets that the port could not send"),
	PORT("rx_crc_errors_phy", 64, PACKETS, BASELINE, ALWAYS, .feature = "integrity",
		.metric = "phy_receive_crc_error",
		.meaning = "packets received with a wrong checksum: cable or optic"),
	PORT("rx_symbol_err_phy", 64, EVENTS, BASELINE, ALWAYS, .feature = "link", .metric = "phy_symbol_errors",
		.meaning = "faulty symbols received: cable or optic"),
	PORT("rx_pcs_symbol_err_phy", 64, EVENTS, BASELINE, ASKED_FOR, .feature = "link", .since = OF_CODING,
		.metric = "phy_uncorrected_symbol_errors",
		.meaning = "faulty symbols that error correction did not mend, or that it is off for"),
	PORT("rx_corrected_bits_phy", 64, EVENTS, INFORM, ASKED_FOR, .feature = "link", .since = OF_CODING,
		.metric = "phy_fec_corrected",
		.meaning = "bits that error correction mended: normal up to a rate"),
	PORT("rx_bytes_phy", 64, BYTES, INFORM, ALWAYS, .feature = "traffic", .metric = "phy_received",
		.meaning = "bytes received by the port, of every function"),
	PORT("tx_bytes_phy", 64, BYTES, INFORM, ALWAYS, .feature = "traffic", .metric = "phy_sent",
		.meaning = "bytes sent by the port, of every function"),
	PORT("rx_packets_phy", 64, PACKETS, INFORM, ASKED_FOR, .feature = "traffic", .metric = "phy_received",
		.meaning = "packets received by the port, of every function"),
	PORT("tx_packets_phy", 64, PACKETS, INFORM, ASKED_FOR, .feature = "traffic", .metric = "phy_sent",
		.meaning = "packets sent by the port, of every function"),
	PORT("rx_buffer_passed_thres_phy", 64, EVENTS, BASELINE, ASKED_FOR, .feature = "buffers",
		.since = "capability rx_buffer_fullness_counters", .metric = "phy_receive_buffer_threshold_passed",
		.meaning = "times that the receive buffer of the port was more than 85 % full"),
	PORT("tx_pause_storm_warning_events", 64, EVENTS, BASELINE, ALWAYS, .feature = "pfc", .since = OF_STALLS,
		.metric = "pause_storm_warnings",
		.meaning = "times that this port sent pause frames for long: the host takes nothing"),
	PORT("tx_pause_storm_error_events", 64, EVENTS, BASELINE, ALWAYS, .feature = "pfc", .since = OF_STALLS,
		.metric = "pause_storm_errors",
		.meaning = "times that it did so for too long and stopped pausing: packets may have been dropped"),
	PORT("outbound_pci_stalled_rd_events", 32, EVENTS, INFORM, ASKED_FOR, .feature = "pci", .since = OF_PCI_WAIT,
		.metric = "pci_stalled_read_events",
		.meaning = "seconds of which reads of host memory stood still for more than 30 %"),
	PORT("outbound_pci_stalled_wr_events", 32, EVENTS, INFORM, ASKED_FOR, .feature = "pci", .since = OF_PCI_WAIT,
		.metric = "pci_stalled_write_events",
		.meaning = "seconds of which writes to host memory stood still for more than 30 %"),
	PORT("outbound_pci_buffer_overflow", 64, PACKETS, INFORM, ASKED_FOR, .feature = "pci",
		.since = "capability tx_overflow_buffer_pkt", .metric = "pci_buffer_overflow_dropped",
		.meaning = "packets dropped because host memory did not take them in time"),
	PORT("rx_pci_signal_integrity", 32, EVENTS, INFORM, ASKED_FOR, .feature = "pci", .since = OF_PCI,
		.metric = "pci_receive_signal_errors",
		.meaning = "errors of the PCI link seen by the card: move it to another slot if it goes on"),
	PORT("tx_pci_signal_integrity", 32, EVENTS, INFORM, ASKED_FOR, .feature = "pci", .since = OF_PCI,
		.metric = "pci_send_signal_errors",
		.meaning = "errors of the PCI link that the host asked to repeat"),
	PORT("module_unplug", 64, EVENTS, INFORM, ASKED_FOR, .feature = "link", .metric = "module_unplugged",
		.meaning = "times that the cable or optic was taken out"),
	PORT("module_bus_stuck", 64, EVENTS, INFORM, ASKED_FOR, .feature = "link", .metric = "module_bus_stuck",
		.meaning = "times that the bus of the cable or optic was shorted"),
	PORT("module_high_temp", 64, EVENTS, INFORM, ASKED_FOR, .feature = "link", .metric = "module_too_hot",
		.meaning = "times that the cable or optic was too hot"),
	PORT("module_bad_shorted", 64, EVENTS, INFORM, ASKED_FOR, .feature = "link", .metric = "module_shorted",
		.meaning = "times that the cable was shorted"),
	PAUSE("global", COUNTER_NO_PRIORITY, ALWAYS, "global_", .feature = "global_pause", .since = OF_PAUSE),
	PRIORITY("0", 0),
	PRIORITY("1", 1),
	PRIORITY("2", 2),
	PRIORITY("3", 3),
	PRIORITY("4", 4),
	PRIORITY("5", 5),
	PRIORITY("6", 6),
	PRIORITY("7", 7),
};
/* clang-format on */

const struct counter_rows counter_rows_ethtool = COUNTER_ROWS(rows);
