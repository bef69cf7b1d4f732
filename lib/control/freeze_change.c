// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Write one change of a frozen plan: its limits and its gates, as the fleet file has them now. */
#include "lib/control/frozen_json.h"
#include "lib/control/internal.h"

#define BASELINE_NS (600 * SECOND_NS) /* at most, where the file does not say */
#define JUDGE_NS    (30 * SECOND_NS)  /* on top of the longest time that a gate may take */

uint64_t frozen_baseline(const struct fleet *fleet, const struct plan_step *step)
{
	const struct fleet_rollout *r = fleet_change_rollout(fleet, step->part);
	bool any = false;

	for (uint32_t i = 0; i < r->gate_count; i++)
		any |= frozen_gate_samples(&fleet->gates[r->gates[i]]);
	if (!any)
		return 0;
	if (r->baseline_ns != UINT64_MAX)
		return r->baseline_ns;
	return step->soak_ns < BASELINE_NS ? step->soak_ns : BASELINE_NS;
}

static uint64_t judge_ns(const struct fleet *fleet, const struct fleet_rollout *r)
{
	uint64_t longest = 0;

	for (uint32_t i = 0; i < r->gate_count; i++)
		if (fleet->gates[r->gates[i]].timeout_ns > longest)
			longest = fleet->gates[r->gates[i]].timeout_ns;
	return longest + JUDGE_NS;
}

/* A host takes no longer one, and the state machine must know of the same one as the host. */
static uint64_t lease_ns(const struct fleet_rollout *r)
{
	uint64_t max = PROTOCOL_LEASE_MS_MAX * UINT64_C(1000000);

	return r->lease_ns < max ? r->lease_ns : max;
}

/* Budgets of hosts that were counted before the start are smaller by them, but never spent at the start. */
static struct rollout_limits limits_of(const struct fleet *fleet, const struct plan *plan, uint32_t part)
{
	const struct fleet_rollout *r = fleet_change_rollout(fleet, part);
	uint32_t hosts =
		(uint32_t)plan->changed_count; /* each once, however many changes touch it: one budget for all */
	uint32_t unreachable = plan_unreachable_budget(fleet, plan, part);
	uint32_t gone = (uint32_t)plan->unreachable_count;

	return (struct rollout_limits){
		.unreachable = unreachable > gone ? unreachable - gone : 1,
		.lost = fleet_amount_of(r->budget.lost, hosts),
		.failed = fleet_amount_of(r->budget.failed, hosts),
		.parallel = r->parallel,
		.undo_parallel = r->undo_parallel,
		.attempts = ATTEMPTS,
		.answer_ns = ANSWER_NS,
		.retry_ns = RETRY_NS,
		.undo_on_fail = r->on_fail == FLEET_ON_FAIL_UNDO,
		.lease_ns = lease_ns(r),
		.sample_ns = SAMPLE_NS,
		.judge_ns = judge_ns(fleet, r),
	};
}

static json_t *limits_json(const struct rollout_limits *l)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:I, s:I, s:I}", "unreachable",
			 (json_int_t)l->unreachable, "lost", (json_int_t)l->lost, "failed", (json_int_t)l->failed,
			 "parallel", (json_int_t)l->parallel, "undo_parallel", (json_int_t)l->undo_parallel, "attempts",
			 (json_int_t)l->attempts, "answer_ns", (json_int_t)l->answer_ns, "retry_ns",
			 (json_int_t)l->retry_ns, "undo_on_fail", l->undo_on_fail, "lease_ns", (json_int_t)l->lease_ns,
			 "sample_ns", (json_int_t)l->sample_ns, "judge_ns", (json_int_t)l->judge_ns);
}

static json_t *bound_json(const struct gate_bound *bound)
{
	return bound->set ? json_pack("{s:f, s:b, s:f}", "value", bound->value, "times_baseline", bound->times_baseline,
				      "floor", bound->floor) :
			    json_null();
}

static json_t *argv_json(const char *const *argv)
{
	json_t *words = json_array();

	for (; argv && *argv; argv++)
		frozen_append(&words, json_string(*argv));
	return words;
}

static json_t *gate_json(const struct fleet_gate *gate, const struct fleet_rollout *r)
{
	enum fleet_rule rule = gate->has_on_inconclusive ? gate->on_inconclusive : r->on_inconclusive;

	return json_pack("{s:s, s:s, s:s*, s:s*, s:o, s:I, s:s, s:s, s:o, s:o, s:f, s:s, s:I, s:I}", "name", gate->name,
			 "kind", frozen_gate_words[gate->kind], "counter", gate->counter ? gate->counter->name : NULL,
			 "promql", gate->promql, "argv", argv_json(gate->argv), "timeout_ns",
			 (json_int_t)gate->timeout_ns, "on", frozen_on_words[gate->rule.on], "per",
			 frozen_per_words[gate->rule.per], "max", bound_json(&gate->rule.max), "min",
			 bound_json(&gate->rule.min), "min_traffic", gate->rule.min_traffic, "on_inconclusive",
			 frozen_rule_words[rule], "wait_ns", (json_int_t)gate->wait_ns, "watch",
			 (json_int_t)gate->watch);
}

json_t *frozen_change_json(const struct fleet *fleet, const struct plan *plan, uint32_t part)
{
	const struct fleet_rollout *r = fleet_change_rollout(fleet, part);
	struct rollout_limits limits = limits_of(fleet, plan, part);
	json_t *gates = json_array();

	for (uint32_t i = 0; i < r->gate_count; i++)
		frozen_append(&gates, gate_json(&fleet->gates[r->gates[i]], r));
	return json_pack("{s:s, s:o, s:b, s:o}", "name", fleet->changes[part].name, "limits", limits_json(&limits),
			 "keep_on_loss", r->on_loss == FLEET_ON_LOSS_KEEP && !plan->parts[part].undo_on_loss, "gates",
			 gates);
}
