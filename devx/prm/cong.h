/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Congestion control commands: status (per priority), parameters (a 256-byte block per protocol), statistics.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h, drivers/infiniband/hw/mlx5/cong.c.
 */
#ifndef ECE_DEVX_PRM_CONG_H
#define ECE_DEVX_PRM_CONG_H

#include "devx/prm/field.h"

enum prm_cong_protocol {
	PRM_CONG_QAU_RP = 0,  /* 802.1Qau */
	PRM_CONG_ROCE_RP = 1, /* reaction point: the sender */
	PRM_CONG_ROCE_NP = 2, /* notification point: the receiver, sends CNPs */
	PRM_CONG_GENERAL = 3, /* needs the RoCE capability roce_cc_general */
	PRM_CONG_PROTOCOLS = 4,
};

#define PRM_CONG_BLOCK 0x100 /* bytes of a parameter block */

/* The block does not start at the same place in the two commands. */
#define PRM_QUERY_CONG_PARAMS_BLOCK   0x10 /* in the output */
#define PRM_QUERY_CONG_PARAMS_OUT     0x110
#define PRM_MODIFY_CONG_PARAMS_BLOCK  0x20 /* in the input */
#define PRM_MODIFY_CONG_PARAMS_IN     0x120
#define PRM_QUERY_CONG_STATISTICS_OUT 0x110

/* QUERY_CONG_STATUS in and out, MODIFY_CONG_STATUS in. */
#define PRM_CONG_STATUS(ROW)           \
	ROW(priority, 0x08, 7, 4)      \
	ROW(cong_protocol, 0x08, 3, 0) \
	ROW(enable, 0x0c, 31, 31)      \
	ROW(tag_enable, 0x0c, 30, 30)
PRM_DECLARE_LAYOUT(cong_status, PRM_CONG_STATUS);

/* QUERY_CONG_PARAMS in (without field_select), MODIFY_CONG_PARAMS in. Bit n of field_select: see the blocks below. */
#define PRM_CONG_PARAMS(ROW)           \
	ROW(cong_protocol, 0x08, 3, 0) \
	ROW(field_select, 0x0c, 31, 0)
PRM_DECLARE_LAYOUT(cong_params, PRM_CONG_PARAMS);

/* Block of PRM_CONG_ROCE_RP. */
#define PRM_CONG_RP(ROW)                                 \
	ROW(clamp_tgt_rate, 0x0c, 27, 27)                \
	ROW(clamp_tgt_rate_after_time_inc, 0x0c, 23, 23) \
	ROW(rpg_time_reset, 0x14, 31, 0)                 \
	ROW(rpg_byte_reset, 0x18, 31, 0)                 \
	ROW(rpg_threshold, 0x1c, 31, 0)                  \
	ROW(rpg_max_rate, 0x20, 31, 0)                   \
	ROW(rpg_ai_rate, 0x24, 31, 0)                    \
	ROW(rpg_hai_rate, 0x28, 31, 0)                   \
	ROW(rpg_gd, 0x2c, 31, 0)                         \
	ROW(rpg_min_dec_fac, 0x30, 31, 0)                \
	ROW(rpg_min_rate, 0x34, 31, 0)                   \
	ROW(rate_to_set_on_first_cnp, 0x54, 31, 0)       \
	ROW(dce_tcp_g, 0x58, 31, 0)                      \
	ROW(dce_tcp_rtt, 0x5c, 31, 0)                    \
	ROW(rate_reduce_monitor_period, 0x60, 31, 0)     \
	ROW(initial_alpha_value, 0x68, 31, 0)
PRM_DECLARE_LAYOUT(cong_rp, PRM_CONG_RP);

/* Bits of field_select for PRM_CONG_ROCE_RP. */
enum prm_cong_rp_select {
	PRM_CONG_RP_CLAMP_TGT_RATE = 1,
	PRM_CONG_RP_CLAMP_TGT_RATE_AFTER_TIME_INC = 2,
	PRM_CONG_RP_TIME_RESET = 3,
	PRM_CONG_RP_BYTE_RESET = 4,
	PRM_CONG_RP_THRESHOLD = 5,
	PRM_CONG_RP_MAX_RATE = 6,
	PRM_CONG_RP_AI_RATE = 7,
	PRM_CONG_RP_HAI_RATE = 8,
	PRM_CONG_RP_MIN_DEC_FAC = 9,
	PRM_CONG_RP_MIN_RATE = 10,
	PRM_CONG_RP_RATE_TO_SET_ON_FIRST_CNP = 11,
	PRM_CONG_RP_DCE_TCP_G = 12,
	PRM_CONG_RP_DCE_TCP_RTT = 13,
	PRM_CONG_RP_RATE_REDUCE_MONITOR_PERIOD = 14,
	PRM_CONG_RP_INITIAL_ALPHA_VALUE = 15,
	PRM_CONG_RP_GD = 16,
};

/* Block of PRM_CONG_ROCE_NP. */
#define PRM_CONG_NP(ROW)                        \
	ROW(min_time_between_cnps, 0x14, 31, 0) \
	ROW(cnp_dscp, 0x18, 13, 8)              \
	ROW(cnp_prio_mode, 0x18, 3, 3)          \
	ROW(cnp_802p_prio, 0x18, 2, 0)
PRM_DECLARE_LAYOUT(cong_np, PRM_CONG_NP);

/* Bits of field_select for PRM_CONG_ROCE_NP. */
enum prm_cong_np_select {
	PRM_CONG_NP_MIN_TIME_BETWEEN_CNPS = 2,
	PRM_CONG_NP_CNP_DSCP = 3,
	PRM_CONG_NP_CNP_PRIO = 4, /* both cnp_prio_mode and cnp_802p_prio */
};

/* Block of PRM_CONG_GENERAL. */
#define PRM_CONG_GENERAL_BLOCK(ROW)            \
	ROW(rtt_resp_dscp_valid, 0x10, 15, 15) \
	ROW(rtt_resp_dscp, 0x10, 5, 0)
PRM_DECLARE_LAYOUT(cong_general, PRM_CONG_GENERAL_BLOCK);

/* Bits of field_select for PRM_CONG_GENERAL. */
enum prm_cong_general_select {
	PRM_CONG_GENERAL_RTT_RESP_DSCP = 0, /* both */
};

/* QUERY_CONG_STATISTICS in. */
#define PRM_CONG_STATISTICS_IN(ROW) ROW(clear, 0x08, 31, 31)
PRM_DECLARE_LAYOUT(cong_statistics_in, PRM_CONG_STATISTICS_IN);

/* QUERY_CONG_STATISTICS out; the last two are not 8-byte aligned. */
#define PRM_CONG_STATISTICS(ROW)                     \
	ROW(rp_cur_flows, 0x10, 31, 0)               \
	ROW(sum_flows, 0x14, 31, 0)                  \
	ROW(rp_cnp_ignored, 0x18, 63, 0)             \
	ROW(rp_cnp_handled, 0x20, 63, 0)             \
	ROW(time_stamp, 0x48, 63, 0)                 \
	ROW(accumulators_period, 0x50, 31, 0)        \
	ROW(np_ecn_marked_roce_packets, 0x54, 63, 0) \
	ROW(np_cnp_sent, 0x5c, 63, 0)
PRM_DECLARE_LAYOUT(cong_statistics, PRM_CONG_STATISTICS);

#endif
