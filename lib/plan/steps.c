// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The order of the hosts with changes, cut into the steps that the rollout of the file asks for. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/plan/unit.h"

#define STEP_NAME_MAX   96
#define PERCENT_HUNDRED (100 * FLEET_PERCENT)

struct cutter {
	struct maker *m;
	struct units units;
	bool *taken;     /* of each unit */
	uint32_t cursor; /* the first unit that may not be taken yet */
	size_t step_max;
	uint32_t first;                 /* of the step that is being filled, in plan->order */
	const struct fleet_step *asked; /* the step of the file that is being carried out */
	uint32_t part;                  /* of it */
	bool widened;                   /* a domain made a step larger than asked for */
};

static void amount_name(struct fleet_amount amount, char *buf, size_t size)
{
	if (!amount.percent)
		snprintf(buf, size, "%u host%s", amount.n, amount.n == 1 ? "" : "s");
	else if (amount.n % FLEET_PERCENT)
		snprintf(buf, size, "%u.%02u %%", amount.n / FLEET_PERCENT, amount.n % FLEET_PERCENT);
	else
		snprintf(buf, size, "%u %%", amount.n / FLEET_PERCENT);
}

static char *step_name(const struct cutter *c, uint32_t count, bool widened)
{
	char amount[STEP_NAME_MAX / 2], part[32] = "", *name;

	if (c->asked->hosts)
		snprintf(amount, sizeof(amount), "%u named host%s", count, count == 1 ? "" : "s");
	else
		amount_name(c->asked->to, amount, sizeof(amount));
	if (c->asked->batch.n)
		snprintf(part, sizeof(part), ", part %u", c->part);
	if (asprintf(&name, "%s%s%s", amount, part, widened ? ", whole domains" : "") < 0)
		return NULL;
	return name;
}

/* @asked_for: hosts that the step would have if domains did not matter */
static int close_step(struct cutter *c, uint32_t asked_for)
{
	struct plan *plan = c->m->plan;
	uint32_t count = (uint32_t)plan->order_count - c->first;
	struct plan_step *step;

	if (!count)
		return 0;
	if (plan_grow((void **)&plan->steps, &c->step_max, plan->step_count, sizeof(*step)))
		return -ENOMEM;
	c->part++;
	step = &plan->steps[plan->step_count];
	*step = (struct plan_step){
		.name = step_name(c, count, count > asked_for),
		.first = c->first,
		.count = count,
		.soak_ns = c->asked->soak_ns,
	};
	if (!step->name)
		return -ENOMEM;
	plan->step_count++;
	c->widened |= count > asked_for;
	c->first = (uint32_t)plan->order_count;
	return 0;
}

static void take(struct cutter *c, uint32_t unit)
{
	struct plan *plan = c->m->plan;

	c->taken[unit] = true;
	for (uint32_t i = c->units.first[unit]; i < c->units.first[unit + 1]; i++)
		plan->order[plan->order_count++] = c->units.hosts[i];
}

/* As much as the batch allows; UINT32_MAX without one. */
static uint32_t batch_size(const struct cutter *c)
{
	if (!c->asked->batch.n)
		return UINT32_MAX;
	return fleet_amount_of(c->asked->batch, (uint32_t)c->m->changed.count);
}

static int close_full_batch(struct cutter *c)
{
	uint32_t batch = batch_size(c);

	return c->m->plan->order_count - c->first >= batch ? close_step(c, batch) : 0;
}

static int cut_named(struct cutter *c)
{
	uint32_t asked_for = 0;

	for (uint32_t i = 0; i < c->asked->host_count; i++) {
		uint32_t unit = c->units.of[c->asked->hosts[i]];

		if (unit == NONE)
			continue;
		asked_for++;
		if (c->taken[unit])
			continue;
		take(c, unit);
		if (close_full_batch(c))
			return -ENOMEM;
	}
	return close_step(c, asked_for);
}

static int cut_to(struct cutter *c)
{
	struct plan *plan = c->m->plan;
	uint32_t to = fleet_amount_of(c->asked->to, (uint32_t)c->m->changed.count);
	uint32_t asked_for;

	for (; c->cursor < c->units.count && plan->order_count < to; c->cursor++) {
		if (c->taken[c->cursor])
			continue;
		take(c, c->cursor);
		if (close_full_batch(c))
			return -ENOMEM;
	}
	asked_for = to > c->first ? to - c->first : 0;
	return close_step(c, asked_for);
}

/* The last step of a file takes all that is left. */
static int cut(struct cutter *c)
{
	static const struct fleet_step rest = {.to = {.percent = true, .n = PERCENT_HUNDRED}};
	const struct fleet_rollout *rollout = &c->m->fleet->rollouts[c->m->fleet->rollout];

	for (uint32_t i = 0; i < rollout->step_count; i++) {
		c->asked = &rollout->steps[i];
		c->part = 0;
		if (c->asked->hosts ? cut_named(c) : cut_to(c))
			return -ENOMEM;
	}
	c->asked = &rest;
	return cut_to(c);
}

static int note_widened(struct cutter *c)
{
	struct maker *m = c->m;

	for (size_t i = 0; i < m->pairwise.count; i++) {
		uint32_t host = m->pairwise.items[i];

		if (c->units.domains[c->units.of[host]] &&
		    plan_note_add(
			    m, PLAN_NOTE_DOMAIN, (uint16_t)ece_param_index(m->plan->pairwise), host, 0,
			    "%s must not differ inside a domain, so steps take whole domains and are larger than the "
			    "file asks for",
			    m->plan->pairwise->name))
			return -ENOMEM;
	}
	return 0;
}

/* Hosts that stay as they are while others of their domain change. */
static int note_left_behind(struct cutter *c)
{
	struct maker *m = c->m;

	for (size_t host = 0; host < m->plan->host_count; host++) {
		const char *domain;

		if (m->hosts[host].state == FACTS_HOST_READ)
			continue;
		domain = fleet_label(m->fleet, (uint32_t)host, PLAN_DOMAIN_LABEL);
		if (domain && plan_units_find(&c->units, domain) != NONE &&
		    plan_note_add(m, PLAN_NOTE_DOMAIN, (uint16_t)ece_param_index(m->plan->pairwise), (uint32_t)host, 0,
				  "%s changes in their domain %s without these hosts, which cannot be read",
				  m->plan->pairwise->name, domain))
			return -ENOMEM;
	}
	return 0;
}

/* Hosts without the label may all talk to each other: one step must have all of them. */
static bool parted(const struct cutter *c, const bool *unlabelled)
{
	const struct plan *plan = c->m->plan;
	size_t first = SIZE_MAX;

	for (size_t s = 0; s < plan->step_count; s++) {
		const struct plan_step *step = &plan->steps[s];

		for (uint32_t i = step->first; i < step->first + step->count; i++) {
			if (!unlabelled[plan->order[i]])
				continue;
			if (first != SIZE_MAX && first != s)
				return true;
			first = s;
		}
	}
	return false;
}

static int note_unlabelled(struct cutter *c)
{
	struct maker *m = c->m;
	bool *unlabelled = calloc(m->plan->host_count + 1, sizeof(*unlabelled));
	size_t hosts = m->plan->host_count;
	int err = 0;

	if (!unlabelled)
		return -ENOMEM;
	for (size_t i = 0; i < m->pairwise.count; i++)
		unlabelled[m->pairwise.items[i]] = !c->units.domains[c->units.of[m->pairwise.items[i]]];
	if (!parted(c, unlabelled))
		hosts = 0;
	for (size_t host = 0; host < hosts && !err; host++)
		if (unlabelled[host])
			err = plan_note_add(
				m, PLAN_NOTE_PAIRWISE, (uint16_t)ece_param_index(m->plan->pairwise), (uint32_t)host, 0,
				"%s must not differ between hosts that talk to each other, and steps would part "
				"these hosts, which have no label \"" PLAN_DOMAIN_LABEL
				"\"; give them that label in the inventory, or write a rollout with one step",
				m->plan->pairwise->name);
	free(unlabelled);
	return err;
}

static int note_pairwise(struct cutter *c)
{
	int err;

	if (!c->m->plan->pairwise)
		return 0;
	err = c->widened ? note_widened(c) : 0;
	if (!err)
		err = note_left_behind(c);
	if (!err)
		err = note_unlabelled(c);
	return err;
}

int plan_steps(struct maker *m)
{
	struct cutter c = {.m = m};
	int err = plan_units_make(m, &c.units);

	c.taken = calloc(c.units.count + 1, sizeof(*c.taken));
	m->plan->order = malloc((m->changed.count + 1) * sizeof(*m->plan->order));
	if (!c.taken || !m->plan->order)
		err = -ENOMEM;
	if (!err)
		err = cut(&c);
	if (!err)
		err = note_pairwise(&c);
	free(c.taken);
	plan_units_done(&c.units);
	return err;
}

uint32_t plan_unreachable_budget(const struct fleet *fleet, const struct plan *plan)
{
	return fleet_amount_of(fleet->rollouts[fleet->rollout].budget.unreachable, (uint32_t)plan->host_count);
}

/* Of hosts that are down before the start the person knows; so the whole budget may go to them, but no more. */
int plan_check_budget(struct maker *m)
{
	uint32_t budget = plan_unreachable_budget(m->fleet, m->plan);

	if (!m->changed.count || m->plan->unreachable_count <= budget)
		return 0;
	return plan_note_add(
		m, PLAN_NOTE_BUDGET, PLAN_NO_PARAM, NONE, 0,
		"%zu of %zu hosts cannot be read, and the rollout allows %u; take them out of the file, or raise "
		"budget.unreachable",
		m->plan->unreachable_count, m->plan->host_count, budget);
}
