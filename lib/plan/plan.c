// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/plan/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/plan/internal.h"

size_t plan_params(const struct fleet *fleet, const struct ece_param **params)
{
	size_t count = 0;
	const struct ece_param *param;

	for (size_t row = 0; (param = ece_param_at(row)); row++) {
		bool named = false;

		for (uint32_t a = 0; a < fleet->assign_count && !named; a++) {
			const struct fleet_profile *profile = &fleet->profiles[fleet->assigns[a].profile];

			for (uint32_t v = 0; v < profile->value_count && !named; v++)
				named = profile->values[v].param == param;
		}
		if (named)
			params[count++] = param;
	}
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

static int maker_init(struct maker *m)
{
	size_t rows = ece_param_limit(), count;
	const struct ece_param **params = calloc(rows, sizeof(const struct ece_param *));

	m->reading = malloc(rows * sizeof(*m->reading));
	m->wants = calloc(rows, sizeof(*m->wants));
	m->assign_hit = calloc(m->fleet->assign_count + 1, sizeof(*m->assign_hit));
	if (!params || !m->reading || !m->wants || !m->assign_hit) {
		free(params);
		return -ENOMEM;
	}
	for (size_t row = 0; row < rows; row++)
		m->reading[row] = NONE;
	count = plan_params(m->fleet, params);
	for (size_t i = 0; i < count; i++)
		m->reading[ece_param_index(params[i])] = (uint32_t)i;
	free(params);
	return 0;
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
	free(m->notes);
	free(m->groups);
	free(m->note_table.slots);
	free(m->group_table.slots);
	free(m->agreed);
	free(m->agreed_table.slots);
	free(m->reading);
	free(m->wants);
	free(m->assign_hit);
	free(m->changed.items);
	free(m->pairwise.items);
}

static int make(struct maker *m)
{
	int err = maker_init(m);

	if (!err)
		err = plan_diff(m);
	if (!err)
		err = plan_note_unmatched(m);
	if (!err)
		err = plan_steps(m);
	if (!err)
		err = plan_check_budget(m);
	if (!err)
		err = plan_notes_finish(m);
	if (!err)
		err = plan_groups_finish(m);
	if (!err)
		plan_digest(m);
	return err;
}

static int report(struct ece_error_sink *sink, int code, enum ece_error_kind kind, const char *text)
{
	struct ece_error e;

	ece_error_set(&e, code, kind, "%s", text);
	return ece_error_report(sink, &e);
}

int plan_make(const struct fleet *fleet, const struct facts_host *hosts, size_t count, struct ece_error_sink *sink,
	      struct plan **out)
{
	struct maker m = {.fleet = fleet, .hosts = hosts};
	int err;

	if (count != fleet->host_count)
		return report(sink, -EINVAL, ECE_ERROR_CONFLICT, "the hosts that were read are not those of the file");
	m.plan = calloc(1, sizeof(*m.plan));
	if (!m.plan)
		return report(sink, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a plan");
	m.plan->host_count = count;
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
	free(plan);
}
