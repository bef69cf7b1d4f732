// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Fields of the non-volatile configuration. Where databases of different age disagree, the newest one is followed: a
 * field that firmware does not know reads as 0, and a version or a gate says so where there is one.
 */
#include "devx/params/nv.h"
#include "devx/params/rows.h"
#include "devx/prm/nv_tlv.h"

/* clang-format off */
enum tlv {
	ROCE_1_5, SW_OFFLOAD, SW_OFFLOAD_CAP, GLOBAL_PCI, GLOBAL_PCI_CAP, PROG_CC, PCC_INT, PCC_INT_CAP, GLOBAL_MASK, TUNING,
	TUNING_CAP, ROCE_CC_GLOBAL, ROCE_CC_CAP, SW_ACCELERATE, HOST_PRIV, LINK_TYPE, ROCE_CC, ROCE_CC_ECN, LLDP, LLDP_CAP,
	ROCE, DCBX, QOS, QOS_CAP, HCA, HCA_CAP, TLV_COUNT,
};

static const struct ece_nv_tlv tlvs[TLV_COUNT] = {
	[ROCE_1_5]       = { "nv_roce_1_5_conf",           PRM_NV_GLOBAL,  0x010, 4 },
	[GLOBAL_PCI]     = { "nv_global_pci_conf",         PRM_NV_GLOBAL,  0x080, 12 },
	[GLOBAL_PCI_CAP] = { "nv_global_pci_cap",          PRM_NV_GLOBAL,  0x081, 20 },
	[SW_OFFLOAD]     = { "nv_sw_offload_conf",         PRM_NV_GLOBAL,  0x10a, 8 },
	[SW_OFFLOAD_CAP] = { "nv_sw_offload_cap",          PRM_NV_GLOBAL,  0x10b, 4 },
	[PROG_CC]        = { "nv_prog_cc",                 PRM_NV_GLOBAL,  0x111, 4 },
	[PCC_INT]        = { "nv_pcc_int",                 PRM_NV_GLOBAL,  0x114, 16 },
	[PCC_INT_CAP]    = { "nv_pcc_int_cap",             PRM_NV_GLOBAL,  0x115, 16 },
	[GLOBAL_MASK]    = { "nv_global_mask",             PRM_NV_GLOBAL,  0x116, 32 },
	[TUNING]         = { "nv_performance_tuning_conf", PRM_NV_GLOBAL,  0x117, 16 },
	[TUNING_CAP]     = { "nv_performance_tuning_cap",  PRM_NV_GLOBAL,  0x118, 16 },
	[ROCE_CC_GLOBAL] = { "nv_global_roce_cc_conf",     PRM_NV_GLOBAL,  0x119, 16 },
	[ROCE_CC_CAP]    = { "nv_global_roce_cc_cap",      PRM_NV_GLOBAL,  0x11a, 4 },
	[SW_ACCELERATE]  = { "nv_sw_accelerate_conf",      PRM_NV_GLOBAL,  0x11d, 8 },
	[HOST_PRIV]      = { "nv_external_host_priv_conf", PRM_NV_GLOBAL,  0x123, 16 },
	[LINK_TYPE]      = { "nv_vpi_link_type",           PRM_NV_PORT,    0x012, 4 },
	[ROCE_CC]        = { "nv_roce_cc",                 PRM_NV_PORT,    0x107, 4 },
	[ROCE_CC_ECN]    = { "nv_roce_cc_ecn",             PRM_NV_PORT,    0x108, 68 },
	[LLDP]           = { "nv_lldp_nb_conf",            PRM_NV_PORT,    0x10a, 12 },
	[LLDP_CAP]       = { "nv_lldp_nb_cap",             PRM_NV_PORT,    0x10b, 12 },
	[ROCE]           = { "nv_roce_conf",               PRM_NV_PORT,    0x11b, 16 },
	[DCBX]           = { "nv_lldp_nb_dcbx",            PRM_NV_PORT,    0x18e, 4 },
	[QOS]            = { "nv_qos_conf",                PRM_NV_PORT,    0x192, 12 },
	[QOS_CAP]        = { "nv_qos_cap",                 PRM_NV_PORT,    0x193, 4 },
	[HCA]            = { "nv_hca_conf",                PRM_NV_HOST_PF, 0x112, 4 },
	[HCA_CAP]        = { "nv_hca_cap",                 PRM_NV_HOST_PF, 0x113, 4 },
};
/* NOLINTBEGIN(bugprone-macro-parentheses): a member's name cannot stand in parentheses */
#define AT(its_tlv, layout, of)               .tlv = &tlvs[its_tlv], .field = &prm_##layout.of
#define FLAG(its_tlv, layout, of)             AT(its_tlv, layout, of), .flag = true, .unit = ""
#define NUMBER(its_tlv, layout, of, its_unit) AT(its_tlv, layout, of), .unit = (its_unit)
#define WORD(its_tlv, layout, of, ...)        AT(its_tlv, layout, of), .unit = "", .words = NAMED(__VA_ARGS__)
#define VALID(layout, of)                     .valid = &prm_##layout.of
/* NOLINTEND(bugprone-macro-parentheses) */
#define GATE(its_tlv, ...) .gate = &tlvs[its_tlv], .gates = {__VA_ARGS__}
#define OFFLOAD_GATE(of)   GATE(SW_OFFLOAD_CAP, &prm_nv_sw_offload_cap.of)
#define CC_GATE(...)       GATE(ROCE_CC_CAP, __VA_ARGS__)
#define DEFAULT            { "DEVICE_DEFAULT", 0 }
#define UTILIZATION        DEFAULT, { "DISABLED", 1 }, { "LOW", 2 }, { "MEDIUM", 3 }, { "HIGH", 4 }
#define DEFAULT_ENABLE     DEFAULT, { "ENABLE", 1 }, { "DISABLE", 2 }
#define DEFAULT_OFF_ON     DEFAULT, { "DISABLED", 1 }, { "ENABLED", 2 }
/* clang-format on */

static const struct ece_nv_field rows[] = {
	{
		.name = "ROCE_NEXT_PROTOCOL",
		NUMBER(ROCE_1_5, nv_roce_1_5_conf, roce_over_ip_next_protocol, ""),
		.text = "IP protocol number of RoCE over IP without UDP",
	},
	{
		.name = "SRIOV_EN",
		FLAG(GLOBAL_PCI, nv_global_pci_conf, sriov_en),
		VALID(nv_global_pci_conf, sriov_valid),
		GATE(GLOBAL_PCI_CAP, &prm_nv_global_pci_cap.sriov_support),
		.text = "The card may have virtual functions",
	},
	{
		.name = "NUM_OF_VFS",
		NUMBER(GLOBAL_PCI, nv_global_pci_conf, total_vfs, ""),
		VALID(nv_global_pci_conf, sriov_valid),
		GATE(GLOBAL_PCI_CAP, &prm_nv_global_pci_cap.sriov_support),
		.text = "Virtual functions of each physical function, unless PF_NUM_OF_VF_VALID gives each its own "
			"number",
	},
	{
		.name = "UCTX_EN",
		FLAG(SW_OFFLOAD, nv_sw_offload_conf, uctx_en),
		OFFLOAD_GATE(uctx_supported),
		.text = "User contexts; without them there is neither DevX nor fwctl",
	},
	{
		.name = "REAL_TIME_CLOCK_ENABLE",
		FLAG(SW_OFFLOAD, nv_sw_offload_conf, ptp_cyc2realtime),
		OFFLOAD_GATE(ptp_cyc2realtime_supported),
		.text = "Time stamps are those of the real-time clock",
	},
	{
		.name = "RDMA_SELECTIVE_REPEAT_EN",
		FLAG(SW_OFFLOAD, nv_sw_offload_conf, sr_enable),
		OFFLOAD_GATE(sr_enable_supported),
		.text = "Selective repeat may be used; the register that forces it has no effect without",
	},
	{
		.name = "TUNNEL_ECN_COPY_DISABLE",
		FLAG(SW_OFFLOAD, nv_sw_offload_conf, tunnel_ecn_copy_offload_disable),
		OFFLOAD_GATE(tunnel_ecn_copy_offload_disable_supported),
		.text = "The ECN bits of a tunnel's outer header are not copied to the inner one",
	},
	{
		.name = "LOG_TX_PSN_WINDOW",
		NUMBER(SW_OFFLOAD, nv_sw_offload_conf, log_tx_psn_win, ""),
		OFFLOAD_GATE(tx_psn_win_supported),
		.text = "Logarithm of the packets that a queue pair may have under way; 0 is the card's default, 63 "
			"the most",
	},
	{
		.name = "LOG_MAX_OUTSTANDING_WQE",
		NUMBER(SW_OFFLOAD, nv_sw_offload_conf, log_max_outstanding_wqe, ""),
		OFFLOAD_GATE(max_outstanding_wqe_supported),
		.text = "Logarithm of the work requests that a queue pair may have under way; 0 is the card's default, "
			"31 the most",
	},
	{
		.name = "ROCE_ADAPTIVE_ROUTING_EN",
		FLAG(SW_OFFLOAD, nv_sw_offload_conf, ar_enable),
		OFFLOAD_GATE(ar_enable_supported),
		.text = "Adaptive routing may be used with RoCE; the register that forces it has no effect without",
	},
	{
		.name = "USER_PROGRAMMABLE_CC",
		FLAG(PROG_CC, nv_prog_cc, user_cc_en),
		.text = "A congestion control program of the user may be loaded; only where ROCE_CC_LEGACY_DCQCN is "
			"not True",
	},
	{
		.name = "PCC_INT_EN",
		FLAG(PCC_INT, nv_pcc_int, pcc_int_en),
		.text = "Congestion control by round-trip probes that carry in-band telemetry",
	},
	{
		.name = "PCC_INT_NP_RTT_DATA_MODE",
		WORD(PCC_INT, nv_pcc_int, np_rtt_int_data_mode, {"HPCC_LAST_HOP", 0x00}, {"HPCC_MOST_CONGESTED", 0x10},
		     {"NV_INT_0", 0x20}, {"RTT_V0", 0x40}, {"NO_DATA", 0x48}, {"INGRESS_BYTE", 0x49},
		     {"INGRESS_BYTE_RX_BUFF", 0x4a}),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.np_rtt_int_data_mode_last_hop,
		     &prm_nv_pcc_int_cap.np_rtt_int_data_mode_most_congested,
		     &prm_nv_pcc_int_cap.np_rtt_int_data_nv_int_0, &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v0,
		     &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_no_data,
		     &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_ingress_byte,
		     &prm_nv_pcc_int_cap.np_rtt_int_data_rtt_v1_ingress_byte_rx_buff),
		.text = "What the answer to a round-trip probe carries",
	},
	{
		.name = "PCC_INT_NP_RTT_DSCP_EN",
		FLAG(PCC_INT, nv_pcc_int, np_rtt_response_dscp_valid),
		.text = "PCC_INT_NP_RTT_DSCP counts",
	},
	{
		.name = "PCC_INT_NP_RTT_DSCP",
		NUMBER(PCC_INT, nv_pcc_int, np_rtt_response_dscp, ""),
		VALID(nv_pcc_int, np_rtt_response_dscp_valid),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.np_rtt_response_dscp_supported),
		.text = "DSCP of answers to round-trip probes; ROCE_RTT_RESP_DSCP overrides it",
	},
	{
		.name = "PCC_HANDLE_CORE_UTIL",
		WORD(PCC_INT, nv_pcc_int, pcc_handle_resource, UTILIZATION),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.pcc_handle_resource_supported),
		.text = "How much of the card's cores programmable congestion control gets; DISABLED is none of it",
	},
	{
		.name = "PCC_NP_HANDLE_CORE_UTIL",
		WORD(PCC_INT, nv_pcc_int, pcc_np_handle_resource, UTILIZATION),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.pcc_np_handle_resource_supported),
		.text = "The same for the notification point",
	},
	{
		.name = "PCC_INT_SYSTEM_RTT",
		NUMBER(PCC_INT, nv_pcc_int, system_rtt, "ns"),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.system_rtt_supported),
		.text = "Base round-trip time of the network; 0 is the card's default",
	},
	{
		.name = "ece_disable_mask",
		NUMBER(GLOBAL_MASK, nv_global_mask, ece_disable_mask, ""),
		.text = "Takes bits out of ECE negotiation for the whole card; mlxconfig does not show it, and which "
			"bit is which option is not public",
	},
	{
		.name = "SWITCH_COMPT_FEATURE_MASK",
		NUMBER(GLOBAL_MASK, nv_global_mask, switch_compatibility_feature_mask, ""),
		.text = "Features left out for old switches; bit 0 clears the adaptive routing mark of out-of-order "
			"queue pairs",
	},
	{
		.name = "TX_SCHEDULER_LOCALITY_MODE",
		WORD(TUNING, nv_performance_tuning_conf, sched_locality_mode, DEFAULT, {"STATIC_MODE", 1},
		     {"ACCUMULATIVE", 2}, {"DISABLED", 3}),
		GATE(TUNING_CAP, &prm_nv_performance_tuning_cap.sched_locality_mode_static,
		     &prm_nv_performance_tuning_cap.sched_locality_mode_accumulative,
		     &prm_nv_performance_tuning_cap.sched_locality_mode_disabled),
		.text = "How long the transmit scheduler stays with one queue pair",
	},
	{
		.name = "ROCE_CC_LEGACY_DCQCN",
		FLAG(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, legacy_cc_dcqcn),
		CC_GATE(&prm_nv_global_roce_cc_cap.legacy_cc_dcqcn_supported),
		.text = "DCQCN in its first form is the only congestion control: programmable algorithms (ZTR-RTT) do "
			"not run. A card that has no such field is not one where it is False",
	},
	{
		.name = "ROCE_CC_LEGACY_DCQCN_SW",
		FLAG(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, legacy_cc_dcqcn_sw),
		CC_GATE(&prm_nv_global_roce_cc_cap.legacy_cc_dcqcn_sw_supported),
		.text = "The same in the form that the card's software carries out, on Ethernet ports",
	},
	{
		.name = "ROCE_CC_IFA2_TA",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, ifa2_turn_around, DEFAULT_OFF_ON),
		CC_GATE(&prm_nv_global_roce_cc_cap.ifa2_turn_around_supported),
		.text = "In-band telemetry (IFA2) is sent back to where it came from",
	},
	{
		.name = "ROCE_CC_STEERING_EXT",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, cc_steering_extension, DEFAULT_OFF_ON),
		CC_GATE(&prm_nv_global_roce_cc_cap.cc_steering_extension_enabled),
		.text = "Extended steering of congestion control packets; a card without ROCE_CC_LEGACY_DCQCN may have "
			"it "
			"although its capability does not say so",
	},
	{
		.name = "ROCE_CC_DCQCN_COMPATIBILITY_MODE",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, dcqcn_compatibility_mode, DEFAULT, {"GEN5", 1},
		     {"GEN6", 2}),
		CC_GATE(&prm_nv_global_roce_cc_cap.dcqcn_compatibility_mode_gen5,
			&prm_nv_global_roce_cc_cap.dcqcn_compatibility_mode_gen6),
		.text = "DCQCN behaves as on an older generation of cards",
	},
	{
		.name = "ROCE_CC_TX_EVENT_ACK",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, cc_tx_event_ack, DEFAULT, {"ACK_IGNORE", 1},
		     {"ACK_PROCESS", 2}),
		CC_GATE(&prm_nv_global_roce_cc_cap.cc_tx_event_ack_supported),
		.text = "Whether ACKs are transmit events for the algorithm",
	},
	{
		.name = "ROCE_CC_RTT_TIMESTAMP_FORMAT",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, rtt_timestamp_format, DEFAULT, {"FREE_RUNNING", 1},
		     {"REAL_TIME", 2}),
		.text = "Clock of the time stamps in round-trip probes; some firmware takes the free-running one "
			"whatever "
			"this says",
	},
	{
		.name = "ROCE_CC_COMPATIBILITY_MODE",
		WORD(ROCE_CC_GLOBAL, nv_global_roce_cc_conf, cc_compatibility_mode, DEFAULT, {"GEN7", 1}, {"GEN8", 2}),
		CC_GATE(&prm_nv_global_roce_cc_cap.cc_compatibility_mode_gen7,
			&prm_nv_global_roce_cc_cap.cc_compatibility_mode_gen8),
		.text = "Congestion control behaves as on another generation of cards",
	},
	{
		.name = "MULTIPATH_DSCP",
		WORD(SW_ACCELERATE, nv_sw_accelerate_conf, mp_in_dscp, DEFAULT, {"DISABLE", 1}, {"DSCP_0", 2},
		     {"DSCP_1", 3}, {"DSCP_2", 4}),
		OFFLOAD_GATE(mp_in_dscp_supported),
		.text = "Which bit of the DSCP carries the mark of multipath",
	},
	{
		.name = "HOST_PRIV_PCC_UPDATE",
		WORD(HOST_PRIV, nv_external_host_priv_conf, pcc_update, DEFAULT_ENABLE),
		.text = "Whether the host may load congestion control algorithms",
	},
	{
		.name = "HOST_PRIV_NV_GLOBAL",
		WORD(HOST_PRIV, nv_external_host_priv_conf, nv_cfg_global, DEFAULT_ENABLE),
		.text = "Whether the host may change the NV configuration of the card",
	},
	{
		.name = "HOST_PRIV_NV_PORT",
		WORD(HOST_PRIV, nv_external_host_priv_conf, nv_cfg_port, DEFAULT_ENABLE),
		.text = "Whether the host may change the NV configuration of ports",
	},
	{
		.name = "HOST_PRIV_NV_HOST",
		WORD(HOST_PRIV, nv_external_host_priv_conf, nv_cfg_host, DEFAULT_ENABLE),
		.text = "Whether the host may change its own NV configuration",
	},
	{
		.name = "LINK_TYPE",
		WORD(LINK_TYPE, nv_vpi_link_type, default_link_type, {"IB", 1}, {"ETH", 2}),
		.text = "What the port speaks; a card for Ethernet alone has no such field",
	},
	{
		.name = "ROCE_CC_PRIO_MASK",
		NUMBER(ROCE_CC, nv_roce_cc, roce_cc_enable_pri, ""),
		.text = "Priorities for which congestion control starts enabled: bit n is priority n. What was "
			"switched "
			"over later does not show here",
	},
	{
		.name = "ROCE_CC_CNP_MODERATION",
		WORD(ROCE_CC, nv_roce_cc, cnp_moderation, DEFAULT, {"PER_PORT", 1}, {"PER_FLOW", 2}),
		.text = "What the least time between congestion notifications (CNP) is counted for",
	},
	{
		.name = "ROCE_CC_CWND_BY_NP_COUNT",
		WORD(ROCE_CC, nv_roce_cc, cwnd_np_count, DEFAULT, {"NP_CNTRS_ENABLE", 1}, {"NP_CNTRS_DISABLE", 2}),
		CC_GATE(&prm_nv_global_roce_cc_cap.cwnd_np_count_supported),
		.text = "The congestion window counts with the notification point's counters",
	},
	{
		.name = "ROCE_CC_SHAPER_COALESCE",
		WORD(ROCE_CC, nv_roce_cc, roce_cc_shaper_coalescing, DEFAULT, {"DEST_IP", 1}, {"SOURCE_QP", 2},
		     {"_5_TUPLE", 3}),
		GATE(PCC_INT_CAP, &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_dest_ip,
		     &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_source_qp,
		     &prm_nv_pcc_int_cap.roce_cc_shaper_coalese_5_tuple),
		.text = "Which flows share one rate",
	},
	{
		.name = "CLAMP_TGT_RATE",
		FLAG(ROCE_CC_ECN, nv_roce_cc_ecn, clamp_tgt_rate),
		.text = "Value of dcqcn.rp.clamp_tgt_rate after a firmware reset",
	},
	{
		.name = "CLAMP_TGT_RATE_AFTER_TIME_INC",
		FLAG(ROCE_CC_ECN, nv_roce_cc_ecn, clamp_tgt_rate_after_time_inc),
		.text = "Value of dcqcn.rp.clamp_tgt_rate_after_time_inc after a firmware reset",
	},
	{
		.name = "RPG_TIME_RESET",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_time_reset, "us"),
		.text = "Value of dcqcn.rp.time_reset after a firmware reset",
	},
	{
		.name = "RPG_BYTE_RESET",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_byte_reset, ""),
		.text = "Value of dcqcn.rp.byte_reset after a firmware reset",
	},
	{
		.name = "RPG_THRESHOLD",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_threshold, ""),
		.text = "Value of dcqcn.rp.threshold after a firmware reset",
	},
	{
		.name = "RPG_MAX_RATE",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_max_rate, "Mb/s"),
		.text = "Value of dcqcn.rp.max_rate after a firmware reset; 0 is the speed of the port",
	},
	{
		.name = "RPG_AI_RATE",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_ai_rate, "Mb/s"),
		.text = "Value of dcqcn.rp.ai_rate after a firmware reset",
	},
	{
		.name = "RPG_HAI_RATE",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_hai_rate, "Mb/s"),
		.text = "Value of dcqcn.rp.hai_rate after a firmware reset",
	},
	{
		.name = "RPG_GD",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_gd, ""),
		.text = "Value of dcqcn.rp.gd after a firmware reset",
	},
	{
		.name = "RPG_MIN_DEC_FAC",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_min_dec_fac, "%"),
		.text = "Value of dcqcn.rp.min_dec_fac after a firmware reset",
	},
	{
		.name = "RPG_MIN_RATE",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rpg_min_rate, "Mb/s"),
		.text = "Value of dcqcn.rp.min_rate after a firmware reset",
	},
	{
		.name = "RATE_TO_SET_ON_FIRST_CNP",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rate_to_set_on_first_cnp, "Mb/s"),
		.text = "Value of dcqcn.rp.rate_to_set_on_first_cnp after a firmware reset; 0 leaves the rate as it is",
	},
	{
		.name = "DCE_TCP_G",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, dce_tcp_g, ""),
		.text = "Value of dcqcn.rp.dce_tcp_g after a firmware reset",
	},
	{
		.name = "DCE_TCP_RTT",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, dce_tcp_rtt, "us"),
		.text = "Value of dcqcn.rp.dce_tcp_rtt after a firmware reset",
	},
	{
		.name = "RATE_REDUCE_MONITOR_PERIOD",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, rate_reduce_monitor_period, "us"),
		.text = "Value of dcqcn.rp.rate_reduce_monitor_period after a firmware reset",
	},
	{
		.name = "INITIAL_ALPHA_VALUE",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, initial_alpha_value, ""),
		.text = "Value of dcqcn.rp.initial_alpha_value after a firmware reset",
	},
	{
		.name = "MIN_TIME_BETWEEN_CNPS",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, min_time_between_cnps, "us"),
		.text = "Value of dcqcn.np.min_time_between_cnps after a firmware reset",
	},
	{
		.name = "CNP_802P_PRIO",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, cnp_802p_prio, ""),
		.text = "Priority of congestion notifications (CNP) after a firmware reset",
	},
	{
		.name = "CNP_RES_PRIO_MODE",
		FLAG(ROCE_CC_ECN, nv_roce_cc_ecn, cnp_prio_mode),
		.version = 1,
		.text = "Congestion notifications (CNP) have the priority of the packet they answer",
	},
	{
		.name = "CNP_DSCP_MODE",
		WORD(ROCE_CC_ECN, nv_roce_cc_ecn, cnp_dscp_mode, DEFAULT, {"FIXED_VALUE", 1}, {"RX_PACKET", 2}),
		.text = "Where the DSCP of congestion notifications (CNP) comes from; older firmware has no such "
			"field, "
			"which reads like the default",
	},
	{
		.name = "CNP_DSCP",
		NUMBER(ROCE_CC_ECN, nv_roce_cc_ecn, cnp_dscp, ""),
		.text = "Value of dcqcn.np.cnp_dscp after a firmware reset",
	},
	{
		.name = "LLDP_NB_TX_MODE",
		WORD(LLDP, nv_lldp_nb_conf, lldp_nb_tx_mode, {"OFF", 0}, {"MANDATORY", 1}, {"ALL", 2}),
		GATE(LLDP_CAP, &prm_nv_lldp_nb_cap.lldp_nb_tx_cap),
		.text = "What the firmware's own LLDP agent sends",
	},
	{
		.name = "LLDP_NB_RX_MODE",
		WORD(LLDP, nv_lldp_nb_conf, lldp_nb_rx_mode, {"OFF", 0}, {"MANDATORY", 1}, {"ALL", 2}),
		GATE(LLDP_CAP, &prm_nv_lldp_nb_cap.lldp_nb_rx_cap),
		.text = "What the firmware's own LLDP agent takes; OFF hands LLDP to the host",
	},
	{
		.name = "LLDP_NB_DCBX",
		FLAG(LLDP, nv_lldp_nb_conf, lldp_nb_dcbx),
		GATE(LLDP_CAP, &prm_nv_lldp_nb_cap.lldp_nb_dcbx_en),
		.version = 1,
		.text = "The firmware speaks DCBX; only while both LLDP modes are ALL",
	},
	{
		.name = "ROCE_RTT_RESP_DSCP",
		NUMBER(ROCE, nv_roce_conf, rtt_resp_dscp, ""),
		.text = "DSCP of the answers to round-trip probes while ROCE_RTT_RESP_DSCP_MODE is FIXED_VALUE; "
			"overrides "
			"PCC_INT_NP_RTT_DSCP",
	},
	{
		.name = "ROCE_RTT_RESP_DSCP_MODE",
		WORD(ROCE, nv_roce_conf, rtt_resp_dscp_mode, DEFAULT, {"FIXED_VALUE", 1}, {"RX_PACKET", 2}),
		.text = "Where the DSCP of the answers to round-trip probes comes from; older tools call RX_PACKET "
			"RTT_REQUEST",
	},
	{
		.name = "DCBX_IEEE",
		FLAG(DCBX, nv_lldp_nb_dcbx, ieee_dcbx_en),
		.text = "The firmware's DCBX speaks the IEEE form",
	},
	{
		.name = "DCBX_CEE",
		FLAG(DCBX, nv_lldp_nb_dcbx, cee_dcbx_en),
		.text = "The firmware's DCBX speaks the CEE form",
	},
	{
		.name = "DCBX_WILLING",
		FLAG(DCBX, nv_lldp_nb_dcbx, dcbx_willing),
		.text = "The firmware's DCBX takes over what the switch says; only while that agent runs",
	},
	{
		.name = "NUM_OF_VL",
		WORD(QOS, nv_qos_conf, num_of_vl, {"_1_VL", 1}, {"_2_VLs", 2}, {"_4_VLs", 3}, {"_8_VLs", 4},
		     {"_15_VLs", 5}),
		.text = "Virtual lanes of InfiniBand",
	},
	{
		.name = "NUM_OF_TC",
		WORD(QOS, nv_qos_conf, num_of_tc, {"_8_TCs", 0}, {"_1_TC", 1}, {"_2_TCs", 2}, {"_3_TCs", 3},
		     {"_4_TCs", 4}, {"_5_TCs", 5}, {"_6_TCs", 6}, {"_7_TCs", 7}),
		.text = "Traffic classes",
	},
	{
		.name = "NUM_OF_PFC",
		NUMBER(QOS, nv_qos_conf, num_of_pfc, ""),
		.version = 1,
		.text = "Priorities that may have flow control (PFC)",
	},
	{
		.name = "QOS_TRUST_STATE",
		WORD(QOS, nv_qos_conf, qos_trust_state, {"TRUST_PORT", 0}, {"TRUST_PCP", 1}, {"TRUST_DSCP", 2},
		     {"TRUST_DSCP_PCP", 3}),
		VALID(nv_qos_conf, qos_trust_state_en),
		GATE(QOS_CAP, &prm_nv_qos_cap.qos_trust_state_supported),
		.text = "What the priority of a packet is taken from after a firmware reset; older firmware counts "
			"from 4 and "
			"has no valid bit, so its value shows as not set",
	},
	{
		.name = "FLOW_CONTROL",
		WORD(QOS, nv_qos_conf, fc_init_mode, DEFAULT, {"FC_DISABLED", 1}, {"FC_GLOBAL_PAUSE", 2}),
		GATE(QOS_CAP, &prm_nv_qos_cap.fc_init_mode_fc_disabled, &prm_nv_qos_cap.fc_init_mode_fc_global_pause),
		.text = "Flow control before a driver sets it",
	},
	{
		.name = "ROCE_CONTROL",
		WORD(HCA, nv_hca_conf, roce_ctrl, DEFAULT, {"ROCE_DISABLE", 1}, {"ROCE_ENABLE", 2}),
		GATE(HCA_CAP, &prm_nv_hca_cap.roce_ctrl_supported),
		.text = "RoCE on this function",
	},
};

size_t ece_nv_count(void)
{
	return sizeof(rows) / sizeof(rows[0]);
}

const struct ece_nv_field *ece_nv_at(size_t i)
{
	return i < ece_nv_count() ? &rows[i] : NULL;
}

size_t ece_nv_tlv_count(void)
{
	return TLV_COUNT;
}

const struct ece_nv_tlv *ece_nv_tlv_at(size_t i)
{
	return i < TLV_COUNT ? &tlvs[i] : NULL;
}

size_t ece_nv_tlv_index(const struct ece_nv_tlv *tlv)
{
	return (size_t)(tlv - tlvs);
}
