// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/nics.h"

#include <errno.h>
#include <string.h>

#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static int glob_read(struct parse *p, struct cursor at, const char *key, const char **glob)
{
	return read_copy(p, cursor_get(p, at, key), glob);
}

int read_globs(struct parse *p, struct cursor at, struct fleet_nics *nics)
{
	int err = glob_read(p, at, "card", &nics->card);

	nics->role = FLEET_NONE;
	if (!err)
		err = glob_read(p, at, "psid", &nics->psid);
	if (!err)
		err = glob_read(p, at, "pci", &nics->pci);
	if (!err)
		err = glob_read(p, at, "netdev", &nics->netdev);
	return err ? err : glob_read(p, at, "rdma", &nics->rdma);
}

int read_nics(struct parse *p, struct cursor at, struct fleet_nics *nics)
{
	int err = read_globs(p, at, nics);

	nics->role = read_name(p, cursor_get(p, at, "role"), &p->role_names, "role");
	return err;
}

/* Such a role would take every NIC, which is hardly meant; all the more if they are never touched. */
static void check_empty(struct parse *p, struct cursor at, const struct fleet_role *role)
{
	const struct fleet_nics *nics = &role->nics;

	if (json_is_object(at.json) && !nics->card && !nics->psid && !nics->pci && !nics->netdev && !nics->rdma &&
	    role->bonded == FLEET_ANY && !role->carries_default_route)
		fault_value(p, at, ECE_ERROR_RANGE,
			    "this would take every NIC; say what its NICs have in common (\"netdev\": \"*\" for all)");
}

static int each_role(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct fleet_role *role = &((struct fleet_role *)ctx)[i];
	struct cursor bonded = cursor_get(p, at, "bonded");
	uint32_t number;
	int err = intern_put(&p->role_names, key, strlen(key), &number);

	if (!err)
		err = read_globs(p, at, &role->nics);
	if (err)
		return err;
	role->name = p->role_names.texts[i];
	role->place = cursor_place(p, at);
	role->bonded = json_is_true(bonded.json) ? FLEET_YES : json_is_false(bonded.json) ? FLEET_NO : FLEET_ANY;
	role->carries_default_route = json_is_string(cursor_get(p, at, "carries").json);
	role->never = json_is_string(cursor_get(p, at, "touch").json);
	check_empty(p, at, role);
	return 0;
}

int read_roles(struct parse *p, struct cursor root)
{
	struct cursor map = cursor_get(p, root, "roles");
	size_t count = json_object_size(map.json);
	struct fleet_role *roles = arena_alloc(p->arena, count, sizeof(*roles));

	if (!roles)
		return -ENOMEM;
	p->fleet->roles = roles;
	p->fleet->role_count = (uint32_t)count;
	return count ? cursor_each(p, map, each_role, roles) : 0;
}
