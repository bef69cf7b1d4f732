// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Slots of programmable congestion control (PPCC): the algorithm in a slot runs or not, counts, traces. Commands:
 * mstflint's register access table. Slot 15: NVIDIA's doroce-linux disables it to force ZTR-RTT, and
 * Mellanox/nic-configuration-operator (483) found that its state cannot be read back.
 *
 * A card has sixteen slots, most of them empty, and an algorithm has as many parameters as its firmware gives it. So
 * only the slot that everybody has is a row; for the others, and for parameters that have no row, there are patterns.
 */
#include "devx/prm/ppcc.h"

#include "devx/params/rows.h"

#define SLOT(of)                                                                                           \
	.kind = ECE_PARAM_BOOL, .unit = "", .max = 1, .scope = ECE_SCOPE_SLOT, .home = ECE_HOME_PPCC_SLOT, \
	.field = &prm_ppcc.of, REGISTER_DOORS

static const struct ece_param rows[] = {
	{
		.name = "ppcc.slot.15.enable",
		SLOT(value),
		.slot = PRM_PPCC_SLOT_BUILT_IN,
		.cost = ECE_COST_NEXT_QP,
		.pairwise = true,
		.no_verify = true,
		.needs = NEEDS_PROGRAMMABLE,
		.text = "The algorithm of flows that agreed on none, which is DCQCN; false forces ZTR-RTT on all of "
			"them, so both ends must answer its probes, and both ports of a card must be set; its "
			"read-back cannot be trusted, so no tool can tell whether it was switched",
	},
};

const struct rows rows_ppcc_slot = {rows, sizeof(rows) / sizeof(rows[0])};

/* In the texts below */
#define SLOT_STANDS "N (0 to 15)"

static const struct ece_param_pattern patterns[] = {
	{
		.row =
			{
				.name = "ppcc.slot.N.enable",
				SLOT(value),
				.cost = ECE_COST_LIVE,
				.needs = NEEDS_PROGRAMMABLE,
				.text = "Whether the algorithm in slot N (0 to 15) of the card runs on this port; what "
					"is in "
					"a slot differs between firmware versions",
			},
		.regex = "^ppcc[.]slot[.]([0-9]|1[0-5])[.]enable$",
		.stands = SLOT_STANDS,
	},
	{
		.row =
			{
				.name = "ppcc.slot.N.counters",
				SLOT(counter_en),
				.cost = ECE_COST_LIVE,
				.needs = NEEDS_PROGRAMMABLE,
				.text = "Whether the algorithm in slot N (0 to 15) counts; it is switched by the "
					"command that "
					"enables the slot, so it can only change while the slot is enabled or with "
					"that; of slot 15 it can only be read",
			},
		.regex = "^ppcc[.]slot[.]([0-9]|1[0-5])[.]counters$",
		.stands = SLOT_STANDS,
	},
	{
		.row =
			{
				.name = "ppcc.slot.N.trace",
				SLOT(trace_en),
				.cost = ECE_COST_LIVE,
				.needs = NEEDS_PROGRAMMABLE,
				.text = "Whether the algorithm in slot N (0 to 15) writes a trace; it is switched by "
					"the "
					"command that enables the slot, so it can only change while the slot is "
					"enabled or "
					"with that; of slot 15 it can only be read",
			},
		.regex = "^ppcc[.]slot[.]([0-9]|1[0-5])[.]trace$",
		.stands = SLOT_STANDS,
	},
	{
		.row =
			{
				.name = "ppcc.NAME",
				.kind = ECE_PARAM_COUNT_OF,
				.unit = "",
				.scope = ECE_SCOPE_SLOT,
				.cost = ECE_COST_LIVE,
				.needs = NEEDS_PROGRAMMABLE,
				.home = ECE_HOME_PPCC,
				REGISTER_DOORS,
				.text = "A parameter that the card calls NAME, of the first slot that has it, as the "
					"card's "
					"own whole number; range and access are told by the card, its unit is not",
			},
		.regex = "^ppcc[.][A-Za-z0-9_-]{1,58}$",
		.stands = "NAME",
	},
};

const struct ece_param_pattern *ece_param_pattern_at(size_t i)
{
	return i < sizeof(patterns) / sizeof(patterns[0]) ? &patterns[i] : NULL;
}
