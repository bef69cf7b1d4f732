// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Small texts by key, for what controllers remember beside their runs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"

#define NOTES_PAGE 16 /* that are read at once: each may be half a megabyte */

static bool fits(const char *key, const char *text, struct ece_error *e)
{
	size_t key_len = strlen(key), len = text ? strlen(text) : 0;

	if (key_len && key_len < STORE_NOTE_KEY_MAX && len <= STORE_NOTE_MAX)
		return true;
	ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT,
		      "the note \"%.80s\" has %zu bytes, more than the %d that one may have", key,
		      key_len >= STORE_NOTE_KEY_MAX ? key_len : len, STORE_NOTE_MAX);
	return false;
}

int etcd_store_note_put(struct store *base, const char *key, const char *text, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key name = key_note(store->prefix, key);
	int err;

	if (!fits(key, text, e))
		return -EFBIG;
	err = text ? batch_put(&store->batch, name.text, text, strlen(text), false) :
		     batch_remove(&store->batch, name.text, false);
	return err ? ece_error_set(e, err, ECE_ERROR_MEMORY, "out of memory for a note") : 0;
}

/* -ENOENT without @e: there is none. */
static int get(struct etcd_store *store, const char *key, char **text, int64_t *modified, struct ece_error *e)
{
	struct store_key name = key_note(store->prefix, key);
	struct etcd_kv kv;
	int err = etcd_store_flush(store, e);

	*text = NULL;
	*modified = 0;
	if (!err)
		err = request_get(store, name.text, &kv, e);
	if (err)
		return err;
	*text = kv.value;
	*modified = kv.modified;
	kv.value = NULL;
	request_kv_done(&kv);
	return *text ? 0 : -ENOENT;
}

int etcd_store_note_get(struct store *base, const char *key, char **text, struct ece_error *e)
{
	int64_t modified;

	return get(etcd_store_of(base), key, text, &modified, e);
}

struct notes {
	size_t prefix_len;
	int (*each)(void *ctx, const char *key, const char *text);
	void *ctx;
};

static int hand_on(void *ctx, struct etcd_kv *kv)
{
	struct notes *n = ctx;

	return n->each(n->ctx, kv->key + n->prefix_len, kv->value ? kv->value : "");
}

int etcd_store_note_each(struct store *base, const char *prefix,
			 int (*each)(void *ctx, const char *key, const char *text), void *ctx, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key all = key_note(store->prefix, ""), from = key_note(store->prefix, prefix);
	struct notes n = {.prefix_len = strlen(all.text), .each = each, .ctx = ctx};
	int err = etcd_store_flush(store, e);

	return err ? err : request_each(store, from.text, NULL, NOTES_PAGE, hand_on, &n, e);
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static int conflict(const char *key, struct ece_error *e)
{
	return ece_error_set(e, -EAGAIN, ECE_ERROR_CONFLICT, "another program wrote the note \"%.80s\" meanwhile", key);
}

/*
 * Not asked again when an answer was lost: that what is there is what we wanted would not say that we wrote it, and two
 * programs that take the last one of something both want the same text.
 */
static int swap(struct etcd_store *store, const char *key, int64_t modified, const char *text, struct ece_error *e)
{
	struct store_key name = key_note(store->prefix, key);
	const struct etcd_compare still = {ETCD_MODIFIED_IS, name.text, modified};
	const struct etcd_op write = {.kind = text ? ETCD_PUT : ETCD_DELETE,
				      .key = name.text,
				      .value = text,
				      .value_len = text ? strlen(text) : 0};
	const struct etcd_txn txn = {.compares = &still, .compare_count = 1, .then = &write, .then_count = 1};
	struct etcd_answer answer;
	int err = request_txn(store, &txn, "cannot write a note", &answer, e);

	if (err)
		return err;
	if (!answer.succeeded)
		err = conflict(key, e);
	etcd_answer_done(&answer);
	return err;
}

int etcd_store_note_swap(struct store *base, const char *key, const char *was, const char *text, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	int64_t modified;
	char *now;
	int err;

	if (!fits(key, text, e))
		return -EFBIG;
	err = get(store, key, &now, &modified, e);
	if (err == -ENOENT)
		err = 0;
	if (!err && !same(was, now))
		err = conflict(key, e);
	free(now);
	return err ? err : swap(store, key, modified, text, e);
}
