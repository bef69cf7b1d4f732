// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/hosts.h"

#include <errno.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/fleet/execs.h"
#include "lib/fleet/labels.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

struct taking {
	struct parse *p;
	struct cursor at; /* the list, for faults */
	uint32_t sets[2]; /* labels that its hosts get */
	uint32_t origin;  /* of those that are new */
	/* selecting among known hosts */
	struct mentions *mentions;
	uint32_t entry;
	bool unknown; /* said once a list */
};

static int too_many_hosts(struct taking *t)
{
	if (!t->p->too_many)
		fault_value(t->p, t->at, ECE_ERROR_LIMIT, "this file has more than %d hosts", FLEET_HOSTS_MAX);
	t->p->too_many = true;
	return MENTIONS_FULL;
}

static int take_new(void *ctx, const char *name, size_t len)
{
	struct taking *t = ctx;
	uint32_t host, known = t->p->hosts->count;
	int err = mention_count(t->p, t->at);

	if (!err)
		err = intern_put(t->p->hosts, name, len, &host);
	if (!err && host >= known)
		err = mention_push(&t->p->named, host, t->origin);
	if (!err && host >= FLEET_HOSTS_MAX)
		return too_many_hosts(t);
	for (size_t i = 0; !err && i < 2; i++)
		err = labels_add(t->p, t->at, host, t->sets[i]);
	return err;
}

static int take_known(void *ctx, const char *name, size_t len)
{
	struct taking *t = ctx;
	uint32_t host = intern_find(t->p->hosts, name, len);

	if (host == INTERN_NONE) {
		if (!t->unknown && !t->p->pass_over)
			fault_value(t->p, t->at, ECE_ERROR_UNKNOWN_NAME,
				    "host %.*s is in no \"inventory\" and no \"assign\" entry", (int)len, name);
		t->unknown = true;
		return 0;
	}
	if (t->p->stamps[host] == t->p->stamp)
		return 0;
	t->p->stamps[host] = t->p->stamp;
	return mention_add(t->p, t->at, t->mentions, host, t->entry);
}

/* Faulty lists were reported by the check; here they have no hosts. */
static int take_list(struct taking *t, struct cursor at, hostlist_take *take)
{
	const char *text = cursor_text(at);
	int err;

	t->at = at;
	err = text ? hostlist_each(text, strlen(text), FLEET_HOSTS_MAX, take, t, NULL) : 0;
	return err == -ENOMEM ? err : 0;
}

static int each_new(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)p;
	(void)key;
	(void)i;
	return take_list(ctx, at, take_new);
}

static int each_known(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)p;
	(void)key;
	(void)i;
	return take_list(ctx, at, take_known);
}

static int enumerate(struct parse *p, struct cursor at, uint32_t set, uint32_t other_set)
{
	struct taking t = {.p = p, .sets = {set, other_set}, .origin = p->fleet->origin_count - 1};

	if (json_is_array(at.json))
		return cursor_each(p, at, each_new, &t);
	return json_is_string(at.json) ? take_list(&t, at, take_new) : 0;
}

/* The next hosts that are new are of this entry. */
static int origin_begin(struct parse *p, struct cursor at, const char *list, size_t i)
{
	struct fleet_origin *origin = &p->origins[p->fleet->origin_count++];
	struct intern ids = {.arena = &p->scratch};
	struct cursor command = cursor_get(p, at, "exec");
	int err = read_id(p, at, list, i, &ids, &origin->name);

	intern_done(&ids);
	origin->place = cursor_place(p, at);
	if (err || !json_is_string(json_array_get(command.json, 0)))
		return err;
	return read_text(p, json_string_value(json_array_get(command.json, 0)), &origin->command);
}

/* @ctx: labels that all entries of an output get */
static int listed_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	const uint32_t *common = ctx;
	struct cursor hosts = cursor_get(p, at, "hosts");
	uint32_t set;
	int err = labels_read(p, cursor_get(p, at, "labels"), &set);

	(void)key;
	(void)i;
	if (json_is_object(hosts.json))
		fault_value(p, hosts, ECE_ERROR_TYPE,
			    "an inventory names hosts; labels select among them in \"assign\"");
	return err ? err : enumerate(p, hosts, set, *common);
}

static int inventory_exec(struct parse *p, struct cursor at)
{
	struct cursor output, list;
	uint32_t common;
	int err = labels_read(p, cursor_get(p, at, "labels"), &common);

	if (!err)
		err = exec_open(p, at, FLEET_EXEC_INVENTORY, &output);
	if (err)
		return err;
	list = cursor_get(p, output, "inventory");
	if (json_is_array(list.json))
		err = cursor_each(p, list, listed_entry, &common);
	exec_close(p);
	return err;
}

static int inventory_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct cursor exec = cursor_get(p, at, "exec"), hosts = cursor_get(p, at, "hosts");
	uint32_t none = 0;

	(void)ctx;
	if (origin_begin(p, at, "inventory", i))
		return -ENOMEM;
	if (json_is_object(at.json) && !hosts.json == !exec.json)
		fault_value(p, at, ECE_ERROR_SYNTAX, "an entry has either \"hosts\" or \"exec\"");
	check_exec_keys(p, at);
	return exec.json ? inventory_exec(p, at) : listed_entry(p, at, key, i, &none);
}

static int assign_entry(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)key;
	(void)ctx;
	if (origin_begin(p, at, "assign", i))
		return -ENOMEM;
	return enumerate(p, cursor_get(p, at, "hosts"), 0, 0);
}

int read_hosts(struct parse *p, struct cursor root)
{
	struct cursor inventory = cursor_get(p, root, "inventory"), assign = cursor_get(p, root, "assign");
	struct fleet_host *hosts;
	uint32_t none;
	int err = labels_read(p, (struct cursor){0}, &none);

	p->origins = arena_alloc(p->arena, cursor_count(inventory) + cursor_count(assign), sizeof(*p->origins));
	if (!p->origins)
		return -ENOMEM;
	p->fleet->origins = p->origins;
	if (!err)
		err = cursor_each(p, inventory, inventory_entry, NULL);
	if (!err)
		err = cursor_each(p, assign, assign_entry, NULL);
	if (err)
		return err;
	hosts = arena_alloc(p->arena, p->hosts->count, sizeof(*hosts));
	p->stamps = arena_alloc(&p->scratch, p->hosts->count, sizeof(*p->stamps));
	if (!hosts || !p->stamps)
		return -ENOMEM;
	for (uint32_t i = 0; i < p->hosts->count; i++)
		hosts[i] = (struct fleet_host){.name = p->hosts->texts[i], .origin = p->named.list[i].entry};
	p->fleet->hosts = hosts;
	p->fleet->host_count = p->hosts->count;
	return labels_of_hosts(p, hosts);
}

int select_hosts(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions)
{
	struct taking t = {.p = p, .mentions = mentions, .entry = entry};
	int err = 0;

	p->stamp++;
	if (json_is_object(at.json))
		err = labels_select(p, at, entry, mentions);
	else if (json_is_array(at.json))
		err = cursor_each(p, at, each_known, &t);
	else if (at.json)
		err = take_list(&t, at, take_known);
	else
		for (uint32_t host = 0; !err && host < p->fleet->host_count; host++)
			err = mention_add(p, at, mentions, host, entry);
	return err < 0 ? err : 0;
}
