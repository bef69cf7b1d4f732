// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DCQCN after power-on. The values are those that public "mlxconfig -e q" dumps of ConnectX-4 to ConnectX-6 Dx show as
 * default; no complete dump of a ConnectX-7 is public. Positions: Linux include/linux/mlx5/mlx5_ifc.h
 * (cong_control_r_roce_ecn_rp, _np).
 */
#include "devx/sim/cards/cards.h"

const struct fw_word fw_dcqcn_rp[FW_DCQCN_RP_WORDS] = {
	{0x0c, 0x00800000}, /* clamp_tgt_rate 0, clamp_tgt_rate_after_time_inc 1 */
	{0x14, 300},        /* rpg_time_reset */
	{0x18, 32767},      /* rpg_byte_reset */
	{0x1c, 1},          /* rpg_threshold */
	{0x24, 5},          /* rpg_ai_rate */
	{0x28, 50},         /* rpg_hai_rate */
	{0x2c, 11},         /* rpg_gd */
	{0x30, 50},         /* rpg_min_dec_fac */
	{0x34, 1},          /* rpg_min_rate */
	{0x58, 1019},       /* dce_tcp_g */
	{0x5c, 1},          /* dce_tcp_rtt */
	{0x60, 4},          /* rate_reduce_monitor_period */
	{0x68, 1023},       /* initial_alpha_value */
};

const struct fw_word fw_dcqcn_np[FW_DCQCN_NP_WORDS] = {
	{0x14, 4},          /* min_time_between_cnps */
	{0x18, 0x00003006}, /* cnp_dscp 48, cnp_prio_mode 0, cnp_802p_prio 6 */
};
