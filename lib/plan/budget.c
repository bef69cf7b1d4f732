// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts that cannot be reached before anything is written. */
#include "lib/plan/internal.h"

uint32_t plan_unreachable_budget(const struct fleet *fleet, const struct plan *plan, uint32_t part)
{
	const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);

	return fleet_amount_of(rollout->budget.unreachable, (uint32_t)(plan_hosts(plan) - plan->excluded_count));
}

/*
 * Of hosts that are down before the start the person knows; so the whole budget may go to them, but no more. A part
 * that could not start would leave the run half way, so every part that has something to do must allow it.
 */
int plan_check_budget(struct maker *m)
{
	const struct plan *plan = m->plan;
	int err = 0;

	for (uint32_t part = 0; part < plan->part_count && !err; part++) {
		uint32_t budget = plan_unreachable_budget(m->fleet, plan, part);

		if (m->parts[part].changed.count && plan->unreachable_count > budget)
			err = plan_note_add(m, PLAN_NOTE_BUDGET, PLAN_NO_PARAM, NONE, 0,
					    "%zu of %zu hosts cannot be read, and the rollout allows %u; take them out "
					    "of the file, or raise budget.unreachable",
					    plan->unreachable_count, plan_hosts(plan) - plan->excluded_count, budget);
	}
	return err;
}
