// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Gates that could not judge the hosts of the plan, as far as that can be told before anything is written. */
#include <errno.h>
#include <stdlib.h>

#include "lib/plan/internal.h"

static size_t add_counter(const struct counter **counters, size_t count, const struct counter *counter)
{
	for (size_t i = 0; i < count; i++)
		if (counters[i] == counter)
			return count;
	counters[count] = counter;
	return count + 1;
}

size_t plan_counters(const struct fleet *fleet, const struct counter **counters)
{
	size_t count = 0;

	for (uint32_t part = 0; part < fleet->change_count; part++) {
		const struct fleet_rollout *rollout = fleet_change_rollout(fleet, part);

		for (uint32_t i = 0; i < rollout->gate_count; i++) {
			const struct fleet_gate *gate = &fleet->gates[rollout->gates[i]];

			if (gate->kind == FLEET_GATE_COUNTER && gate->rule.on == GATE_ON_TREATED)
				count = add_counter(counters, count, gate->counter);
		}
	}
	return count;
}

static size_t place_of(const struct counter *const *counters, size_t count, const struct counter *counter)
{
	size_t i = 0;

	while (i < count && counters[i] != counter)
		i++;
	return i;
}

static int note_absent(struct maker *m, const struct fleet_gate *gate, uint32_t host)
{
	const struct counter *counter = gate->counter;

	return plan_note_refuse(m, PLAN_NOTE_GATE, PLAN_NO_PARAM, host, 1,
				"gate %.60s judges %s, which these NICs do not have%s%s%s; let it judge %s", gate->name,
				counter->name, counter->since ? " (it needs " : "",
				counter->since ? counter->since : "", counter->since ? ")" : "",
				counter->substitute ? counter->substitute : "another counter");
}

static int check_nic(struct maker *m, const struct fleet_gate *gate, size_t place, uint32_t host, uint16_t nic)
{
	const struct counter_reading *readings = m->hosts[host].nics[nic].counters;

	if (!readings || readings[place].state == COUNTER_UNREADABLE)
		return plan_note_add(m, PLAN_NOTE_GATE, PLAN_NO_PARAM, host, 1,
				     "gate %.60s judges %s; whether these NICs have it is not known before the step",
				     gate->name, gate->counter->name);
	return readings[place].state == COUNTER_ABSENT ? note_absent(m, gate, host) : 0;
}

/* Every NIC that a part changes, once. */
static int check_treated(struct maker *m, uint32_t part, const struct fleet_gate *gate, size_t place)
{
	const struct plan_change *last = NULL;

	for (size_t i = 0; i < m->plan->change_count; i++) {
		const struct plan_change *change = &m->plan->changes[i];

		if (change->part != part || (last && last->host == change->host && last->nic == change->nic))
			continue;
		last = change;
		if (check_nic(m, gate, place, change->host, change->nic))
			return -ENOMEM;
	}
	return 0;
}

/* The last step leaves none over, when every host that can be read changes. */
static int check_untouched(struct maker *m, uint32_t part, const struct fleet_gate *gate)
{
	const struct plan *plan = m->plan;

	if (m->parts[part].changed.count + plan->unreachable_count < plan_hosts(plan))
		return 0;
	return plan_note_add(
		m, PLAN_NOTE_GATE, PLAN_NO_PARAM, NONE, 0,
		"gate %.60s watches hosts that are not touched, and the last step leaves none: it passes there, "
		"whatever happens",
		gate->name);
}

static int check_part(struct maker *m, uint32_t part, const struct counter *const *counters, size_t count)
{
	const struct fleet_rollout *rollout = m->parts[part].rollout;
	int err = 0;

	for (uint32_t i = 0; i < rollout->gate_count && !err; i++) {
		const struct fleet_gate *gate = &m->fleet->gates[rollout->gates[i]];

		if (gate->kind != FLEET_GATE_COUNTER)
			continue;
		err = gate->rule.on == GATE_ON_TREATED ?
			      check_treated(m, part, gate, place_of(counters, count, gate->counter)) :
			      check_untouched(m, part, gate);
	}
	return err;
}

int plan_gates(struct maker *m)
{
	const struct counter **counters = calloc(m->fleet->gate_count + 1, sizeof(const struct counter *));
	size_t count;
	int err = 0;

	if (!counters)
		return -ENOMEM;
	count = plan_counters(m->fleet, counters);
	for (uint32_t part = 0; part < m->plan->part_count && !err; part++)
		if (m->parts[part].changed.count)
			err = check_part(m, part, counters, count);
	free(counters);
	return err;
}
