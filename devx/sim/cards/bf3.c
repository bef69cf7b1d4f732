// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * BlueField-3 seen from its host, as a SuperNIC (NIC mode) and in DPU mode: one port of 400 Gb/s, firmware of 2024. Part, PSID and firmware are those
 * of public mlxfwmanager output.
 *
 * Its card is the generation of ConnectX-7, so registers, algorithms and defaults are those of cx7.c; that is an
 * inference, no public output shows them side by side. NVIDIA's Spectrum-X profiles set forced adaptive routing, congestion
 * control per plane and the probe mode on SuperNICs, so here all selects are offered. The Arm side (embedded mode) is not played: what the host of a
 * restricted card may still do is not public.
 */
#include "devx/sim/cards/cards.h"
#include "devx/sim/cards/driver_caps.h"

/* clang-format off */
static const struct fw_word general[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0x34, 0x87606101 }, /* eswitch_manager too: in NIC mode the host's function has it, in DPU mode the Arm's */
	{ 0xd4, 0x0000001f }, /* uctx_cap */
};

static const struct fw_word general_dpu[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0xd4, 0x0000001f }, /* uctx_cap */
};

static const struct fw_word ethernet[] = {
	CARD_DRIVER_CAP_ETHERNET,
};

static const struct fw_word flow_table[] = {
	CARD_DRIVER_CAP_FLOW_TABLE,
	CARD_DRIVER_CAP_FLOW_TABLE_RDMA,
};

static const struct fw_word atomic[] = {
	CARD_DRIVER_CAP_ATOMIC,
};

static const struct fw_word roce[] = {
	CARD_DRIVER_CAP_ROCE,
	{ 0x00, 0x03000000 }, /* fl_rc_qp_when_roce_enabled, roce_cc_general */
};

static const struct fw_word roce_accl[] = {
	{ 0x00, 0x18000fff }, /* select: bits 0-11, 27, 28 */
	{ 0x04, 0x00000005 }, /* roce_adp_retrans_en, roce_slow_restart_en */
	{ 0x08, 0x41000fa0 }, /* base timeout at least 4000 ns, one user profile, four ranges */
	/* The user's profile. What a card has there before the first write is not public: this is the model's own. */
	{ 0x10, 0x20400010 }, /* 16 us, two ranges */
	{ 0x14, 0x0e000802 }, /* first timeout 2^8 to 2^9, total 2^14 */
	{ 0x18, 0x04010804 }, /* 2^8 to 2^12, each once, down to half */
	{ 0x1c, 0x08020d02 }, /* 2^13 to 2^15, each twice, down to the low bound */
};
/* clang-format on */

/* clang-format off */
#define BF3 \
	.title = "BlueField-3", \
	.psid = "MT_0000001010", \
	.part = "900-9D3B4-00EN-E_Ax", \
	.device_id = 0xa2dc, \
	.subsystem_id = 0x0009, \
	.hw_id = 0x21c, \
	.fw_major = 32, \
	.fw_minor = 42, \
	.fw_sub = 1000, \
	.speed_mbps = 400000, \
	.ece_options = 0x30000003, \
	.cap_ethernet = FW_PAGE(ethernet), \
	.cap_flow_table = FW_PAGE(flow_table), \
	.cap_atomic = FW_PAGE(atomic), \
	.cap_roce = FW_PAGE(roce), \
	.roce_accl = FW_PAGE(roce_accl), \
	.roce_accl_bytes = 0x80, \
	.cong = {[1] = {fw_dcqcn_rp, FW_DCQCN_RP_WORDS}, [2] = {fw_dcqcn_np, FW_DCQCN_NP_WORDS}}, \
	.algos = fw_gen7_algos, \
	.algo_count = FW_GEN7_ALGOS, \
	.nv = fw_nv_gen7
/* clang-format on */

const struct fw_card_type fw_card_bf3 = {
	.name = "bf3",
	BF3,
	.cap_general = FW_PAGE(general),
};

/* The card's own CPU manages the switch, so the host's function does not: so the toolkit tells the modes apart. */
const struct fw_card_type fw_card_bf3_dpu = {
	.name = "bf3-dpu",
	BF3,
	.cap_general = FW_PAGE(general_dpu),
};
