// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From step to step: start hosts while there is room, soak, confirm. */
#include <string.h>

#include "lib/rollout/internal.h"

void run_move(struct rollout *run, enum rollout_run_state to)
{
	run->state = to;
	run->changed = true;
}

void step_move(struct rollout *run, enum rollout_step_state to)
{
	run->steps[run->current].state = to;
	run->changed = true;
}

static bool spent(const struct rollout *run, enum reason *reason)
{
	const struct rollout_limits *l = &run->limits;
	const uint32_t limits[TALLY_COUNT] = {UINT32_MAX, l->unreachable, l->lost, l->failed};

	for (unsigned int t = TALLY_UNREACHED; t < TALLY_COUNT; t++) {
		if (run->tallies.spent[t] - run->forgiven[t] >= limits[t]) {
			*reason = (enum reason)t;
			return true;
		}
	}
	return false;
}

static void enter_step(struct rollout *run, uint32_t step)
{
	run->current = step;
	run->started = step + 1;
	run->cursor = run->steps[step].first;
	step_move(run, ROLLOUT_STEP_APPLYING);
}

void run_start(struct rollout *run)
{
	run_move(run, ROLLOUT_RUNNING);
	enter_step(run, 0);
}

static uint32_t step_end(const struct step *step)
{
	return step->first + step->count;
}

/* All that follow return true when the step went on, so that the next function is to look at it. */

static bool finish_step(struct rollout *run)
{
	step_move(run, ROLLOUT_STEP_DONE);
	if (run->current + 1 < run->step_count)
		enter_step(run, run->current + 1);
	else
		run_move(run, ROLLOUT_DONE);
	return true;
}

static bool apply(struct rollout *run)
{
	struct step *step = &run->steps[run->current];

	while (run->cursor < step_end(step) && tallies_open(&run->tallies) < run->limits.parallel)
		host_send(run, run->cursor++, ROLLOUT_REQUEST_APPLY);
	if (run->cursor < step_end(step) || tallies_open(&step->tallies))
		return false;
	if (!step->tallies.states[ROLLOUT_HOST_HELD])
		return finish_step(run);
	run->soak_until = step->soak_ns > NEVER - run->now ? NEVER : run->now + step->soak_ns;
	step_move(run, ROLLOUT_STEP_SOAKING);
	return true;
}

static bool soak(struct rollout *run)
{
	if (run->now < run->soak_until)
		return false;
	run->cursor = run->steps[run->current].first;
	step_move(run, ROLLOUT_STEP_CONFIRMING);
	return true;
}

static bool confirm(struct rollout *run)
{
	struct step *step = &run->steps[run->current];

	for (; run->cursor < step_end(step) && tallies_open(&run->tallies) < run->limits.parallel; run->cursor++)
		if (run->hosts[run->cursor].state == ROLLOUT_HOST_HELD)
			host_send(run, run->cursor, ROLLOUT_REQUEST_CONFIRM);
	if (run->cursor < step_end(step) || tallies_open(&step->tallies))
		return false;
	return finish_step(run);
}

static bool advance_step(struct rollout *run)
{
	switch (run->steps[run->current].state) {
	case ROLLOUT_STEP_APPLYING:
		return apply(run);
	case ROLLOUT_STEP_SOAKING:
		return soak(run);
	case ROLLOUT_STEP_CONFIRMING:
		return confirm(run);
	default:
		return false;
	}
}

/* A budget is looked at before anything else is sent, so that it is overshot by what was in flight and no more. */
void run_check_budgets(struct rollout *run)
{
	enum reason reason;

	if (run->state != ROLLOUT_RUNNING || !spent(run, &reason))
		return;
	if (run->limits.undo_on_fail) {
		undo_begin(run, reason);
	} else {
		run->reason = reason;
		run_move(run, ROLLOUT_PAUSED);
	}
}

/* A person has seen what was spent, and lets the run spend as much once more. */
void run_go_on(struct rollout *run)
{
	memcpy(run->forgiven, run->tallies.spent, sizeof(run->forgiven));
	run->reason = REASON_NONE;
	run_move(run, ROLLOUT_RUNNING);
}

void run_advance(struct rollout *run)
{
	while (run->state == ROLLOUT_RUNNING && advance_step(run))
		;
	if (run->state == ROLLOUT_UNDOING)
		undo_advance(run);
}
