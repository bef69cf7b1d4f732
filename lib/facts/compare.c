// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/facts/compare.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/arena.h"
#include "lib/base/hostlist.h"
#include "lib/base/intern.h"
#include "lib/facts/flatten.h"
#include "lib/facts/read.h"

#define ABSENT     "absent"
#define WHERE_ENDS '\t' /* between "where" and key in an interned text; neither has one */

/* One difference of one group: a key, and the value that the group has. */
struct difference {
	uint32_t key, value, reference;
	size_t reference_count;
	bool majority;
	uint32_t group;
};

struct comparison {
	size_t n; /* documents */
	const char *const *labels;
	size_t now; /* the document that is being read */
	struct arena arena;
	struct intern keys, values, groups;
	uint32_t *cells; /* value + 1 of each key, document by document; 0: absent */
	size_t keys_room;
	struct difference *list;
	size_t count, room;
	struct ece_error *e;
};

static int no_memory(struct comparison *c)
{
	return ece_error_set(c->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

/* Cells of a key lie together, so that a new key only makes the table longer. */
static int make_room(struct comparison *c)
{
	size_t room = c->keys_room ? c->keys_room * 2 : 1024;
	uint32_t *grown;

	if (c->keys.count <= c->keys_room)
		return 0;
	if (c->keys.count > HOSTFACTS_KEYS_MAX)
		return ece_error_set(c->e, -E2BIG, ECE_ERROR_LIMIT, "more than %d different keys", HOSTFACTS_KEYS_MAX);
	grown = reallocarray(c->cells, room * c->n, sizeof(*grown));
	if (!grown)
		return no_memory(c);
	memset(grown + c->keys_room * c->n, 0, (room - c->keys_room) * c->n * sizeof(*grown));
	c->cells = grown;
	c->keys_room = room;
	return 0;
}

static int take(void *ctx, const char *where, const char *key, const char *value)
{
	struct comparison *c = ctx;
	char text[2 * FLAT_KEY_MAX];
	uint32_t k, v;
	int err;

	snprintf(text, sizeof(text), "%s%c%s", where, WHERE_ENDS, key);
	if (intern_put(&c->keys, text, strlen(text), &k) || intern_put(&c->values, value, strlen(value), &v))
		return no_memory(c);
	err = make_room(c);
	if (!err)
		c->cells[k * c->n + c->now] = v + 1;
	return err;
}

static bool is_document(const json_t *doc)
{
	const json_t *version = json_object_get(doc, "version");

	return json_is_integer(version) && json_integer_value(version) == HOSTFACTS_VERSION &&
	       json_is_object(json_object_get(doc, "host")) && json_is_array(json_object_get(doc, "cards"));
}

static bool same_addresses(const json_t *const *docs, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0;; k++) {
			const char *a = flat_address(docs[0], k), *b = flat_address(docs[i], k);

			if (!a != !b || (a && strcmp(a, b) != 0))
				return false;
			if (!a)
				break;
		}
	return true;
}

static int read_all(struct comparison *c, const json_t *const *docs)
{
	bool by_address;

	for (size_t i = 0; i < c->n; i++)
		if (!is_document(docs[i])) {
			ece_error_set(c->e, -EINVAL, ECE_ERROR_TYPE,
				      "not a document of ece-facts, or one of another version than %d",
				      HOSTFACTS_VERSION);
			return ece_error_place(c->e, "%s", c->labels[i]);
		}
	by_address = same_addresses(docs, c->n);
	for (c->now = 0; c->now < c->n; c->now++) {
		int err = flatten(docs[c->now], by_address, take, c);

		if (err == -EINVAL)
			ece_error_set(c->e, -EINVAL, ECE_ERROR_LIMIT, "deeper or longer keys than ece-facts writes");
		if (err)
			return ece_error_place(c->e, "%s", c->labels[c->now]);
	}
	return 0;
}

/* How many documents have this value of the key whose cells these are. */
static size_t holders(const struct comparison *c, const uint32_t *cells, uint32_t value)
{
	size_t count = 0;

	for (size_t i = 0; i < c->n; i++)
		count += cells[i] == value;
	return count;
}

/* The value that most have; of several that as many have, that of the first document which has one of them. */
static uint32_t reference_of(const struct comparison *c, const uint32_t *cells, size_t *count)
{
	uint32_t best = 0;

	*count = 0;
	for (size_t i = 0; i < c->n; i++) {
		size_t n = cells[i] == best && *count ? 0 : holders(c, cells, cells[i]);

		if (n > *count) {
			best = cells[i];
			*count = n;
		}
	}
	return best;
}

/* The number of the group of those that have this value. */
static int group_of(struct comparison *c, const uint32_t *cells, uint32_t value, char *members, uint32_t *group)
{
	for (size_t i = 0; i < c->n; i++)
		members[i] = cells[i] == value ? '1' : '0';
	return intern_put(&c->groups, members, c->n, group) ? no_memory(c) : 0;
}

static int add_difference(struct comparison *c, const struct difference *d)
{
	if (c->count == c->room) {
		size_t room = c->room ? c->room * 2 : 64;
		struct difference *grown = reallocarray(c->list, room, sizeof(*grown));

		if (!grown)
			return no_memory(c);
		c->list = grown;
		c->room = room;
	}
	c->list[c->count++] = *d;
	return 0;
}

static int compare_key(struct comparison *c, uint32_t key, char *members)
{
	const uint32_t *cells = c->cells + key * c->n;
	struct difference d = {.key = key};

	d.reference = reference_of(c, cells, &d.reference_count);
	d.majority = d.reference_count * 2 > c->n;
	for (size_t i = 0; i < c->n; i++) {
		bool seen = cells[i] == d.reference;
		int err;

		for (size_t k = 0; !seen && k < i; k++)
			seen = cells[k] == cells[i];
		if (seen)
			continue;
		d.value = cells[i];
		err = group_of(c, cells, d.value, members, &d.group);
		if (!err)
			err = add_difference(c, &d);
		if (err)
			return err;
	}
	return 0;
}

static int compare_keys(struct comparison *c)
{
	char *members = malloc(c->n + 1);
	int err = members ? 0 : no_memory(c);

	for (uint32_t key = 0; !err && key < c->keys.count; key++)
		err = compare_key(c, key, members);
	free(members);
	return err;
}

static const char *value_text(const struct comparison *c, uint32_t value)
{
	return value ? c->values.texts[value - 1] : ABSENT;
}

static json_t *difference_json(const struct comparison *c, const struct difference *d)
{
	const char *text = c->keys.texts[d->key];
	size_t where = strcspn(text, "\t");

	return json_pack("{s:s%, s:s, s:s, s:s, s:I, s:b}", "where", text, where, "key", text + where + 1, "value",
			 value_text(c, d->value), "reference", value_text(c, d->reference), "reference_count",
			 (json_int_t)d->reference_count, "majority", (int)d->majority);
}

/* "gpu[001-003]" for labels that are host names, else all of them. */
static json_t *fold(const char *const *names, size_t count)
{
	char *text = NULL;
	json_t *folded;
	bool hosts = true;

	for (size_t i = 0; hosts && i < count; i++)
		hosts = !hostlist_check(names[i], strlen(names[i]), 1, NULL, NULL) && !strpbrk(names[i], ",[");
	if (!hosts || hostlist_fold(names, count, &text))
		return json_null();
	folded = json_string(text);
	free(text);
	return folded;
}

static json_t *differences_of(const struct comparison *c, uint32_t group)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->count; i++)
		if (c->list[i].group == group && json_array_append_new(list, difference_json(c, &c->list[i]))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static json_t *labels_json(const char *const *names, size_t count)
{
	json_t *labels = json_array();

	for (size_t i = 0; i < count; i++)
		if (json_array_append_new(labels, json_string(names[i]))) {
			json_decref(labels);
			return NULL;
		}
	return labels;
}

static json_t *group_json(const struct comparison *c, uint32_t group)
{
	const char *members = c->groups.texts[group];
	const char **names = calloc(c->n, sizeof(*names));
	size_t count = 0;
	json_t *object;

	if (!names)
		return NULL;
	for (size_t i = 0; i < c->n; i++)
		if (members[i] == '1')
			names[count++] = c->labels[i];
	object = json_pack("{s:o, s:I, s:o, s:o}", "hosts", fold(names, count), "count", (json_int_t)count, "labels",
			   labels_json(names, count), "differences", differences_of(c, group));
	free(names);
	return object;
}

static int make_result(struct comparison *c, json_t **result)
{
	json_t *groups = json_array(), *whole;

	for (uint32_t i = 0; i < c->groups.count; i++)
		if (json_array_append_new(groups, group_json(c, i))) {
			json_decref(groups);
			return no_memory(c);
		}
	whole = json_pack("{s:I, s:o}", "documents", (json_int_t)c->n, "groups", groups);
	if (!whole)
		return no_memory(c);
	*result = whole;
	return 0;
}

int hostfacts_compare(const json_t *const *docs, const char *const *labels, size_t n, json_t **result,
		      struct ece_error *e)
{
	struct comparison c = {.n = n, .labels = labels, .e = e};
	int err;

	if (n < 2 || n > HOSTFACTS_DOCUMENTS_MAX)
		return ece_error_set(e, n < 2 ? -EINVAL : -E2BIG, ECE_ERROR_LIMIT, "%zu documents: it takes 2 to %d", n,
				     HOSTFACTS_DOCUMENTS_MAX);
	c.keys.arena = c.values.arena = c.groups.arena = &c.arena;
	err = read_all(&c, docs);
	if (!err)
		err = compare_keys(&c);
	if (!err)
		err = make_result(&c, result);
	intern_done(&c.keys);
	intern_done(&c.values);
	intern_done(&c.groups);
	arena_done(&c.arena);
	free(c.cells);
	free(c.list);
	return err;
}
