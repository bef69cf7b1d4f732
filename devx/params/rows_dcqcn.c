// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DCQCN: the sender (reaction point, RP), the receiver (notification point, NP), and what is neither. Fields, select
 * bits and files: Linux mlx5_ifc.h and drivers/infiniband/hw/mlx5/cong.c. Ranges and traps: NVIDIA, "DCQCN CC
 * Parameters".
 * Where cards differ in width (byte_reset, ai_rate, hai_rate), the range is the one that all of them take.
 *
 * Single letters of the paper (g, T, B, F, K, N) are no aliases: g is the complement of dce_tcp_g, and the others have
 * other units.
 */
#include "devx/prm/cong.h"

#include "devx/params/rows.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): a member's name cannot stand in parentheses */
#define DCQCN(layout, of, its_protocol, its_bit)                                                        \
	.scope = ECE_SCOPE_FUNCTION, .cost = ECE_COST_LIVE, .home = ECE_HOME_CONG, .field = &layout.of, \
	.protocol = (its_protocol), .select_bit = (its_bit)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Of cards that run programmable algorithms people report that DCQCN values are taken and change nothing. */
static const struct ece_need rp_needs[] = {
	{"USER_PROGRAMMABLE_CC", 0, false, ECE_UNMET_INERT,
	 "DCQCN values are stored, maybe not effective: a program of the user may run"},
	{"ROCE_CC_LEGACY_DCQCN", 1, false, ECE_UNMET_INERT,
	 "DCQCN values are stored, maybe not effective: programmable algorithms may run"},
	{"ROCE_CC_PRIO_MASK", 0, true, ECE_UNMET_NOTE, "DCQCN starts disabled on all priorities"},
	{.nv = NULL},
};

static const struct ece_need np_needs[] = {
	{"ROCE_CC_PRIO_MASK", 0, true, ECE_UNMET_NOTE, "DCQCN starts disabled on all priorities"},
	{.nv = NULL},
};

static const struct ece_need cnp_dscp_needs[] = {
	{"CNP_DSCP_MODE", 2, true, ECE_UNMET_INERT, "a CNP has the DSCP of the packet that it answers"},
	{"ROCE_CC_PRIO_MASK", 0, true, ECE_UNMET_NOTE, "DCQCN starts disabled on all priorities"},
	{.nv = NULL},
};

#define DOORS .reads = {ECE_BACKEND_DEVX, ECE_BACKEND_FWCTL, ECE_BACKEND_DEBUGFS}, .writes = {ECE_BACKEND_DEBUGFS}
#define DOORS_AND(vendor)                                                                      \
	.reads = {ECE_BACKEND_DEVX, ECE_BACKEND_FWCTL, ECE_BACKEND_DEBUGFS, ECE_BACKEND_OFED}, \
	.writes = {ECE_BACKEND_DEBUGFS, ECE_BACKEND_OFED}, .vendor_file = (vendor)

#define RP_REST     .counters = WORDS("rp_cnp_handled"), .needs = rp_needs
#define NP_COUNTERS .counters = WORDS("np_cnp_sent")
/* The vendor's driver calls its files as the PRM calls the fields. */
#define RP(of, bit) DCQCN(prm_cong_rp, of, PRM_CONG_ROCE_RP, PRM_CONG_RP_##bit), DOORS_AND("roce_rp/" #of), RP_REST
#define NP(of, bit) DCQCN(prm_cong_np, of, PRM_CONG_ROCE_NP, PRM_CONG_NP_##bit), DOORS_AND("roce_np/" #of), NP_COUNTERS

/* mlxconfig's name, which has a port behind it where the card has ports. */
#define NV(name) name, name "_P1", name "_P2"

static const struct ece_param rows[] = {
	{
		.name = "dcqcn.rp.clamp_tgt_rate",
		.kind = ECE_PARAM_BOOL,
		.unit = "",
		.max = 1,
		RP(clamp_tgt_rate, CLAMP_TGT_RATE),
		.file = "rp_clamp_tgt_rate",
		.aliases = WORDS("clamp_tgt_rate", "rp_clamp_tgt_rate", NV("CLAMP_TGT_RATE"), "DcQcnClampTgtRate"),
		.text = "Every cut of the rate also lowers the target rate to the rate before the cut; when false, "
			"only a cut that follows an increase does",
	},
	{
		.name = "dcqcn.rp.clamp_tgt_rate_after_time_inc",
		.kind = ECE_PARAM_BOOL,
		.unit = "",
		.max = 1,
		RP(clamp_tgt_rate_after_time_inc, CLAMP_TGT_RATE_AFTER_TIME_INC),
		.file = "rp_clamp_tgt_rate_ati",
		.aliases = WORDS("clamp_tgt_rate_after_time_inc", "rp_clamp_tgt_rate_ati",
				 NV("CLAMP_TGT_RATE_AFTER_TIME_INC"), "DcQcnClampTgtRateAfterTimeInc"),
		.text = "An increase that the timer caused counts for the target rate as one that the byte counter "
			"caused: the next cut lowers the target rate too",
	},
	{
		.name = "dcqcn.rp.time_reset",
		.kind = ECE_PARAM_TIME,
		.unit = "us",
		.max = 131071,
		RP(rpg_time_reset, TIME_RESET),
		.file = "rp_time_reset",
		.aliases = WORDS("rpg_time_reset", "rp_time_reset", NV("RPG_TIME_RESET"), "DcQcnRpgTimeReset"),
		.text = "Time between two increases of the rate by timer (T of the paper, there 55 us)",
	},
	{
		.name = "dcqcn.rp.byte_reset",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 32767,
		RP(rpg_byte_reset, BYTE_RESET),
		.file = "rp_byte_reset",
		.aliases = WORDS("rpg_byte_reset", "rp_byte_reset", NV("RPG_BYTE_RESET"), "DcQcnRpgByteReset"),
		.text = "Data between two increases of the rate by byte counter (B of the paper); 0 switches the "
			"counter off; its unit is not clear: 32767 is 32767 bytes if it counts bytes, as the "
			"NV configuration says, and 2 MB if it counts 64 bytes, as others found",
	},
	{
		.name = "dcqcn.rp.threshold",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 31,
		RP(rpg_threshold, THRESHOLD),
		.file = "rp_threshold",
		.aliases = WORDS("rpg_threshold", "rp_threshold", NV("RPG_THRESHOLD"), "DcQcnRpgThreshold"),
		.text = "Increases after a cut, by timer or by byte counter, until additive increase starts; when "
			"both have passed it, hyper increase does (F of the paper, there 5)",
	},
	{
		.name = "dcqcn.rp.min_rate",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.min = 1,
		.max = UINT32_MAX,
		.ceiling = "dcqcn.rp.max_rate",
		RP(rpg_min_rate, MIN_RATE),
		.file = "rp_min_rate",
		.aliases =
			WORDS("rpg_min_rate", "rp_min_rate", NV("RPG_MIN_RATE"), "DcQcnRpgMinRate", "DCQCN_MIN_RATE"),
		.text = "Rate below which DCQCN slows no flow down; at most max_rate and the speed of the port; when "
			"both change, they are written in the order that never has it above max_rate",
	},
	{
		.name = "dcqcn.rp.max_rate",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.max = UINT32_MAX,
		RP(rpg_max_rate, MAX_RATE),
		.file = "rp_max_rate",
		.aliases = WORDS("rpg_max_rate", "rp_max_rate", NV("RPG_MAX_RATE"), "DcQcnRpgMaxRate"),
		.text = "Rate above which DCQCN lets no flow go; 0 is the speed of the port; older kernels have no "
			"file for it",
	},
	{
		.name = "dcqcn.rp.ai_rate",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.max = 131071,
		RP(rpg_ai_rate, AI_RATE),
		.file = "rp_ai_rate",
		.aliases =
			WORDS("rpg_ai_rate", "rp_ai_rate", NV("RPG_AI_RATE"), "DcQcnRpgAiRate", "DCQCN_RL_AI", "R_AI"),
		.text = "Rate that a sender adds in each additive increase step of DCQCN; it has no effect on flows "
			"that a programmable algorithm (ZTR-RTT) drives",
	},
	{
		.name = "dcqcn.rp.hai_rate",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.max = 131071,
		RP(rpg_hai_rate, HAI_RATE),
		.file = "rp_hai_rate",
		.aliases = WORDS("rpg_hai_rate", "rp_hai_rate", NV("RPG_HAI_RATE"), "DcQcnRpgHaiRate", "DCQCN_RL_HAI",
				 "R_HAI"),
		.text = "Rate that a sender adds in each hyper increase step of DCQCN; it has no effect on flows that "
			"a programmable algorithm (ZTR-RTT) drives",
	},
	{
		.name = "dcqcn.rp.gd",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.min = 10,
		.max = 11,
		RP(rpg_gd, GD),
		.file = "rp_gd",
		.aliases = WORDS("rpg_gd", "rp_gd", NV("RPG_GD"), "DcQcnRpgGd", "DCQCN_GD"),
		.text = "How deep a cut is: 11 cuts the rate by alpha/2 as in the paper, 10 by alpha; it is the "
			"number of bits that the product of rate and alpha is shifted by",
	},
	{
		.name = "dcqcn.rp.min_dec_fac",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "%",
		.max = 100,
		RP(rpg_min_dec_fac, MIN_DEC_FAC),
		.file = "rp_min_dec_fac",
		.aliases = WORDS("rpg_min_dec_fac", "rp_min_dec_fac", NV("RPG_MIN_DEC_FAC"), "DcQcnRpgMinDecFac"),
		.text = "Least that one cut leaves of a rate: 50 means never below half, and 100 means no cut at all",
	},
	{
		.name = "dcqcn.rp.rate_to_set_on_first_cnp",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.max = UINT32_MAX,
		RP(rate_to_set_on_first_cnp, RATE_TO_SET_ON_FIRST_CNP),
		.file = "rp_rate_to_set_on_first_cnp",
		.aliases = WORDS("rate_to_set_on_first_cnp", "rp_rate_to_set_on_first_cnp",
				 NV("RATE_TO_SET_ON_FIRST_CNP"), "DcQcnRateToSetOnFirstCnp"),
		.text = "Rate that a flow falls to when its first congestion notification comes; 0 switches that off, "
			"and the advice is at most 85 % of the speed of the port",
	},
	{
		.name = "dcqcn.rp.dce_tcp_g",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 1023,
		RP(dce_tcp_g, DCE_TCP_G),
		.file = "rp_dce_tcp_g",
		.aliases = WORDS("dce_tcp_g", "rp_dce_tcp_g", NV("DCE_TCP_G"), "DcQcnDceTcpG"),
		.text = "How much of alpha stays at each update, in 1/1024: it is 1 - g of the paper, so that g = "
			"1/256 is 1020 here, and 4 forgets nearly all",
	},
	{
		.name = "dcqcn.rp.dce_tcp_rtt",
		.kind = ECE_PARAM_TIME,
		.unit = "us",
		.min = 1,
		.max = 131071,
		RP(dce_tcp_rtt, DCE_TCP_RTT),
		.file = "rp_dce_tcp_rtt",
		.aliases = WORDS("dce_tcp_rtt", "rp_dce_tcp_rtt", NV("DCE_TCP_RTT"), "DcQcnDceTcpRtt"),
		.text = "Time between two updates of alpha (K of the paper, there 55 us)",
	},
	{
		.name = "dcqcn.rp.rate_reduce_monitor_period",
		.kind = ECE_PARAM_TIME,
		.unit = "us",
		.min = 1,
		.max = UINT32_MAX,
		RP(rate_reduce_monitor_period, RATE_REDUCE_MONITOR_PERIOD),
		.file = "rp_rate_reduce_monitor_period",
		.aliases = WORDS("rate_reduce_monitor_period", "rp_rate_reduce_monitor_period",
				 NV("RATE_REDUCE_MONITOR_PERIOD"), "DcQcnRateReduceMonitorPeriod"),
		.text = "Time in which the rate of a flow is cut once at most",
	},
	{
		.name = "dcqcn.rp.initial_alpha_value",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.min = 1,
		.max = 1023,
		RP(initial_alpha_value, INITIAL_ALPHA_VALUE),
		.file = "rp_initial_alpha_value",
		.aliases = WORDS("initial_alpha_value", "rp_initial_alpha_value", NV("INITIAL_ALPHA_VALUE"),
				 "DcQcnInitialAlphaValue"),
		.text = "Alpha of a flow when its first congestion notification comes, in 1/1024: 1023 is the 1 of "
			"the paper",
	},
	{
		.name = "dcqcn.np.min_time_between_cnps",
		.kind = ECE_PARAM_TIME,
		.unit = "us",
		.max = 131071,
		NP(min_time_between_cnps, MIN_TIME_BETWEEN_CNPS),
		.needs = np_needs,
		.file = "np_min_time_between_cnps",
		.aliases = WORDS("min_time_between_cnps", "np_min_time_between_cnps", NV("MIN_TIME_BETWEEN_CNPS"),
				 "DcQcnMinTimeBetweenCnps"),
		.text = "Time between two congestion notifications (CNP) that this receiver sends (N of the paper, "
			"there 50 us); older kernels have no file for it",
	},
	{
		.name = "dcqcn.np.cnp_dscp",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 63,
		NP(cnp_dscp, CNP_DSCP),
		.needs = cnp_dscp_needs,
		.file = "np_cnp_dscp",
		.aliases = WORDS("cnp_dscp", "np_cnp_dscp", NV("CNP_DSCP"), "DcQcnCnpDscp", "DCQCN_NP_CNP_DSCP"),
		.text = "DSCP of the congestion notifications (CNP) that this receiver sends; the switches must give "
			"that DSCP a queue that does not wait behind data",
	},
	{
		.name = "dcqcn.np.cnp_prio",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 7,
		.words = NAMED({"from_packet", 8}),
		.instead = &(const struct ece_param_switch){&prm_cong_np.cnp_prio_mode, "np_cnp_prio_mode", true},
		/* The vendor's driver has a file for the number, none for cnp_prio_mode, which says whether it counts. */
		DCQCN(prm_cong_np, cnp_802p_prio, PRM_CONG_ROCE_NP, PRM_CONG_NP_CNP_PRIO),
		DOORS,
		NP_COUNTERS,
		.needs = np_needs,
		.file = "np_cnp_prio",
		.aliases = WORDS("cnp_802p_prio", "np_cnp_prio", NV("CNP_802P_PRIO"), "DcQcnCnp802pPrio"),
		.text = "Priority (802.1p) of the congestion notifications (CNP) that this receiver sends: a number, "
			"which clears cnp_prio_mode, or from_packet, which sets it and forgets the number; that it "
			"then is the priority of the packet is what the name says, no document does",
	},
	{
		.name = "dcqcn.general.rtt_resp_dscp",
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.max = 63,
		.words = NAMED({"not_forced", 64}),
		.instead = &(const struct ece_param_switch){&prm_cong_general.rtt_resp_dscp_valid,
							    "rtt_resp_dscp_valid", false},
		DCQCN(prm_cong_general, rtt_resp_dscp, PRM_CONG_GENERAL, PRM_CONG_GENERAL_RTT_RESP_DSCP),
		DOORS,
		.needs = NEEDS({"ROCE_RTT_RESP_DSCP_MODE", 2, true, ECE_UNMET_NOTE,
				"answers have the DSCP of the probe unless a number here forces another"}),
		.file = "rtt_resp_dscp",
		.aliases = WORDS("rtt_resp_dscp", NV("ROCE_RTT_RESP_DSCP")),
		.text = "DSCP of the answers to round-trip probes of ZTR-RTT: a number, which sets "
			"rtt_resp_dscp_valid, or not_forced, which clears it and leaves the choice to the card; needs "
			"a kernel of 2024 or later to be written",
	},
};

const struct rows rows_dcqcn = {rows, sizeof(rows) / sizeof(rows[0])};
