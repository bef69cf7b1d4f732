// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/etcd/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/etcd/base64.h"

#define GRPC_UNKNOWN 2

int json_get_i64(const json_t *object, const char *name, int64_t *value)
{
	const json_t *number = json_object_get(object, name);
	const char *text = json_string_value(number);
	char *end;

	*value = 0;
	if (!number)
		return 0;
	if (json_is_integer(number)) {
		*value = json_integer_value(number);
		return 0;
	}
	if (!text || !*text || strspn(text, "-0123456789") != strlen(text))
		return -EPROTO;
	errno = 0;
	*value = strtoll(text, &end, 10);
	return errno || *end ? -EPROTO : 0;
}

int json_get_u64(const json_t *object, const char *name, uint64_t *value)
{
	const json_t *number = json_object_get(object, name);
	const char *text = json_string_value(number);
	char *end;

	*value = 0;
	if (!number)
		return 0;
	if (json_is_integer(number) && json_integer_value(number) >= 0) {
		*value = (uint64_t)json_integer_value(number);
		return 0;
	}
	if (!text || !*text || strspn(text, "0123456789") != strlen(text))
		return -EPROTO;
	errno = 0;
	*value = strtoull(text, &end, 10);
	return errno || *end ? -EPROTO : 0;
}

static int get_bytes(const json_t *object, const char *name, char **bytes, size_t *len)
{
	const json_t *text = json_object_get(object, name);

	if (text && !json_is_string(text))
		return -EPROTO;
	return base64_decode(text ? json_string_value(text) : "", text ? json_string_length(text) : 0, bytes, len);
}

int json_get_kv(const json_t *object, struct etcd_kv *kv)
{
	size_t key_len = 0;
	int ret;

	*kv = (struct etcd_kv){0};
	if (!json_is_object(object))
		return -EPROTO;
	ret = get_bytes(object, "key", &kv->key, &key_len);
	if (!ret && (!key_len || strlen(kv->key) != key_len))
		ret = -EPROTO;
	ret = ret ? ret : get_bytes(object, "value", &kv->value, &kv->value_len);
	ret = ret == -EINVAL ? -EPROTO : ret;
	ret = ret ? ret : json_get_i64(object, "create_revision", &kv->created);
	ret = ret ? ret : json_get_i64(object, "mod_revision", &kv->modified);
	ret = ret ? ret : json_get_i64(object, "lease", &kv->lease);
	if (ret)
		etcd_kv_done(kv);
	return ret;
}

void etcd_kv_done(struct etcd_kv *kv)
{
	free(kv->key);
	free(kv->value);
	*kv = (struct etcd_kv){0};
}

bool json_get_refusal(const json_t *root, struct json_refusal *refusal)
{
	const json_t *error = json_object_get(root, "error"), *of = json_is_object(error) ? error : root;
	const char *message = json_string_value(json_object_get(of, "message"));
	int64_t code;

	/* newer gateways leave "error" out: {"code":5,"message":"..."} */
	if (!error && !(message && json_object_get(root, "code")))
		return false;
	if (json_get_i64(of, of == error ? "grpc_code" : "code", &code) || code <= 0 || code > 16)
		code = GRPC_UNKNOWN;
	refusal->grpc = (int)code;
	refusal->message = message ? message : json_is_string(error) ? json_string_value(error) : "no reason given";
	return true;
}
