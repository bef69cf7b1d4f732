// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The words and exit codes of what came of it. */
#include "lib/control/internal.h"

/* clang-format off */
static const struct {
	const char *name;
	int code;
} results[] = {
	[CONTROL_APPLIED]         = { "applied", 0 },
	[CONTROL_UNCHANGED]       = { "unchanged", 0 },
	[CONTROL_ERROR]           = { "error", 1 },
	[CONTROL_DIFFERENCES]     = { "differences", 2 },
	[CONTROL_UNDONE]          = { "undone", 3 },
	[CONTROL_UNDO_INCOMPLETE] = { "undo_incomplete", 4 },
	[CONTROL_PAUSED]          = { "paused", 5 },
	[CONTROL_LOCKED]          = { "locked", 6 },
	[CONTROL_APPLIED_OWED]    = { "applied_owed", 7 },
	[CONTROL_INVALID]         = { "invalid", 65 },
	[CONTROL_UNREACHABLE]     = { "unreachable", 69 },
};
/* clang-format on */

#define RESULT_COUNT (sizeof(results) / sizeof(results[0]))

const char *control_result_name(enum control_result result)
{
	return (size_t)result < RESULT_COUNT ? results[result].name : results[CONTROL_ERROR].name;
}

int control_result_exit_code(enum control_result result)
{
	return (size_t)result < RESULT_COUNT ? results[result].code : results[CONTROL_ERROR].code;
}

static enum control_result result_of_done(const struct run *run)
{
	struct rollout_counts c = rollout_counts(run->rollout);

	if (c.unreached == c.hosts)
		return CONTROL_UNREACHABLE;
	if (c.unreached + c.lost + c.failed + run->frozen->owed_count)
		return CONTROL_APPLIED_OWED;
	return c.unchanged == c.hosts ? CONTROL_UNCHANGED : CONTROL_APPLIED;
}

static bool nobody_answered(const struct run *run)
{
	for (uint32_t i = 0; i < run->frozen->plan.order_count; i++) {
		enum rollout_host_state state = rollout_host_state(run->rollout, i);

		if (state != ROLLOUT_HOST_QUEUED && state != ROLLOUT_HOST_UNREACHED)
			return false;
	}
	return rollout_counts(run->rollout).unreached;
}

enum control_result result_of_run(const struct run *run)
{
	switch (rollout_state(run->rollout)) {
	case ROLLOUT_DONE:
		return result_of_done(run);
	case ROLLOUT_UNDONE:
		if (nobody_answered(run))
			return CONTROL_UNREACHABLE;
		return run->frozen->unverified ? CONTROL_UNDO_INCOMPLETE : CONTROL_UNDONE;
	case ROLLOUT_STUCK:
		return CONTROL_UNDO_INCOMPLETE;
	default:
		return CONTROL_PAUSED;
	}
}

static bool refused_by_budget_only(const struct plan *plan)
{
	bool budget = false;

	for (size_t i = 0; i < plan->note_count; i++) {
		if (plan->notes[i].refuses && plan->notes[i].kind != PLAN_NOTE_BUDGET)
			return false;
		budget |= plan->notes[i].kind == PLAN_NOTE_BUDGET;
	}
	return budget;
}

/* Of a plan that is not carried out: refused, or without changes. */
enum control_result result_of_plan(const struct plan *plan)
{
	if (plan_hosts(plan) && plan->unreachable_count == plan_hosts(plan))
		return CONTROL_UNREACHABLE;
	if (plan->refused)
		return refused_by_budget_only(plan) ? CONTROL_UNREACHABLE : CONTROL_INVALID;
	return plan->incomplete || plan->excluded_count || plan->moved_count ? CONTROL_APPLIED_OWED : CONTROL_UNCHANGED;
}
