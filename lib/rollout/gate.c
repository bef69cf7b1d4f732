// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Verdicts of one round on one step. */
#include "lib/rollout/internal.h"

#define WAIT_PARTS 8 /* so often is an inconclusive gate judged again while it may still become clear */

static const struct change *current_change(const struct rollout *run)
{
	return change_of(run, run->current);
}

static bool is_gating(const struct rollout *run)
{
	return run->steps[run->current].state == ROLLOUT_STEP_GATING;
}

static void add_action(struct rollout *run, uint32_t gate)
{
	struct gate *g = &run->gates[gate];

	g->deadline = later(run->now, run_limits(run)->judge_ns);
	action_add(run, &(struct rollout_action){
				.kind = ROLLOUT_ACTION_JUDGE,
				.host = NOBODY,
				.step = run->current,
				.gate = gate,
				.round = run->round,
				.deadline_ns = g->deadline,
			});
	run->changed = true;
}

static void ask(struct rollout *run, uint32_t gate)
{
	run->gates[gate].judging = JUDGING_OPEN;
	run->gates[gate].tries++;
	add_action(run, gate);
}

void gates_ask(struct rollout *run)
{
	for (uint32_t i = 0; i < current_change(run)->gate_count; i++) {
		run->gates[i].tries = 0;
		ask(run, i);
	}
}

/* No verdict is waited for any more. */
void gates_drop(struct rollout *run)
{
	for (uint32_t i = 0; i < ROLLOUT_GATES_MAX; i++)
		run->gates[i].judging = JUDGING_NOT;
}

void gates_ask_rested(struct rollout *run)
{
	for (uint32_t i = 0; i < current_change(run)->gate_count; i++)
		if (run->gates[i].judging == JUDGING_RESTING && run->gates[i].deadline <= run->now)
			ask(run, i);
}

static void settle(struct rollout *run, uint32_t gate, enum rollout_verdict verdict)
{
	struct gate *g = &run->gates[gate];
	bool again = verdict == ROLLOUT_VERDICT_ERROR && g->tries < run_limits(run)->attempts;

	g->verdict = verdict;
	g->judged = run->now;
	g->judging = again ? JUDGING_RESTING : JUDGING_SETTLED;
	g->deadline = later(run->now, run_limits(run)->retry_ns);
	run->changed = true;
}

void gates_verdict(struct rollout *run, const struct rollout_event *event)
{
	if (is_gating(run) && event->step == run->current && event->round == run->round &&
	    run->gates[event->gate].judging == JUDGING_OPEN)
		settle(run, event->gate, event->verdict);
}

void gates_expire(struct rollout *run)
{
	for (uint32_t i = 0; is_gating(run) && i < current_change(run)->gate_count; i++)
		if (run->gates[i].judging == JUDGING_OPEN && run->gates[i].deadline <= run->now)
			settle(run, i, ROLLOUT_VERDICT_ERROR);
}

void gates_take_over(struct rollout *run)
{
	for (uint32_t i = 0; is_gating(run) && i < current_change(run)->gate_count; i++)
		if (run->gates[i].judging == JUDGING_OPEN)
			add_action(run, i);
}

static uint64_t wait_end(const struct rollout *run, uint32_t gate)
{
	return later(run->soaked, current_change(run)->gates[gate].wait_ns);
}

static enum decision decide(const struct rollout *run, uint32_t gate)
{
	static const enum decision by_rule[] = {
		[ROLLOUT_RULE_PAUSE] = GATES_PAUSE,
		[ROLLOUT_RULE_PASS] = GATES_PASS,
		[ROLLOUT_RULE_FAIL] = GATES_FAIL,
	};
	const struct gate *g = &run->gates[gate];

	if (g->judging != JUDGING_SETTLED)
		return GATES_WAIT;
	switch (g->verdict) {
	case ROLLOUT_VERDICT_PASS:
		return GATES_PASS;
	case ROLLOUT_VERDICT_FAIL:
		return GATES_FAIL;
	case ROLLOUT_VERDICT_INCONCLUSIVE:
		if (g->judged < wait_end(run, gate))
			return GATES_SOAK_ON;
		return by_rule[current_change(run)->gates[gate].on_inconclusive];
	default:
		return GATES_PAUSE;
	}
}

enum decision gates_decide(const struct rollout *run, uint32_t *gate)
{
	enum decision strongest = GATES_PASS;

	*gate = 0;
	for (uint32_t i = 0; i < current_change(run)->gate_count; i++) {
		enum decision d = decide(run, i);

		if (d <= strongest)
			continue;
		strongest = d;
		*gate = i;
	}
	return strongest;
}

/* When a step that soaks on is judged again: a few times until the wait of a gate is over, and once then. */
uint64_t gates_judge_at(const struct rollout *run)
{
	uint64_t next = NEVER;

	for (uint32_t i = 0; i < current_change(run)->gate_count; i++) {
		uint64_t part = current_change(run)->gates[i].wait_ns / WAIT_PARTS;
		uint64_t at = later(run->now, part ? part : 1);

		if (decide(run, i) != GATES_SOAK_ON)
			continue;
		if (wait_end(run, i) < at)
			at = wait_end(run, i);
		if (at < next)
			next = at;
	}
	return next;
}

uint64_t gates_deadline(const struct rollout *run)
{
	uint64_t next = NEVER;

	for (uint32_t i = 0; is_gating(run) && i < current_change(run)->gate_count; i++) {
		const struct gate *g = &run->gates[i];
		bool waits = g->judging == JUDGING_OPEN || (g->judging == JUDGING_RESTING && run_goes_on(run));

		if (waits && g->deadline < next)
			next = g->deadline;
	}
	return next;
}

enum rollout_verdict rollout_verdict(const struct rollout *run, uint32_t gate)
{
	return gate < current_change(run)->gate_count ? run->gates[gate].verdict : ROLLOUT_VERDICT_NONE;
}
