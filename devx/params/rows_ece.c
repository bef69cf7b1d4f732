// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The policy of ECE for the programs of a host. No card has it: it is a file that libece reads (ece/policy.h), and what it
 * says is as good as the programs that ask libece. A host without the file allows everything and requires nothing, so
 * that is what these read there, and an undo ends in a file that says so.
 *
 * Names of the options: UCX pull request 6518 (selective repeat), openucx/ucx#11252 (programmable congestion control, by
 * inference).
 */
#include "devx/params/rows.h"
#include "ece/offer.h"

#define POLICY                                                                                                        \
	.kind = ECE_PARAM_OPTIONS, .unit = "", .max = ECE_OPTIONS_ALL,                                                \
	.words = NAMED({"none", 0}, {"all", ECE_OPTIONS_ALL}), .scope = ECE_SCOPE_FUNCTION, .cost = ECE_COST_NEXT_QP, \
	.home = ECE_HOME_POLICY, .reads = {ECE_BACKEND_POLICY}, .writes = {ECE_BACKEND_POLICY}

static const struct ece_param rows[] = {
	{
		.name = "ece.allow",
		POLICY,
		.text = "ECE options that programs which use libece may advertise on this function, a file of the host "
			"and no setting of the card: options as \"selective_repeat,0x4\", none, or all; two ends that "
			"differ have the options of both (programmable_cc is a name by inference)",
	},
	{
		.name = "ece.require",
		POLICY,
		.pairwise = true,
		.ceiling = "ece.allow",
		.policy_require = true,
		.text = "ECE options without which programs that use libece do not connect on this function, a part of "
			"ece.allow; an end that requires what the other one keeps back gets no connection to it",
	},
};

const struct rows rows_ece = {rows, sizeof(rows) / sizeof(rows[0])};
