// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include "lib/fleet/hosts.h"
#include "lib/fleet/nics.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

struct assigning {
	struct fleet_assign *assigns;
	struct mentions mentions;
	struct intern ids;
};

static int assign_read(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct assigning *a = ctx;
	struct cursor hosts = cursor_get(p, at, "hosts");
	struct fleet_assign *assign = &a->assigns[i];
	int err = read_id(p, at, "assign", i, &a->ids, &assign->name);

	(void)key;
	assign->has_id = has_id(at);
	assign->place = cursor_place(p, at);
	assign->profile = read_name(p, cursor_get(p, at, "profile"), &p->profile_names, "profile");
	if (!err)
		err = read_nics(p, cursor_get(p, at, "nics"), &assign->nics);
	if (!err && hosts.json)
		err = select_hosts(p, hosts, (uint32_t)i, &a->mentions);
	return err;
}

int read_assigns(struct parse *p, struct cursor root)
{
	struct cursor list = cursor_get(p, root, "assign");
	size_t count = json_array_size(list.json);
	struct assigning a = {.ids.arena = &p->scratch};
	int err = -ENOMEM;

	a.assigns = arena_alloc(p->arena, count, sizeof(*a.assigns));
	if (a.assigns)
		err = json_is_array(list.json) ? cursor_each(p, list, assign_read, &a) : 0;
	intern_done(&a.ids);
	p->fleet->assigns = a.assigns;
	p->fleet->assign_count = (uint32_t)count;
	/* also frees the mentions */
	if (mentions_index(p->arena, &a.mentions, p->fleet->host_count, &p->fleet->assigns_of_host))
		return -ENOMEM;
	return err;
}
