// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include "lib/fleet/ece.h"
#include "lib/fleet/expiry.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/nics.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"
#include "lib/fleet/values.h"

struct overriding {
	struct fleet_override *overrides;
	struct value_set set;
	struct mentions mentions;
	struct intern ids;
};

static int each_override(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct overriding *o = ctx;
	struct fleet_override *override = &o->overrides[i];
	struct cursor hosts = cursor_get(p, at, "hosts");
	int err = read_id(p, at, "overrides", i, &o->ids, &override->name);

	(void)key;
	override->place = cursor_place(p, at);
	value_set_begin(&o->set, FLEET_NONE, NULL, 0);
	if (!err)
		err = read_nics(p, cursor_get(p, at, "nics"), &override->nics);
	if (!err)
		err = value_set_read(p, cursor_get(p, at, "set"), &o->set);
	if (!err)
		check_required(p, at, &o->set);
	if (!err)
		err = value_set_keep(p, &o->set, &p->policies, &override->values, &override->value_count);
	if (!err)
		err = read_copy(p, cursor_get(p, at, "why"), &override->why);
	if (!err)
		err = read_expiry(p, cursor_get(p, at, "expires"), "override", &override->expires);
	return err || !hosts.json ? err : select_hosts(p, hosts, (uint32_t)i, &o->mentions);
}

int read_overrides(struct parse *p, struct cursor root)
{
	struct cursor list = cursor_get(p, root, "overrides");
	size_t count = json_array_size(list.json);
	struct overriding o = {.ids.arena = &p->scratch};
	int err = value_set_new(p, "override", &o.set);

	o.overrides = arena_alloc(p->arena, count, sizeof(*o.overrides));
	if (err || !o.overrides)
		return -ENOMEM;
	if (count)
		err = cursor_each(p, list, each_override, &o);
	intern_done(&o.ids);
	p->fleet->overrides = o.overrides;
	p->fleet->override_count = (uint32_t)count;
	/* also frees the mentions */
	if (mentions_index(p->arena, &o.mentions, p->fleet->host_count, &p->fleet->private->overrides_of_host))
		return -ENOMEM;
	return err;
}
