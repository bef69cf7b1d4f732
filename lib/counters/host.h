/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What can be said of one host's sample. Internal to lib/counters. */
#ifndef ECE_LIB_COUNTERS_HOST_H
#define ECE_LIB_COUNTERS_HOST_H

#include "lib/counters/gate.h"

/* Why a host cannot be judged. */
enum unfit {
	FIT,
	UNFIT_MISSING,
	UNFIT_RESET,
	UNFIT_ABSENT,
	UNFIT_UNREAD,
	UNFIT_UNMOVABLE,
	UNFIT_QUIET,
	UNFIT_NO_BASELINE,
	UNFIT_WRAPPED,
	UNFIT_COUNT,
};

/* Counts, and what they are divided by: 1, seconds, or TB. */
struct amounts {
	double during, exposure;
	double before, exposure_before; /* 0 and 0 without a baseline */
};

/**
 * host_amounts - what a sample says
 * @quiet: bytes below which the host says nothing
 *
 * Returns FIT, also without a baseline; or why there is nothing to judge. UNFIT_WRAPPED: @amounts are the least that it
 * can have been.
 */
enum unfit host_amounts(const struct counter *counter, const struct gate_rule *rule, const struct gate_sample *sample,
			double quiet, struct amounts *amounts);

/* A bound for values; infinite where there is no bound, or no baseline to make one of. */
struct limit {
	double value;
	bool measured; /* it came from a baseline, which is itself counted */
	bool known;
};

struct limit limit_max(const struct gate_bound *bound, const struct amounts *amounts);
struct limit limit_min(const struct gate_bound *bound, const struct amounts *amounts);

/* Is the difference of a count from what was allowed more than chance explains? */
bool beyond_chance(double count, double allowed);

#endif
