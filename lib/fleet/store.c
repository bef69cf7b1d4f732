// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/fleet/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/check.h"
#include "lib/fleet/parse.h"
#include "lib/fleet/value.h"

static const char *const kinds[] = {[FLEET_STORE_SQLITE] = "sqlite", [FLEET_STORE_ETCD] = "etcd", NULL};

static const char *const key_names[FLEET_STORE_KEY_COUNT] = {
	[FLEET_STORE_KIND] = "kind",   [FLEET_STORE_ENDPOINTS] = "endpoints", [FLEET_STORE_AT_PREFIX] = "prefix",
	[FLEET_STORE_TTL] = "ttl",     [FLEET_STORE_CA] = "tls.ca",           [FLEET_STORE_CERT] = "tls.cert",
	[FLEET_STORE_KEY] = "tls.key", [FLEET_STORE_USER] = "user",           [FLEET_STORE_PASSWORD] = "password_file",
};

const char *fleet_store_key_name(enum fleet_store_key key)
{
	return key_names[key];
}

static int only_etcd(struct parse *p, struct cursor at, const char *key, size_t i, void *ctx)
{
	(void)i;
	(void)ctx;
	/* without a key: it is an array, which was reported */
	if (key && strcmp(key, "kind") != 0)
		fault_key(p, at, ECE_ERROR_CONFLICT, "only a store of kind etcd has this");
	return 0;
}

static int endpoints_read(struct parse *p, struct cursor at, struct fleet_store *store)
{
	size_t count = json_array_size(at.json);
	const char **urls = arena_alloc(p->arena, FLEET_ENDPOINTS_MAX + 1, sizeof(*urls));
	int err = urls ? 0 : -ENOMEM;

	/* too many, and what is no URL, were reported by the check */
	for (size_t i = 0; i < count && i < FLEET_ENDPOINTS_MAX && !err; i++) {
		const char *url = json_string_value(json_array_get(at.json, i));

		if (url)
			err = read_text(p, url, &urls[store->endpoint_count++]);
	}
	store->endpoints = urls;
	return err;
}

static int default_prefix(struct parse *p, const char **prefix)
{
	char text[FLEET_STORE_PREFIX_MAX + 1];

	snprintf(text, sizeof(text), FLEET_STORE_PREFIX "%s", p->fleet->name[0] ? p->fleet->name : "fleet");
	return read_text(p, text, prefix);
}

static void check_prefix(struct parse *p, struct cursor at, const char *prefix)
{
	size_t len = strlen(prefix);

	if (len < 2 || len > FLEET_STORE_PREFIX_MAX || prefix[0] != '/' || prefix[len - 1] == '/')
		fault_value(p, at, ECE_ERROR_RANGE,
			    "a prefix begins with a slash, does not end with one, and has %d bytes at most",
			    FLEET_STORE_PREFIX_MAX);
}

static int prefix_read(struct parse *p, struct cursor at, const char **prefix)
{
	int err = at.json ? read_copy(p, at, prefix) : default_prefix(p, prefix);

	if (!err && at.json && *prefix)
		check_prefix(p, at, *prefix);
	return err;
}

static void ttl_read(struct parse *p, struct cursor at, uint64_t *ns)
{
	*ns = FLEET_STORE_TTL_NS;
	if (read_duration(at, ns) && (*ns < FLEET_STORE_TTL_MIN_NS || *ns > FLEET_STORE_TTL_MAX_NS))
		fault_value(p, at, ECE_ERROR_RANGE, "less than 2s, or more than 1h");
}

/* One is of no use without the other. */
static void pair(struct parse *p, struct cursor at, const char *a, const char *b)
{
	struct cursor one = cursor_get(p, at, a), other = cursor_get(p, at, b);

	if (one.json && !other.json)
		fault_key(p, one, ECE_ERROR_CONFLICT, "needs \"%s\" beside it", b);
	else if (other.json && !one.json)
		fault_key(p, other, ECE_ERROR_CONFLICT, "needs \"%s\" beside it", a);
}

static int texts_read(struct parse *p, struct cursor at, struct fleet_store *store)
{
	struct cursor tls = cursor_get(p, at, "tls");
	const struct {
		struct cursor in;
		const char *key;
		const char **text;
	} texts[] = {
		{tls, "ca", &store->ca},
		{tls, "cert", &store->cert},
		{tls, "key", &store->key},
		{at, "user", &store->user},
		{at, "password_file", &store->password_file},
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) && !err; i++)
		err = read_copy(p, cursor_get(p, texts[i].in, texts[i].key), texts[i].text);
	pair(p, tls, "cert", "key");
	pair(p, at, "user", "password_file");
	return err;
}

static int etcd_read(struct parse *p, struct cursor at, struct fleet_store *store)
{
	struct cursor endpoints = cursor_get(p, at, "endpoints");
	int err = endpoints_read(p, endpoints, store);

	if (!endpoints.json)
		fault_value(p, cursor_get(p, at, "kind"), ECE_ERROR_CONFLICT,
			    "\"etcd\" needs \"endpoints\", as in [\"https://etcd1:2379\"]");
	if (!err)
		err = prefix_read(p, cursor_get(p, at, "prefix"), &store->prefix);
	if (!err)
		err = texts_read(p, at, store);
	ttl_read(p, cursor_get(p, at, "ttl"), &store->ttl_ns);
	return err;
}

static int store_read(struct parse *p, struct cursor at)
{
	struct fleet_store *store = arena_alloc(p->arena, 1, sizeof(*store));
	int kind = read_word(cursor_get(p, at, "kind"), kinds, FLEET_STORE_SQLITE);

	if (!store)
		return -ENOMEM;
	p->fleet->store = store;
	store->kind = (enum fleet_store_kind)kind;
	for (size_t i = 0; i < FLEET_STORE_KEY_COUNT; i++)
		store->said[i] = cursor_said(p, at, key_names[i]);
	if (store->kind == FLEET_STORE_ETCD)
		return etcd_read(p, at, store);
	/* what is no object was reported, and its elements have no keys */
	if (json_is_object(at.json))
		cursor_each(p, at, only_etcd, NULL);
	return 0;
}

int read_store(struct parse *p, struct cursor root)
{
	return store_read(p, cursor_get(p, root, "store"));
}

/* A store alone has a kind, and a fleet file has none. */
int read_store_alone(struct parse *p, struct cursor root)
{
	struct cursor at = json_object_get(root.json, "kind") ? root : cursor_get(p, root, "store");
	const char *name = cursor_text(cursor_get(p, root, "fleet"));
	int err;

	p->fleet->name = name ? arena_text(p->arena, name, strlen(name)) : "";
	if (!p->fleet->name)
		return -ENOMEM;
	if (!json_is_object(root.json))
		fault_value(p, root, ECE_ERROR_TYPE, "neither a fleet file nor a store: an object is needed");
	if (at.json)
		check_store(p, at);
	err = store_read(p, at);
	return err;
}

int fleet_store_parse(const struct fleet_input *input, struct ece_error_sink *sink, struct fleet **fleet)
{
	struct parse p = {.input = input, .store_only = true};
	int err = parse_file(&p, sink);

	if (!err)
		*fleet = p.fleet;
	return err;
}
