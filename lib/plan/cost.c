// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the changes cost, how much uses the NICs that they touch, and whether one may cut off the host. */
#include <stdlib.h>

#include "lib/plan/internal.h"

static void count_use(struct plan_cost *cost, const struct facts_nic *nic)
{
	cost->nic_count++;
	if (nic->qp_count < 0 || nic->process_count < 0) {
		cost->unknown_nic_count++;
		return;
	}
	cost->qp_count += (uint64_t)nic->qp_count;
	cost->process_count += (uint64_t)nic->process_count;
	if (nic->connected_count < 0)
		cost->untold_nic_count++;
	else
		cost->connected_count += (uint64_t)nic->connected_count;
}

/* Changes are sorted by host and NIC: @last says of each cost whose NIC was counted last. */
static void count(struct maker *m, const struct plan_change *change, const struct plan_change *last[ECE_COST_COUNT])
{
	enum ece_param_cost class = ece_param_at(change->param)->cost;
	struct plan_cost *cost = &m->plan->costs[class];
	const struct plan_change *before = last[class];

	last[class] = change;
	cost->change_count++;
	if (before && before->host == change->host && before->nic == change->nic)
		return;
	count_use(cost, &m->hosts[change->host].nics[change->nic]);
	cost->host_count += !before || before->host != change->host;
}

/* A host whose own way to the controller goes through the NIC, or may: nobody could tell it to undo. */
static int check_path(struct maker *m, const struct plan_change *change)
{
	const struct facts_nic *nic = &m->hosts[change->host].nics[change->nic];
	const struct ece_param *param = ece_param_at(change->param);

	if (param->cost < ECE_COST_LINK_FLAP || (!nic->default_route && nic->management <= 0))
		return 0;
	m->plan->parts[change->part].undo_on_loss = true;
	if (nic->management > 0)
		return plan_note_add(
			m, PLAN_NOTE_PATH, change->param, change->host, 1,
			"%s can cut the link, and the controller reaches these hosts by the NIC: its answer "
			"may be lost for a moment or for good, and a host whose lease runs out puts back what "
			"it had, whatever the rollout says",
			param->name);
	return plan_note_add(m, PLAN_NOTE_PATH, change->param, change->host, 1,
			     "%s can cut the link, and the NIC %s the host's default route: a host whose lease runs "
			     "out puts back what it had, whatever the rollout says",
			     param->name, nic->default_route > 0 ? "carries" : "may carry");
}

int plan_costs(struct maker *m)
{
	const struct plan_change *last[ECE_COST_COUNT] = {NULL};
	int err = 0;

	for (size_t i = 0; i < m->plan->change_count && !err; i++) {
		count(m, &m->plan->changes[i], last);
		err = check_path(m, &m->plan->changes[i]);
	}
	return err;
}
