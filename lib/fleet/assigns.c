// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/hosts.h"
#include "lib/fleet/parse.h"

struct assigning {
	struct fleet_assign *assigns;
	struct mentions mentions;
	struct intern ids;
};

static const char *copy(struct parse *p, const char *text)
{
	return arena_text(p->arena, text, strlen(text));
}

static int glob_read(struct parse *p, struct cursor nics, const char *key, const char **glob)
{
	const char *text = cursor_text(cursor_get(p, nics, key));

	*glob = text ? copy(p, text) : NULL;
	return text && !*glob ? -ENOMEM : 0;
}

static int nics_read(struct parse *p, struct cursor at, struct fleet_nics *nics)
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

static int name_read(struct parse *p, struct cursor at, size_t i, struct assigning *a)
{
	struct fleet_assign *assign = &a->assigns[i];
	struct cursor id = cursor_get(p, at, "id");
	const char *text = cursor_text(id);
	uint32_t known = a->ids.count, number;
	char name[32];

	assign->has_id = text && *text;
	snprintf(name, sizeof(name), "assign[%zu]", i);
	assign->name = copy(p, assign->has_id ? text : name);
	if (!assign->name)
		return -ENOMEM;
	if (!assign->has_id)
		return 0;
	if (intern_put(&a->ids, text, strlen(text), &number))
		return -ENOMEM;
	if (number < known)
		fault_value(p, id, ECE_ERROR_DUPLICATE, "another entry has this id");
	return 0;
}

static void profile_read(struct parse *p, struct cursor at, struct fleet_assign *assign)
{
	struct cursor profile = cursor_get(p, at, "profile");
	const char *text = cursor_text(profile);
	char best[128];

	assign->profile = text ? intern_find(&p->profile_names, text, strlen(text)) : FLEET_NONE;
	if (text && *text && assign->profile == FLEET_NONE)
		fault_value(p, profile, ECE_ERROR_UNKNOWN_NAME, "no profile is called \"%.60s\"%s", text,
			    did_you_mean_name(&p->profile_names, text, best, sizeof(best)));
}

static int assign_read(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct assigning *a = ctx;
	struct cursor hosts = cursor_get(p, at, "hosts");
	int err = name_read(p, at, i, a);

	(void)key;
	a->assigns[i].place = cursor_place(p, at);
	profile_read(p, at, &a->assigns[i]);
	if (!err)
		err = nics_read(p, cursor_get(p, at, "nics"), &a->assigns[i].nics);
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
