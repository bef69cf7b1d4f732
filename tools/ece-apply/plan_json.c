// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-apply/plan_json.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/base/hostlist.h"
#include "tools/common/json_build.h"
#include "tools/common/param_text.h"

static json_t *change_json(const struct plan_change *change)
{
	const struct ece_param *param = ece_param_at(change->param);
	char from[PARAM_TEXT_VALUE_MAX], to[PARAM_TEXT_VALUE_MAX];

	ece_param_format(param, change->from, from, sizeof(from));
	ece_param_format(param, change->to, to, sizeof(to));
	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:s}", "param", param->name, "from", from, "to", to, "from_raw",
			 (json_int_t)change->from, "to_raw", (json_int_t)change->to, "cost",
			 ece_param_cost_name(param->cost));
}

static json_t *group_json(const struct plan_group *group)
{
	json_t *changes = json_array();

	for (size_t i = 0; i < group->change_count; i++)
		build_append(&changes, change_json(&group->changes[i]));
	return json_pack("{s:s, s:I, s:I, s:s, s:o}", "hosts", group->hosts, "host_count",
			 (json_int_t)group->host_count, "nic_count", (json_int_t)group->nic_count, "card", group->card,
			 "changes", changes);
}

static json_t *note_json(const struct plan_note *note)
{
	const struct ece_param *param = note->param == PLAN_NO_PARAM ? NULL : ece_param_at(note->param);

	return json_pack("{s:s, s:b, s:s?, s:s, s:I, s:I, s:s}", "kind", plan_note_kind_name(note->kind), "refuses",
			 note->refuses, "param", param ? param->name : NULL, "hosts", note->hosts ? note->hosts : "",
			 "host_count", (json_int_t)note->host_count, "nic_count", (json_int_t)note->nic_count, "text",
			 note->text);
}

/* What is not known of some NICs is null, not what is known of the others. */
static json_t *cost_json(const struct plan_cost *cost)
{
	bool known = !cost->unknown_nic_count;

	return json_pack("{s:I, s:I, s:I, s:o, s:o, s:o}", "changes", (json_int_t)cost->change_count, "nics",
			 (json_int_t)cost->nic_count, "hosts", (json_int_t)cost->host_count, "queue_pairs",
			 known ? json_integer((json_int_t)cost->qp_count) : json_null(), "processes",
			 known ? json_integer((json_int_t)cost->process_count) : json_null(), "connected",
			 known && !cost->untold_nic_count ? json_integer((json_int_t)cost->connected_count) :
							    json_null());
}

static json_t *costs_json(const struct plan *plan)
{
	json_t *costs = json_object();

	for (int cost = 0; cost < ECE_COST_COUNT; cost++)
		if (plan->costs[cost].change_count)
			build_set(&costs, ece_param_cost_name((enum ece_param_cost)cost),
				  cost_json(&plan->costs[cost]));
	return costs;
}

static json_t *step_json(const struct fleet *fleet, const struct plan *plan, size_t number)
{
	const struct plan_step *step = &plan->steps[number];
	const char **names = malloc((step->count + 1) * sizeof(*names));
	char *hosts = NULL;
	json_t *json = NULL;

	for (uint32_t i = 0; names && i < step->count; i++)
		names[i] = fleet->hosts[plan->order[step->first + i]].name;
	if (names && !hostlist_fold(names, step->count, &hosts))
		json = json_pack("{s:I, s:s, s:I}", "step", (json_int_t)number + 1, "hosts", hosts, "soak_ms",
				 (json_int_t)(step->soak_ns / 1000000));
	free(names);
	free(hosts);
	return json;
}

/* What stops it, and what a host does that hears nothing. */
static void limits_json(const struct fleet *fleet, const struct plan *plan, uint32_t part, json_t **json)
{
	const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);
	uint32_t hosts = (uint32_t)plan->changed_count;
	bool keep = rollout->on_loss == FLEET_ON_LOSS_KEEP && !plan->parts[part].undo_on_loss;
	json_t *gates = json_array();

	for (uint32_t i = 0; i < rollout->gate_count; i++)
		build_append(&gates, json_string(fleet->gates[rollout->gates[i]].name));
	build_set(json, "unit",
		  rollout->unit_label ? json_sprintf("label:%s", rollout->unit_label) : json_string("host"));
	build_set(json, "gates", gates);
	build_set(json, "budget",
		  json_pack("{s:I, s:I, s:I}", "unreachable", (json_int_t)plan_unreachable_budget(fleet, plan, part),
			    "lost", (json_int_t)fleet_amount_of(rollout->budget.lost, hosts), "failed",
			    (json_int_t)fleet_amount_of(rollout->budget.failed, hosts)));
	build_set(json, "on_fail", json_string(rollout->on_fail == FLEET_ON_FAIL_UNDO ? "undo" : "stop"));
	build_set(json, "lease_ms", json_integer((json_int_t)(rollout->lease_ns / 1000000)));
	build_set(json, "on_loss", json_string(keep ? "keep" : "undo"));
}

static json_t *part_json(const struct fleet *fleet, const struct plan *plan, uint32_t part)
{
	const struct fleet_change *change = &fleet->changes[part];
	json_t *steps = json_array(), *json;

	for (size_t i = 0; i < plan->step_count; i++)
		if (plan->steps[i].part == part)
			build_append(&steps, step_json(fleet, plan, i));
	json = json_pack("{s:s, s:s, s:I, s:I, s:o}", "change", change->name, "rollout",
			 fleet->rollouts[change->rollout].name, "hosts", (json_int_t)plan->parts[part].host_count,
			 "units", (json_int_t)plan->parts[part].unit_count, "steps", steps);
	limits_json(fleet, plan, part, &json);
	return json;
}

json_t *plan_json(const struct fleet *fleet, const struct plan *plan)
{
	json_t *groups = json_array(), *notes = json_array(), *parts = json_array();
	char digest[2 * sizeof(plan->digest) + 1];
	json_t *json;

	for (size_t i = 0; i < plan->group_count; i++)
		build_append(&groups, group_json(&plan->groups[i]));
	for (size_t i = 0; i < plan->note_count; i++)
		build_append(&notes, note_json(&plan->notes[i]));
	for (uint32_t i = 0; i < plan->part_count; i++)
		if (plan->parts[i].host_count)
			build_append(&parts, part_json(fleet, plan, i));
	for (size_t i = 0; i < sizeof(plan->digest); i++)
		snprintf(digest + 2 * i, 3, "%02x", plan->digest[i]);
	json = json_pack("{s:o, s:o, s:o, s:o, s:b, s:b, s:s}", "groups", groups, "costs", costs_json(plan), "parts",
			 parts, "notes", notes, "refused", plan->refused, "incomplete", plan->incomplete, "digest",
			 digest);
	if (plan->outside_count)
		build_set(&json, "outside", json_integer((json_int_t)plan->outside_count));
	return json;
}

json_t *plan_json_step(const struct plan *plan, const struct rollout *run, size_t step)
{
	struct rollout_counts c = {.hosts = plan->steps[step].count};
	const char *state = rollout_step_state_name(ROLLOUT_STEP_PENDING);

	if (run) {
		c = rollout_step_counts(run, step);
		state = rollout_step_state_name(rollout_step_state(run, step));
	}
	return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "name", plan->steps[step].name, "state", state,
			 "hosts", (json_int_t)c.hosts, "changed", (json_int_t)c.confirmed, "failed",
			 (json_int_t)c.failed + c.lost, "lost", (json_int_t)c.lost, "unreachable",
			 (json_int_t)c.unreached, "undone", (json_int_t)c.undone + c.self_undone);
}
