// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A plan for some hosts of the file only, and for some changes of them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/plan/internal.h"

_Static_assert(FLEET_CHANGES_MAX <= 64, "parts are bits of one number");

/* Domains that hosts within the limit are in, by the pointers that fleet_label() returns: equal values are one. */
struct domains {
	const char **labels;
	size_t count;
	bool none; /* some host has no such label: it may talk to all others without one */
};

static int by_pointer(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t) * (const char *const *)a, y = (uintptr_t) * (const char *const *)b;

	return (x > y) - (x < y);
}

static bool is_touched(const struct domains *d, const char *label)
{
	return label ? bsearch(&label, d->labels, d->count, sizeof(char *), by_pointer) != NULL : d->none;
}

static int collect_domains(const struct fleet *fleet, const bool *within, struct domains *d)
{
	d->labels = calloc(fleet->host_count + 1, sizeof(char *));
	if (!d->labels)
		return -ENOMEM;
	for (uint32_t i = 0; i < fleet->host_count; i++) {
		const char *label = within[i] ? fleet_label(fleet, i, PLAN_DOMAIN_LABEL) : NULL;

		if (label)
			d->labels[d->count++] = label;
		d->none |= within[i] && !label;
	}
	qsort(d->labels, d->count, sizeof(char *), by_pointer);
	return 0;
}

/* Returns 1, 0 or -ENOMEM. */
static int names_pairwise(const struct fleet *fleet)
{
	const struct ece_param **params = calloc(ece_param_limit() + 1, sizeof(const struct ece_param *));
	size_t count;
	int pairwise = 0;

	if (!params)
		return -ENOMEM;
	count = plan_params(fleet, params);
	for (size_t i = 0; i < count; i++)
		pairwise |= params[i]->pairwise;
	free(params);
	return pairwise;
}

int plan_asked(const struct fleet *fleet, const bool *within, bool *asked)
{
	struct domains domains = {0};
	int pairwise = names_pairwise(fleet), err = pairwise < 0 ? pairwise : 0;

	if (pairwise > 0)
		err = collect_domains(fleet, within, &domains);
	for (uint32_t i = 0; i < fleet->host_count && !err; i++)
		asked[i] = within[i] || (pairwise && is_touched(&domains, fleet_label(fleet, i, PLAN_DOMAIN_LABEL)));
	free(domains.labels);
	return err;
}

/* A change that the file does not have any more is what the whole file wants by now. */
static uint64_t parts_named(const struct fleet *fleet, const char *change)
{
	for (uint32_t part = 0; change && part < fleet->change_count; part++)
		if (!strcmp(fleet->changes[part].name, change))
			return UINT64_C(1) << part;
	return UINT64_MAX;
}

static int find_owed_parts(struct maker *m)
{
	const struct plan_input *in = m->input;

	m->owed_parts = calloc(m->plan->host_count + 1, sizeof(*m->owed_parts));
	if (!m->owed_parts)
		return -ENOMEM;
	for (size_t i = 0; i < in->owed_count; i++)
		if (in->owed[i].host < m->plan->host_count)
			m->owed_parts[in->owed[i].host] |= parts_named(m->fleet, in->owed[i].change);
	return 0;
}

static int note_limit(struct maker *m, size_t count)
{
	size_t all = m->plan->host_count;
	int err = 0;

	for (uint32_t i = 0; i < all && !err; i++)
		if (plan_is_within(m, i))
			err = plan_note_add(
				m, PLAN_NOTE_LIMIT, PLAN_NO_PARAM, i, 0,
				"the plan is for %zu of the %zu hosts of the file%s: steps, percentages and "
				"budgets are of these, the others are left as they are",
				count, all,
				m->input->owed_only ? ", which are owed something, and for what they are "
						      "owed" :
						      "");
	return err;
}

int plan_limit(struct maker *m)
{
	size_t count = 0;

	if (m->input->owed_only && find_owed_parts(m))
		return -ENOMEM;
	if (!m->input->within)
		return 0;
	for (uint32_t i = 0; i < m->plan->host_count; i++)
		count += plan_is_within(m, i);
	return note_limit(m, count);
}

bool plan_is_within(const struct maker *m, uint32_t host)
{
	return !m->input->within || m->input->within[host];
}

int plan_outside(struct maker *m, uint32_t host)
{
	const struct facts_host *h = &m->hosts[host];

	m->plan->host_states[host] = PLAN_HOST_OUTSIDE;
	m->plan->outside_count++;
	if (h->state != FACTS_HOST_READ)
		return 0;
	for (size_t nic = 0; nic < h->nic_count; nic++)
		for (size_t i = 0; i < m->watch_count; i++) {
			const struct ece_param *param = ece_param_at(m->watch[i]);
			const struct facts_reading *reading = plan_reading(m, host, (uint16_t)nic, param);

			if (reading && (reading->state == ECE_VALUE_SET || reading->state == ECE_VALUE_INERT) &&
			    plan_pair_end(m, host, param, END_OUTSIDE, reading))
				return -ENOMEM;
		}
	return 0;
}

bool plan_is_owed(const struct maker *m, uint32_t host, uint32_t part)
{
	return !m->owed_parts || m->owed_parts[host] & UINT64_C(1) << part;
}

int plan_not_owed(struct maker *m, uint32_t host, uint16_t nic, const struct ece_param *param)
{
	const char *change = m->fleet->changes[fleet_change_of(m->fleet, param)].name;

	m->left_out = true;
	if (plan_pair_end(m, host, param, END_OUTSIDE, plan_reading(m, host, nic, param)))
		return -ENOMEM;
	return plan_note_add(m, PLAN_NOTE_LIMIT, PLAN_NO_PARAM, host, 0,
			     "change %.80s differs as well and is not among what they are owed: it is left out",
			     change);
}
