// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* From a frozen plan to the state machine that carries it out. */
#include <errno.h>
#include <stdlib.h>

#include "lib/control/internal.h"

struct parts {
	struct rollout_change *changes;
	struct rollout_gate *gates; /* of all changes, one behind the other */
	struct rollout_step_plan *steps;
};

static enum rollout_rule rule_of(enum fleet_rule rule)
{
	switch (rule) {
	case FLEET_RULE_PASS:
		return ROLLOUT_RULE_PASS;
	case FLEET_RULE_FAIL:
		return ROLLOUT_RULE_FAIL;
	default:
		return ROLLOUT_RULE_PAUSE;
	}
}

static size_t count_gates(const struct frozen *f)
{
	size_t count = 0;

	for (uint32_t i = 0; i < f->change_count; i++)
		count += f->changes[i].gate_count;
	return count;
}

static void fill_changes(const struct frozen *f, struct parts *parts)
{
	struct rollout_gate *gate = parts->gates;

	for (uint32_t i = 0; i < f->change_count; i++) {
		const struct frozen_change *change = &f->changes[i];

		parts->changes[i] = (struct rollout_change){
			.name = f->change_count > 1 ? change->name : "",
			.limits = change->limits,
			.gates = gate,
			.gate_count = change->gate_count,
		};
		for (uint32_t g = 0; g < change->gate_count; g++)
			*gate++ = (struct rollout_gate){
				.name = change->gates[g].name,
				.samples = frozen_gate_samples(&change->gates[g]),
				.on_inconclusive = rule_of(change->gates[g].on_inconclusive),
				.wait_ns = change->gates[g].wait_ns,
			};
	}
}

static void fill_steps(const struct frozen *f, struct parts *parts)
{
	for (size_t i = 0; i < f->plan.step_count; i++)
		parts->steps[i] = (struct rollout_step_plan){
			.first = f->plan.steps[i].first,
			.count = f->plan.steps[i].count,
			.soak_ns = f->plan.steps[i].soak_ns,
			.change = f->plan.steps[i].part,
			.baseline_ns = f->baselines[i],
		};
}

static int make(const struct frozen *f, struct parts *parts, struct rollout **rollout)
{
	struct rollout_plan plan = {
		.changes = parts->changes,
		.change_count = f->change_count,
		.steps = parts->steps,
		.step_count = (uint32_t)f->plan.step_count,
		.host_of = f->host_of,
		.host_count = (uint32_t)f->plan.order_count,
	};

	if (!parts->changes || !parts->gates || !parts->steps)
		return -ENOMEM;
	fill_changes(f, parts);
	fill_steps(f, parts);
	return rollout_new(&plan, rollout);
}

int run_make_rollout(struct run *run, struct ece_error *e)
{
	const struct frozen *f = run->frozen;
	struct parts parts = {
		.changes = calloc(f->change_count + 1, sizeof(*parts.changes)),
		.gates = calloc(count_gates(f) + 1, sizeof(*parts.gates)),
		.steps = calloc(f->plan.step_count + 1, sizeof(*parts.steps)),
	};
	int err = make(f, &parts, &run->rollout);

	free(parts.changes);
	free(parts.gates);
	free(parts.steps);
	if (err == -ENOMEM)
		return ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a run");
	return err ? ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "run %s: limits or steps that no plan has",
				   run->record.id) :
		     0;
}
