// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is alike on many hosts is one thing to say. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/hostlist.h"
#include "lib/drift/internal.h"

#define ROOM 64

int drift_add_item(struct finder *f, const struct drift_item *item)
{
	struct drift *drift = f->drift;

	if (drift->item_count == f->item_max) {
		size_t more = f->item_max ? 2 * f->item_max : ROOM;
		struct drift_item *grown = reallocarray(drift->items, more, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		drift->items = grown;
		f->item_max = more;
	}
	drift->items[drift->item_count++] = *item;
	return 0;
}

int drift_add_unread(struct finder *f, uint32_t host, uint16_t param, const char *why)
{
	if (f->unread_count == f->unread_max) {
		size_t more = f->unread_max ? 2 * f->unread_max : ROOM;
		struct unread_value *grown = reallocarray(f->unread, more, sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		f->unread = grown;
		f->unread_max = more;
	}
	f->unread[f->unread_count++] = (struct unread_value){
		.host = host, .param = param, .why = why && *why ? why : "the host does not say why"};
	return 0;
}

static int order(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* All that makes a group. */
static int compare_kinds(const struct drift_item *a, const struct drift_item *b)
{
	int by = order(a->param, b->param);

	by = by ? by : order(a->should, b->should);
	by = by ? by : order(a->now, b->now);
	by = by ? by : order(a->kind, b->kind);
	by = by ? by : order(a->bar, b->bar);
	return by ? by : order(a->act, b->act);
}

static int compare_items(const void *va, const void *vb)
{
	const struct drift_item *a = va, *b = vb;
	int by = compare_kinds(a, b);

	by = by ? by : order(a->host, b->host);
	return by ? by : order(a->nic, b->nic);
}

/* @hosts: sorted, with repetitions. */
static int fold(const struct fleet *fleet, const uint32_t *hosts, size_t count, char **text, size_t *host_count)
{
	const char **names = malloc((count + 1) * sizeof(*names));
	size_t n = 0;
	int err;

	if (!names)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		if (!i || hosts[i] != hosts[i - 1])
			names[n++] = fleet->hosts[hosts[i]].name;
	err = hostlist_fold(names, n, text);
	free(names);
	*host_count = n;
	return err;
}

static int close_group(const struct finder *f, struct drift_group *group)
{
	uint32_t *hosts = malloc((group->count + 1) * sizeof(*hosts));
	int err;

	if (!hosts)
		return -ENOMEM;
	for (size_t i = 0; i < group->count; i++)
		hosts[i] = f->drift->items[group->first + i].host;
	err = fold(f->fleet, hosts, group->count, &group->hosts, &group->host_count);
	free(hosts);
	return err;
}

int drift_group_items(struct finder *f)
{
	struct drift *drift = f->drift;
	int err = 0;

	drift->groups = calloc(drift->item_count + 1, sizeof(*drift->groups));
	if (!drift->groups)
		return -ENOMEM;
	if (drift->item_count)
		qsort(drift->items, drift->item_count, sizeof(*drift->items), compare_items);
	for (size_t i = 0; i < drift->item_count && !err;) {
		struct drift_group *group = &drift->groups[drift->group_count++];

		*group = (struct drift_group){.item = &drift->items[i], .first = i};
		while (i < drift->item_count && !compare_kinds(group->item, &drift->items[i]))
			i++;
		group->count = i - group->first;
		err = close_group(f, group);
	}
	return err;
}

static int compare_reasons(const struct unread_value *a, const struct unread_value *b)
{
	int by = order(b->param, a->param);

	return by ? by : strcmp(a->why, b->why);
}

/* Whole hosts first. */
static int compare_unread(const void *va, const void *vb)
{
	const struct unread_value *a = va, *b = vb;
	int by = compare_reasons(a, b);

	return by ? by : order(a->host, b->host);
}

static int close_unread(const struct finder *f, struct drift_unread *unread, size_t first)
{
	uint32_t *hosts = malloc((unread->value_count + 1) * sizeof(*hosts));
	int err;

	if (!hosts)
		return -ENOMEM;
	for (size_t i = 0; i < unread->value_count; i++)
		hosts[i] = f->unread[first + i].host;
	err = fold(f->fleet, hosts, unread->value_count, &unread->hosts, &unread->host_count);
	free(hosts);
	return err;
}

int drift_group_unread(struct finder *f)
{
	struct drift *drift = f->drift;
	int err = 0;

	drift->unread = calloc(f->unread_count + 1, sizeof(*drift->unread));
	if (!drift->unread)
		return -ENOMEM;
	if (f->unread_count)
		qsort(f->unread, f->unread_count, sizeof(*f->unread), compare_unread);
	for (size_t i = 0; i < f->unread_count && !err;) {
		struct drift_unread *unread = &drift->unread[drift->unread_count++];
		size_t first = i;

		*unread = (struct drift_unread){.why = f->unread[i].why, .param = f->unread[i].param};
		while (i < f->unread_count && !compare_reasons(&f->unread[first], &f->unread[i]))
			i++;
		unread->value_count = i - first;
		err = close_unread(f, unread, first);
	}
	return err;
}
