// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ZTR-RTT: parameters of a programmable algorithm, found on the card by name. Names, units and fraction bits: NVIDIA,
 * "ZTR-RTT CC Parameter and Counter Configuration", and the profiles of Mellanox/nic-configuration-operator. A
 * parameter whose name is not public, or of which no more is known than that it is a number for debugging, has no row.
 * Ranges and access come from the card.
 */
#include "devx/params/rows.h"

#define ZTR(name_)                                                                                      \
	.name = "ztr_rtt." name_, .card_name = (name_), .scope = ECE_SCOPE_SLOT, .cost = ECE_COST_LIVE, \
	.home = ECE_HOME_PPCC, REGISTER_DOORS, .needs = NEEDS_PROGRAMMABLE
#define FRACTION(bits) .kind = ECE_PARAM_FRACTION, .unit = "", .fraction_bits = (bits)

static const struct ece_param rows[] = {
	{
		ZTR("BW_G"),
		.kind = ECE_PARAM_RATE,
		.unit = "Gb/s",
		.aliases = WORDS("ppcc.BW_G", "ztr_rtt.bw_g"),
		.text = "Speed of the port as the algorithm counts with it; the card takes it from the port by itself",
	},
	{
		ZTR("ALPHA"),
		FRACTION(16),
		.aliases = WORDS("ppcc.ALPHA", "ztr_rtt.alpha", "ALPHA"),
		.text = "Slope between the rate of a flow and the round-trip time that ZTR-RTT aims at; with a point "
			"it is the fraction (0.1), without one the card's own integer (6554)",
	},
	{
		ZTR("MAX_DEC"),
		FRACTION(16),
		.aliases = WORDS("ppcc.MAX_DEC", "ztr_rtt.max_dec", "MAX_DEC"),
		.text = "Factor of the largest decrease in one step: 0.97 takes 3 % at most",
	},
	{
		ZTR("MAX_INC"),
		FRACTION(16),
		.aliases = WORDS("ppcc.MAX_INC", "ztr_rtt.max_inc", "MAX_INC"),
		.text = "Factor of the largest increase in one step: 1.06 adds 6 % at most",
	},
	{
		ZTR("AI"),
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.aliases = WORDS("ppcc.AI", "ztr_rtt.ai"),
		.text = "Additive increase; its unit is not public",
	},
	{
		ZTR("HAI"),
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.aliases = WORDS("ppcc.HAI", "ztr_rtt.hai"),
		.text = "High additive increase; its unit is not public",
	},
	{
		ZTR("HAI_PERIOD"),
		.kind = ECE_PARAM_COUNT_OF,
		.unit = "",
		.aliases = WORDS("ppcc.HAI_PERIOD", "ztr_rtt.hai_period", "HAI_PERIOD"),
		.text = "When high additive increase starts; its unit is not public",
	},
	{
		ZTR("CONGESTION_DELAY_THRESHOLD"),
		.kind = ECE_PARAM_TIME,
		.unit = "ns",
		.aliases = WORDS("ppcc.CONGESTION_DELAY_THRESHOLD", "ztr_rtt.congestion_delay_threshold",
				 "CONGESTION_DELAY_THRESHOLD"),
		.text = "Round-trip time below which there is no congestion; it must fit the network, since a larger "
			"one hides congestion and a smaller one invents it",
	},
	{
		ZTR("MAX_DELAY"),
		.kind = ECE_PARAM_TIME,
		.unit = "ns",
		.aliases = WORDS("ppcc.MAX_DELAY", "ztr_rtt.max_delay", "MAX_DELAY"),
		.text = "Longest delay that is counted; what is measured above it is taken for this",
	},
	{
		ZTR("RATE_ON_FIRST_CONGESTION"),
		FRACTION(20),
		.aliases = WORDS("ppcc.RATE_ON_FIRST_CONGESTION", "ztr_rtt.rate_on_first_congestion",
				 "RATE_ON_FIRST_CONGESTION"),
		.text = "Rate of a flow after its first sign of congestion, as a fraction of the speed of the port",
	},
	{
		ZTR("DELAY_ONLY"),
		.kind = ECE_PARAM_BOOL,
		.unit = "",
		.aliases = WORDS("ppcc.DELAY_ONLY", "ztr_rtt.delay_only", "DELAY_ONLY"),
		.text = "Only delay counts: congestion notifications (CNP) are ignored",
	},
};

const struct rows rows_ztr_rtt = {rows, sizeof(rows) / sizeof(rows[0])};
