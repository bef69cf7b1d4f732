// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/execs.h"
#include "lib/fleet/expiry.h"
#include "lib/fleet/hosts.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

struct excluding {
	struct fleet_exclude *list;
	uint32_t count, room;
	uint32_t *of_host;
	struct intern ids;
	/* the output of a command that is being read */
	struct fleet_exclude from; /* what its entries are made from */
	uint32_t *counted_by;      /* by host: the entry of the file whose command named it, from 1 */
	uint32_t entry, named;
};

static int exclude_add(struct excluding *x, const struct fleet_exclude *exclude)
{
	if (x->count == x->room) {
		uint32_t room = x->room ? 2 * x->room : 16;
		struct fleet_exclude *grown = realloc(x->list, room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		x->list = grown;
		x->room = room;
	}
	x->list[x->count++] = *exclude;
	return 0;
}

/* The first entry that excludes a host is the one that is told. */
static int hosts_add(struct parse *p, struct cursor at, struct excluding *x)
{
	struct mentions mentions = {0};
	int err = at.json ? select_hosts(p, at, 0, &mentions) : 0;

	for (size_t i = 0; !err && i < mentions.count; i++) {
		uint32_t host = mentions.list[i].host;

		if (x->of_host[host] == FLEET_NONE)
			x->of_host[host] = x->count - 1;
		x->named += x->counted_by[host] != x->entry;
		x->counted_by[host] = x->entry;
	}
	mentions_done(&mentions);
	return err;
}

static int exclude_read(struct parse *p, struct cursor at, size_t i, struct excluding *x, struct fleet_exclude *exclude)
{
	static const char *const on_return[] = {
		[FLEET_RETURN_REPORT] = "report", [FLEET_RETURN_ENSURE] = "ensure", NULL};
	int err = read_id(p, at, "exclude", i, &x->ids, &exclude->name);

	exclude->place = cursor_place(p, at);
	exclude->on_return =
		(enum fleet_on_return)read_word(cursor_get(p, at, "on_return"), on_return, FLEET_RETURN_REPORT);
	if (!err)
		err = read_copy(p, cursor_get(p, at, "why"), &exclude->why);
	return err ? err : read_expiry(p, cursor_get(p, at, "until"), "exclude", &exclude->until);
}

static int each_drained(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct excluding *x = ctx;
	struct fleet_exclude exclude = x->from;
	struct cursor why = cursor_get(p, at, "why");
	int err = json_is_string(why.json) ? read_copy(p, why, &exclude.why) : 0;

	(void)key;
	(void)i;
	if (!err)
		err = exclude_add(x, &exclude);
	return err ? err : hosts_add(p, cursor_get(p, at, "hosts"), x);
}

static void check_max(struct parse *p, struct cursor at, const struct excluding *x)
{
	struct cursor max = cursor_get(p, at, "max");
	struct fleet_amount amount;
	uint32_t limit, hosts = p->fleet->host_count;

	if (p->without_execs || !read_amount(max, &amount))
		return;
	limit = fleet_amount_of(amount, hosts);
	if (x->named > limit)
		fault_value(p, max, ECE_ERROR_LIMIT, "the command names %u of %u hosts; this allows %u", x->named,
			    hosts, limit);
}

/* A scheduler also knows hosts that this file does not name. */
static int exclude_exec(struct parse *p, struct cursor at, struct excluding *x)
{
	bool pass_over = p->pass_over;
	struct cursor output, list;
	int err = exec_open(p, at, FLEET_EXEC_EXCLUDE, &output);

	if (err)
		return err;
	x->named = 0;
	list = cursor_get(p, output, "exclude");
	x->from.by_command = true;
	p->pass_over = true;
	if (json_is_array(list.json))
		err = cursor_each(p, list, each_drained, x);
	p->pass_over = pass_over;
	exec_close(p);
	check_max(p, at, x);
	return err;
}

static int each_exclude(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct excluding *x = ctx;
	struct cursor exec = cursor_get(p, at, "exec"), hosts = cursor_get(p, at, "hosts");
	int err;

	(void)key;
	x->from = (struct fleet_exclude){0};
	x->entry++;
	err = exclude_read(p, at, i, x, &x->from);
	if (err)
		return err;
	if (json_is_object(at.json) && !hosts.json == !exec.json)
		fault_value(p, at, ECE_ERROR_SYNTAX, "an entry has either \"hosts\" or \"exec\"");
	check_exec_keys(p, at);
	if (exec.json)
		return exclude_exec(p, at, x);
	err = exclude_add(x, &x->from);
	return err ? err : hosts_add(p, hosts, x);
}

static int excludes_keep(struct parse *p, const struct excluding *x)
{
	struct fleet_exclude *excludes = arena_alloc(p->arena, x->count, sizeof(*excludes));

	if (!excludes)
		return -ENOMEM;
	if (x->count)
		memcpy(excludes, x->list, x->count * sizeof(*excludes));
	p->fleet->excludes = excludes;
	p->fleet->exclude_count = x->count;
	p->fleet->private->exclude_of_host = x->of_host;
	return 0;
}

int read_excludes(struct parse *p, struct cursor root)
{
	struct cursor list = cursor_get(p, root, "exclude");
	uint32_t hosts = p->fleet->host_count;
	struct excluding x = {
		.of_host = arena_alloc(p->arena, hosts, sizeof(*x.of_host)),
		.counted_by = arena_alloc(&p->scratch, hosts, sizeof(*x.counted_by)),
		.ids.arena = &p->scratch,
	};
	int err = 0;

	if (!x.of_host || !x.counted_by)
		return -ENOMEM;
	for (uint32_t i = 0; i < hosts; i++)
		x.of_host[i] = FLEET_NONE;
	if (json_is_array(list.json))
		err = cursor_each(p, list, each_exclude, &x);
	if (!err)
		err = excludes_keep(p, &x);
	intern_done(&x.ids);
	free(x.list);
	return err;
}
