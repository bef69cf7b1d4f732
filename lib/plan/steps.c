// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The order of the hosts with changes, cut into the steps that the rollout of each part asks for. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/plan/unit.h"

#define STEP_NAME_MAX   96
#define PERCENT_HUNDRED (100 * FLEET_PERCENT)

struct cutter {
	struct maker *m;
	struct part *part;
	uint32_t part_index;
	struct units units;
	bool *taken;                    /* of each unit */
	uint32_t cursor;                /* the first unit that may not be taken yet */
	uint32_t total;                 /* what amounts are of: hosts, or units where the rollout has a unit */
	uint32_t done;                  /* so many of it are taken */
	uint32_t first;                 /* of the step that is being filled, in plan->order */
	uint32_t before;                /* of @done: taken before that step */
	const struct fleet_step *asked; /* the step of the file that is being carried out */
	uint32_t batch;                 /* of it */
	bool widened;                   /* a domain made a step larger than asked for */
};

static bool by_unit(const struct cutter *c)
{
	return c->part->rollout->unit_label;
}

static void amount_name(const struct cutter *c, struct fleet_amount amount, char *buf, size_t size)
{
	if (!amount.percent)
		snprintf(buf, size, "%u %s%s", amount.n, by_unit(c) ? "unit" : "host", amount.n == 1 ? "" : "s");
	else if (amount.n % FLEET_PERCENT)
		snprintf(buf, size, "%u.%02u %%", amount.n / FLEET_PERCENT, amount.n % FLEET_PERCENT);
	else
		snprintf(buf, size, "%u %%", amount.n / FLEET_PERCENT);
}

static char *step_name(const struct cutter *c, uint32_t count, bool widened)
{
	const char *whole = "";
	char amount[STEP_NAME_MAX / 2], batch[32] = "", *name;

	if (c->asked->hosts)
		snprintf(amount, sizeof(amount), "%u named host%s", count, count == 1 ? "" : "s");
	else
		amount_name(c, c->asked->to, amount, sizeof(amount));
	if (c->asked->batch.n)
		snprintf(batch, sizeof(batch), ", part %u", c->batch);
	if (widened)
		whole = by_unit(c) ? ", whole units" : ", whole domains";
	if (asprintf(&name, "%s%s%s", amount, batch, whole) < 0)
		return NULL;
	return name;
}

int plan_step_add(struct maker *m, const struct plan_step *step)
{
	struct plan *plan = m->plan;

	if (plan_grow((void **)&plan->steps, &m->step_max, plan->step_count, sizeof(*step))) {
		free(step->name);
		return -ENOMEM;
	}
	plan->steps[plan->step_count++] = *step;
	return 0;
}

int plan_order_add(struct maker *m, struct part *part, uint32_t host)
{
	struct plan *plan = m->plan;

	if (plan_grow((void **)&plan->order, &m->order_max, plan->order_count, sizeof(*plan->order)))
		return -ENOMEM;
	plan->order[plan->order_count++] = host;
	if (part->step_of)
		part->step_of[host] = (uint32_t)plan->step_count;
	return 0;
}

/* @asked_for: so much of what amounts are of the step would have if nothing had to stay together */
static int close_step(struct cutter *c, uint32_t asked_for)
{
	struct plan *plan = c->m->plan;
	uint32_t count = (uint32_t)plan->order_count - c->first;
	struct plan_step step;
	bool widened;

	if (!count)
		return 0;
	c->batch++;
	widened = (c->asked->hosts || !by_unit(c) ? count : c->done - c->before) > asked_for;
	step = (struct plan_step){
		.name = step_name(c, count, widened),
		.first = c->first,
		.count = count,
		.soak_ns = c->asked->soak_ns,
		.part = c->part_index,
	};
	if (!step.name || plan_step_add(c->m, &step))
		return -ENOMEM;
	c->widened |= widened && !by_unit(c);
	c->first = (uint32_t)plan->order_count;
	c->before = c->done;
	return 0;
}

static int take(struct cutter *c, uint32_t unit)
{
	uint32_t count = c->units.first[unit + 1] - c->units.first[unit];

	c->taken[unit] = true;
	c->done += by_unit(c) ? 1 : count;
	for (uint32_t i = 0; i < count; i++)
		if (plan_order_add(c->m, c->part, c->units.hosts[c->units.first[unit] + i]))
			return -ENOMEM;
	return 0;
}

/* As much as the batch allows; UINT32_MAX without one. */
static uint32_t batch_size(const struct cutter *c)
{
	if (!c->asked->batch.n)
		return UINT32_MAX;
	return fleet_amount_of(c->asked->batch, c->total);
}

static int close_full_batch(struct cutter *c)
{
	uint32_t batch = batch_size(c);

	return c->done - c->before >= batch ? close_step(c, batch) : 0;
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
		if (take(c, unit) || close_full_batch(c))
			return -ENOMEM;
	}
	return close_step(c, asked_for);
}

static int cut_to(struct cutter *c)
{
	uint32_t to = fleet_amount_of(c->asked->to, c->total);

	for (; c->cursor < c->units.count && c->done < to; c->cursor++) {
		if (c->taken[c->cursor])
			continue;
		if (take(c, c->cursor) || close_full_batch(c))
			return -ENOMEM;
	}
	return close_step(c, to > c->before ? to - c->before : 0);
}

/* The last step of a file takes all that is left. */
static int cut(struct cutter *c)
{
	static const struct fleet_step rest = {.to = {.percent = true, .n = PERCENT_HUNDRED}};
	const struct fleet_rollout *rollout = c->part->rollout;

	for (uint32_t i = 0; i < rollout->step_count; i++) {
		c->asked = &rollout->steps[i];
		c->batch = 0;
		if (c->asked->hosts ? cut_named(c) : cut_to(c))
			return -ENOMEM;
	}
	c->asked = &rest;
	return cut_to(c);
}

static int note_widened(struct cutter *c)
{
	const struct ece_param *param = c->part->example;

	for (size_t i = 0; i < c->part->pairwise.count; i++) {
		uint32_t host = c->part->pairwise.items[i];

		if (c->units.labels[c->units.of[host]] &&
		    plan_note_add(c->m, PLAN_NOTE_DOMAIN, (uint16_t)ece_param_index(param), host, 0,
				  "%s must not differ inside a domain, so steps take whole domains and are larger than "
				  "the file asks for",
				  param->name))
			return -ENOMEM;
	}
	return 0;
}

static int note_units(struct cutter *c)
{
	const char *label = c->part->rollout->unit_label;
	int err = 0;

	for (uint32_t unit = 0; label && unit < c->units.count && !err; unit++)
		if (!c->units.labels[unit])
			err = plan_note_add(c->m, PLAN_NOTE_UNIT, PLAN_NO_PARAM, c->units.hosts[c->units.first[unit]],
					    0,
					    "units of the rollout %s are all hosts with one value of label \"%s\", "
					    "which these hosts do not have: each of them is a unit of its own",
					    c->part->rollout->name, label);
	return err;
}

static int init(struct cutter *c)
{
	c->first = (uint32_t)c->m->plan->order_count;
	if (plan_units_make(c->m, c->part, &c->units))
		return -ENOMEM;
	c->total = by_unit(c) ? c->units.count : (uint32_t)c->part->changed.count;
	c->taken = calloc(c->units.count + 1, sizeof(*c->taken));
	if (!c->taken)
		return -ENOMEM;
	return 0;
}

static int cut_part(struct maker *m, uint32_t part)
{
	struct cutter c = {.m = m, .part = &m->parts[part], .part_index = part};
	int err = init(&c);

	if (!err)
		err = cut(&c);
	if (!err && c.widened)
		err = note_widened(&c);
	if (!err)
		err = note_units(&c);
	m->plan->parts[part] = (struct plan_part){.host_count = c.part->changed.count, .unit_count = c.units.count};
	free(c.taken);
	plan_units_done(&c.units);
	return err;
}

/* Parts with something pairwise must know the step of each host. */
static int track_steps(struct maker *m)
{
	for (uint32_t part = 0; part < m->plan->part_count; part++) {
		struct part *p = &m->parts[part];

		if (!p->example)
			continue;
		p->step_of = malloc((m->plan->host_count + 1) * sizeof(*p->step_of));
		for (size_t i = 0; p->step_of && i < m->plan->host_count; i++)
			p->step_of[i] = NONE;
		if (!p->step_of)
			return -ENOMEM;
	}
	return 0;
}

int plan_steps(struct maker *m)
{
	int err = track_steps(m);

	if (!err && m->input->saved)
		err = plan_saved_steps(m);
	for (uint32_t part = 0; part < m->plan->part_count && !err && !m->input->saved; part++)
		if (m->parts[part].changed.count)
			err = cut_part(m, part);
	return err ? err : plan_pair_check(m);
}
