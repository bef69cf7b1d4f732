// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/facts/flatten.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/facts/internal.h"

/* Keys whose values are of one host, one function or one moment, and what some firmware tells wrong: built-in defaults. */
static const char *const own[] = {
	"name",     "boot_id", "address", "parent",    "rdma",   "rdma_on", "netdev", "altnames",
	"fwctl",    "guid",    "mac",     "serial",    "note",   "bar_why", "why",    "backend",
	"counters", "counted", "factory", "processes", "unread", "line",
};

struct walk {
	flat_take *take;
	void *ctx;
	size_t nic;
	char key[FLAT_KEY_MAX];
};

static bool is_own(const char *key)
{
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (!strcmp(own[i], key))
			return true;
	return false;
}

/* Appends to the key. Returns where it ended before, or -EINVAL when it does not fit. */
static int push(struct walk *w, const char *dot, const char *part)
{
	size_t len = strlen(w->key);
	int n = snprintf(w->key + len, sizeof(w->key) - len, "%s%s", len ? dot : "", part);

	if (n < 0 || (size_t)n >= sizeof(w->key) - len)
		return -EINVAL;
	return (int)len;
}

static int give_dumped(struct walk *w, const json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
	int err = text ? w->take(w->ctx, w->nic, w->key, text) : -ENOMEM;

	free(text);
	return err;
}

static int give(struct walk *w, const json_t *value)
{
	if (json_is_string(value))
		return w->take(w->ctx, w->nic, w->key, json_string_value(value));
	return give_dumped(w, value);
}

/* A parameter is its value, or the state that stands for it. */
static const json_t *parameter_value(const json_t *object)
{
	const json_t *state = json_object_get(object, "state"), *value = json_object_get(object, "value");

	if (!json_is_string(state) || !value)
		return NULL;
	return json_is_null(value) ? state : value;
}

static bool is_plain_list(const json_t *list)
{
	const json_t *child;
	size_t i;

	json_array_foreach(list, i, child)
	{
		if (json_is_object(child) || json_is_array(child))
			return false;
	}
	return true;
}

static int walk(struct walk *w, const json_t *value, unsigned int depth);

static int walk_child(struct walk *w, const char *dot, const char *part, const json_t *child, unsigned int depth)
{
	int len = push(w, dot, part), err;

	if (len < 0)
		return len;
	err = walk(w, child, depth + 1);
	w->key[len] = '\0';
	return err;
}

static int walk_list(struct walk *w, const json_t *list, unsigned int depth)
{
	const json_t *child;
	char part[24];
	size_t i;

	json_array_foreach(list, i, child)
	{
		int err;

		snprintf(part, sizeof(part), "[%zu]", i);
		err = walk_child(w, "", part, child, depth);
		if (err)
			return err;
	}
	return 0;
}

static int walk_object(struct walk *w, const json_t *object, unsigned int depth)
{
	const char *key;
	const json_t *child;

	for (void *at = json_object_iter((json_t *)(uintptr_t)object); at;
	     at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
		int err;

		key = json_object_iter_key(at);
		child = json_object_iter_value(at);
		if (is_own(key))
			continue;
		err = walk_child(w, ".", key, child, depth);
		if (err)
			return err;
	}
	return 0;
}

static int walk(struct walk *w, const json_t *value, unsigned int depth)
{
	const json_t *parameter = parameter_value(value);

	if (depth > FACTS_DEPTH_MAX)
		return -EINVAL;
	if (parameter)
		return give(w, parameter);
	if (json_object_get(value, "unknown"))
		return w->take(w->ctx, w->nic, w->key, "unknown");
	if (json_is_array(value) && !is_plain_list(value))
		return walk_list(w, value, depth);
	if (json_is_object(value))
		return walk_object(w, value, depth);
	return give(w, value);
}

static int walk_at(struct walk *w, size_t nic, const char *key, const json_t *value)
{
	w->nic = nic;
	snprintf(w->key, sizeof(w->key), "%s", key);
	return walk(w, value, 0);
}

/* What is the card's stands with its first function. */
static int walk_card(struct walk *w, size_t nic, const json_t *card, bool silent)
{
	static const char *const keys[] = {"type", "psid", "firmware", "ports"};
	char key[FLAT_KEY_MAX];

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const json_t *value = json_object_get(card, keys[i]);
		int err;

		snprintf(key, sizeof(key), "card.%s", keys[i]);
		err = value && !(silent && json_object_get(value, "unknown")) ? walk_at(w, nic, key, value) : 0;
		if (err)
			return err;
	}
	return 0;
}

static bool is_silent(const json_t *nic)
{
	json_t *parameters = json_object_get(nic, "parameters"), *parameter;
	const char *name, *state;

	json_object_foreach(parameters, name, parameter)
	{
		const char *backend = json_string_value(json_object_get(parameter, "backend"));

		/* Not the card told it. */
		if (backend && !strcmp(backend, ece_backend_name(ECE_BACKEND_POLICY)))
			continue;
		state = json_string_value(json_object_get(parameter, "state"));
		if (!state || strcmp(state, "unreadable") != 0)
			return false;
	}
	return json_object_size(parameters);
}

static int walk_nic(struct walk *w, size_t number, const json_t *card, const json_t *nic)
{
	static const char *const of_firmware[] = {"qos", "doors", "nv", "algorithms", "parameters"};
	bool silent = is_silent(nic);
	json_t *rest = json_copy((json_t *)(uintptr_t)nic);
	int err = rest ? 0 : -ENOMEM;

	for (size_t i = 0; silent && i < sizeof(of_firmware) / sizeof(of_firmware[0]); i++)
		json_object_del(rest, of_firmware[i]);
	if (!err && json_is_object(json_object_get(nic, "parameters")))
		err = w->take(w->ctx, number, FLAT_ANSWERS, silent ? FLAT_SILENT : "true");
	if (!err && card)
		err = walk_card(w, number, card, silent);
	if (!err)
		err = walk_at(w, number, "", rest);
	json_decref(rest);
	return err;
}

static const char *address_of(const json_t *nic)
{
	const char *address = json_string_value(json_object_get(json_object_get(nic, "pci"), "address"));

	return address ? address : "";
}

static const json_t *nic_at(const json_t *doc, size_t i, const json_t **card, bool *first)
{
	const json_t *cards = json_object_get(doc, "cards");

	for (size_t c = 0; c < json_array_size(cards); c++) {
		const json_t *nics = json_object_get(json_array_get(cards, c), "nics");

		*card = json_array_get(cards, c);
		*first = i == 0;
		if (i < json_array_size(nics))
			return json_array_get(nics, i);
		i -= json_array_size(nics);
	}
	return NULL;
}

const char *flat_address(const json_t *doc, size_t i)
{
	const json_t *card;
	bool first;
	const json_t *nic = nic_at(doc, i, &card, &first);

	return nic ? address_of(nic) : NULL;
}

int flatten(const json_t *doc, flat_take *take, void *ctx)
{
	struct walk w = {.take = take, .ctx = ctx};
	const json_t *nic, *card;
	bool first;
	int err = walk_at(&w, FLAT_HOST, "", json_object_get(doc, "host"));

	if (!err && json_object_get(doc, "simulated"))
		err = walk_at(&w, FLAT_HOST, "simulated", json_object_get(doc, "simulated"));
	for (size_t i = 0; !err && (nic = nic_at(doc, i, &card, &first)); i++)
		err = walk_nic(&w, i + 1, first ? card : NULL, nic);
	return err;
}
