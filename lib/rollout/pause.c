// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What stops a run, and what lets it go on. */
#include <string.h>

#include "lib/rollout/internal.h"

static void pause_for(struct rollout *run, enum rollout_pause pause, const struct stop *why)
{
	run->pause = pause;
	run->stop = *why;
	run_move(run, ROLLOUT_PAUSED);
}

bool run_is_spent(const struct rollout *run, struct stop *why)
{
	const struct rollout_limits *l = run_limits(run);
	const uint32_t limits[TALLY_COUNT] = {UINT32_MAX, l->unreachable, l->lost, l->failed};

	for (unsigned int t = TALLY_UNREACHED; t < TALLY_COUNT; t++) {
		if (run->tallies.spent[t] - run->forgiven[t] < limits[t])
			continue;
		*why = (struct stop){
			.reason = (enum reason)t, .limit = limits[t] + run->forgiven[t], .step = run->current};
		return true;
	}
	return false;
}

void run_check_budgets(struct rollout *run)
{
	struct stop why;

	if (run->state != ROLLOUT_RUNNING || !run_is_spent(run, &why))
		return;
	if (run_limits(run)->undo_on_fail)
		undo_begin(run, &why);
	else
		pause_for(run, ROLLOUT_PAUSE_BUDGET, &why);
}

/*
 * What was sampled of a step whose hosts undid themselves says nothing about it any more: nothing of it is waited for,
 * and a person may not accept a verdict on it.
 */
void run_check_leases(struct rollout *run)
{
	bool at_gate = run->state == ROLLOUT_PAUSED && run->pause == ROLLOUT_PAUSE_GATE;

	if (!run->steps[run->current].tallies.states[ROLLOUT_HOST_SELF_UNDONE])
		return;
	run->watch.open = false;
	gates_drop(run);
	if (run->state == ROLLOUT_RUNNING || at_gate)
		pause_for(run, ROLLOUT_PAUSE_LEASE, &(struct stop){.step = run->current});
}

void run_stop_at_gate(struct rollout *run, uint32_t gate, bool failed)
{
	const struct stop why = {
		.reason = REASON_GATE,
		.step = run->current,
		.gate = gate,
		.verdict = run->gates[gate].verdict,
	};

	gates_drop(run);
	if (failed && run_limits(run)->undo_on_fail)
		undo_begin(run, &why);
	else
		pause_for(run, ROLLOUT_PAUSE_GATE, &why);
}

void run_pause(struct rollout *run)
{
	if (run->state == ROLLOUT_RUNNING)
		pause_for(run, ROLLOUT_PAUSE_PERSON, &(struct stop){.step = run->current});
}

static void go_on(struct rollout *run)
{
	run->pause = ROLLOUT_PAUSE_NONE;
	run->stop = (struct stop){0};
	run_move(run, ROLLOUT_RUNNING);
}

/* A person has seen what was spent, and lets the run spend as much once more. */
void run_resume(struct rollout *run)
{
	enum rollout_pause pause = run->pause;

	if (run->state != ROLLOUT_PAUSED)
		return;
	if (pause == ROLLOUT_PAUSE_BUDGET)
		memcpy(run->forgiven, run->tallies.spent, sizeof(run->forgiven));
	go_on(run);
	if (run->steps[run->current].tallies.states[ROLLOUT_HOST_SELF_UNDONE])
		step_apply_again(run);
	else if (pause == ROLLOUT_PAUSE_GATE)
		step_soak(run);
}

void run_accept(struct rollout *run)
{
	if (run->state != ROLLOUT_PAUSED || run->pause != ROLLOUT_PAUSE_GATE || run->frozen)
		return;
	go_on(run);
	run->steps[run->current].accepted = true;
	step_confirm(run);
}

void run_freeze(struct rollout *run, bool frozen)
{
	if (run->frozen == frozen)
		return;
	run->frozen = frozen;
	run->changed = true;
}
