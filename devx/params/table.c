// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The parameters, in the order people see them. Layouts, ranges and traps: see the sources named in devx/prm and
 * NVIDIA's "DCQCN CC Parameters" and "ZTR-RTT CC Parameter and Counter Configuration".
 */
#include "devx/params/param.h"

#include <string.h>

#include "devx/prm/cong.h"
#include "devx/prm/roce_accl.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct ece_param table[] = {
	{
		.name = "roce_accl.selective_repeat_forced_en",
		.kind = ECE_PARAM_BOOL,
		.unit = "",
		.max = 1,
		.scope = ECE_SCOPE_UNKNOWN,
		.cost = ECE_COST_NEXT_QP,
		.pairwise = true,
		.home = ECE_HOME_ROCE_ACCL,
		.field = &prm_roce_accl.selective_repeat_forced_en,
		.select = &prm_roce_accl.selective_repeat_forced_en_select,
		.reads = {ECE_BACKEND_FWCTL},
		.writes = {ECE_BACKEND_FWCTL},
		.needs = WORDS("NV config RDMA_SELECTIVE_REPEAT_EN = 1"),
		.counters = WORDS("packet_seq_err", "out_of_sequence"),
		.aliases = WORDS("selective_repeat_forced_en", "selective_repeat_forced"),
		.text = "Queue pairs made from now on resend only what was lost, whatever the two ends agreed by ECE; "
			"queue pairs that exist keep what they have, and both ends of a connection must be set alike",
	},
	{
		.name = "dcqcn.rp.ai_rate",
		.kind = ECE_PARAM_RATE,
		.unit = "Mb/s",
		.max = 131071,
		.scope = ECE_SCOPE_FUNCTION,
		.cost = ECE_COST_LIVE,
		.home = ECE_HOME_CONG,
		.field = &prm_cong_rp.rpg_ai_rate,
		.protocol = PRM_CONG_ROCE_RP,
		.select_bit = PRM_CONG_RP_AI_RATE,
		.file = "rp_ai_rate",
		.reads = {ECE_BACKEND_DEVX, ECE_BACKEND_FWCTL, ECE_BACKEND_DEBUGFS},
		.writes = {ECE_BACKEND_DEBUGFS},
		.counters = WORDS("rp_cnp_handled"),
		.aliases = WORDS("rpg_ai_rate", "rp_ai_rate", "RPG_AI_RATE", "RPG_AI_RATE_P1", "RPG_AI_RATE_P2",
				 "DcQcnRpgAiRate", "DCQCN_RL_AI", "R_AI"),
		.text = "Rate that a sender adds in each additive increase step of DCQCN; it has no effect on flows "
			"that a programmable algorithm (ZTR-RTT) drives",
	},
	{
		.name = "ztr_rtt.ALPHA",
		.kind = ECE_PARAM_FRACTION,
		.unit = "",
		.fraction_bits = 16,
		.scope = ECE_SCOPE_SLOT,
		.cost = ECE_COST_LIVE,
		.home = ECE_HOME_PPCC,
		.card_name = "ALPHA",
		.reads = {ECE_BACKEND_FWCTL},
		.writes = {ECE_BACKEND_FWCTL},
		.needs = WORDS("NV config ROCE_CC_LEGACY_DCQCN = 0"),
		.aliases = WORDS("ztr_rtt.alpha", "ALPHA"),
		.text = "Slope between the rate of a flow and the round-trip time that ZTR-RTT aims at; with a point "
			"it is the fraction (0.1), without one the card's own integer (6554)",
	},
};

#define TABLE_COUNT (sizeof(table) / sizeof(table[0]))

size_t ece_param_count(void)
{
	return TABLE_COUNT;
}

const struct ece_param *ece_param_at(size_t i)
{
	return i < TABLE_COUNT ? &table[i] : NULL;
}

size_t ece_param_index(const struct ece_param *param)
{
	return (size_t)(param - table);
}
