// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters of the port and of its PCI side. Positions: mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/ppcnt.h"

/* clang-format off */
static const struct row ppcnt[] = {
	{ &prm_ppcnt_reg.local_port, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ppcnt_reg.grp,        0x00, { 0x00, 0x00, 0x00, 0x3f }, 4 },
	{ &prm_ppcnt_reg.clr,        0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ppcnt_reg.prio_tc,    0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

#define WIDE { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, 8

static const struct row per_priority[] = {
	{ &prm_eth_per_prio.rx_octets, 0x00, WIDE },
	{ &prm_eth_per_prio.rx_frames, 0x20, WIDE },
	{ &prm_eth_per_prio.tx_octets, 0x28, WIDE },
	{ &prm_eth_per_prio.tx_frames, 0x48, WIDE },
	{ &prm_eth_per_prio.rx_pause, 0x50, WIDE },
	{ &prm_eth_per_prio.rx_pause_duration, 0x58, WIDE },
	{ &prm_eth_per_prio.tx_pause, 0x60, WIDE },
	{ &prm_eth_per_prio.tx_pause_duration, 0x68, WIDE },
	{ &prm_eth_per_prio.rx_pause_transition, 0x70, WIDE },
	{ &prm_eth_per_prio.rx_discards, 0x78, WIDE },
	{ &prm_eth_per_prio.device_stall_minor_watermark_cnt, 0x80, WIDE },
	{ &prm_eth_per_prio.device_stall_critical_watermark_cnt, 0x88, WIDE },
};

static const struct row ieee_802_3[] = {
	{ &prm_eth_802_3.a_frames_transmitted_ok, 0x00, WIDE },
	{ &prm_eth_802_3.a_frames_received_ok, 0x08, WIDE },
	{ &prm_eth_802_3.a_frame_check_sequence_errors, 0x10, WIDE },
	{ &prm_eth_802_3.a_octets_transmitted_ok, 0x20, WIDE },
	{ &prm_eth_802_3.a_octets_received_ok, 0x28, WIDE },
	{ &prm_eth_802_3.a_multicast_frames_xmitted_ok, 0x30, WIDE },
	{ &prm_eth_802_3.a_broadcast_frames_xmitted_ok, 0x38, WIDE },
	{ &prm_eth_802_3.a_multicast_frames_received_ok, 0x40, WIDE },
	{ &prm_eth_802_3.a_broadcast_frames_received_ok, 0x48, WIDE },
	{ &prm_eth_802_3.a_symbol_error_during_carrier, 0x68, WIDE },
	{ &prm_eth_802_3.a_pause_mac_ctrl_frames_received, 0x88, WIDE },
	{ &prm_eth_802_3.a_pause_mac_ctrl_frames_transmitted, 0x90, WIDE },
};

static const struct row rfc_2863[] = {
	{ &prm_eth_2863.if_in_octets, 0x00, WIDE },
	{ &prm_eth_2863.if_in_ucast_pkts, 0x08, WIDE },
	{ &prm_eth_2863.if_in_discards, 0x10, WIDE },
	{ &prm_eth_2863.if_out_octets, 0x28, WIDE },
	{ &prm_eth_2863.if_out_ucast_pkts, 0x30, WIDE },
	{ &prm_eth_2863.if_out_discards, 0x38, WIDE },
	{ &prm_eth_2863.if_in_multicast_pkts, 0x48, WIDE },
	{ &prm_eth_2863.if_in_broadcast_pkts, 0x50, WIDE },
	{ &prm_eth_2863.if_out_multicast_pkts, 0x58, WIDE },
	{ &prm_eth_2863.if_out_broadcast_pkts, 0x60, WIDE },
};

static const struct row phys_layer[] = {
	{ &prm_phys_layer_cntrs.link_down_events, 0xc0, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row extended[] = {
	{ &prm_eth_extended_cntrs.rx_buffer_almost_full, 0x28, WIDE },
	{ &prm_eth_extended_cntrs.rx_icrc_encapsulated, 0x38, WIDE },
};

static const struct row per_class[] = {
	{ &prm_eth_per_tc.no_buffer_discard_uc, 0x08, WIDE },
};

static const struct row per_class_congestion[] = {
	{ &prm_eth_per_tc_congest.wred_discard, 0x00, WIDE },
	{ &prm_eth_per_tc_congest.ecn_marked_tc, 0x08, WIDE },
};

static const struct row statistical[] = {
	{ &prm_phys_layer_statistical.phy_symbol_errors, 0x10, WIDE },
	{ &prm_phys_layer_statistical.phy_corrected_bits, 0x18, WIDE },
};

static const struct row infiniband[] = {
	{ &prm_ib_port_cntrs.symbol_error_counter, 0x00, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.link_error_recovery_counter, 0x00, { 0x00, 0x00, 0xff, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.link_downed_counter, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_ib_port_cntrs.port_rcv_errors, 0x04, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.port_rcv_remote_physical_errors, 0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_ib_port_cntrs.port_rcv_switch_relay_errors, 0x08, { 0xff, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.port_xmit_discards, 0x08, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_ib_port_cntrs.port_xmit_constraint_errors, 0x0c, { 0xff, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.port_rcv_constraint_errors, 0x0c, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_ib_port_cntrs.link_overrun_errors, 0x0c, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_ib_port_cntrs.vl_15_dropped, 0x10, { 0x00, 0x00, 0xff, 0xff }, 4 },
	{ &prm_ib_port_cntrs.port_xmit_wait, 0x24, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row pcie[] = {
	{ &prm_pcie_perf_cntrs.rx_errors, 0x08, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_pcie_perf_cntrs.tx_errors, 0x0c, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_pcie_perf_cntrs.tx_overflow_buffer_pkt, 0x28, WIDE },
	{ &prm_pcie_perf_cntrs.outbound_stalled_reads, 0x30, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_pcie_perf_cntrs.outbound_stalled_writes, 0x34, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_pcie_perf_cntrs.outbound_stalled_reads_events, 0x38, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_pcie_perf_cntrs.outbound_stalled_writes_events, 0x3c, { 0xff, 0xff, 0xff, 0xff }, 4 },
};
/* clang-format on */

static void ethernet_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ppcnt_reg, ppcnt);
	CHECK_ROWS(&prm_eth_802_3, ieee_802_3);
	CHECK_ROWS(&prm_eth_2863, rfc_2863);
	CHECK_ROWS(&prm_eth_extended_cntrs, extended);
	CHECK_ROWS(&prm_phys_layer_cntrs, phys_layer);
	CHECK_ROWS(&prm_phys_layer_statistical, statistical);
}

static void priority_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_eth_per_prio, per_priority);
	CHECK_ROWS(&prm_eth_per_tc, per_class);
	CHECK_ROWS(&prm_eth_per_tc_congest, per_class_congestion);
}

static void other_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ib_port_cntrs, infiniband);
	CHECK_ROWS(&prm_pcie_perf_cntrs, pcie);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ethernet_rows),
		cmocka_unit_test(priority_rows),
		cmocka_unit_test(other_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
