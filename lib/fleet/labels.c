// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/labels.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/fleet/parse.h"

static int table_new(struct parse *p)
{
	struct label_table *t;
	uint32_t empty;

	if (p->labels)
		return 0;
	t = arena_alloc(&p->scratch, 1, sizeof(*t));
	if (!t)
		return -ENOMEM;
	t->names.arena = p->arena;
	t->values.arena = p->arena;
	t->pairs.arena = &p->scratch;
	t->keys.arena = &p->scratch;
	t->last_a = FLEET_NONE;
	p->labels = t;
	t->sets = calloc(1, sizeof(*t->sets));
	t->set_room = t->sets ? 1 : 0;
	return t->sets ? intern_put(&t->keys, "", 0, &empty) : -ENOMEM;
}

void labels_done(struct parse *p)
{
	if (!p->labels)
		return;
	intern_done(&p->labels->names);
	intern_done(&p->labels->values);
	intern_done(&p->labels->pairs);
	intern_done(&p->labels->keys);
	free(p->labels->sets);
	free(p->labels->set_of_host);
	p->labels = NULL;
}

static int compare_labels(const void *a, const void *b)
{
	return strcmp(((const struct fleet_label *)a)->name, ((const struct fleet_label *)b)->name);
}

size_t label_key(const struct fleet_label *label, char key[LABEL_KEY_MAX])
{
	return (size_t)snprintf(key, LABEL_KEY_MAX, "%p=%p,", (const void *)label->name, (const void *)label->value);
}

/* Also numbers the labels themselves, for selections. */
static int set_key(struct label_table *t, const struct fleet_label *pairs, uint32_t count, uint32_t *number)
{
	char *key = malloc((size_t)count * LABEL_KEY_MAX + 1);
	uint32_t pair;
	size_t used = 0;
	int err = 0;

	if (!key)
		return -ENOMEM;
	for (uint32_t i = 0; !err && i < count; i++) {
		size_t len = label_key(&pairs[i], key + used);

		err = intern_put(&t->pairs, key + used, len, &pair);
		used += len;
	}
	if (!err)
		err = intern_put(&t->keys, key, used, number);
	free(key);
	return err;
}

static int set_number(struct parse *p, const struct fleet_label *pairs, uint32_t count, uint32_t *number)
{
	struct label_table *t = p->labels;
	struct fleet_label *copy;
	uint32_t known = t->keys.count;
	int err = set_key(t, pairs, count, number);

	if (err || *number < known)
		return err;
	if (*number >= t->set_room) {
		struct fleet_labels *grown = realloc(t->sets, 2 * (size_t)t->set_room * sizeof(*grown));

		if (!grown)
			return -ENOMEM;
		t->sets = grown;
		t->set_room *= 2;
	}
	copy = arena_alloc(p->arena, count, sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	memcpy(copy, pairs, count * sizeof(*copy));
	t->sets[*number] = (struct fleet_labels){.pairs = copy, .count = count};
	return 0;
}

struct collect {
	struct fleet_label *pairs;
	uint32_t count;
};

static int collect_label(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	struct label_table *t = p->labels;
	struct collect *c = ctx;
	const char *value = cursor_text(at);
	uint32_t name_number, value_number;

	(void)i;
	if (!value)
		return 0;
	if (intern_put(&t->names, key, strlen(key), &name_number) ||
	    intern_put(&t->values, value, strlen(value), &value_number))
		return -ENOMEM;
	c->pairs[c->count++] = (struct fleet_label){t->names.texts[name_number], t->values.texts[value_number]};
	return 0;
}

int labels_read(struct parse *p, struct cursor at, uint32_t *set)
{
	struct collect c = {0};
	int err = table_new(p);

	*set = 0;
	if (err || !json_is_object(at.json) || !cursor_count(at))
		return err;
	c.pairs = calloc(cursor_count(at), sizeof(*c.pairs));
	err = c.pairs ? cursor_each(p, at, collect_label, &c) : -ENOMEM;
	if (!err && c.count) {
		qsort(c.pairs, c.count, sizeof(*c.pairs), compare_labels);
		err = set_number(p, c.pairs, c.count, set);
	}
	free(c.pairs);
	return err;
}

static void contradiction(struct parse *p, struct cursor at, uint32_t host, const struct fleet_label *have,
			  const struct fleet_label *new)
{
	fault_value(p, at, ECE_ERROR_CONFLICT, "host %s has the label %.60s already, with \"%.60s\" and not \"%.60s\"",
		    p->hosts->texts[host], have->name, have->value, new->value);
}

static int merge(struct parse *p, struct cursor at, uint32_t host, uint32_t set_a, uint32_t set_b, uint32_t *result)
{
	struct fleet_labels a = p->labels->sets[set_a], b = p->labels->sets[set_b];
	struct fleet_label *pairs = calloc((size_t)a.count + b.count, sizeof(*pairs));
	uint32_t i = 0, k = 0, count = 0;
	int err;

	if (!pairs)
		return -ENOMEM;
	while (i < a.count || k < b.count) {
		int order = i == a.count ? 1 : k == b.count ? -1 : compare_labels(&a.pairs[i], &b.pairs[k]);

		if (!order && a.pairs[i].value != b.pairs[k].value)
			contradiction(p, at, host, &a.pairs[i], &b.pairs[k]);
		pairs[count++] = order <= 0 ? a.pairs[i] : b.pairs[k];
		i += order <= 0;
		k += order >= 0;
	}
	err = set_number(p, pairs, count, result);
	free(pairs);
	return err;
}

static int host_room(struct label_table *t, uint32_t host)
{
	uint32_t room = t->host_room ? t->host_room : 256;
	uint32_t *grown;

	if (host < t->host_room)
		return 0;
	while (room <= host)
		room *= 2;
	grown = realloc(t->set_of_host, room * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	memset(grown + t->host_room, 0, (room - t->host_room) * sizeof(*grown));
	t->set_of_host = grown;
	t->host_room = room;
	return 0;
}

int labels_add(struct parse *p, struct cursor at, uint32_t host, uint32_t set)
{
	struct label_table *t = p->labels;
	int err = host_room(t, host);

	if (err || !set)
		return err;
	if (t->last_a != t->set_of_host[host] || t->last_b != set) {
		t->last_a = FLEET_NONE;
		err = merge(p, at, host, t->set_of_host[host], set, &t->last_result);
		if (err)
			return err;
		t->last_a = t->set_of_host[host];
		t->last_b = set;
	}
	t->set_of_host[host] = t->last_result;
	return 0;
}

int labels_of_hosts(struct parse *p, struct fleet_host *hosts)
{
	struct label_table *t;
	struct fleet_labels *sets;
	uint32_t host_count = p->hosts->count;
	int err = table_new(p);

	if (err || !host_count)
		return err;
	t = p->labels;
	err = host_room(t, host_count - 1);
	sets = arena_alloc(p->arena, t->keys.count, sizeof(*sets));
	if (err || !sets)
		return -ENOMEM;
	memcpy(sets, t->sets, t->keys.count * sizeof(*sets));
	for (uint32_t i = 0; i < host_count; i++)
		hosts[i].labels = &sets[t->set_of_host[i]];
	return 0;
}
