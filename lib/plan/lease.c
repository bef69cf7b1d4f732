// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Can the leases of all hosts that hold a change at once be renewed in time? */
#include <errno.h>

#include "lib/plan/internal.h"

#define SECOND_NS 1000000000u

/* Of the lease is over when it is renewed; lib/rollout/lease.c. */
#define RENEW_PART 3

/* All hosts of a step hold it until the step is confirmed; those of steps before are confirmed. */
static const struct plan_step *largest_step(const struct plan *plan, uint32_t part)
{
	const struct plan_step *largest = NULL;

	for (size_t i = 0; i < plan->step_count; i++) {
		const struct plan_step *step = &plan->steps[i];

		if (step->part == part && (!largest || step->count > largest->count))
			largest = step;
	}
	return largest;
}

/*
 * How long a host may take is what the file leaves it; how long it takes is not known here. One second is about what an
 * agent behind ssh needs; a fleet of which more is asked than that should be told so.
 */
static int check_part(struct maker *m, uint32_t part)
{
	const struct fleet_rollout *rollout = m->parts[part].rollout;
	const struct plan_step *step = largest_step(m->plan, part);
	uint64_t due = rollout->lease_ns / RENEW_PART;
	double each;

	if (!step || step->count <= rollout->parallel)
		return 0;
	each = (double)due * rollout->parallel / step->count;
	if (each >= PLAN_ANSWER_NS)
		return 0;
	return plan_note_add(
		m, PLAN_NOTE_LEASE, PLAN_NO_PARAM, NONE, 0,
		"step \"%.60s\" of %.40s has %u hosts that hold the change at once; their leases of %.3g s "
		"are renewed by a third of it, %u at once, so hosts must answer within %.2g s on average, or "
		"leases run out; raise \"parallel\" or lease.ttl, or cut the step with \"batch\"",
		step->name, m->fleet->changes[part].name, step->count, (double)rollout->lease_ns / SECOND_NS,
		rollout->parallel, each / SECOND_NS);
}

int plan_leases(struct maker *m)
{
	for (uint32_t part = 0; part < m->plan->part_count; part++)
		if (check_part(m, part))
			return -ENOMEM;
	return 0;
}
