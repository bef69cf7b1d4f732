/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is never parted by a step: a host, all hosts of a unit of the rollout, or of a domain that must not be mixed. */
#ifndef ECE_LIB_PLAN_UNIT_H
#define ECE_LIB_PLAN_UNIT_H

#include "lib/plan/internal.h"

struct units {
	uint32_t count;
	uint32_t *of;        /* of each host of the fleet, or NONE */
	uint32_t *first;     /* of each unit, and one more: where its hosts begin in ... */
	uint32_t *hosts;     /* ... this list */
	const char **labels; /* of each unit the value that its hosts share, NULL for a single host */
	struct table table;  /* units by it */
};

/**
 * plan_units_make - the units of the hosts with changes of a part, in the order of the fleet
 *
 * Returns 0 or -ENOMEM; free with plan_units_done() in both cases.
 */
int plan_units_make(const struct maker *m, const struct part *part, struct units *units);
void plan_units_done(struct units *units);

#endif
