// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The user's profile of adaptive retransmission (ROCE_ACCL, profile 1), which one select bit commits as a whole.
 * Fields: mstflint's register access table. Rules and behaviour: NVIDIA, "Adaptive Retransmission: Parameters Control"; it asks
 * for firmware from April 2025 on. How a card goes back to its built-in profile is not public. What a card has that
 * never had a profile is not public either; where it reads as zeros, zeros are what an undo tries to put back.
 *
 * All times are powers of two of the time base. The unit of the base is no parameter: only microseconds are defined.
 */
#include "devx/prm/roce_accl.h"

#include "devx/params/rows.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): a member's name cannot stand in parentheses */
#define PROFILE(layout, of)                                                                                    \
	.scope = ECE_SCOPE_UNKNOWN, .cost = ECE_COST_NEXT_QP, .home = ECE_HOME_ROCE_ACCL, .field = &layout.of, \
	.select = &prm_roce_accl.adp_retx_profile_select, REGISTER_DOORS,                                      \
	.counters = WORDS("roce_adp_retrans", "roce_adp_retrans_to")
/* NOLINTEND(bugprone-macro-parentheses) */

#define NUMBER(of, highest) .kind = ECE_PARAM_COUNT_OF, .unit = "", .max = (highest), PROFILE(prm_roce_accl, of)

#define RANGE_NUMBER(n, name_, of, highest)                                                                        \
	.name = "roce_accl.adp_retx.range" #n "." name_, .kind = ECE_PARAM_COUNT_OF, .unit = "", .max = (highest), \
	PROFILE(prm_roce_accl_ranges, r##n##_##of)

#define RANGE(n)                                                                                                  \
	{                                                                                                         \
		RANGE_NUMBER(n, "low_bound", range_low_bound, 255),                                               \
		.text = "Lowest timeout of range " #n ", as a power of two of time_base; ranges must be in "      \
			"ascending order of it",                                                                  \
	},                                                                                                        \
		{                                                                                                 \
			RANGE_NUMBER(n, "size", range_size, 255),                                                 \
			.text = "How often the timeout is doubled in range " #n " until the next range is taken", \
		},                                                                                                \
		{                                                                                                 \
			RANGE_NUMBER(n, "retry_num", timeout_retry_num, 1023),                                    \
			.text = "How often each timeout of range " #n " is used before it is doubled",            \
		},                                                                                                \
		{                                                                                                 \
			.name = "roce_accl.adp_retx.range" #n ".dec_mode",                                        \
			.kind = ECE_PARAM_WORD,                                                                   \
			.unit = "",                                                                               \
			.max = 3,                                                                                 \
			.words = NAMED({"quarter", 0}, {"half", 1}, {"low_bound", 2}),                            \
			PROFILE(prm_roce_accl_ranges, r##n##_dec_mode),                                           \
			.text = "How the timeout falls in range " #n                                              \
				" when packets arrive again: to a quarter, to half, "                             \
				"or to low_bound; firmware before xx.46.1006 reads it wrongly",                   \
		},                                                                                                \
	{                                                                                                         \
		RANGE_NUMBER(n, "prev_range", prev_range_index, 7),                                               \
			.text = "Range that follows range " #n                                                    \
				" when the timeout falls below its low_bound; firmware "                          \
				"before xx.46.1006 reads it wrongly",                                             \
	}

static const struct ece_param rows[] = {
	{
		.name = "roce_accl.adp_retx.time_base",
		.kind = ECE_PARAM_TIME,
		.unit = "us",
		.max = 32768,
		PROFILE(prm_roce_accl, time_base),
		.aliases = WORDS("adp_retx_time_base"),
		.text = "Base of all times of the retransmission profile: a power of two, and not below what the card "
			"allows (4 us); real timeouts can be up to four times as long",
	},
	{
		.name = "roce_accl.adp_retx.range_num",
		NUMBER(range_num, 7),
		.aliases = WORDS("adp_retx_range_num"),
		.text = "Ranges of timeouts in use, from range0 on: at least one, and not more than the card has (4)",
	},
	{
		.name = "roce_accl.adp_retx.start_range",
		NUMBER(start_range_index, 7),
		.aliases = WORDS("adp_retx_start_range_index"),
		.text = "Range that a new queue pair starts with, unless its first timeout lies in another one; it "
			"must be one of those in use",
	},
	{
		.name = "roce_accl.adp_retx.init_low_bound",
		NUMBER(timeout_init_low_bound, 255),
		.aliases = WORDS("adp_retx_timeout_init_low_bound"),
		.text = "Lowest first timeout of a queue pair, as a power of two of time_base; it is used once, and "
			"should lie in one of the ranges",
	},
	{
		.name = "roce_accl.adp_retx.init_size",
		NUMBER(timeout_init_range_size, 255),
		.aliases = WORDS("adp_retx_timeout_init_range_size"),
		.text = "How many powers of two from init_low_bound on the first timeout is drawn from, so that not "
			"all queue pairs start with the same",
	},
	{
		.name = "roce_accl.adp_retx.total_timeout",
		NUMBER(retx_total_timeout, 255),
		.words = NAMED({"from_qp", 256}),
		.instead = &(const struct ece_param_switch){.field = &prm_roce_accl.qp_total_timeout, .at = true},
		.aliases = WORDS("adp_retx_retx_total_timeout"),
		.text = "Time without progress after which a queue pair fails with \"retry exceeded\", as a power of "
			"two of time_base; from_qp takes the ACK timeout times the retry count of the queue pair",
	},
	RANGE(0),
	RANGE(1),
	RANGE(2),
	RANGE(3),
};

const struct rows rows_adp_retx = {rows, sizeof(rows) / sizeof(rows[0])};
