// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

#define REST           "rest" /* what no change names */
#define CHAIN_TEXT_MAX 300

struct change_draft {
	struct cursor at, after;
	struct fleet_change change;
	uint32_t before; /* the draft that must have gone out, or FLEET_NONE */
	uint8_t place;   /* in the order in which they go out */
	bool placed;
};

struct drafting {
	struct change_draft drafts[FLEET_CHANGES_MAX];
	uint32_t count;
	struct intern ids;     /* numbered like the drafts */
	bool *set;             /* by parameter: somebody sets it */
	const char **named_by; /* by parameter: the change that names it */
};

static void mark_values(const struct fleet_value *values, uint32_t count, bool *set)
{
	for (uint32_t i = 0; i < count; i++)
		set[ece_param_index(values[i].param)] |= !values[i].leave;
}

/* What assigns and overrides set; a profile that only others extend does not count. */
static void mark_set(const struct fleet *fleet, bool *set)
{
	for (uint32_t i = 0; i < fleet->assign_count; i++) {
		const struct fleet_assign *assign = &fleet->assigns[i];

		if (assign->profile != FLEET_NONE)
			mark_values(fleet->profiles[assign->profile].values,
				    fleet->profiles[assign->profile].value_count, set);
	}
	for (uint32_t i = 0; i < fleet->override_count; i++)
		mark_values(fleet->overrides[i].values, fleet->overrides[i].value_count, set);
}

static int each_param(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct drafting *d = ctx;
	const struct change_draft *draft = &d->drafts[d->count];
	const struct ece_param *param = cursor_text(at) ? ece_param_find(cursor_text(at)) : NULL;
	size_t row = param ? ece_param_index(param) : 0;

	(void)key;
	(void)i;
	if (!param)
		return 0;
	if (d->named_by[row])
		fault_value(p, at, ECE_ERROR_CONFLICT, "%s goes out with change \"%.32s\" already", param->name,
			    d->named_by[row]);
	else if (!d->set[row])
		fault_value(p, at, ECE_ERROR_CONFLICT, "no profile that is assigned and no override sets %s",
			    param->name);
	d->named_by[row] = draft->change.name;
	p->fleet->private->change_of_param[row] = (uint8_t)d->count;
	return 0;
}

/* A name that is known already gets a number of its own, so that numbers stay those of the drafts. */
static int id_put(struct parse *p, struct drafting *d, struct cursor id, const char *name)
{
	char made[32];
	uint32_t number;
	bool known = intern_find(&d->ids, name, strlen(name)) != INTERN_NONE;

	if (!strcmp(name, REST))
		fault_value(p, id, ECE_ERROR_DUPLICATE,
			    "\"" REST "\" is the change of all parameters that no other names; choose another id");
	else if (known && *name)
		fault_value(p, id, ECE_ERROR_DUPLICATE, "another entry has this id");
	if (known)
		snprintf(made, sizeof(made), "\n%u", d->count);
	return intern_put(&d->ids, known ? made : name, strlen(known ? made : name), &number);
}

static int each_change(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct drafting *d = ctx;
	struct change_draft *draft = &d->drafts[d->count];
	struct cursor rollout = cursor_get(p, at, "rollout"), params = cursor_get(p, at, "params");
	int err;

	(void)key;
	(void)i;
	/* too many were reported by the check */
	if (d->count == FLEET_CHANGES_MAX - 1)
		return 0;
	*draft = (struct change_draft){.at = at, .after = cursor_get(p, at, "after"), .before = FLEET_NONE};
	draft->change.place = cursor_place(p, at);
	draft->change.rollout_place = cursor_said(p, at, "rollout");
	draft->change.rollout = rollout.json ? read_name(p, rollout, &p->rollout_names, "rollout") : p->fleet->rollout;
	err = read_copy(p, cursor_get(p, at, "id"), &draft->change.name);
	if (!err && !draft->change.name)
		draft->change.name = "";
	if (!err)
		err = id_put(p, d, cursor_get(p, at, "id"), draft->change.name);
	if (!err && json_is_array(params.json))
		err = cursor_each(p, params, each_param, d);
	d->count++;
	return err;
}

static void cycle(struct parse *p, const struct drafting *d, uint32_t first)
{
	char chain[CHAIN_TEXT_MAX] = "";
	size_t used = 0;
	uint32_t i = first;

	do {
		used += (size_t)snprintf(chain + used, sizeof(chain) - used, "%.32s after ", d->drafts[i].change.name);
		i = d->drafts[i].before;
	} while (i != first && used < sizeof(chain) - 80);
	fault_value(p, d->drafts[first].after, ECE_ERROR_CONFLICT, "a change cannot come after itself: %s%s%.32s",
		    chain, i == first ? "" : "... after ", d->drafts[first].change.name);
}

/* Each circle is said once, at one of its changes, and cut there. */
static void cut_cycles(struct parse *p, struct drafting *d)
{
	for (uint32_t first = 0; first < d->count; first++) {
		uint32_t i = d->drafts[first].before, walked = 0;

		while (i != FLEET_NONE && i != first && walked++ < d->count)
			i = d->drafts[i].before;
		if (i != first)
			continue;
		cycle(p, d, first);
		d->drafts[first].before = FLEET_NONE;
	}
}

/* The order of the file, but for those that must wait. There are few, so they are looked through again and again. */
static void place_drafts(struct drafting *d)
{
	for (uint32_t placed = 0, i = 0; placed < d->count; i = (i + 1) % d->count) {
		struct change_draft *draft = &d->drafts[i];

		if (draft->placed || (draft->before != FLEET_NONE && !d->drafts[draft->before].placed))
			continue;
		draft->placed = true;
		draft->place = (uint8_t)placed++;
		i = d->count - 1;
	}
}

static int changes_keep(struct parse *p, const struct drafting *d)
{
	struct fleet_change *changes = arena_alloc(p->arena, d->count + 1, sizeof(*changes));
	uint8_t *change_of_param = p->fleet->private->change_of_param;

	if (!changes)
		return -ENOMEM;
	for (uint32_t i = 0; i < d->count; i++)
		changes[d->drafts[i].place] = d->drafts[i].change;
	changes[d->count] = (struct fleet_change){.name = REST, .rollout = p->fleet->rollout};
	for (size_t i = 0; i < ece_param_limit(); i++)
		change_of_param[i] = d->named_by[i] ? d->drafts[change_of_param[i]].place : (uint8_t)d->count;
	p->fleet->changes = changes;
	p->fleet->change_count = d->count + 1;
	return 0;
}

static int drafts_read(struct parse *p, struct cursor list, struct drafting *d)
{
	int err = json_is_array(list.json) ? cursor_each(p, list, each_change, d) : 0;

	for (uint32_t i = 0; !err && i < d->count; i++)
		d->drafts[i].before = read_name(p, d->drafts[i].after, &d->ids, "change");
	if (err)
		return err;
	cut_cycles(p, d);
	place_drafts(d);
	return changes_keep(p, d);
}

int read_changes(struct parse *p, struct cursor root)
{
	struct drafting *d = arena_alloc(&p->scratch, 1, sizeof(*d));
	int err;

	p->fleet->private->change_of_param = arena_alloc(p->arena, ece_param_limit(), 1);
	if (!d || !p->fleet->private->change_of_param)
		return -ENOMEM;
	d->ids.arena = &p->scratch;
	d->set = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*d->set));
	d->named_by = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*d->named_by));
	if (!d->set || !d->named_by)
		return -ENOMEM;
	mark_set(p->fleet, d->set);
	err = drafts_read(p, cursor_get(p, root, "changes"), d);
	intern_done(&d->ids);
	return err;
}

uint32_t fleet_change_of(const struct fleet *fleet, const struct ece_param *param)
{
	return fleet->private->change_of_param[ece_param_index(param)];
}

const struct fleet_rollout *fleet_change_rollout(const struct fleet *fleet, uint32_t change)
{
	return &fleet->rollouts[fleet->changes[change].rollout];
}
