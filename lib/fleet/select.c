// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts by their labels: from a label to the sets that have it, and from a set to its hosts. */
#include <errno.h>
#include <string.h>

#include "lib/fleet/labels.h"
#include "lib/fleet/parse.h"

struct selection {
	struct cursor at;
	uint32_t entry;
	struct mentions *mentions;
};

static const char *value_of(const struct fleet_labels *labels, const char *name)
{
	for (uint32_t i = 0; i < labels->count; i++)
		if (!strcmp(labels->pairs[i].name, name))
			return labels->pairs[i].value;
	return NULL;
}

const char *fleet_label(const struct fleet *fleet, uint32_t host, const char *name)
{
	return value_of(fleet->hosts[host].labels, name);
}

static bool value_fits(const json_t *want, const char *have)
{
	if (json_is_string(want))
		return !strcmp(json_string_value(want), have);
	for (size_t i = 0; i < json_array_size(want); i++) {
		const char *one = json_string_value(json_array_get(want, i));

		if (one && !strcmp(one, have))
			return true;
	}
	return false;
}

/* Every label of the selector must be there, with one of its values. */
static bool set_fits(const struct fleet_labels *set, const json_t *selector)
{
	json_t *object = (json_t *)(uintptr_t)selector;

	for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
		const char *have = value_of(set, json_object_iter_key(i));

		if (!have || !value_fits(json_object_iter_value(i), have))
			return false;
	}
	return true;
}

bool label_known(const struct parse *p, const char *name)
{
	return intern_find(&p->labels->names, name, strlen(name)) != INTERN_NONE;
}

const struct intern *label_names(const struct parse *p)
{
	return &p->labels->names;
}

static int known_label(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	char best[128];

	(void)i;
	(void)ctx;
	if (!p->pass_over && !label_known(p, key))
		fault_key(p, at, ECE_ERROR_UNKNOWN_NAME, "no inventory entry has this label%s",
			  did_you_mean_name(label_names(p), key, best, sizeof(best)));
	return 0;
}

/* The number of a name with a value; FLEET_NONE when no set has it. */
static uint32_t pair_find(const struct label_table *t, const char *name, const char *value)
{
	uint32_t name_number = intern_find(&t->names, name, strlen(name));
	uint32_t value_number = intern_find(&t->values, value, strlen(value));
	char key[LABEL_KEY_MAX];
	struct fleet_label label;

	if (name_number == INTERN_NONE || value_number == INTERN_NONE)
		return FLEET_NONE;
	label = (struct fleet_label){t->names.texts[name_number], t->values.texts[value_number]};
	return intern_find(&t->pairs, key, label_key(&label, key));
}

static int index_hosts(struct parse *p, struct label_table *t)
{
	struct mentions hosts = {0};
	int err = 0;

	for (uint32_t h = 0; !err && h < p->hosts->count; h++)
		err = mention_push(&hosts, t->set_of_host[h], h);
	return mentions_index(&p->scratch, &hosts, t->keys.count, &t->hosts_of_set) ? -ENOMEM : err;
}

static int index_sets(struct parse *p, struct label_table *t)
{
	struct mentions sets = {0};
	int err = 0;

	for (uint32_t s = 0; s < t->keys.count; s++)
		for (uint32_t i = 0; !err && i < t->sets[s].count; i++) {
			const struct fleet_label *label = &t->sets[s].pairs[i];

			err = mention_push(&sets, pair_find(t, label->name, label->value), s);
		}
	return mentions_index(&p->scratch, &sets, t->pairs.count, &t->sets_of_pair) ? -ENOMEM : err;
}

static int select_set(struct parse *p, const struct selection *s, uint32_t set)
{
	const struct fleet_index *index = &p->labels->hosts_of_set;
	int err = 0;

	for (uint32_t i = index->first[set]; !err && i < index->first[set + 1]; i++) {
		uint32_t host = index->items[i];

		/* a selector may name a value twice */
		if (p->stamps[host] == p->stamp)
			continue;
		p->stamps[host] = p->stamp;
		err = mention_add(p, s->at, s->mentions, host, s->entry);
	}
	return err;
}

/* Sets with this value of the selector's first label, if they have its other labels too. */
static int select_value(struct parse *p, const struct selection *s, const char *name, const char *value)
{
	const struct label_table *t = p->labels;
	uint32_t pair = value ? pair_find(t, name, value) : FLEET_NONE;
	int err = 0;

	if (pair == FLEET_NONE)
		return 0;
	for (uint32_t i = t->sets_of_pair.first[pair]; !err && i < t->sets_of_pair.first[pair + 1]; i++)
		if (set_fits(&t->sets[t->sets_of_pair.items[i]], s->at.json))
			err = select_set(p, s, t->sets_of_pair.items[i]);
	return err;
}

static int select_first(struct parse *p, const struct selection *s)
{
	json_t *object = (json_t *)(uintptr_t)s->at.json;
	void *first = json_object_iter(object);
	const json_t *values = json_object_iter_value(first);
	const char *name = json_object_iter_key(first);
	int err = 0;

	if (json_is_string(values))
		return select_value(p, s, name, json_string_value(values));
	for (size_t i = 0; !err && i < json_array_size(values); i++)
		err = select_value(p, s, name, json_string_value(json_array_get(values, i)));
	return err;
}

int labels_select(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions)
{
	const struct selection s = {.at = at, .entry = entry, .mentions = mentions};
	struct label_table *t = p->labels;
	int err = 0;

	if (!t->sets_of_pair.first)
		err = index_hosts(p, t) || index_sets(p, t) ? -ENOMEM : 0;
	if (!err)
		err = cursor_each(p, at, known_label, NULL);
	if (!err && cursor_count(at))
		err = select_first(p, &s);
	return err;
}
