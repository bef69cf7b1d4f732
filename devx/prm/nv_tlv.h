/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * TLVs of the non-volatile configuration: the fields that this toolkit reads. Offsets count from the data of a TLV. Names
 * and places: mstflint's TLV database (mlxconfig_dbs), of its newest version; widths only grew into reserved bits, so
 * that older firmware is read right too.
 */
#ifndef ECE_DEVX_PRM_NV_TLV_H
#define ECE_DEVX_PRM_NV_TLV_H

#include "devx/prm/field.h"

#define PRM_NV_ROCE_1_5_CONF(ROW) ROW(roce_over_ip_next_protocol, 0x00, 7, 0)
PRM_DECLARE_LAYOUT(nv_roce_1_5_conf, PRM_NV_ROCE_1_5_CONF);

#define PRM_NV_SW_OFFLOAD_CONF(ROW)                        \
	ROW(uctx_en, 0x00, 8, 8)                           \
	ROW(ptp_cyc2realtime, 0x00, 10, 10)                \
	ROW(sr_enable, 0x00, 11, 11)                       \
	ROW(tunnel_ecn_copy_offload_disable, 0x00, 15, 15) \
	ROW(log_tx_psn_win, 0x04, 21, 16)                  \
	ROW(log_max_outstanding_wqe, 0x04, 28, 24)         \
	ROW(ar_enable, 0x04, 29, 29)
PRM_DECLARE_LAYOUT(nv_sw_offload_conf, PRM_NV_SW_OFFLOAD_CONF);

#define PRM_NV_SW_OFFLOAD_CAP(ROW)                       \
	ROW(uctx_supported, 0x00, 8, 8)                  \
	ROW(mp_in_dscp_supported, 0x00, 10, 10)          \
	ROW(ar_enable_supported, 0x00, 13, 13)           \
	ROW(tx_psn_win_supported, 0x00, 17, 17)          \
	ROW(sr_enable_supported, 0x00, 18, 18)           \
	ROW(ptp_cyc2realtime_supported, 0x00, 19, 19)    \
	ROW(max_outstanding_wqe_supported, 0x00, 20, 20) \
	ROW(tunnel_ecn_copy_offload_disable_supported, 0x00, 22, 22)
PRM_DECLARE_LAYOUT(nv_sw_offload_cap, PRM_NV_SW_OFFLOAD_CAP);

#define PRM_NV_PROG_CC(ROW) ROW(user_cc_en, 0x00, 31, 31)
PRM_DECLARE_LAYOUT(nv_prog_cc, PRM_NV_PROG_CC);

#define PRM_NV_PCC_INT(ROW)                           \
	ROW(pcc_int_en, 0x00, 31, 31)                 \
	ROW(np_rtt_int_data_mode, 0x00, 30, 24)       \
	ROW(np_rtt_response_dscp_valid, 0x00, 22, 22) \
	ROW(np_rtt_response_dscp, 0x00, 21, 16)       \
	ROW(pcc_handle_resource, 0x00, 14, 12)        \
	ROW(pcc_np_handle_resource, 0x00, 10, 8)      \
	ROW(system_rtt, 0x04, 31, 0)
PRM_DECLARE_LAYOUT(nv_pcc_int, PRM_NV_PCC_INT);

#define PRM_NV_PCC_INT_CAP(ROW)                                \
	ROW(np_rtt_int_data_mode_last_hop, 0x00, 31, 31)       \
	ROW(np_rtt_int_data_mode_most_congested, 0x00, 30, 30) \
	ROW(np_rtt_response_dscp_supported, 0x00, 29, 29)      \
	ROW(system_rtt_supported, 0x00, 28, 28)                \
	ROW(np_rtt_int_data_nv_int_0, 0x00, 27, 27)            \
	ROW(np_rtt_int_data_rtt_v0, 0x00, 26, 26)              \
	ROW(np_rtt_int_data_rtt_v1_no_data, 0x00, 25, 25)      \
	ROW(np_rtt_int_data_rtt_v1_ingress_byte, 0x00, 24, 24) \
	ROW(roce_cc_shaper_coalese_dest_ip, 0x00, 22, 22)      \
	ROW(roce_cc_shaper_coalese_source_qp, 0x00, 21, 21)    \
	ROW(roce_cc_shaper_coalese_5_tuple, 0x00, 20, 20)      \
	ROW(pcc_handle_resource_supported, 0x00, 19, 19)       \
	ROW(pcc_np_handle_resource_supported, 0x00, 18, 18)    \
	ROW(np_rtt_int_data_rtt_v1_ingress_byte_rx_buff, 0x00, 17, 17)
PRM_DECLARE_LAYOUT(nv_pcc_int_cap, PRM_NV_PCC_INT_CAP);

#define PRM_NV_GLOBAL_MASK(ROW)            \
	ROW(ece_disable_mask, 0x00, 31, 0) \
	ROW(switch_compatibility_feature_mask, 0x04, 7, 0)
PRM_DECLARE_LAYOUT(nv_global_mask, PRM_NV_GLOBAL_MASK);

#define PRM_NV_PERFORMANCE_TUNING_CONF(ROW) ROW(sched_locality_mode, 0x00, 11, 9)
PRM_DECLARE_LAYOUT(nv_performance_tuning_conf, PRM_NV_PERFORMANCE_TUNING_CONF);

#define PRM_NV_PERFORMANCE_TUNING_CAP(ROW)                  \
	ROW(sched_locality_mode_disabled, 0x00, 18, 18)     \
	ROW(sched_locality_mode_accumulative, 0x00, 20, 20) \
	ROW(sched_locality_mode_static, 0x00, 21, 21)
PRM_DECLARE_LAYOUT(nv_performance_tuning_cap, PRM_NV_PERFORMANCE_TUNING_CAP);

#define PRM_NV_GLOBAL_ROCE_CC_CONF(ROW)             \
	ROW(legacy_cc_dcqcn, 0x00, 31, 31)          \
	ROW(legacy_cc_dcqcn_sw, 0x00, 30, 30)       \
	ROW(ifa2_turn_around, 0x00, 29, 28)         \
	ROW(cc_steering_extension, 0x00, 27, 26)    \
	ROW(dcqcn_compatibility_mode, 0x00, 25, 24) \
	ROW(cc_tx_event_ack, 0x00, 23, 22)          \
	ROW(rtt_timestamp_format, 0x00, 21, 20)     \
	ROW(cc_compatibility_mode, 0x00, 19, 16)
PRM_DECLARE_LAYOUT(nv_global_roce_cc_conf, PRM_NV_GLOBAL_ROCE_CC_CONF);

#define PRM_NV_GLOBAL_ROCE_CC_CAP(ROW)                   \
	ROW(legacy_cc_dcqcn_supported, 0x00, 31, 31)     \
	ROW(legacy_cc_dcqcn_sw_supported, 0x00, 30, 30)  \
	ROW(dcqcn_compatibility_mode_gen6, 0x00, 29, 29) \
	ROW(dcqcn_compatibility_mode_gen5, 0x00, 28, 28) \
	ROW(cc_steering_extension_enabled, 0x00, 27, 27) \
	ROW(cc_compatibility_mode_gen7, 0x00, 26, 26)    \
	ROW(cc_compatibility_mode_gen8, 0x00, 25, 25)    \
	ROW(cwnd_np_count_supported, 0x00, 24, 24)       \
	ROW(ifa2_turn_around_supported, 0x00, 23, 23)    \
	ROW(cc_tx_event_ack_supported, 0x00, 22, 22)     \
	ROW(roce_cc_ecn_32b_rate, 0x00, 21, 21)
PRM_DECLARE_LAYOUT(nv_global_roce_cc_cap, PRM_NV_GLOBAL_ROCE_CC_CAP);

#define PRM_NV_SW_ACCELERATE_CONF(ROW) ROW(mp_in_dscp, 0x00, 15, 13)
PRM_DECLARE_LAYOUT(nv_sw_accelerate_conf, PRM_NV_SW_ACCELERATE_CONF);

#define PRM_NV_EXTERNAL_HOST_PRIV_CONF(ROW) \
	ROW(pcc_update, 0x00, 27, 26)       \
	ROW(nv_cfg_global, 0x00, 23, 22)    \
	ROW(nv_cfg_port, 0x00, 21, 20)      \
	ROW(nv_cfg_host, 0x00, 19, 18)
PRM_DECLARE_LAYOUT(nv_external_host_priv_conf, PRM_NV_EXTERNAL_HOST_PRIV_CONF);

#define PRM_NV_GLOBAL_PCI_CONF(ROW)    \
	ROW(sriov_valid, 0x00, 31, 31) \
	ROW(sriov_en, 0x04, 31, 31)    \
	ROW(total_vfs, 0x04, 15, 0)
PRM_DECLARE_LAYOUT(nv_global_pci_conf, PRM_NV_GLOBAL_PCI_CONF);

#define PRM_NV_GLOBAL_PCI_CAP(ROW) ROW(sriov_support, 0x04, 31, 31)
PRM_DECLARE_LAYOUT(nv_global_pci_cap, PRM_NV_GLOBAL_PCI_CAP);

#define PRM_NV_VPI_LINK_TYPE(ROW) ROW(default_link_type, 0x00, 3, 2)
PRM_DECLARE_LAYOUT(nv_vpi_link_type, PRM_NV_VPI_LINK_TYPE);

#define PRM_NV_ROCE_CC(ROW)                 \
	ROW(roce_cc_enable_pri, 0x00, 7, 0) \
	ROW(cnp_moderation, 0x00, 10, 8)    \
	ROW(cwnd_np_count, 0x00, 12, 11)    \
	ROW(roce_cc_shaper_coalescing, 0x00, 26, 24)
PRM_DECLARE_LAYOUT(nv_roce_cc, PRM_NV_ROCE_CC);

#define PRM_NV_ROCE_CC_ECN(ROW)                          \
	ROW(clamp_tgt_rate, 0x00, 31, 31)                \
	ROW(clamp_tgt_rate_after_time_inc, 0x00, 30, 30) \
	ROW(rpg_time_reset, 0x04, 16, 0)                 \
	ROW(rpg_byte_reset, 0x08, 31, 0)                 \
	ROW(rpg_threshold, 0x0c, 4, 0)                   \
	ROW(rpg_max_rate, 0x10, 31, 0)                   \
	ROW(rpg_ai_rate, 0x14, 31, 0)                    \
	ROW(rpg_hai_rate, 0x18, 31, 0)                   \
	ROW(rpg_gd, 0x1c, 3, 0)                          \
	ROW(rpg_min_dec_fac, 0x20, 7, 0)                 \
	ROW(rpg_min_rate, 0x24, 31, 0)                   \
	ROW(rate_to_set_on_first_cnp, 0x28, 31, 0)       \
	ROW(dce_tcp_g, 0x2c, 9, 0)                       \
	ROW(dce_tcp_rtt, 0x30, 16, 0)                    \
	ROW(rate_reduce_monitor_period, 0x34, 16, 0)     \
	ROW(initial_alpha_value, 0x38, 9, 0)             \
	ROW(min_time_between_cnps, 0x3c, 16, 0)          \
	ROW(cnp_802p_prio, 0x40, 2, 0)                   \
	ROW(cnp_prio_mode, 0x40, 3, 3)                   \
	ROW(cnp_dscp_mode, 0x40, 5, 4)                   \
	ROW(cnp_dscp, 0x40, 13, 8)
PRM_DECLARE_LAYOUT(nv_roce_cc_ecn, PRM_NV_ROCE_CC_ECN);

#define PRM_NV_LLDP_NB_CONF(ROW)           \
	ROW(lldp_nb_tx_mode, 0x00, 31, 30) \
	ROW(lldp_nb_rx_mode, 0x00, 29, 28) \
	ROW(lldp_nb_dcbx, 0x00, 27, 27)
PRM_DECLARE_LAYOUT(nv_lldp_nb_conf, PRM_NV_LLDP_NB_CONF);

#define PRM_NV_LLDP_NB_CAP(ROW)           \
	ROW(lldp_nb_tx_cap, 0x00, 31, 30) \
	ROW(lldp_nb_rx_cap, 0x00, 29, 28) \
	ROW(lldp_nb_dcbx_en, 0x00, 27, 27)
PRM_DECLARE_LAYOUT(nv_lldp_nb_cap, PRM_NV_LLDP_NB_CAP);

#define PRM_NV_ROCE_CONF(ROW)          \
	ROW(rtt_resp_dscp, 0x00, 5, 0) \
	ROW(rtt_resp_dscp_mode, 0x00, 15, 14)
PRM_DECLARE_LAYOUT(nv_roce_conf, PRM_NV_ROCE_CONF);

#define PRM_NV_LLDP_NB_DCBX(ROW)      \
	ROW(dcbx_willing, 0x00, 2, 2) \
	ROW(cee_dcbx_en, 0x00, 1, 1)  \
	ROW(ieee_dcbx_en, 0x00, 0, 0)
PRM_DECLARE_LAYOUT(nv_lldp_nb_dcbx, PRM_NV_LLDP_NB_DCBX);

#define PRM_NV_QOS_CONF(ROW)                  \
	ROW(num_of_vl, 0x00, 3, 0)            \
	ROW(num_of_tc, 0x00, 7, 4)            \
	ROW(num_of_pfc, 0x00, 11, 8)          \
	ROW(qos_trust_state, 0x00, 18, 16)    \
	ROW(qos_trust_state_en, 0x00, 19, 19) \
	ROW(fc_init_mode, 0x00, 23, 22)
PRM_DECLARE_LAYOUT(nv_qos_conf, PRM_NV_QOS_CONF);

#define PRM_NV_QOS_CAP(ROW)                          \
	ROW(qos_trust_state_supported, 0x00, 19, 16) \
	ROW(fc_init_mode_fc_disabled, 0x00, 24, 24)  \
	ROW(fc_init_mode_fc_global_pause, 0x00, 25, 25)
PRM_DECLARE_LAYOUT(nv_qos_cap, PRM_NV_QOS_CAP);

#define PRM_NV_HCA_CONF(ROW) ROW(roce_ctrl, 0x00, 27, 26)
PRM_DECLARE_LAYOUT(nv_hca_conf, PRM_NV_HCA_CONF);

#define PRM_NV_HCA_CAP(ROW) ROW(roce_ctrl_supported, 0x00, 27, 27)
PRM_DECLARE_LAYOUT(nv_hca_cap, PRM_NV_HCA_CAP);

#endif
