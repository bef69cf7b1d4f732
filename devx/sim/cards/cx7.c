// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ConnectX-7, one port of 400 Gb/s, firmware of April 2025; the same with two ports of 200 Gb/s, a PCI function each
 * (part and PSID as in public mlxup output); and a virtual function of it.
 *
 * ROCE_ACCL: the select bits and values of the sample output in NVIDIA's "Adaptive Retransmission: Parameters Control".
 *
 * ZTR-RTT: names, units, BW_G's range, ALPHA's default and range are NVIDIA's ("ZTR-RTT CC parameter and counter
 * configuration"). Of the others the public knows the values of Spectrum-X profiles; they stand here as defaults. Their
 * ranges, the names from CNP_VALIDITY on except FIXED_RATE, FAST_SCHED and CC_FIXED_CWND, the algorithm's number, and
 * the last two parameters are this model's own.
 *
 * The firmware has ACCESS_REGISTER_USER, and refuses user contexts ROCE_ACCL and PPCC. What silicon grants there is not
 * public; a tool must not count on it.
 */
#include "devx/sim/cards/cards.h"
#include "devx/sim/cards/driver_caps.h"

/* clang-format off */
static const struct fw_word general[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0x18, 0x00162014 }, /* access_register_user beside log_max_cq_sz 22, log_max_cq 20 */
	{ 0x30, 0xf1000000 }, /* as above, and debug */
	{ 0xd4, 0x0000001f }, /* uctx_cap */
};

static const struct fw_word general_2p[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0x18, 0x00162014 }, /* access_register_user beside log_max_cq_sz 22, log_max_cq 20 */
	{ 0x30, 0xf1000000 }, /* as above, and debug */
	{ 0x4c, 0xc0090012 }, /* as above, and lag_master, num_lag_ports 2 */
	{ 0xd4, 0x0000001f }, /* uctx_cap */
};

static const struct fw_word general_vf[] = {
	CARD_DRIVER_CAP_GENERAL,
	{ 0x04, 0x80000000 }, /* hca_cap_2 */
	{ 0x28, 0x00040004 }, /* no roce_accl */
	{ 0x2c, 0x00410005 }, /* neither cc_query_allowed nor cc_modify_allowed */
	{ 0x34, 0x06206101 }, /* no vport_group_manager */
};

static const struct fw_word ethernet[] = {
	CARD_DRIVER_CAP_ETHERNET,
};

static const struct fw_word flow_table[] = {
	CARD_DRIVER_CAP_FLOW_TABLE,
	CARD_DRIVER_CAP_FLOW_TABLE_RDMA,
};

static const struct fw_word debug[] = {
	{ 0x00, 0x00400000 }, /* resource_dump */
	{ 0x04, 0x20000000 }, /* stall_detect */
};

static const struct fw_word atomic[] = {
	CARD_DRIVER_CAP_ATOMIC,
};

static const struct fw_word roce[] = {
	CARD_DRIVER_CAP_ROCE,
	{ 0x00, 0x03000000 }, /* fl_rc_qp_when_roce_enabled, roce_cc_general */
};

static const struct fw_word roce_accl[] = {
	{ 0x00, 0x1800065f }, /* select: bits 0-4, 6, 9, 10, 27, 28 */
	{ 0x04, 0x00000005 }, /* roce_adp_retrans_en, roce_slow_restart_en */
	{ 0x08, 0x41000fa0 }, /* base timeout at least 4000 ns, one user profile, four ranges */
	/* The user's profile. What a card has there before the first write is not public: this is the model's own. */
	{ 0x10, 0x20400010 }, /* 16 us, two ranges */
	{ 0x14, 0x0e000802 }, /* first timeout 2^8 to 2^9, total 2^14 */
	{ 0x18, 0x04010804 }, /* 2^8 to 2^12, each once, down to half */
	{ 0x1c, 0x08020d02 }, /* 2^13 to 2^15, each twice, down to the low bound */
};

static const struct fw_ppcc_param ztr_rtt[] = {
	{ "BW_G, bandwidth of the port in Gb/s",                             400,     100, 800,      1 },
	{ "ALPHA, slope between rate and target RTT (fxp16)",                6553,    0,   65536,    1 },
	{ "MAX_DEC, largest decrease in one step (fxp16)",                   63570,   1,   65536,    1 },
	{ "MAX_INC, largest increase in one step (fxp16)",                   69468,   65536, 131072, 1 },
	{ "AI, additive increase",                                           96,      1,   65536,    1 },
	{ "HAI, high additive increase",                                     1700,    1,   65536,    1 },
	{ "HAI_PERIOD, time without congestion after which HAI starts",      2000000, 1,   0xffffffff, 1 },
	{ "CONGESTION_DELAY_THRESHOLD, RTT below which nothing is congested (ns)", 13000, 0, 1000000, 1 },
	{ "MAX_DELAY, cap of the measured delay (ns)",                       250000,  1,   10000000, 1 },
	{ "RATE_ON_FIRST_CONGESTION, rate after the first signal (fxp20)",   524288,  1,   1048576,  1 },
	{ "DELAY_ONLY, ignore CNPs",                                         0,       0,   1,        1 },
	{ "CNP_VALIDITY, check CNPs",                                        1,       0,   1,        1 },
	{ "TX_RATE_DEC_STEP, step of the TX rate decrease",                  1,       0,   1024,     1 },
	{ "FIXED_RATE, rate without control, for debugging",                 0,       0,   1048576,  1 },
	{ "FAST_SCHED, fast scheduling",                                     2097152, 0,   0xffffffff, 1 },
	{ "TOPOLOGY_AWARE, use the global minimum of the RTT",               1,       0,   1,        1 },
	{ "ADVANCED, advanced features",                                     1,       0,   1,        1 },
	{ "TRACER, trace for troubleshooting",                               0,       0,   1,        1 },
	{ "CC_FIXED_CWND, fixed window",                                     0,       0,   0xffffffff, 1 },
	{ "PLANE_FAIL_EN, detect failed planes",                             1,       0,   1,        1 },
	{ "PLANE_FAIL_THRESHOLD, signals until a plane has failed",          3,       1,   255,      1 },
	{ "PLANE_FAIL_RECOVERY, signals until a plane is back",              1,       1,   255,      1 },
	{ "RTT_TIMEOUT_THRESHOLD, time after which a probe is lost (ns)",    1000000, 0,   0xffffffff, 0 },
	{ "RTT_MIN, smallest RTT seen (ns)",                                 4200,    0,   0xffffffff, 2 },
};

/*
 * What there is to count is public by kind (NVIDIA's "ZTR-RTT CC parameter and counter configuration"); names, order
 * and widths are this model's own.
 */
static const struct fw_ppcc_counter ztr_counters[] = {
	{ "CNP_HANDLED, CNPs handled",                             0xffffffff },
	{ "NACK_HANDLED, NACKs handled",                           0xffffffff },
	{ "AI_EVENTS, additive increases",                         0xffffffff },
	{ "HAI_EVENTS, high additive increases",                   0xffffffff },
	{ "DEC_EVENTS, decreases",                                 0xffffffff },
	{ "HYPER_DEC_EVENTS, decreases by far",                    0xffffffff },
	{ "TX_DEC_EVENTS, decreases by what was sent",             0xffffffff },
	{ "RTT_COUNT, RTTs measured",                              0xffffffff },
	{ "RTT_SUM, sum of them (ns)",                             0xffffffff },
	{ "RTT_NOT_VALID, RTTs that were not valid",               0x0000ffff },
	{ "RTT_TIMEOUTS, RTT probes without an answer",            0x0000ffff },
};

/* What firmware of this generation runs; also that of BlueField-3. */
const struct fw_ppcc_algo fw_gen7_algos[FW_GEN7_ALGOS] = {
	{ 0,  0x0001, 3, 4, "ZTR_RTTCC, zero touch RoCE by round trip time", ztr_rtt, FW_COUNT_OF(ztr_rtt),
	  ztr_counters, FW_COUNT_OF(ztr_counters) },
	{ 15, 0x000f, 1, 0, "DCQCN, built-in default", NULL, 0, NULL, 0 },
};
/* clang-format on */

/* clang-format off */
#define CX7_FIRMWARE(general_) \
	.device_id = 0x1021, \
	.hw_id = 0x218, \
	.ece_options = 0x30000003, \
	.cap_general = FW_PAGE(general_), \
	.cap_ethernet = FW_PAGE(ethernet), \
	.cap_flow_table = FW_PAGE(flow_table), \
	.cap_atomic = FW_PAGE(atomic), \
	.cap_roce = FW_PAGE(roce), \
	.cap_debug = FW_PAGE(debug), \
	.roce_accl = FW_PAGE(roce_accl), \
	.roce_accl_bytes = 0x80, \
	.cong = {[1] = {fw_dcqcn_rp, FW_DCQCN_RP_WORDS}, [2] = {fw_dcqcn_np, FW_DCQCN_NP_WORDS}}, \
	.algos = fw_gen7_algos, \
	.algo_count = FW_GEN7_ALGOS, \
	.nv = fw_nv_gen7

#define CX7_BOARD \
	.psid = "MT_0000000838", \
	.part = "MCX75310AAS-NEAT", \
	.subsystem_id = 0x0041, \
	.fw_major = 28, \
	.fw_minor = 45, \
	.fw_sub = 1020, \
	.cong_rp_global = true, /* its release notes, known issue 4394475 */ \
	.speed_mbps = 400000

#define CX7_BOARD_2P \
	.psid = "MT_0000000834", \
	.part = "MCX755106AS-HEA_Ax", \
	.subsystem_id = 0x0023, \
	.fw_major = 28, \
	.fw_minor = 43, \
	.fw_sub = 1014, \
	.speed_mbps = 200000, \
	.functions = 2
/* clang-format on */

const struct fw_card_type fw_card_cx7 = {
	.name = "cx7",
	.title = "ConnectX-7",
	CX7_BOARD,
	CX7_FIRMWARE(general),
};

/*
 * Two things that a card may do and of which it is not public which does: its firmware lets user contexts read
 * registers, and its function has no window. For tests of what the toolkit makes of it.
 */
static const uint16_t user_registers[] = {0x402c, 0x506e};

const struct fw_card_type fw_card_cx7_user = {
	.name = "cx7-user",
	.title = "ConnectX-7",
	CX7_BOARD,
	CX7_FIRMWARE(general),
	.user_registers = user_registers,
	.user_register_count = FW_COUNT_OF(user_registers),
	.no_window = true,
};

/* The same without the grant: on a kernel without fwctl nothing leads to its registers. */
const struct fw_card_type fw_card_cx7_closed = {
	.name = "cx7-closed",
	.title = "ConnectX-7",
	CX7_BOARD,
	CX7_FIRMWARE(general),
	.no_window = true,
};

const struct fw_card_type fw_card_cx7_2p = {
	.name = "cx7-2p",
	.title = "ConnectX-7",
	CX7_BOARD_2P,
	CX7_FIRMWARE(general_2p),
};

/* Two ports with one ROCE_ACCL between them: which of the two is real is not public, so tools must bear both. */
const struct fw_card_type fw_card_cx7_2p_shared = {
	.name = "cx7-2p-shared",
	.title = "ConnectX-7",
	CX7_BOARD_2P,
	CX7_FIRMWARE(general_2p),
	.roce_accl_of_card = true,
};

/*
 * What a virtual function may do is not public and is up to its host. This one may do nothing of what this toolkit is
 * for: congestion commands, ROCE_ACCL and PPCC are refused, and there is no tools' context.
 */
const struct fw_card_type fw_card_cx7_vf = {
	.name = "cx7-vf",
	.title = "ConnectX-7 VF",
	CX7_BOARD,
	.device_id = 0x101e,
	.hw_id = 0x218,
	.ece_options = 0x30000003,
	.cap_general = FW_PAGE(general_vf),
	.cap_ethernet = FW_PAGE(ethernet),
	.cap_flow_table = FW_PAGE(flow_table),
	.cap_atomic = FW_PAGE(atomic),
	.cap_roce = FW_PAGE(roce),
};
