// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include "lib/fleet/ece.h"
#include "lib/fleet/extends.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/values.h"

struct building {
	struct cursor *at; /* of each profile */
	struct policies *policies;
	struct fleet_profile *profiles;
	struct value_set set; /* of the profile that is being built */
};

static int profile_build(struct parse *p, struct building *b, uint32_t number, uint32_t parent)
{
	struct fleet_profile *profile = &b->profiles[number];
	const struct fleet_profile *from = parent == FLEET_NONE ? NULL : &b->profiles[parent];
	int err;

	value_set_begin(&b->set, number, from ? from->values : NULL, from ? from->value_count : 0);
	err = value_set_read(p, cursor_get(p, b->at[number], "set"), &b->set);
	err = err ? err : read_ece(p, b->at[number], &b->set);
	if (!err) {
		check_required(p, b->at[number], &b->set);
		err = policies_new(p, b->at[number], from ? &b->policies[parent] : &p->policies, &b->policies[number]);
	}
	return err ? err : value_set_keep(p, &b->set, &b->policies[number], &profile->values, &profile->value_count);
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
	b->profiles = arena_alloc(p->arena, count, sizeof(*b->profiles));
	return b->at && b->policies && b->profiles ? value_set_new(p, "profile", &b->set) : -ENOMEM;
}

int read_profiles(struct parse *p, struct cursor root)
{
	struct cursor map = cursor_get(p, root, "profiles");
	size_t count = json_object_size(map.json);
	uint32_t *parents = arena_alloc(&p->scratch, count, sizeof(*parents));
	uint32_t *order = arena_alloc(&p->scratch, count, sizeof(*order));
	struct building b = {0};
	int err = parents && order ? building_new(p, count, &b) : -ENOMEM;

	if (!err)
		err = policies_new(p, root, NULL, &p->policies);
	if (err || !count)
		return err;
	err = cursor_each(p, map, profile_name, &b);
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
