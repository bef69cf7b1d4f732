// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The steps of a saved plan, as a person looked at them: hosts that have moved, or need nothing any more, fall out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/saved.h"
#include "lib/plan/unit.h"

_Static_assert(FLEET_CHANGES_MAX <= 64, "parts are bits of one number");

static uint32_t find_part(const struct maker *m, const char *change)
{
	for (uint32_t part = 0; part < m->plan->part_count; part++)
		if (!strcmp(m->fleet->changes[part].name, change))
			return part;
	return NONE;
}

static int order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static bool changes(const struct part *part, uint32_t host)
{
	return part->changed.count && bsearch(&host, part->changed.items, part->changed.count, sizeof(host), order);
}

/* @taken: of each host the parts in whose steps it is already; a file that was tampered with may name it twice */
static int take_hosts(struct maker *m, size_t step, uint32_t count, uint32_t part_index, uint64_t *taken)
{
	struct part *part = &m->parts[part_index];
	uint64_t bit = UINT64_C(1) << part_index;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t host = fleet_host_find(m->fleet, plan_saved_host(m->input->saved, step, i));

		if (host == FLEET_NONE || !changes(part, host) || taken[host] & bit)
			continue;
		taken[host] |= bit;
		if (plan_order_add(m, part, host))
			return -ENOMEM;
	}
	return 0;
}

static int take_step(struct maker *m, size_t i, uint64_t *taken)
{
	uint32_t first = (uint32_t)m->plan->order_count, part;
	struct plan_step step;
	const char *change;

	plan_saved_step(m->input->saved, i, &change, &step);
	part = find_part(m, change);
	if (part == NONE)
		return 0;
	if (take_hosts(m, i, step.count, part, taken))
		return -ENOMEM;
	step.first = first;
	step.count = (uint32_t)m->plan->order_count - first;
	step.part = part;
	if (!step.count)
		return 0;
	step.name = strdup(step.name);
	return step.name ? plan_step_add(m, &step) : -ENOMEM;
}

static int count_units(struct maker *m, uint32_t part)
{
	struct units units;
	int err = plan_units_make(m, &m->parts[part], &units);

	m->plan->parts[part].host_count = m->parts[part].changed.count;
	m->plan->parts[part].unit_count = units.count;
	plan_units_done(&units);
	return err;
}

int plan_saved_steps(struct maker *m)
{
	uint64_t *taken = calloc(m->plan->host_count + 1, sizeof(*taken));
	int err = taken ? 0 : -ENOMEM;
	size_t hosts = 0;

	for (uint32_t part = 0; part < m->plan->part_count && !err; part++) {
		hosts += m->parts[part].changed.count;
		err = count_units(m, part);
	}
	for (size_t i = 0; i < plan_saved_step_count(m->input->saved) && !err; i++)
		err = take_step(m, i, taken);
	free(taken);
	if (err || m->plan->order_count == hosts)
		return err;
	return plan_note_refuse(m, PLAN_NOTE_MOVED, PLAN_NO_PARAM, NONE, 0,
				"the steps of the saved plan do not fit to what changes; make another plan and look at "
				"it");
}
