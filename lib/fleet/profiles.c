// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/fleet/extends.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static const char *const policy_words[] = {"fail", "skip", NULL};

/* What a profile says to each parameter that a card or host cannot do; by position in the parameter table. */
struct policies {
	uint8_t *unsupported, *no_door;
};

struct building {
	struct cursor *at; /* of each profile */
	struct policies *policies;
	struct policies global;
	struct fleet_profile *profiles;
	/* the profile that is being built */
	uint32_t current;
	struct fleet_value *slots; /* by position in the parameter table; param NULL: not named */
	const char **names;        /* the key that named it here */
};

struct policy_target {
	uint8_t *by_param;
};

static int policy_by_param(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const struct ece_param *param = ece_param_find(key);
	struct policy_target *target = ctx;
	int word = read_word(at, policy_words, -1);

	(void)p;
	(void)i;
	if (param && word >= 0)
		target->by_param[ece_param_index(param)] = (uint8_t)word;
	return 0;
}

/* Over what @by_param has from further away: the nearest wins. */
static void policy_read(struct parse *p, struct cursor at, uint8_t *by_param)
{
	struct policy_target target = {.by_param = by_param};
	int word = read_word(at, policy_words, -1);

	if (word >= 0)
		memset(by_param, word, ece_param_limit());
	if (json_is_object(at.json))
		cursor_each(p, at, policy_by_param, &target);
}

static int policies_new(struct parse *p, struct cursor at, const struct policies *from, struct policies *policies)
{
	size_t count = ece_param_limit();

	policies->unsupported = arena_alloc(&p->scratch, count, 1);
	policies->no_door = arena_alloc(&p->scratch, count, 1);
	if (!policies->unsupported || !policies->no_door)
		return -ENOMEM;
	if (from) {
		memcpy(policies->unsupported, from->unsupported, count);
		memcpy(policies->no_door, from->no_door, count);
	}
	policy_read(p, cursor_get(p, at, "if_unsupported"), policies->unsupported);
	policy_read(p, cursor_get(p, at, "if_no_door"), policies->no_door);
	return 0;
}

static int value_read(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const struct ece_param *param = ece_param_find(key);
	struct building *b = ctx;
	size_t slot;

	(void)i;
	if (!param)
		return 0;
	slot = ece_param_index(param);
	if (b->names[slot]) {
		fault_key(p, at, ECE_ERROR_DUPLICATE, "this is %s, which the profile sets as \"%.60s\" already",
			  param->name, b->names[slot]);
		return 0;
	}
	b->names[slot] = key;
	b->slots[slot] = (struct fleet_value){.param = param, .profile = b->current, .place = cursor_place(p, at)};
	read_value(p, at, param, false, &b->slots[slot]);
	return 0;
}

static int values_keep(struct parse *p, struct building *b)
{
	struct fleet_profile *profile = &b->profiles[b->current];
	const struct policies *policies = &b->policies[b->current];
	struct fleet_value *values;
	uint32_t count = 0;

	for (size_t i = 0; i < ece_param_limit(); i++)
		count += b->slots[i].param != NULL;
	values = arena_alloc(p->arena, count, sizeof(*values));
	if (!values)
		return -ENOMEM;
	profile->values = values;
	profile->value_count = count;
	for (size_t i = 0; i < ece_param_limit(); i++) {
		if (!b->slots[i].param)
			continue;
		*values = b->slots[i];
		values->if_unsupported = policies->unsupported[i];
		values->if_no_door = policies->no_door[i];
		values++;
	}
	return 0;
}

/* A floor above its ceiling, where this profile names one of them; 0 is no ceiling. */
static void check_ceiling(struct parse *p, const struct building *b, struct cursor set, const struct ece_param *floor)
{
	size_t low = ece_param_index(floor), high = ece_param_index(ece_param_find(floor->ceiling));
	const struct fleet_value *least = &b->slots[low], *most = &b->slots[high];
	const char *name = b->names[low] ? b->names[low] : b->names[high];
	char from[64], to[64];

	if (!name || !least->param || !most->param || least->leave || !most->raw || least->raw <= most->raw)
		return;
	fault_value(p, cursor_get(p, set, name), ECE_ERROR_RANGE, "%s would be %s, above %s, which would be %s",
		    floor->name, ece_param_format(floor, least->raw, from, sizeof(from)), most->param->name,
		    ece_param_format(most->param, most->raw, to, sizeof(to)));
}

static void check_ceilings(struct parse *p, const struct building *b, struct cursor set)
{
	for (size_t i = 0; i < ece_param_count(); i++)
		if (ece_param_at(i)->ceiling)
			check_ceiling(p, b, set, ece_param_at(i));
}

static int profile_build(struct parse *p, struct building *b, uint32_t profile, uint32_t parent)
{
	struct cursor set = cursor_get(p, b->at[profile], "set");
	size_t params = ece_param_limit();
	bool extends = parent != FLEET_NONE;
	int err;

	b->current = profile;
	memset(b->slots, 0, params * sizeof(*b->slots));
	memset(b->names, 0, params * sizeof(*b->names));
	for (uint32_t i = 0; extends && i < b->profiles[parent].value_count; i++) {
		const struct fleet_value *value = &b->profiles[parent].values[i];

		b->slots[ece_param_index(value->param)] = *value;
	}
	/* an array has no keys; the check of the form has told */
	if (json_is_object(set.json))
		cursor_each(p, set, value_read, b);
	check_ceilings(p, b, set);
	err = policies_new(p, b->at[profile], extends ? &b->policies[parent] : &b->global, &b->policies[profile]);
	return err ? err : values_keep(p, b);
}

static int profile_name(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct building *b = ctx;
	uint32_t number;

	b->at[i] = at;
	b->profiles[i].place = cursor_place(p, at);
	return intern_put(&p->profile_names, key, strlen(key), &number);
}

static int building_new(struct parse *p, size_t count, struct building *b)
{
	b->at = arena_alloc(&p->scratch, count, sizeof(*b->at));
	b->policies = arena_alloc(&p->scratch, count, sizeof(*b->policies));
	b->slots = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*b->slots));
	b->names = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*b->names));
	b->profiles = arena_alloc(p->arena, count, sizeof(*b->profiles));
	return b->at && b->policies && b->slots && b->names && b->profiles ? 0 : -ENOMEM;
}

int read_profiles(struct parse *p, struct cursor root)
{
	struct cursor map = cursor_get(p, root, "profiles");
	size_t count = json_object_size(map.json);
	uint32_t *parents = arena_alloc(&p->scratch, count, sizeof(*parents));
	uint32_t *order = arena_alloc(&p->scratch, count, sizeof(*order));
	struct building b = {0};
	int err = parents && order ? building_new(p, count, &b) : -ENOMEM;

	if (err || !count)
		return err;
	err = cursor_each(p, map, profile_name, &b);
	if (!err)
		err = policies_new(p, root, NULL, &b.global);
	if (!err)
		err = extends_order(p, "profile", map, &p->profile_names, parents, order);
	for (size_t i = 0; !err && i < count; i++)
		err = profile_build(p, &b, order[i], parents[order[i]]);
	for (size_t i = 0; !err && i < count; i++) {
		b.profiles[i].name = p->profile_names.texts[i];
		b.profiles[i].extends = parents[i];
	}
	p->fleet->profiles = b.profiles;
	p->fleet->profile_count = (uint32_t)count;
	return err;
}
