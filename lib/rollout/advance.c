// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From step to step: watch, start hosts while there is room, soak, judge, confirm. */
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

bool run_goes_on(const struct rollout *run)
{
	return run->state == ROLLOUT_RUNNING && !run->frozen;
}

static uint32_t step_end(const struct step *step)
{
	return step->first + step->count;
}

/* Of the host's change before this one, which is settled, as steps follow each other. */
static bool took_earlier(const struct rollout *run, uint32_t host)
{
	uint32_t earlier = run->hosts[host].earlier;

	return earlier == NOBODY || run->hosts[earlier].state == ROLLOUT_HOST_CONFIRMED ||
	       run->hosts[earlier].state == ROLLOUT_HOST_UNCHANGED;
}

static void skip_hosts(struct rollout *run, const struct step *step)
{
	for (uint32_t i = step->first; i < step_end(step); i++)
		if (!took_earlier(run, i))
			host_move(run, i, ROLLOUT_HOST_SKIPPED);
}

static void enter_step(struct rollout *run, uint32_t number)
{
	const struct step *step = &run->steps[number];

	run->current = number;
	run->started = number + 1;
	run->cursor = step->first;
	run->round = 0;
	run->rounds = 0;
	memset(run->gates, 0, sizeof(run->gates));
	skip_hosts(run, step);
	if (change_of(run, number)->samples && step->tallies.states[ROLLOUT_HOST_QUEUED]) {
		step_move(run, ROLLOUT_STEP_BASELINE);
		watch_begin(run, ROLLOUT_SAMPLE_BASELINE_BEGIN);
	} else {
		step_move(run, ROLLOUT_STEP_APPLYING);
	}
}

void run_start(struct rollout *run)
{
	run_move(run, ROLLOUT_RUNNING);
	enter_step(run, 0);
}

/* Each round of verdicts has evidence of its own. */
static void next_round(struct rollout *run)
{
	run->round = run->rounds++;
}

void step_soak(struct rollout *run)
{
	next_round(run);
	run->soaked = NEVER;
	step_move(run, ROLLOUT_STEP_SOAKING);
	watch_begin(run, ROLLOUT_SAMPLE_SOAK_BEGIN);
}

void step_confirm(struct rollout *run)
{
	run->cursor = run->steps[run->current].first;
	step_move(run, ROLLOUT_STEP_CONFIRMING);
}

/* Those that undid themselves are queued once more; what was sampled since the step was applied counts no more. */
void step_apply_again(struct rollout *run)
{
	struct step *step = &run->steps[run->current];

	for (uint32_t i = step->first; i < step_end(step); i++) {
		if (run->hosts[i].state != ROLLOUT_HOST_SELF_UNDONE)
			continue;
		run->hosts[i].round++;
		host_move(run, i, ROLLOUT_HOST_QUEUED);
	}
	step->accepted = false;
	run->watch.open = false;
	run->cursor = step->first;
	step_move(run, ROLLOUT_STEP_APPLYING);
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

static bool baseline(struct rollout *run)
{
	if (!watch_over(run, run->steps[run->current].baseline_ns))
		return false;
	step_move(run, ROLLOUT_STEP_APPLYING);
	return true;
}

static bool send_to(struct rollout *run, enum rollout_host_state from, enum rollout_request request)
{
	const struct step *step = &run->steps[run->current];

	for (; run->cursor < step_end(step); run->cursor++) {
		if (run->hosts[run->cursor].state != from)
			continue;
		if (tallies_open(&run->tallies) >= run_limits(run)->parallel)
			return false;
		host_send(run, run->cursor, request);
	}
	return !tallies_open(&step->tallies);
}

static bool apply(struct rollout *run)
{
	if (!send_to(run, ROLLOUT_HOST_QUEUED, ROLLOUT_REQUEST_APPLY))
		return false;
	if (!run->steps[run->current].tallies.states[ROLLOUT_HOST_HELD])
		return finish_step(run);
	step_soak(run);
	return true;
}

static bool soak(struct rollout *run)
{
	if (!watch_over(run, run->steps[run->current].soak_ns) || !leases_sure(run))
		return false;
	if (run->soaked == NEVER)
		run->soaked = run->now;
	step_move(run, ROLLOUT_STEP_GATING);
	gates_ask(run);
	return true;
}

static void soak_on(struct rollout *run)
{
	uint64_t until = gates_judge_at(run);

	next_round(run);
	step_move(run, ROLLOUT_STEP_SOAKING);
	watch_on(run, until);
}

static bool judge(struct rollout *run)
{
	uint32_t gate;

	switch (gates_decide(run, &gate)) {
	case GATES_PASS:
		step_confirm(run);
		return true;
	case GATES_SOAK_ON:
		soak_on(run);
		return true;
	case GATES_WAIT:
		gates_ask_rested(run);
		return false;
	case GATES_PAUSE:
		run_stop_at_gate(run, gate, false);
		return false;
	case GATES_FAIL:
		run_stop_at_gate(run, gate, true);
		return false;
	}
	return false;
}

static bool confirm(struct rollout *run)
{
	return send_to(run, ROLLOUT_HOST_HELD, ROLLOUT_REQUEST_CONFIRM) && finish_step(run);
}

static bool advance_step(struct rollout *run)
{
	switch (run->steps[run->current].state) {
	case ROLLOUT_STEP_BASELINE:
		return baseline(run);
	case ROLLOUT_STEP_APPLYING:
		return apply(run);
	case ROLLOUT_STEP_SOAKING:
		return soak(run);
	case ROLLOUT_STEP_GATING:
		return judge(run);
	case ROLLOUT_STEP_CONFIRMING:
		return confirm(run);
	default:
		return false;
	}
}

/* What stops a run is looked at before anything is sent, also at the beginning of a change with other limits. */
void run_advance(struct rollout *run)
{
	bool went_on;

	do {
		run_check_budgets(run);
		run_check_leases(run);
		went_on = run_goes_on(run) && advance_step(run);
	} while (went_on);
	if (run->state == ROLLOUT_UNDOING && !run->frozen)
		undo_advance(run);
}
