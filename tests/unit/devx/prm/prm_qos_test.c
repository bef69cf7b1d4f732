// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Classes of service. Positions: mlx5_ifc.h. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/qos.h"

/* clang-format off */
static const struct row qpts[] = {
	{ &prm_qpts_reg.local_port,  0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qpts_reg.trust_state, 0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

static const struct row qpdpm[] = {
	{ &prm_qpdpm_reg.local_port, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row qtct[] = {
	{ &prm_qtct_reg.port_number, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_qtct_reg.prio,        0x00, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_qtct_reg.tclass,      0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
};

static const struct row qetc[] = {
	{ &prm_qetc_reg.port_number, 0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

static const struct row ets_tcn_config[] = {
	{ &prm_ets_tcn_config_reg.g,             0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.b,             0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.r,             0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.group,         0x00, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.bw_allocation, 0x00, { 0x00, 0x00, 0x00, 0x7f }, 4 },
	{ &prm_ets_tcn_config_reg.max_bw_units,  0x04, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_ets_tcn_config_reg.max_bw_value,  0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row dcbx_param[] = {
	{ &prm_dcbx_param.dcbx_cee_cap,  0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.dcbx_ieee_cap, 0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.port_number,   0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_dcbx_param.version_oper,  0x04, { 0x00, 0x00, 0x07, 0x00 }, 4 },
	{ &prm_dcbx_param.version_admin, 0x04, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_dcbx_param.willing_admin, 0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row pfcc[] = {
	{ &prm_pfcc_reg.local_port,   0x00, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.prio_mask_tx, 0x04, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.prio_mask_rx, 0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_pfcc_reg.pptx,         0x08, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pptx_mask_n,  0x08, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pfctx,        0x08, { 0x00, 0xff, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pprx,         0x0c, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pprx_mask_n,  0x0c, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_pfcc_reg.pfcrx,        0x0c, { 0x00, 0xff, 0x00, 0x00 }, 4 },
};

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
/* clang-format on */

static void trust_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qpts_reg, qpts);
	CHECK_ROWS(&prm_qpdpm_reg, qpdpm);
}

static void class_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_qtct_reg, qtct);
	CHECK_ROWS(&prm_qetc_reg, qetc);
	CHECK_ROWS(&prm_ets_tcn_config_reg, ets_tcn_config);
}

static void dcbx_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_dcbx_param, dcbx_param);
}

static void flow_control_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_pfcc_reg, pfcc);
}

static void counter_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_ppcnt_reg, ppcnt);
	CHECK_ROWS(&prm_eth_per_prio, per_priority);
	CHECK_ROWS(&prm_eth_802_3, ieee_802_3);
	CHECK_ROWS(&prm_eth_2863, rfc_2863);
	CHECK_ROWS(&prm_phys_layer_cntrs, phys_layer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trust_rows),        cmocka_unit_test(class_rows),   cmocka_unit_test(dcbx_rows),
		cmocka_unit_test(flow_control_rows), cmocka_unit_test(counter_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
