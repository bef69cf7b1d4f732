// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What a NIC had before the toolkit first wrote it: the value "original", and parameters that the file no longer names.
 */
#include <errno.h>

#include "lib/plan/internal.h"

static const struct facts_original *find(const struct facts_nic *nic, uint16_t param)
{
	for (size_t i = 0; i < nic->original_count; i++)
		if (nic->originals[i].param == param)
			return &nic->originals[i];
	return NULL;
}

bool plan_original(const struct facts_nic *nic, const struct ece_param *param, uint64_t *raw)
{
	const struct facts_original *original = find(nic, (uint16_t)ece_param_index(param));

	if (original)
		*raw = original->raw;
	return original;
}

static bool is_named(const struct maker *m, size_t wanted, uint16_t param)
{
	for (size_t i = 0; i < wanted; i++)
		if (ece_param_index(m->wants[i].value->param) == param)
			return true;
	return false;
}

static int restore(struct maker *m, uint32_t host, uint16_t nic, const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);

	if (plan_note_add(m, PLAN_NOTE_REMOVED, original->param, host, 1,
			  "%s is no longer named: it gets back what it was before the toolkit first wrote it",
			  param->name) ||
	    plan_pair_want(m, host, param, original->raw))
		return -ENOMEM;
	return plan_decide(m, host, nic, param, original->reading.raw, original->raw);
}

static int removed(struct maker *m, uint32_t host, uint16_t nic, const struct facts_original *original)
{
	const struct ece_param *param = ece_param_at(original->param);
	const struct facts_reading *now = &original->reading;

	if (now->state != ECE_VALUE_SET && now->state != ECE_VALUE_INERT)
		return plan_note_add(m, PLAN_NOTE_REMOVED, original->param, host, 1,
				     "%s is no longer named, and whether it has its old value cannot be read: %s",
				     param->name, plan_why(now->why));
	if (ece_param_matches(param, original->raw, now->raw))
		return 0;
	if (!m->fleet->removed_given)
		return plan_note_add(m, PLAN_NOTE_REMOVED, original->param, host, 1,
				     "%s is no longer named, and keeps what was once written: the file does not say "
				     "\"removed\": \"restore_original\" or \"release\"",
				     param->name);
	if (!m->fleet->restore_removed)
		return plan_note_add(m, PLAN_NOTE_REMOVED, original->param, host, 1,
				     "%s is no longer named and released: it keeps what was once written", param->name);
	return restore(m, host, nic, original);
}

/* Changes of a NIC stand in the order of the table; the few that are not in it yet are sorted in. */
static void sort_tail(struct plan *plan, size_t first)
{
	for (size_t i = first + 1; i < plan->change_count; i++) {
		struct plan_change change = plan->changes[i];
		size_t at = i;

		for (; at > first && plan->changes[at - 1].param > change.param; at--)
			plan->changes[at] = plan->changes[at - 1];
		plan->changes[at] = change;
	}
}

int plan_removed(struct maker *m, uint32_t host, uint16_t nic, size_t wanted, size_t first)
{
	const struct facts_nic *facts = &m->hosts[host].nics[nic];

	for (size_t i = 0; i < facts->original_count; i++)
		if (!is_named(m, wanted, facts->originals[i].param) && removed(m, host, nic, &facts->originals[i]))
			return -ENOMEM;
	sort_tail(m->plan, first);
	return 0;
}
