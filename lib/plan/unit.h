/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is never parted by a step: a host, or all hosts of a domain that get a pairwise change. */
#ifndef ECE_LIB_PLAN_UNIT_H
#define ECE_LIB_PLAN_UNIT_H

#include "lib/plan/internal.h"

struct units {
	uint32_t count;
	uint32_t *of;         /* of each host of the fleet, or NONE */
	uint32_t *first;      /* of each unit, and one more: where its hosts begin in ... */
	uint32_t *hosts;      /* ... this list */
	const char **domains; /* of each unit, NULL for a single host */
	struct table table;   /* units by domain */
};

/**
 * plan_units_make - the units of the hosts with changes, in the order of the fleet
 *
 * Returns 0 or -ENOMEM; free with plan_units_done() in both cases.
 */
int plan_units_make(const struct maker *m, struct units *units);
void plan_units_done(struct units *units);

/**
 * plan_units_find - the unit of a domain (a pointer that fleet_label() returned), or NONE
 */
uint32_t plan_units_find(const struct units *units, const char *domain);

#endif
