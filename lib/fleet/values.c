// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/values.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static const char *const policy_words[] = {[FLEET_FAIL] = "fail", [FLEET_SKIP] = "skip", NULL};

static int policy_by_param(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const struct ece_param *param = ece_param_find(key);
	uint8_t *by_param = ctx;
	int word = read_word(at, policy_words, -1);

	(void)p;
	(void)i;
	if (param && word >= 0)
		by_param[ece_param_index(param)] = (uint8_t)word;
	return 0;
}

/* Over what @by_param has from further away: the nearest wins. */
static void policy_read(struct parse *p, struct cursor at, uint8_t *by_param)
{
	int word = read_word(at, policy_words, -1);

	if (word >= 0)
		memset(by_param, word, ece_param_limit());
	if (json_is_object(at.json))
		cursor_each(p, at, policy_by_param, by_param);
}

int policies_new(struct parse *p, struct cursor at, const struct policies *from, struct policies *policies)
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

int value_set_new(struct parse *p, const char *what, struct value_set *set)
{
	set->what = what;
	set->slots = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*set->slots));
	set->names = arena_alloc(&p->scratch, ece_param_limit(), sizeof(*set->names));
	return set->slots && set->names ? 0 : -ENOMEM;
}

void value_set_begin(struct value_set *set, uint32_t profile, const struct fleet_value *from, uint32_t count)
{
	set->profile = profile;
	memset(set->slots, 0, ece_param_limit() * sizeof(*set->slots));
	memset(set->names, 0, ece_param_limit() * sizeof(*set->names));
	for (uint32_t i = 0; i < count; i++)
		set->slots[ece_param_index(from[i].param)] = from[i];
}

static int each_value(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const struct ece_param *param = ece_param_find(key);
	struct value_set *set = ctx;
	struct fleet_value *value;
	size_t slot;

	(void)i;
	if (!param)
		return 0;
	slot = ece_param_index(param);
	if (set->names[slot]) {
		fault_key(p, at, ECE_ERROR_DUPLICATE, "this is %s, which the %s sets as \"%.60s\" already", param->name,
			  set->what, set->names[slot]);
		return 0;
	}
	set->names[slot] = key;
	value = &set->slots[slot];
	*value = (struct fleet_value){.param = param, .profile = set->profile, .place = cursor_place(p, at)};
	return read_value(p, at, param, false, value) == -ENOMEM ? -ENOMEM : 0;
}

/* A floor above its ceiling, where this set names one of them; 0 is no ceiling. By speed is seen with the NIC. */
static void check_ceiling(struct parse *p, const struct value_set *set, struct cursor at, const struct ece_param *floor)
{
	size_t low = ece_param_index(floor), high = ece_param_index(ece_param_find(floor->ceiling));
	const struct fleet_value *least = &set->slots[low], *most = &set->slots[high];
	const char *name = set->names[low] ? set->names[low] : set->names[high];

	char from[64], to[64];

	if (!name || !least->param || !most->param || !most->raw || least->raw <= most->raw)
		return;
	fault_value(p, cursor_get(p, at, name), ECE_ERROR_RANGE, "%s would be %s, above %s, which would be %s",
		    floor->name, ece_param_format(floor, least->raw, from, sizeof(from)), most->param->name,
		    ece_param_format(most->param, most->raw, to, sizeof(to)));
}

int value_set_read(struct parse *p, struct cursor at, struct value_set *set)
{
	int err;

	/* an array has no keys; the check of the form has told */
	if (!json_is_object(at.json))
		return 0;
	err = cursor_each(p, at, each_value, set);
	for (size_t i = 0; i < ece_param_count(); i++)
		/* Sets are looked at when "ece" has been read, too: check_required(). */
		if (ece_param_at(i)->ceiling && ece_param_at(i)->kind != ECE_PARAM_OPTIONS)
			check_ceiling(p, set, at, ece_param_at(i));
	return err;
}

int value_set_keep(struct parse *p, const struct value_set *set, const struct policies *policies,
		   const struct fleet_value **values, uint32_t *count)
{
	struct fleet_value *list;

	*count = 0;
	for (size_t i = 0; i < ece_param_limit(); i++)
		*count += set->slots[i].param != NULL;
	list = arena_alloc(p->arena, *count, sizeof(*list));
	*values = list;
	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < ece_param_limit(); i++) {
		if (!set->slots[i].param)
			continue;
		*list = set->slots[i];
		list->if_unsupported = (enum fleet_policy)policies->unsupported[i];
		list->if_no_door = (enum fleet_policy)policies->no_door[i];
		list++;
	}
	return 0;
}
