// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Requests as the JSON gateway takes them (etcdserverpb/rpc.proto in proto3 JSON). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/base64.h"
#include "lib/etcd/internal.h"

static int set_bytes(json_t *object, const char *name, const void *bytes, size_t len)
{
	char *text = base64_encode(bytes, len);
	int ret = text ? json_object_set_new(object, name, json_string_nocheck(text)) : -1;

	free(text);
	return ret;
}

/* As a string: a JSON number of 64 bits does not come through every parser. */
static int set_number(json_t *object, const char *name, int64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRId64, value);
	return json_object_set_new(object, name, json_string(text));
}

/*
 * The end of a prefix is the prefix with its last byte raised by one; bytes that cannot be raised are dropped. All
 * keys (only 0xff, or nothing): one NUL byte.
 */
static int set_prefix_end(json_t *object, const char *prefix)
{
	size_t len = strlen(prefix);
	char end[ETCD_KEY_MAX + 1] = {0};

	memcpy(end, prefix, len + 1);
	while (len && (unsigned char)end[len - 1] == 0xff)
		len--;
	if (!len)
		return set_bytes(object, "range_end", "", 1);
	end[len - 1] = (char)((unsigned char)end[len - 1] + 1);
	return set_bytes(object, "range_end", end, len);
}

static int set_range(json_t *object, const struct etcd_op *op)
{
	int ret;

	/* behind a key is that key with a NUL byte */
	if (op->after)
		ret = set_bytes(object, "key", op->after, strlen(op->after) + 1);
	else if (op->prefix && !*op->key)
		ret = set_bytes(object, "key", "", 1);
	else
		ret = set_bytes(object, "key", op->key, strlen(op->key));
	return op->prefix ? ret | set_prefix_end(object, op->key) : ret;
}

static int set_get(json_t *object, const struct etcd_op *op)
{
	int64_t limit = op->limit > 0 && op->limit < ETCD_PAGE_MAX ? op->limit : ETCD_PAGE_MAX;
	int ret = set_range(object, op) | set_number(object, "limit", limit);

	if (op->revision)
		ret |= set_number(object, "revision", op->revision);
	if (op->keys_only)
		ret |= json_object_set_new(object, "keys_only", json_true());
	return ret;
}

static int set_put(json_t *object, const struct etcd_op *op)
{
	int ret = set_bytes(object, "key", op->key, strlen(op->key)) |
		  set_bytes(object, "value", op->value, op->value_len);

	return op->lease ? ret | set_number(object, "lease", op->lease) : ret;
}

static int add_op(json_t *list, const struct etcd_op *op)
{
	static const char *const names[] = {
		[ETCD_GET] = "request_range",
		[ETCD_PUT] = "request_put",
		[ETCD_DELETE] = "request_delete_range",
	};
	json_t *object = json_object(), *wrap = json_object();
	int ret = object && wrap ? 0 : -1;

	if (!ret)
		ret = op->kind == ETCD_GET ? set_get(object, op) :
		      op->kind == ETCD_PUT ? set_put(object, op) :
					     set_range(object, op);
	ret |= json_object_set_new(wrap, names[op->kind], object);
	return json_array_append_new(list, wrap) | ret;
}

static int add_compare(json_t *list, const struct etcd_compare *compare)
{
	bool lease = compare->kind == ETCD_LEASE_IS;
	json_t *object = json_object();
	int ret = object ? 0 : -1;

	if (!ret) {
		ret = set_bytes(object, "key", compare->key, strlen(compare->key));
		ret |= json_object_set_new(object, "target", json_string(lease ? "LEASE" : "MOD"));
		ret |= json_object_set_new(object, "result",
					   json_string(compare->kind == ETCD_MODIFIED_BELOW ? "LESS" : "EQUAL"));
		ret |= set_number(object, lease ? "lease" : "mod_revision", compare->revision);
	}
	return json_array_append_new(list, object) | ret;
}

static int set_ops(json_t *root, const char *name, const struct etcd_op *ops, size_t count)
{
	json_t *list = json_array();
	int ret = list ? 0 : -1;

	for (size_t i = 0; i < count && !ret; i++)
		ret = add_op(list, &ops[i]);
	return json_object_set_new(root, name, list) | ret;
}

static char *dump(json_t *root, int failed)
{
	char *text = failed ? NULL : json_dumps(root, JSON_COMPACT);

	json_decref(root);
	return text;
}

char *encode_txn(const struct etcd_txn *txn)
{
	json_t *root = json_object(), *compares = json_array();
	int ret = root && compares ? 0 : -1;

	for (size_t i = 0; i < txn->compare_count && !ret; i++)
		ret = add_compare(compares, &txn->compares[i]);
	ret |= json_object_set_new(root, "compare", compares);
	ret |= set_ops(root, "success", txn->then, txn->then_count);
	ret |= set_ops(root, "failure", txn->otherwise, txn->otherwise_count);
	return dump(root, ret);
}

char *encode_lease(enum request_kind kind, int64_t lease, int64_t ttl_s)
{
	json_t *root = json_object();
	int ret = root ? set_number(root, "ID", lease) : -1;

	if (!ret && kind == REQUEST_GRANT)
		ret = set_number(root, "TTL", ttl_s);
	return dump(root, ret);
}

char *encode_login(const char *user, const char *password)
{
	json_t *root = json_object();
	int ret = root ? 0 : -1;

	if (!ret)
		ret = json_object_set_new(root, "name", json_string(user)) |
		      json_object_set_new(root, "password", json_string(password));
	return dump(root, ret);
}

static int set_watch(json_t *object, const struct etcd_range *range, int64_t from, size_t id)
{
	const struct etcd_op op = {.key = range->key, .prefix = range->prefix};

	return set_range(object, &op) | set_number(object, "start_revision", from) |
	       set_number(object, "watch_id", (int64_t)id) |
	       json_object_set_new(object, "progress_notify", json_true());
}

/*
 * The gateway reads one request after the other from the body, so one connection carries several watches. Their ids
 * are those of the ranges, counted from 1: 0 means that etcd chooses.
 */
char *encode_watch(const struct etcd_range *ranges, const int64_t *from, size_t count)
{
	char *body = NULL;
	size_t len = 0;

	for (size_t i = 0; i < count; i++) {
		json_t *root = json_object(), *create = json_object();
		int ret = root && create ? set_watch(create, &ranges[i], from[i], i + 1) : -1;
		char *text = dump(root, json_object_set_new(root, "create_request", create) | ret);
		char *grown = text ? realloc(body, len + strlen(text) + 1) : NULL;

		if (!grown) {
			free(text);
			free(body);
			return NULL;
		}
		body = grown;
		memcpy(body + len, text, strlen(text) + 1);
		len += strlen(text);
		free(text);
	}
	return body;
}
