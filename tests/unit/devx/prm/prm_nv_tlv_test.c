// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* TLVs of the NV configuration. Positions: mstflint's TLV database; widths of rates and cnp_dscp_mode: v4.36. */
#include "tests/unit/devx/prm/rows.h"

#include "devx/prm/nv_tlv.h"

/* clang-format off */
static const struct row nv_roce_1_5_conf[] = {
	{ &prm_nv_roce_1_5_conf.roce_over_ip_next_protocol, 0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row nv_sw_offload_conf[] = {
	{ &prm_nv_sw_offload_conf.uctx_en,                         0x00, { 0x00, 0x00, 0x01, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.ptp_cyc2realtime,                0x00, { 0x00, 0x00, 0x04, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.sr_enable,                       0x00, { 0x00, 0x00, 0x08, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.tunnel_ecn_copy_offload_disable, 0x00, { 0x00, 0x00, 0x80, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.log_tx_psn_win,                  0x04, { 0x00, 0x3f, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.log_max_outstanding_wqe,         0x04, { 0x1f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_conf.ar_enable,                       0x04, { 0x20, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_sw_offload_cap[] = {
	{ &prm_nv_sw_offload_cap.uctx_supported,                            0x00, { 0x00, 0x00, 0x01, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.mp_in_dscp_supported,                      0x00, { 0x00, 0x00, 0x04, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.ar_enable_supported,                       0x00, { 0x00, 0x00, 0x20, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.tx_psn_win_supported,                      0x00, { 0x00, 0x02, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.sr_enable_supported,                       0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.ptp_cyc2realtime_supported,                0x00, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.max_outstanding_wqe_supported,             0x00, { 0x00, 0x10, 0x00, 0x00 }, 4 },
	{ &prm_nv_sw_offload_cap.tunnel_ecn_copy_offload_disable_supported, 0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
};

static const struct row nv_prog_cc[] = {
	{ &prm_nv_prog_cc.user_cc_en, 0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_pcc_int[] = {
	{ &prm_nv_pcc_int.pcc_int_en,                 0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int.np_rtt_int_data_mode,       0x00, { 0x7f, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int.np_rtt_response_dscp_valid, 0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int.np_rtt_response_dscp,       0x00, { 0x00, 0x3f, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int.pcc_handle_resource,        0x00, { 0x00, 0x00, 0x70, 0x00 }, 4 },
	{ &prm_nv_pcc_int.pcc_np_handle_resource,     0x00, { 0x00, 0x00, 0x07, 0x00 }, 4 },
	{ &prm_nv_pcc_int.system_rtt,                 0x04, { 0xff, 0xff, 0xff, 0xff }, 4 },
};

static const struct row nv_pcc_int_cap[] = {
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_mode_last_hop,       0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_mode_most_congested, 0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_response_dscp_supported,      0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.system_rtt_supported,                0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_nv_int_0,            0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v0,              0x00, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_no_data,      0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_ingress_byte, 0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_dest_ip,      0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_source_qp,    0x00, { 0x00, 0x20, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_5_tuple,      0x00, { 0x00, 0x10, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.pcc_handle_resource_supported,       0x00, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.pcc_np_handle_resource_supported,    0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_ingress_byte_rx_buff,
	  0x00, { 0x00, 0x02, 0x00, 0x00 }, 4 },
};

static const struct row nv_global_mask[] = {
	{ &prm_nv_global_mask.ece_disable_mask,                  0x00, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_global_mask.switch_compatibility_feature_mask, 0x04, { 0x00, 0x00, 0x00, 0xff }, 4 },
};

static const struct row nv_performance_tuning_conf[] = {
	{ &prm_nv_performance_tuning_conf.sched_locality_mode, 0x00, { 0x00, 0x00, 0x0e, 0x00 }, 4 },
};

static const struct row nv_performance_tuning_cap[] = {
	{ &prm_nv_performance_tuning_cap.sched_locality_mode_disabled,     0x00, { 0x00, 0x04, 0x00, 0x00 }, 4 },
	{ &prm_nv_performance_tuning_cap.sched_locality_mode_accumulative, 0x00, { 0x00, 0x10, 0x00, 0x00 }, 4 },
	{ &prm_nv_performance_tuning_cap.sched_locality_mode_static,       0x00, { 0x00, 0x20, 0x00, 0x00 }, 4 },
};

static const struct row nv_global_roce_cc_conf[] = {
	{ &prm_nv_global_roce_cc_conf.legacy_cc_dcqcn,          0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.legacy_cc_dcqcn_sw,       0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.ifa2_turn_around,         0x00, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.cc_steering_extension,    0x00, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.dcqcn_compatibility_mode, 0x00, { 0x03, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.cc_tx_event_ack,          0x00, { 0x00, 0xc0, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.rtt_timestamp_format,     0x00, { 0x00, 0x30, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_conf.cc_compatibility_mode,    0x00, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
};

static const struct row nv_global_roce_cc_cap[] = {
	{ &prm_nv_global_roce_cc_cap.legacy_cc_dcqcn_supported,     0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.legacy_cc_dcqcn_sw_supported,  0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.dcqcn_compatibility_mode_gen6, 0x00, { 0x20, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.dcqcn_compatibility_mode_gen5, 0x00, { 0x10, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.cc_steering_extension_enabled, 0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.cc_compatibility_mode_gen7,    0x00, { 0x04, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.cc_compatibility_mode_gen8,    0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.cwnd_np_count_supported,       0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.ifa2_turn_around_supported,    0x00, { 0x00, 0x80, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.cc_tx_event_ack_supported,     0x00, { 0x00, 0x40, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_roce_cc_cap.roce_cc_ecn_32b_rate,          0x00, { 0x00, 0x20, 0x00, 0x00 }, 4 },
};

static const struct row nv_sw_accelerate_conf[] = {
	{ &prm_nv_sw_accelerate_conf.mp_in_dscp, 0x00, { 0x00, 0x00, 0xe0, 0x00 }, 4 },
};

static const struct row nv_external_host_priv_conf[] = {
	{ &prm_nv_external_host_priv_conf.pcc_update,    0x00, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_external_host_priv_conf.nv_cfg_global, 0x00, { 0x00, 0xc0, 0x00, 0x00 }, 4 },
	{ &prm_nv_external_host_priv_conf.nv_cfg_port,   0x00, { 0x00, 0x30, 0x00, 0x00 }, 4 },
	{ &prm_nv_external_host_priv_conf.nv_cfg_host,   0x00, { 0x00, 0x0c, 0x00, 0x00 }, 4 },
};

static const struct row nv_global_pci_conf[] = {
	{ &prm_nv_global_pci_conf.sriov_valid, 0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_pci_conf.sriov_en,    0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_global_pci_conf.total_vfs,   0x04, { 0x00, 0x00, 0xff, 0xff }, 4 },
};

static const struct row nv_global_pci_cap[] = {
	{ &prm_nv_global_pci_cap.sriov_support, 0x04, { 0x80, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_vpi_link_type[] = {
	{ &prm_nv_vpi_link_type.default_link_type, 0x00, { 0x00, 0x00, 0x00, 0x0c }, 4 },
};

static const struct row nv_roce_cc[] = {
	{ &prm_nv_roce_cc.roce_cc_enable_pri,        0x00, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_nv_roce_cc.cnp_moderation,            0x00, { 0x00, 0x00, 0x07, 0x00 }, 4 },
	{ &prm_nv_roce_cc.cwnd_np_count,             0x00, { 0x00, 0x00, 0x18, 0x00 }, 4 },
	{ &prm_nv_roce_cc.roce_cc_shaper_coalescing, 0x00, { 0x07, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_roce_cc_ecn[] = {
	{ &prm_nv_roce_cc_ecn.clamp_tgt_rate,                0x00, { 0x80, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_roce_cc_ecn.clamp_tgt_rate_after_time_inc, 0x00, { 0x40, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_time_reset,                0x04, { 0x00, 0x01, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_byte_reset,                0x08, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_threshold,                 0x0c, { 0x00, 0x00, 0x00, 0x1f }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_max_rate,                  0x10, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_ai_rate,                   0x14, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_hai_rate,                  0x18, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_gd,                        0x1c, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_min_dec_fac,               0x20, { 0x00, 0x00, 0x00, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rpg_min_rate,                  0x24, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rate_to_set_on_first_cnp,      0x28, { 0xff, 0xff, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.dce_tcp_g,                     0x2c, { 0x00, 0x00, 0x03, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.dce_tcp_rtt,                   0x30, { 0x00, 0x01, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.rate_reduce_monitor_period,    0x34, { 0x00, 0x01, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.initial_alpha_value,           0x38, { 0x00, 0x00, 0x03, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.min_time_between_cnps,         0x3c, { 0x00, 0x01, 0xff, 0xff }, 4 },
	{ &prm_nv_roce_cc_ecn.cnp_802p_prio,                 0x40, { 0x00, 0x00, 0x00, 0x07 }, 4 },
	{ &prm_nv_roce_cc_ecn.cnp_prio_mode,                 0x40, { 0x00, 0x00, 0x00, 0x08 }, 4 },
	{ &prm_nv_roce_cc_ecn.cnp_dscp_mode,                 0x40, { 0x00, 0x00, 0x00, 0x30 }, 4 },
	{ &prm_nv_roce_cc_ecn.cnp_dscp,                      0x40, { 0x00, 0x00, 0x3f, 0x00 }, 4 },
};

static const struct row nv_lldp_nb_conf[] = {
	{ &prm_nv_lldp_nb_conf.lldp_nb_tx_mode, 0x00, { 0xc0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_lldp_nb_conf.lldp_nb_rx_mode, 0x00, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_lldp_nb_conf.lldp_nb_dcbx,    0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_lldp_nb_cap[] = {
	{ &prm_nv_lldp_nb_cap.lldp_nb_tx_cap,  0x00, { 0xc0, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_lldp_nb_cap.lldp_nb_rx_cap,  0x00, { 0x30, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_lldp_nb_cap.lldp_nb_dcbx_en, 0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_roce_conf[] = {
	{ &prm_nv_roce_conf.rtt_resp_dscp,      0x00, { 0x00, 0x00, 0x00, 0x3f }, 4 },
	{ &prm_nv_roce_conf.rtt_resp_dscp_mode, 0x00, { 0x00, 0x00, 0xc0, 0x00 }, 4 },
};

static const struct row nv_lldp_nb_dcbx[] = {
	{ &prm_nv_lldp_nb_dcbx.dcbx_willing, 0x00, { 0x00, 0x00, 0x00, 0x04 }, 4 },
	{ &prm_nv_lldp_nb_dcbx.cee_dcbx_en,  0x00, { 0x00, 0x00, 0x00, 0x02 }, 4 },
	{ &prm_nv_lldp_nb_dcbx.ieee_dcbx_en, 0x00, { 0x00, 0x00, 0x00, 0x01 }, 4 },
};

static const struct row nv_qos_conf[] = {
	{ &prm_nv_qos_conf.num_of_vl,          0x00, { 0x00, 0x00, 0x00, 0x0f }, 4 },
	{ &prm_nv_qos_conf.num_of_tc,          0x00, { 0x00, 0x00, 0x00, 0xf0 }, 4 },
	{ &prm_nv_qos_conf.num_of_pfc,         0x00, { 0x00, 0x00, 0x0f, 0x00 }, 4 },
	{ &prm_nv_qos_conf.qos_trust_state,    0x00, { 0x00, 0x07, 0x00, 0x00 }, 4 },
	{ &prm_nv_qos_conf.qos_trust_state_en, 0x00, { 0x00, 0x08, 0x00, 0x00 }, 4 },
	{ &prm_nv_qos_conf.fc_init_mode,       0x00, { 0x00, 0xc0, 0x00, 0x00 }, 4 },
};

static const struct row nv_qos_cap[] = {
	{ &prm_nv_qos_cap.qos_trust_state_supported,    0x00, { 0x00, 0x0f, 0x00, 0x00 }, 4 },
	{ &prm_nv_qos_cap.fc_init_mode_fc_disabled,     0x00, { 0x01, 0x00, 0x00, 0x00 }, 4 },
	{ &prm_nv_qos_cap.fc_init_mode_fc_global_pause, 0x00, { 0x02, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_hca_conf[] = {
	{ &prm_nv_hca_conf.roce_ctrl, 0x00, { 0x0c, 0x00, 0x00, 0x00 }, 4 },
};

static const struct row nv_hca_cap[] = {
	{ &prm_nv_hca_cap.roce_ctrl_supported, 0x00, { 0x08, 0x00, 0x00, 0x00 }, 4 },
};

/* clang-format on */

static void nv_roce_1_5_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_roce_1_5_conf, nv_roce_1_5_conf);
}

static void nv_sw_offload_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_sw_offload_conf, nv_sw_offload_conf);
}

static void nv_sw_offload_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_sw_offload_cap, nv_sw_offload_cap);
}

static void nv_prog_cc_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_prog_cc, nv_prog_cc);
}

static void nv_pcc_int_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_pcc_int, nv_pcc_int);
}

static void nv_pcc_int_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_pcc_int_cap, nv_pcc_int_cap);
}

static void nv_global_mask_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_global_mask, nv_global_mask);
}

static void nv_performance_tuning_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_performance_tuning_conf, nv_performance_tuning_conf);
}

static void nv_performance_tuning_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_performance_tuning_cap, nv_performance_tuning_cap);
}

static void nv_global_roce_cc_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_global_roce_cc_conf, nv_global_roce_cc_conf);
}

static void nv_global_roce_cc_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_global_roce_cc_cap, nv_global_roce_cc_cap);
}

static void nv_sw_accelerate_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_sw_accelerate_conf, nv_sw_accelerate_conf);
}

static void nv_external_host_priv_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_external_host_priv_conf, nv_external_host_priv_conf);
}

static void nv_global_pci_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_global_pci_conf, nv_global_pci_conf);
}

static void nv_global_pci_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_global_pci_cap, nv_global_pci_cap);
}

static void nv_vpi_link_type_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_vpi_link_type, nv_vpi_link_type);
}

static void nv_roce_cc_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_roce_cc, nv_roce_cc);
}

static void nv_roce_cc_ecn_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_roce_cc_ecn, nv_roce_cc_ecn);
}

static void nv_lldp_nb_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_lldp_nb_conf, nv_lldp_nb_conf);
}

static void nv_lldp_nb_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_lldp_nb_cap, nv_lldp_nb_cap);
}

static void nv_roce_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_roce_conf, nv_roce_conf);
}

static void nv_lldp_nb_dcbx_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_lldp_nb_dcbx, nv_lldp_nb_dcbx);
}

static void nv_qos_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_qos_conf, nv_qos_conf);
}

static void nv_qos_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_qos_cap, nv_qos_cap);
}

static void nv_hca_conf_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_hca_conf, nv_hca_conf);
}

static void nv_hca_cap_rows(void **state)
{
	(void)state;
	CHECK_ROWS(&prm_nv_hca_cap, nv_hca_cap);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nv_roce_1_5_conf_rows),
		cmocka_unit_test(nv_sw_offload_conf_rows),
		cmocka_unit_test(nv_sw_offload_cap_rows),
		cmocka_unit_test(nv_prog_cc_rows),
		cmocka_unit_test(nv_pcc_int_rows),
		cmocka_unit_test(nv_pcc_int_cap_rows),
		cmocka_unit_test(nv_global_mask_rows),
		cmocka_unit_test(nv_performance_tuning_conf_rows),
		cmocka_unit_test(nv_performance_tuning_cap_rows),
		cmocka_unit_test(nv_global_roce_cc_conf_rows),
		cmocka_unit_test(nv_global_roce_cc_cap_rows),
		cmocka_unit_test(nv_sw_accelerate_conf_rows),
		cmocka_unit_test(nv_external_host_priv_conf_rows),
		cmocka_unit_test(nv_global_pci_conf_rows),
		cmocka_unit_test(nv_global_pci_cap_rows),
		cmocka_unit_test(nv_vpi_link_type_rows),
		cmocka_unit_test(nv_roce_cc_rows),
		cmocka_unit_test(nv_roce_cc_ecn_rows),
		cmocka_unit_test(nv_lldp_nb_conf_rows),
		cmocka_unit_test(nv_lldp_nb_cap_rows),
		cmocka_unit_test(nv_roce_conf_rows),
		cmocka_unit_test(nv_lldp_nb_dcbx_rows),
		cmocka_unit_test(nv_qos_conf_rows),
		cmocka_unit_test(nv_qos_cap_rows),
		cmocka_unit_test(nv_hca_conf_rows),
		cmocka_unit_test(nv_hca_cap_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
