// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/dashboard.h"

#define THIRD 8
#define HALF  12
#define HIGH  8
#define OF    "{{device}}/{{port}}"

static const struct panel now[] = {
	{.kind = PANEL_TABLE,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Ports",
	 .unit = "none",
	 .about = "Which port this is. Without a netdev: it is in another network namespace, or of a switch.",
	 .queries = {{"ece_port_info" OF_PORT, ""}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "RDMA traffic, and the rate of the port",
	 .unit = "Bps",
	 .about = "Of this function; other functions of the port have their own.",
	 .queries = {{"rate(@port_xmit_data@" OF_PORT RATE ")", "sent " OF},
		     {"rate(@port_rcv_data@" OF_PORT RATE ")", "received " OF},
		     {"ece_port_rate_bytes_per_second" OF_PORT, "rate " OF}}},
	{0},
};

static const struct panel loop[] = {
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "As receiver: marks, and CNPs sent",
	 .unit = "pps",
	 .about = "One CNP answers many marks. Marks and no CNP: the notification point is off for the priority.",
	 .queries = {{"rate(@np_ecn_marked_roce_packets@" OF_PORT RATE ")", "marks " OF},
		     {"rate(@np_cnp_sent@" OF_PORT RATE ")", "CNPs sent " OF}}},
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "As sender: CNPs handled, and ignored",
	 .unit = "pps",
	 .about = "Ignored: the reaction point is off for the priority, or does not work.",
	 .queries = {{"rate(@rp_cnp_handled@" OF_PORT RATE ")", "handled " OF},
		     {"rate(@rp_cnp_ignored@" OF_PORT RATE ")", "ignored " OF},
		     {"rate(@roce_slow_restart_cnps@" OF_PORT RATE ")", "of slow restart " OF}}},
	{.kind = PANEL_SERIES,
	 .width = THIRD,
	 .height = HIGH,
	 .title = "What its algorithms count",
	 .unit = "none",
	 .about = "Counters of programmable congestion control, as the card names them: of ZTR-RTT its latency. Told "
		  "where "
		  "ece-exporter reads algorithms.",
	 .queries = {{"ece_algorithm_counters" OF_NIC, "slot {{slot}} {{algorithm}} {{counter}}"}}},
	{0},
};

static const struct panel pause[] = {
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Share of time paused by the switch, by priority",
	 .unit = "percentunit",
	 .about = "Told of priorities with PFC, and of others where it is not 0.",
	 .queries = {{"port:ece_pause_received:ratio_rate5m" OF_PORT, OF " priority {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Share of time that it paused the switch, by priority",
	 .unit = "percentunit",
	 .about = "This host takes less than it is sent.",
	 .queries = {{"port:ece_pause_sent:ratio_rate5m" OF_PORT, OF " priority {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Bytes by priority",
	 .unit = "Bps",
	 .about = "RoCE on a priority without PFC is lost first when a switch is full. Of the whole port, every "
		  "function.",
	 .queries = {{"rate(@rx_prio0_bytes@" OF_PORT RATE ")", "received, priority {{priority}}"},
		     {"rate(@tx_prio0_bytes@" OF_PORT RATE ")", "sent, priority {{priority}}"}}},
	{.kind = PANEL_SERIES,
	 .width = HALF,
	 .height = HIGH,
	 .title = "Priorities with PFC",
	 .unit = "none",
	 .about = "How many, and which (1). It is to be the same on host and switch.",
	 .queries = {{"ece_port_pfc_priorities" OF_PORT, "how many " OF},
		     {"ece_port_pfc_enabled" OF_PORT, "priority {{priority}} " OF}}},
	{0},
};

static const struct variable variables[] = {
	{.name = "job", .label = "Job", .query = "label_values(ece_build_info, job)", .several = true},
	{.name = "instance", .label = "Host", .query = "label_values(ece_port_info{job=~\"$job\"}, instance)"},
	{.name = "device",
	 .label = "NIC",
	 .query = "label_values(ece_port_info{job=~\"$job\", instance=~\"$instance\"}, device)"},
	{.name = "port",
	 .label = "Port",
	 .query = "label_values(ece_port_info{job=~\"$job\", instance=~\"$instance\", device=~\"$device\"}, port)",
	 .several = true},
	{0},
};

static const struct panel_row rows[] = {
	{.title = "Now", .panels = now},
	{.title = "Congestion", .panels = loop},
	{.title = "Pause (PFC)", .panels = pause},
	{.title = "Every counter that is told by default", .every_counter = true},
	{0},
};

const struct dashboard dashboard_nic = {
	.uid = "ece-nic",
	.title = "ece: NIC",
	.about = "One NIC, with every counter that ece-exporter tells by default. Needs the recording rules of "
		 "configs/prometheus/rules.yml.",
	.variables = variables,
	.rows = rows,
};
