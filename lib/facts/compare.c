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

#define ABSENT "absent"

#define NOT_COMPARED UINT32_MAX /* in place of a value */

/* One difference of one group: a key, and the value that the group has. */
struct difference {
	uint32_t key, value, reference;
	size_t reference_count;
	bool majority;
	uint32_t group;
};

struct hostfacts_comparison {
	size_t n;     /* documents */
	size_t added; /* of them so far */
	const char *const *labels;
	struct arena arena;
	struct intern keys; /* number of the NIC, a blank, the key */
	struct intern values, groups;
	uint32_t *cells; /* value + 1 of each key, document by document; 0: absent */
	size_t keys_room;
	const char **addresses; /* of the NICs of the first document */
	size_t nic_count;
	bool by_address; /* all so far have these */
	struct difference *list;
	size_t count, room;
	struct ece_error *e;
};

static int no_memory(struct hostfacts_comparison *c)
{
	return ece_error_set(c->e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
}

/* Cells of a key lie together, so that a new key only makes the table longer. */
static int make_room(struct hostfacts_comparison *c)
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

static int take(void *ctx, size_t nic, const char *key, const char *value)
{
	struct hostfacts_comparison *c = ctx;
	char text[FLAT_KEY_MAX + 24];
	uint32_t k, v;
	int err;

	snprintf(text, sizeof(text), "%zu %s", nic, key);
	if (intern_put(&c->keys, text, strlen(text), &k) || intern_put(&c->values, value, strlen(value), &v))
		return no_memory(c);
	err = make_room(c);
	if (!err)
		c->cells[k * c->n + c->added] = v + 1;
	return err;
}

static bool is_document(const json_t *doc)
{
	const json_t *version = json_object_get(doc, "version");

	return json_is_integer(version) && json_integer_value(version) == HOSTFACTS_VERSION &&
	       json_is_object(json_object_get(doc, "host")) && json_is_array(json_object_get(doc, "cards"));
}

/* The first document's addresses are kept. */
static int keep_addresses(struct hostfacts_comparison *c, const json_t *doc)
{
	const char *address;

	while (flat_address(doc, c->nic_count))
		c->nic_count++;
	c->addresses = arena_alloc(&c->arena, c->nic_count, sizeof(char *));
	if (!c->addresses)
		return no_memory(c);
	for (size_t i = 0; (address = flat_address(doc, i)); i++) {
		c->addresses[i] = arena_text(&c->arena, address, strlen(address));
		if (!c->addresses[i])
			return no_memory(c);
	}
	c->by_address = true;
	return 0;
}

static bool same_addresses(const struct hostfacts_comparison *c, const json_t *doc)
{
	for (size_t i = 0; i < c->nic_count; i++) {
		const char *address = flat_address(doc, i);

		if (!address || strcmp(address, c->addresses[i]) != 0)
			return false;
	}
	return !flat_address(doc, c->nic_count);
}

int hostfacts_comparison_add(struct hostfacts_comparison *c, const json_t *doc, struct ece_error *e)
{
	int err = 0;

	c->e = e;
	if (!is_document(doc))
		return ece_error_set(e, -EINVAL, ECE_ERROR_TYPE,
				     "not a document of ece-facts, or one of another version than %d",
				     HOSTFACTS_VERSION);
	if (c->added == c->n)
		return ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "more documents than were announced");
	if (!c->added)
		err = keep_addresses(c, doc);
	else if (c->by_address)
		c->by_address = same_addresses(c, doc);
	if (err)
		return err;
	err = flatten(doc, take, c);
	if (err == -EINVAL)
		ece_error_set(e, -EINVAL, ECE_ERROR_LIMIT, "deeper or longer keys than ece-facts writes");
	else if (err == -ENOMEM)
		no_memory(c);
	c->added++;
	return err;
}

/* How many documents have this value of the key whose cells these are. */
static size_t holders(const struct hostfacts_comparison *c, const uint32_t *cells, uint32_t value)
{
	size_t count = 0;

	for (size_t i = 0; i < c->added; i++)
		count += cells[i] == value;
	return count;
}

/* The cells of FLAT_ANSWERS of the NIC that a key is about; NULL: there are none. */
static const uint32_t *answers_of(const struct hostfacts_comparison *c, uint32_t key)
{
	char text[sizeof(FLAT_ANSWERS) + 24];
	uint32_t answers;

	snprintf(text, sizeof(text), "%lu " FLAT_ANSWERS, strtoul(c->keys.texts[key], NULL, 10));
	answers = intern_find(&c->keys, text, strlen(text));
	return answers == INTERN_NONE ? NULL : c->cells + answers * c->n;
}

/* A card that answers nothing lacks all that it would tell: that it is silent says so once. */
static void leave_out_silent(const struct hostfacts_comparison *c, uint32_t key, uint32_t *cells)
{
	uint32_t silent = intern_find(&c->values, FLAT_SILENT, strlen(FLAT_SILENT));
	const uint32_t *answers = answers_of(c, key);

	if (silent == INTERN_NONE || !answers || answers == c->cells + key * c->n)
		return;
	for (size_t i = 0; i < c->added; i++)
		if (!cells[i] && answers[i] == silent + 1)
			cells[i] = NOT_COMPARED;
}

/* The value that most have; of several that as many have, that of the first document which has one of them. */
static uint32_t reference_of(const struct hostfacts_comparison *c, const uint32_t *cells, size_t *count)
{
	uint32_t best = 0;

	*count = 0;
	for (size_t i = 0; i < c->added; i++) {
		bool seen = (cells[i] == best && *count) || cells[i] == NOT_COMPARED;
		size_t n = seen ? 0 : holders(c, cells, cells[i]);

		if (n > *count) {
			best = cells[i];
			*count = n;
		}
	}
	return best;
}

/* The number of the group of those that have this value. */
static int group_of(struct hostfacts_comparison *c, const uint32_t *cells, uint32_t value, char *members,
		    uint32_t *group)
{
	for (size_t i = 0; i < c->added; i++)
		members[i] = cells[i] == value ? '1' : '0';
	return intern_put(&c->groups, members, c->added, group) ? no_memory(c) : 0;
}

static int add_difference(struct hostfacts_comparison *c, const struct difference *d)
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

static int compare_key(struct hostfacts_comparison *c, uint32_t key, char *members)
{
	uint32_t *cells = c->cells + key * c->n;
	struct difference d = {.key = key};

	leave_out_silent(c, key, cells);
	d.reference = reference_of(c, cells, &d.reference_count);
	d.majority = d.reference_count * 2 > c->added;
	for (size_t i = 0; i < c->added; i++) {
		bool seen = cells[i] == d.reference || cells[i] == NOT_COMPARED;
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

static int compare_keys(struct hostfacts_comparison *c)
{
	char *members = malloc(c->added + 1);
	int err = 0;

	if (!members)
		return no_memory(c);
	for (uint32_t key = 0; !err && key < c->keys.count; key++)
		err = compare_key(c, key, members);
	free(members);
	return err;
}

static const char *value_text(const struct hostfacts_comparison *c, uint32_t value)
{
	return value ? c->values.texts[value - 1] : ABSENT;
}

/* "host", the address of a NIC, or its place in the list. */
static const char *where_text(const struct hostfacts_comparison *c, size_t nic, char *buf, size_t size)
{
	if (nic == FLAT_HOST)
		snprintf(buf, size, "host");
	else if (c->by_address)
		snprintf(buf, size, "%s", c->addresses[nic - 1]);
	else
		snprintf(buf, size, "nic %zu", nic);
	return buf;
}

static json_t *difference_json(const struct hostfacts_comparison *c, const struct difference *d)
{
	char *key, where[FLAT_KEY_MAX];
	size_t nic = strtoul(c->keys.texts[d->key], &key, 10);

	return json_pack("{s:s, s:s, s:s, s:s, s:I, s:b}", "where", where_text(c, nic, where, sizeof(where)), "key",
			 key + 1, "value", value_text(c, d->value), "reference", value_text(c, d->reference),
			 "reference_count", (json_int_t)d->reference_count, "majority", (int)d->majority);
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

static json_t *differences_of(const struct hostfacts_comparison *c, uint32_t group)
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

static json_t *group_json(const struct hostfacts_comparison *c, uint32_t group)
{
	const char *members = c->groups.texts[group];
	const char **names = calloc(c->added + 1, sizeof(*names));
	size_t count = 0;
	json_t *object;

	if (!names)
		return NULL;
	for (size_t i = 0; i < c->added; i++)
		if (members[i] == '1')
			names[count++] = c->labels[i];
	object = json_pack("{s:o, s:I, s:o, s:o}", "hosts", fold(names, count), "count", (json_int_t)count, "labels",
			   labels_json(names, count), "differences", differences_of(c, group));
	free(names);
	return object;
}

static int make_result(struct hostfacts_comparison *c, json_t **result)
{
	json_t *groups = json_array(), *whole;

	for (uint32_t i = 0; i < c->groups.count; i++)
		if (json_array_append_new(groups, group_json(c, i))) {
			json_decref(groups);
			return no_memory(c);
		}
	whole = json_pack("{s:I, s:o}", "documents", (json_int_t)c->added, "groups", groups);
	if (!whole)
		return no_memory(c);
	*result = whole;
	return 0;
}

int hostfacts_comparison_result(struct hostfacts_comparison *c, const char *const *labels, json_t **result,
				struct ece_error *e)
{
	int err;

	c->e = e;
	c->labels = labels;
	err = compare_keys(c);
	return err ? err : make_result(c, result);
}

int hostfacts_comparison_new(size_t n, struct hostfacts_comparison **comparison, struct ece_error *e)
{
	struct hostfacts_comparison *c;

	if (n < 2 || n > HOSTFACTS_DOCUMENTS_MAX)
		return ece_error_set(e, n < 2 ? -EINVAL : -E2BIG, ECE_ERROR_LIMIT, "%zu documents: it takes 2 to %d", n,
				     HOSTFACTS_DOCUMENTS_MAX);
	c = calloc(1, sizeof(*c));
	if (!c)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	c->n = n;
	c->keys.arena = c->values.arena = c->groups.arena = &c->arena;
	*comparison = c;
	return 0;
}

void hostfacts_comparison_free(struct hostfacts_comparison *c)
{
	if (!c)
		return;
	intern_done(&c->keys);
	intern_done(&c->values);
	intern_done(&c->groups);
	arena_done(&c->arena);
	free(c->cells);
	free(c->list);
	free(c);
}
