/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ROCE_ACCL, register 0x402c: RoCE accelerations of a function.
 *
 * The first word has a select bit for each feature: 1 in a read means "can be configured on this device", 1 in a write
 * "change this". Source: mstflint register_access_table.adb; NVIDIA "Adaptive Retransmission: Parameters Control".
 */
#ifndef ECE_DEVX_PRM_ROCE_ACCL_H
#define ECE_DEVX_PRM_ROCE_ACCL_H

#include "devx/prm/field.h"

/* The register grew between firmware generations; which length a card takes is found by trying. */
#define PRM_ROCE_ACCL_BYTES       0x80
#define PRM_ROCE_ACCL_BYTES_SHORT 0x40

/*
 * adp_retx_profile: that of adp_retx_profile_id, which is an index in reads and writes alike. 0 is the built-in
 * profile, which nobody can write; 1 is the user's.
 */
#define PRM_ROCE_ACCL_PROFILE       0x10
#define PRM_ROCE_ACCL_PROFILE_BYTES 0x30
#define PRM_ROCE_ACCL_PROFILE_USER  1
#define PRM_ROCE_ACCL_TIME_USEC     1    /* time_unit; the others are reserved */
#define PRM_ROCE_ACCL_RANGE         0x18 /* timeout_range[], one word each */
#define PRM_ROCE_ACCL_RANGES        4

#define PRM_ROCE_ACCL(ROW)                                     \
	ROW(roce_adp_retrans_select, 0x00, 0, 0)               \
	ROW(roce_tx_window_select, 0x00, 1, 1)                 \
	ROW(roce_slow_restart_select, 0x00, 2, 2)              \
	ROW(roce_slow_restart_idle_select, 0x00, 3, 3)         \
	ROW(min_ack_timeout_limit_disabled_select, 0x00, 4, 4) \
	ROW(adaptive_routing_forced_en_select, 0x00, 5, 5)     \
	ROW(selective_repeat_forced_en_select, 0x00, 6, 6)     \
	ROW(dc_half_handshake_en_select, 0x00, 7, 7)           \
	ROW(cc_per_plane_en_select, 0x00, 8, 8)                \
	ROW(ack_dscp_force_select, 0x00, 9, 9)                 \
	ROW(cc_burst_size_select, 0x00, 10, 10)                \
	ROW(cc_probe_mp_mode_select, 0x00, 11, 11)             \
	ROW(ifa2_turn_around_select, 0x00, 27, 27)             \
	ROW(adp_retx_profile_select, 0x00, 28, 28)             \
	ROW(roce_adp_retrans_en, 0x04, 0, 0)                   \
	ROW(roce_tx_window_en, 0x04, 1, 1)                     \
	ROW(roce_slow_restart_en, 0x04, 2, 2)                  \
	ROW(roce_slow_restart_idle_en, 0x04, 3, 3)             \
	ROW(min_ack_timeout_limit_disabled, 0x04, 4, 4)        \
	ROW(adaptive_routing_forced_en, 0x04, 5, 5)            \
	ROW(selective_repeat_forced_en, 0x04, 6, 6)            \
	ROW(dc_half_handshake_en, 0x04, 7, 7)                  \
	ROW(cc_per_plane_en, 0x04, 8, 8)                       \
	ROW(ack_dscp_force, 0x04, 9, 9)                        \
	ROW(ack_dscp, 0x04, 15, 10)                            \
	ROW(cc_burst_size, 0x04, 26, 24)                       \
	ROW(ifa2_turn_around_en, 0x04, 27, 27)                 \
	ROW(adp_retx_profile_id, 0x04, 30, 28)                 \
	ROW(adp_retx_base_timeout_min, 0x08, 19, 0)            \
	ROW(cc_probe_mp_mode, 0x08, 21, 20)                    \
	ROW(adp_retx_profile_max_id, 0x08, 26, 24)             \
	ROW(adp_retx_profile_max_range_num, 0x08, 30, 28)      \
	ROW(time_base, 0x10, 15, 0)                            \
	ROW(time_unit, 0x10, 23, 22)                           \
	ROW(start_range_index, 0x10, 26, 24)                   \
	ROW(range_num, 0x10, 30, 28)                           \
	ROW(qp_total_timeout, 0x10, 31, 31)                    \
	ROW(timeout_init_range_size, 0x14, 7, 0)               \
	ROW(timeout_init_low_bound, 0x14, 15, 8)               \
	ROW(retx_total_timeout, 0x14, 31, 24)
PRM_DECLARE_LAYOUT(roce_accl, PRM_ROCE_ACCL);

/* The rows of one timeout_range[] whose word is at @at. */
#define PRM_ROCE_ACCL_RANGE_AT(ROW, prefix, at)    \
	ROW(prefix##range_size, at, 7, 0)          \
	ROW(prefix##range_low_bound, at, 15, 8)    \
	ROW(prefix##timeout_retry_num, at, 25, 16) \
	ROW(prefix##dec_mode, at, 27, 26)          \
	ROW(prefix##prev_range_index, at, 30, 28)

/* One timeout_range[]; offsets count from PRM_ROCE_ACCL_RANGE + 4 * index. */
#define PRM_ROCE_ACCL_TIMEOUT_RANGE(ROW) PRM_ROCE_ACCL_RANGE_AT(ROW, , 0x00)
PRM_DECLARE_LAYOUT(roce_accl_range, PRM_ROCE_ACCL_TIMEOUT_RANGE);

/* All of them, where they are in the register. */
#define PRM_ROCE_ACCL_TIMEOUT_RANGES(ROW)      \
	PRM_ROCE_ACCL_RANGE_AT(ROW, r0_, 0x18) \
	PRM_ROCE_ACCL_RANGE_AT(ROW, r1_, 0x1c) \
	PRM_ROCE_ACCL_RANGE_AT(ROW, r2_, 0x20) \
	PRM_ROCE_ACCL_RANGE_AT(ROW, r3_, 0x24)
PRM_DECLARE_LAYOUT(roce_accl_ranges, PRM_ROCE_ACCL_TIMEOUT_RANGES);

#endif
