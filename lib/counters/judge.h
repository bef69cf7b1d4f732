/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One counter judged over all hosts, and the sentences about it. Internal to lib/counters. */
#ifndef ECE_LIB_COUNTERS_JUDGE_H
#define ECE_LIB_COUNTERS_JUDGE_H

#include "lib/counters/host.h"

struct judging {
	const struct counter *counter;
	const struct gate_rule *rule;
	bool lenient; /* hosts that do not have the counter, or do not move it, are none of those watched */

	uint32_t hosts, usable;
	uint32_t only; /* the last one that was usable */
	uint32_t unfit[UNFIT_COUNT];
	const char *unfit_name[UNFIT_COUNT]; /* the first of each */
	struct amounts all;                  /* of those that are usable and have a baseline, when one is wanted */
	double traffic;

	uint32_t worst;
	double worst_excess;
	struct amounts worst_host;
};

/**
 * judge - as gate_judge()
 * @j: its first three members are set, .worst is GATE_NO_HOST, the rest is zero
 */
void judge(struct judging *j, const struct gate_sample *samples, size_t count, struct gate_verdict *verdict);

/* Adds to verdict->why; what does not fit is cut. */
__attribute__((format(printf, 2, 3))) void verdict_say(struct gate_verdict *verdict, const char *format, ...);

/* Sentences into verdict->why; say_values() fills in the numbers as well. @name: of the only host, or NULL. */
void say_values(const struct judging *j, const struct amounts *amounts, const char *name, struct gate_verdict *verdict);
void say_unfit(const struct judging *j, struct gate_verdict *verdict);
void say_quiet(const struct judging *j, struct gate_verdict *verdict);
void say_nobody(const struct judging *j, struct gate_verdict *verdict);

#endif
