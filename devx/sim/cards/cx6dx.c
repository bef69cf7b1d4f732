// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ConnectX-6 Dx, one port of 100 Gb/s, in two firmware generations.
 *
 * The newer one (October 2023): ROCE_ACCL in its shorter form of 0x40 bytes, as in the register table of mstflint 4.21,
 * without burst size and retransmission profile but with forced adaptive routing. Its ZTR-RTT has another slot and
 * other indices than that of the ConnectX-7: indices do move between firmware versions, and a tool that does not look
 * for the name finds the wrong one here. Sources of names and values as in cx7.c; slot and order are this model's own.
 *
 * The old one (2021): only the first four accelerations, no programmable congestion control, no resource dump, and a
 * user context sees its own QPs only. The last two are made up, so that tools meet both kinds of card.
 */
#include "devx/sim/cards/cards.h"
#include "devx/sim/cards/driver_caps.h"

/* clang-format off */
static const struct fw_word general[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0x30, 0xf1000000 }, /* as above, and debug */
	{ 0xd4, 0x00000007 }, /* uctx_cap */
};

static const struct fw_word general_old[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0xd4, 0x00000007 }, /* uctx_cap */
};

static const struct fw_word debug[] = {
	{ 0x00, 0x00400000 }, /* resource_dump */
	{ 0x04, 0x20000000 }, /* stall_detect */
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
	CARD_DRIVER_CAP_FLOW_TABLE_RDMA,
};

static const struct fw_word roce_accl[] = {
	{ 0x00, 0x0000027f }, /* select: bits 0-6, 9 */
	{ 0x04, 0x00000005 }, /* roce_adp_retrans_en, roce_slow_restart_en */
};

static const struct fw_word roce_accl_old[] = {
	{ 0x00, 0x0000000f }, /* select: bits 0-3 */
	{ 0x04, 0x00000005 },
};

static const struct fw_ppcc_param ztr_rtt[] = {
	{ "BW_G, bandwidth of the port in Gb/s",                             100,     100, 800,      1 },
	{ "RTT_TIMEOUT_THRESHOLD, time after which a probe is lost (ns)",    1000000, 0,   0xffffffff, 0 },
	{ "ALPHA, slope between rate and target RTT (fxp16)",                6553,    0,   65536,    1 },
	{ "MAX_DEC, largest decrease in one step (fxp16)",                   63570,   1,   65536,    1 },
	{ "MAX_INC, largest increase in one step (fxp16)",                   69468,   65536, 131072, 1 },
	{ "AI, additive increase",                                           96,      1,   65536,    1 },
	{ "HAI, high additive increase",                                     1700,    1,   65536,    1 },
	{ "HAI_PERIOD, time without congestion after which HAI starts",      2000000, 1,   0xffffffff, 1 },
	{ "CONGESTION_DELAY_THRESHOLD, RTT below which nothing is congested (ns)", 15000, 0, 1000000, 1 },
	{ "MAX_DELAY, cap of the measured delay (ns)",                       150000,  1,   10000000, 1 },
	{ "RATE_ON_FIRST_CONGESTION, rate after the first signal (fxp20)",   524288,  1,   1048576,  1 },
	{ "DELAY_ONLY, ignore CNPs",                                         0,       0,   1,        1 },
};

static const struct fw_ppcc_counter ztr_counters[] = {
	{ "RTT_COUNT, RTTs measured",                              0xffffffff },
	{ "RTT_TIMEOUTS, RTT probes without an answer",            0x0000ffff },
	{ "CNP_HANDLED, CNPs handled",                             0xffffffff },
};

static const struct fw_ppcc_algo algos[] = {
	{ 1,  0x0001, 2, 1, "ZTR_RTTCC, zero touch RoCE by round trip time", ztr_rtt, FW_COUNT_OF(ztr_rtt),
	  ztr_counters, FW_COUNT_OF(ztr_counters) },
	{ 15, 0x000f, 1, 0, "DCQCN, built-in default", NULL, 0, NULL, 0 },
};
/* clang-format on */

const struct fw_card_type fw_card_cx6dx = {
	.name = "cx6dx",
	.title = "ConnectX-6 Dx",
	.psid = "MT_0000000359",
	.part = "MCX623106AN-CDAT",
	.device_id = 0x101d,
	.subsystem_id = 0x0016,
	.hw_id = 0x212,
	.fw_major = 22,
	.fw_minor = 39,
	.fw_sub = 1002,
	.speed_mbps = 100000,
	.ece_options = 0x20000001,
	.cap_general = FW_PAGE(general),
	.cap_ethernet = FW_PAGE(ethernet),
	.cap_flow_table = FW_PAGE(flow_table),
	.cap_atomic = FW_PAGE(atomic),
	.cap_roce = FW_PAGE(roce),
	.cap_debug = FW_PAGE(debug),
	.roce_accl = FW_PAGE(roce_accl),
	.roce_accl_bytes = 0x40,
	.cong = {[1] = {fw_dcqcn_rp, FW_DCQCN_RP_WORDS}, [2] = {fw_dcqcn_np, FW_DCQCN_NP_WORDS}},
	.algos = algos,
	.algo_count = FW_COUNT_OF(algos),
	.nv = fw_nv_cx6dx,
};

const struct fw_card_type fw_card_cx6dx_old = {
	.name = "cx6dx-old",
	.title = "ConnectX-6 Dx",
	.psid = "MT_0000000359",
	.part = "MCX623106AN-CDAT",
	.device_id = 0x101d,
	.subsystem_id = 0x0016,
	.hw_id = 0x212,
	.fw_major = 22,
	.fw_minor = 31,
	.fw_sub = 2006,
	.speed_mbps = 100000,
	.own_qps_only = true,
	.ece_options = 0x20000001,
	.cap_general = FW_PAGE(general_old),
	.cap_ethernet = FW_PAGE(ethernet),
	.cap_flow_table = FW_PAGE(flow_table),
	.cap_atomic = FW_PAGE(atomic),
	.cap_roce = FW_PAGE(roce),
	.roce_accl = FW_PAGE(roce_accl_old),
	.roce_accl_bytes = 0x40,
	.cong = {[1] = {fw_dcqcn_rp, FW_DCQCN_RP_WORDS}, [2] = {fw_dcqcn_np, FW_DCQCN_NP_WORDS}},
	.nv = fw_nv_cx6dx_old,
};
