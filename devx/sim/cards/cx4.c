// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ConnectX-4 Lx, two ports of 25 Gb/s, firmware of 2020: a card that lacks most of what this toolkit sets.
 *
 * Part, PSID, firmware and the way its GUIDs are counted are those of public ibv_devinfo and mlxfwmanager output. What
 * ROCE_ACCL looks like on this generation is not public: here it is the first form of the register, with the first four
 * selects. Nothing programmable: PPCC is refused. It gives no tools' context, so there is no fwctl node.
 */
#include "devx/sim/cards/cards.h"
#include "devx/sim/cards/driver_caps.h"

/* clang-format off */
static const struct fw_word general[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x14, 0x00100000 }, /* log_max_srq 16; no ece_support */
};

static const struct fw_word ethernet[] = {
	CARD_DRIVER_CAP_ETHERNET,
};

static const struct fw_word atomic[] = {
	CARD_DRIVER_CAP_ATOMIC,
};

static const struct fw_word roce[] = {
	CARD_DRIVER_CAP_ROCE,
};

static const struct fw_word flow_table[] = {
	CARD_DRIVER_CAP_FLOW_TABLE,
};

static const struct fw_word roce_accl[] = {
	{ 0x00, 0x0000000f }, /* select: bits 0-3 */
	{ 0x04, 0x00000005 }, /* roce_adp_retrans_en, roce_slow_restart_en */
};
/* clang-format on */

const struct fw_card_type fw_card_cx4 = {
	.name = "cx4",
	.title = "ConnectX-4 Lx",
	.psid = "MT_2420110034",
	.part = "MCX4121A-ACA_Ax",
	.device_id = 0x1015,
	.subsystem_id = 0x0003,
	.hw_id = 0x20b,
	.fw_major = 14,
	.fw_minor = 28,
	.fw_sub = 2006,
	.speed_mbps = 25000,
	.functions = 2,
	.cap_general = FW_PAGE(general),
	.cap_ethernet = FW_PAGE(ethernet),
	.cap_flow_table = FW_PAGE(flow_table),
	.cap_atomic = FW_PAGE(atomic),
	.cap_roce = FW_PAGE(roce),
	.roce_accl = FW_PAGE(roce_accl),
	.roce_accl_bytes = 0x40,
	.cong = {[1] = {fw_dcqcn_rp, FW_DCQCN_RP_WORDS}, [2] = {fw_dcqcn_np, FW_DCQCN_NP_WORDS}},
	.nv = fw_nv_cx4,
};
