// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/store_at.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/fleet/store.h"
#include "tools/common/file.h"

#define SQLITE   "sqlite"
#define URLS_MAX 4096

struct store_at {
	const struct fleet_store *store; /* NULL: SQLite, as is one that says so */
	struct fleet *own;               /* that was read for it, or NULL */
	struct fleet_store urls;         /* of URLs on the command line */
	const char *endpoints[FLEET_ENDPOINTS_MAX + 1];
	char text[URLS_MAX], prefix[FLEET_STORE_PREFIX_MAX + 1];
	struct store_etcd where; /* of a shared one; its texts are the store's, or these: */
	char dir[PATH_MAX];      /* of the file with the names of other files */
	char ca[PATH_MAX], cert[PATH_MAX], key[PATH_MAX], password[PATH_MAX];
};

static int report(struct ece_error_sink *sink, const struct ece_error *e)
{
	ece_error_report(sink, e);
	return e->code;
}

static bool is_urls(const char *text)
{
	return !strncmp(text, "http://", 7) || !strncmp(text, "https://", 8);
}

/* The prefix is the path of the last URL. */
static bool cut_prefix(struct store_at *at, char *url)
{
	char *path = strchr(strstr(url, "://") + 3, '/');

	if (!path || strlen(path) < 2 || strlen(path) > FLEET_STORE_PREFIX_MAX)
		return false;
	snprintf(at->prefix, sizeof(at->prefix), "%s", path);
	*path = '\0';
	return true;
}

static int read_urls(struct store_at *at, const char *text, struct ece_error_sink *sink)
{
	struct ece_error e;
	uint32_t count = 0;
	char *url, *rest = at->text;

	if (strlen(text) >= sizeof(at->text))
		return report(sink, (ece_error_set(&e, -E2BIG, ECE_ERROR_LIMIT, "--store: the URLs are too long"), &e));
	memcpy(at->text, text, strlen(text) + 1);
	while ((url = strsep(&rest, ","))) {
		if (count == FLEET_ENDPOINTS_MAX || !is_urls(url) || (!rest && !cut_prefix(at, url))) {
			ece_error_set(&e, -EINVAL, ECE_ERROR_SYNTAX,
				      "--store \"%.200s\": wanted are at most %d URLs, parted by commas, and a prefix "
				      "behind the last one, as in http://etcd1:2379/ecekit/iad",
				      text, FLEET_ENDPOINTS_MAX);
			return report(sink, &e);
		}
		at->endpoints[count++] = url;
	}
	at->urls = (struct fleet_store){.kind = FLEET_STORE_ETCD,
					.endpoints = at->endpoints,
					.endpoint_count = count,
					.prefix = at->prefix,
					.ttl_ns = FLEET_STORE_TTL_NS};
	at->store = &at->urls;
	return 0;
}

static void set_dir(struct store_at *at, const char *file)
{
	const char *slash = strrchr(file, '/');

	snprintf(at->dir, sizeof(at->dir), "%.*s", slash ? (int)(slash + 1 - file) : 0, file);
}

static int read_file(struct store_at *at, const char *path, struct ece_error_sink *sink)
{
	struct fleet_input input = {.file = path};
	struct ece_error e;
	char *text;
	int err = file_read(path, FLEET_FILE_MAX, &text, &input.len, &e);

	if (err)
		return report(sink, &e);
	input.text = text;
	err = fleet_store_parse(&input, sink, &at->own);
	free(text);
	if (err)
		return err;
	set_dir(at, path);
	at->store = at->own->store;
	return 0;
}

static int read_said(struct store_at *at, const char *said, struct ece_error_sink *sink)
{
	if (!strcmp(said, SQLITE))
		return 0;
	return is_urls(said) ? read_urls(at, said, sink) : read_file(at, said, sink);
}

/* Relative names are of the folder of the file that has them. */
static const char *in_dir(const struct store_at *at, const char *name, char path[PATH_MAX])
{
	if (!name || name[0] == '/' || !at->dir[0])
		return name;
	snprintf(path, PATH_MAX, "%.2048s%.2047s", at->dir, name);
	return path;
}

static void locate(struct store_at *at)
{
	const struct fleet_store *s = at->store;

	at->where = (struct store_etcd){
		.connection = {.endpoints = s->endpoints,
			       .endpoint_count = s->endpoint_count,
			       .ca = in_dir(at, s->ca, at->ca),
			       .cert = in_dir(at, s->cert, at->cert),
			       .key = in_dir(at, s->key, at->key),
			       .user = s->user,
			       .password = in_dir(at, s->password_file, at->password)},
		.prefix = s->prefix,
		.ttl_ns = s->ttl_ns,
	};
}

int store_at_find(const char *said, struct ece_error_sink *sink, struct store_at **out)
{
	struct store_at *at = calloc(1, sizeof(*at));
	const char *env = getenv(STORE_AT_ENV);
	struct ece_error e;
	int err = 0;

	if (!at)
		return report(sink, (ece_error_set(&e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a store"), &e));
	if (!said && env && env[0])
		said = env;
	if (said)
		err = read_said(at, said, sink);
	if (err) {
		store_at_free(at);
		return err;
	}
	if (store_at_is_shared(at))
		locate(at);
	*out = at;
	return 0;
}

void store_at_free(struct store_at *at)
{
	if (!at)
		return;
	fleet_free(at->own);
	free(at);
}

bool store_at_is_in(const char *path)
{
	char *text = NULL;
	size_t len = 0;
	struct stat st;
	json_t *json;
	bool is;

	/* a pipe can be read only once, and that is for who wants the whole file */
	if (stat(path, &st) || !S_ISREG(st.st_mode) || file_read(path, FLEET_FILE_MAX, &text, &len, NULL))
		return false;
	json = json_loadb(text, len, 0, NULL);
	is = json_object_get(json_object_get(json, "store"), "kind");
	json_decref(json);
	free(text);
	return is;
}

bool store_at_is_shared(const struct store_at *at)
{
	return at->store && at->store->kind == FLEET_STORE_ETCD;
}

const struct store_etcd *store_at_etcd(const struct store_at *at)
{
	return store_at_is_shared(at) ? &at->where : NULL;
}

int store_at_open(const struct store_at *at, const char *state_dir, const char *vfs, enum store_at_mode mode,
		  struct store **store, struct ece_error *e)
{
	struct store_etcd where = at->where;

	if (!store_at_is_shared(at))
		return mode == STORE_AT_LOOK ? store_look(state_dir, vfs, store, e) :
					       store_open(state_dir, vfs, store, e);
	where.seen = state_dir;
	where.restored = mode == STORE_AT_RESTORED;
	return mode == STORE_AT_LOOK ? store_look_etcd(&where, store, e) : store_open_etcd(&where, store, e);
}
