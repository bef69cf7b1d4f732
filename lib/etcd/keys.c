// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/etcd/keys.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	bool cookie;
} kinds[] = {
	[ETCD_KEY_REQUEST] = {"request", true},  [ETCD_KEY_TAKEN] = {"taken", true},
	[ETCD_KEY_ANSWER] = {"answer", true},    [ETCD_KEY_STATUS] = {"status", false},
	[ETCD_KEY_DESIRED] = {"desired", false},
};

struct etcd_key etcd_key_once(const char *prefix, const char *name)
{
	struct etcd_key key;

	snprintf(key.text, sizeof(key.text), "%s/%s", prefix, name);
	return key;
}

struct etcd_key etcd_key_of(const char *prefix, enum etcd_key_kind kind, const char *host, const char *cookie)
{
	struct etcd_key key;

	snprintf(key.text, sizeof(key.text), "%s/%s/%s%s%s", prefix, kinds[kind].name, host ? host : "",
		 host && kinds[kind].cookie ? "/" : "", cookie ? cookie : "");
	return key;
}

static bool take(char *out, size_t size, const char *from, size_t len)
{
	if (!len || len >= size)
		return false;
	memcpy(out, from, len);
	out[len] = '\0';
	return true;
}

bool etcd_key_split(const char *key, const char *prefix, enum etcd_key_kind kind, char *host, char *cookie)
{
	struct etcd_key start = etcd_key_of(prefix, kind, NULL /* of all hosts */, NULL /* and all cookies */);
	size_t len = strlen(start.text);
	const char *name = key + len, *slash;

	if (strncmp(key, start.text, len) != 0)
		return false;
	slash = strchr(name, '/');
	*cookie = '\0';
	if (!kinds[kind].cookie)
		return !slash && take(host, ETCD_HOST_MAX, name, strlen(name));
	return slash && !strchr(slash + 1, '/') && take(host, ETCD_HOST_MAX, name, (size_t)(slash - name)) &&
	       take(cookie, ETCD_COOKIE_MAX, slash + 1, strlen(slash + 1));
}

int etcd_prefix_check(const char *prefix, struct ece_error *e)
{
	size_t len = strlen(prefix);

	if (len < 2 || len >= ETCD_PREFIX_MAX || prefix[0] != '/' || prefix[len - 1] == '/')
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "\"%.60s\" is no prefix of keys: it begins with a slash, ends without one and has "
				     "less than %d bytes, as in \"/ecekit/iad-gpu\"",
				     prefix, ETCD_PREFIX_MAX);
	return 0;
}

int etcd_host_check(const char *host, struct ece_error *e)
{
	if (!*host || strlen(host) >= ETCD_HOST_MAX || strchr(host, '/'))
		return ece_error_set(e, -EINVAL, ECE_ERROR_SYNTAX,
				     "a host \"%.60s\" can have no keys in etcd: it is empty, too long or has a slash",
				     host);
	return 0;
}
