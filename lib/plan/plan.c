// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/plan/internal.h"

static bool names(const struct fleet_value *values, uint32_t count, const struct ece_param *param)
{
	for (uint32_t i = 0; i < count; i++)
		if (values[i].param == param)
			return true;
	return false;
}

static bool is_named(const struct fleet *fleet, const struct ece_param *param)
{
	for (uint32_t a = 0; a < fleet->assign_count; a++) {
		const struct fleet_profile *profile = &fleet->profiles[fleet->assigns[a].profile];

		if (names(profile->values, profile->value_count, param))
			return true;
	}
	for (uint32_t o = 0; o < fleet->override_count; o++)
		if (names(fleet->overrides[o].values, fleet->overrides[o].value_count, param))
			return true;
	return false;
}

size_t plan_params(const struct fleet *fleet, const struct ece_param **params)
{
	size_t count = 0;
	const struct ece_param *param;

	for (size_t row = 0; (param = ece_param_at(row)); row++)
		if (is_named(fleet, param))
			params[count++] = param;
	return count;
}

int plan_fold(const struct maker *m, const struct host_set *set, char **text)
{
	const char **names = malloc((set->count + 1) * sizeof(*names));
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < set->count; i++)
		names[i] = m->hosts[set->items[i]].name;
	err = hostlist_fold(names, set->count, text);
	free(names);
	return err;
}

static int init_params(struct maker *m)
{
	size_t rows = ece_param_limit(), count;
	const struct ece_param **params = calloc(rows, sizeof(const struct ece_param *));

	m->reading = malloc(rows * sizeof(*m->reading));
	m->wants = calloc(rows, sizeof(*m->wants));
	m->watch = calloc(rows, sizeof(*m->watch));
	m->watch_named = calloc(rows, sizeof(*m->watch_named));
	if (!params || !m->reading || !m->wants || !m->watch || !m->watch_named) {
		free(params);
		return -ENOMEM;
	}
	for (size_t row = 0; row < rows; row++)
		m->reading[row] = NONE;
	count = plan_params(m->fleet, params);
	for (size_t i = 0; i < count; i++) {
		m->reading[ece_param_index(params[i])] = (uint32_t)i;
		if (params[i]->pairwise)
			m->watch[m->watch_count++] = (uint16_t)ece_param_index(params[i]);
	}
	free(params);
	return 0;
}

static int maker_init(struct maker *m)
{
	const struct fleet *fleet = m->fleet;
	struct plan *plan = m->plan;

	m->assign_hit = calloc(fleet->assign_count + 1, sizeof(*m->assign_hit));
	m->parts = calloc(fleet->change_count + 1, sizeof(*m->parts));
	plan->parts = calloc(fleet->change_count + 1, sizeof(*plan->parts));
	plan->host_states = calloc(plan->host_count + 1, sizeof(*plan->host_states));
	plan->owed_why = calloc(plan->host_count + 1, sizeof(*plan->owed_why));
	plan->owed_report = calloc(plan->host_count + 1, sizeof(*plan->owed_report));
	if (!m->assign_hit || !m->parts || !plan->parts || !plan->host_states || !plan->owed_why || !plan->owed_report)
		return -ENOMEM;
	plan_find_reported(m);
	plan->part_count = fleet->change_count;
	for (size_t i = 0; i < plan->part_count; i++)
		m->parts[i].rollout = fleet_change_rollout(fleet, (uint32_t)i);
	return init_params(m);
}

static void parts_done(struct maker *m)
{
	for (size_t i = 0; m->parts && i < m->plan->part_count; i++) {
		free(m->parts[i].changed.items);
		free(m->parts[i].pairwise.items);
		free(m->parts[i].step_of);
	}
	free(m->parts);
}

static void maker_done(struct maker *m)
{
	conflicts_done(&m->conflicts);
	for (size_t i = 0; i < m->note_count; i++) {
		free(m->notes[i].text);
		free(m->notes[i].hosts.items);
	}
	for (size_t i = 0; i < m->group_count; i++)
		free(m->groups[i].hosts.items);
	parts_done(m);
	free(m->notes);
	free(m->groups);
	free(m->note_table.slots);
	free(m->group_table.slots);
	free(m->places);
	free(m->place_table.slots);
	free(m->ends);
	free(m->decisions);
	free(m->watch);
	free(m->watch_named);
	free(m->reading);
	free(m->wants);
	free(m->assign_hit);
	free(m->owed_parts);
}

static int make(struct maker *m)
{
	static int (*const stages[])(struct maker * m) = {
		maker_init,        plan_limit,        plan_diff,          plan_note_unmatched, plan_steps,
		plan_check_budget, plan_check_moved,  plan_costs,         plan_leases,         plan_note_owed,
		plan_gates,        plan_notes_finish, plan_groups_finish,
	};

	for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++)
		if (stages[i](m))
			return -ENOMEM;
	plan_digest(m);
	return 0;
}

static int report(struct ece_error_sink *sink, int code, enum ece_error_kind kind, const char *text)
{
	struct ece_error e;

	ece_error_set(&e, code, kind, "%s", text);
	return ece_error_report(sink, &e);
}

int plan_make(const struct plan_input *input, struct ece_error_sink *sink, struct plan **out)
{
	struct maker m = {.input = input, .fleet = input->fleet, .hosts = input->hosts};
	int err;

	if (input->host_count != input->fleet->host_count)
		return report(sink, -EINVAL, ECE_ERROR_CONFLICT, "the hosts that were read are not those of the file");
	m.plan = calloc(1, sizeof(*m.plan));
	if (!m.plan)
		return report(sink, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a plan");
	m.plan->host_count = input->host_count;
	conflicts_init(&m.conflicts, sink);
	err = make(&m);
	if (err)
		report(sink, err, ECE_ERROR_MEMORY, "out of memory for a plan");
	else if (m.conflicts.sink.count)
		err = -EINVAL;
	maker_done(&m);
	if (err) {
		plan_free(m.plan);
		return err;
	}
	*out = m.plan;
	return 0;
}

const char *plan_host_state_name(enum plan_host_state state)
{
	static const char *const names[PLAN_HOST_STATE_COUNT] = {
		[PLAN_HOST_UNCHANGED] = "unchanged", [PLAN_HOST_CHANGED] = "changed",
		[PLAN_HOST_LEFT_OUT] = "left_out",   [PLAN_HOST_UNREACHABLE] = "unreachable",
		[PLAN_HOST_EXCLUDED] = "excluded",   [PLAN_HOST_MOVED] = "moved",
		[PLAN_HOST_OUTSIDE] = "outside",
	};

	return state < PLAN_HOST_STATE_COUNT ? names[state] : "?";
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	for (size_t i = 0; i < plan->group_count; i++)
		free(plan->groups[i].hosts);
	for (size_t i = 0; i < plan->note_count; i++) {
		free(plan->notes[i].hosts);
		free(plan->notes[i].text);
	}
	for (size_t i = 0; i < plan->step_count; i++)
		free(plan->steps[i].name);
	free(plan->changes);
	free(plan->groups);
	free(plan->notes);
	free(plan->order);
	free(plan->steps);
	free(plan->parts);
	free(plan->host_states);
	free(plan->owed_why);
	free(plan->owed_report);
	free(plan);
}
