// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What was sampled and judged. A text lies behind a line that says how long it is; one that is too long for a value
 * lies in chunks under a number of its own, and is written before the line that names it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"
#include "lib/store/etcd/pack.h"

#define LINE_MAX_BYTES 96
#define CHUNK_BYTES    (1 << 19)
#define CHUNK_PAGE     16
#define EVIDENCE_PAGE  32 /* values that are read at once */

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for evidence");
}

static struct store_key key_large(const struct etcd_store *store, const char *id, int kind, uint64_t number)
{
	return key_of(store->prefix, "run/%s/large/%d/%" PRIu64 "/", id, kind, number);
}

static int put_large(struct etcd_store *store, const char *id, int kind, uint64_t number, const char *text, size_t len,
		     struct ece_error *e)
{
	struct store_key base = key_large(store, id, kind, number), key;
	size_t key_len = strlen(base.text);
	int err = 0;

	for (size_t at = 0; at < len && !err; at += CHUNK_BYTES) {
		struct etcd_op put = {.kind = ETCD_PUT, .key = key.text, .value = text + at};

		put.value_len = len - at < CHUNK_BYTES ? len - at : CHUNK_BYTES;
		key = base;
		snprintf(key.text + key_len, sizeof(key.text) - key_len, "%08zu", at / CHUNK_BYTES);
		err = request_guarded(store, NULL, 0, &put, 1, "cannot write evidence", e);
	}
	return err;
}

/* "NUMBER BYTES large|here\n" and the text, if it is here. */
static int put_line(struct etcd_store *store, const char *key, uint64_t number, const char *text, size_t len,
		    bool large)
{
	size_t size = LINE_MAX_BYTES + (large ? 0 : len);
	char *value = malloc(size);
	int n, err;

	if (!value)
		return -ENOMEM;
	n = snprintf(value, size, "%" PRIu64 " %zu %s\n", number, len, large ? "large" : "here");
	if (!large)
		memcpy(value + n, text, len);
	err = batch_put(&store->batch, key, value, (size_t)n + (large ? 0 : len), false);
	free(value);
	return err;
}

int etcd_store_evidence_put(struct store *base, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
			    uint32_t sample, uint32_t round, const char *json, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, "run/%s/evidence/%d/%" PRIu32 ".%" PRId32 ".%" PRIu32 ".%" PRIu32,
				      id, (int)kind, step, gate, sample, round);
	size_t len = strlen(json);
	bool large = len > BATCH_VALUE_MAX - LINE_MAX_BYTES;
	uint64_t number;
	int err;

	if (len > STORE_EVIDENCE_MAX)
		return ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT, "evidence of %zu bytes about step %u, %d are allowed",
				     len, step + 1, STORE_EVIDENCE_MAX);
	err = etcd_store_select(store, id, e);
	if (err)
		return err;
	/* Of one transaction: the order. Over transactions: the revision. Unique over controllers: the lock. */
	number = (uint64_t)store->lock.revision << 24 | (++store->evidence_number & 0xffffff);
	if (large)
		err = put_large(store, id, (int)kind, number, json, len, e);
	if (!err && put_line(store, key.text, number, json, len, large))
		err = no_memory(e);
	return err;
}

struct piece {
	enum store_evidence kind;
	uint32_t step, sample, round;
	int32_t gate;
	int64_t modified;
	uint64_t number;
	size_t len;
	bool large;
	char *text; /* NULL: large */
};

struct pieces {
	struct etcd_store *store;
	const char *id;
	struct piece *list;
	size_t count, max, prefix_len;
	struct ece_error *e;
};

/* A number from @min to @max with @end behind it; moves @text behind that. */
static bool take_number(const char **text, char end, int64_t min, int64_t max, int64_t *number)
{
	char *behind;

	errno = 0;
	*number = strtoll(*text, &behind, 10);
	if (errno || behind == *text || *behind != end || *number < min || *number > max)
		return false;
	*text = behind + (end != '\0');
	return true;
}

/* KIND/STEP.GATE.SAMPLE.ROUND */
static bool read_key(const char *key, struct piece *p)
{
	int64_t kind, step, gate, sample, round;

	if (!take_number(&key, '/', 0, INT32_MAX, &kind) || !take_number(&key, '.', 0, UINT32_MAX, &step) ||
	    !take_number(&key, '.', INT32_MIN, INT32_MAX, &gate) || !take_number(&key, '.', 0, UINT32_MAX, &sample) ||
	    !take_number(&key, '\0', 0, UINT32_MAX, &round))
		return false;
	p->kind = (enum store_evidence)kind;
	p->step = (uint32_t)step;
	p->gate = (int32_t)gate;
	p->sample = (uint32_t)sample;
	p->round = (uint32_t)round;
	return true;
}

static bool read_line(const struct etcd_kv *kv, struct piece *p)
{
	static const char here[] = "here\n", large[] = "large\n";
	const char *text = kv->value;
	int64_t number, len;

	if (!text || !take_number(&text, ' ', 0, INT64_MAX, &number) ||
	    !take_number(&text, ' ', 0, STORE_EVIDENCE_MAX, &len))
		return false;
	p->number = (uint64_t)number;
	p->len = (size_t)len;
	p->large = !strncmp(text, large, strlen(large));
	if (!p->large && strncmp(text, here, strlen(here)) != 0)
		return false;
	text += strlen(p->large ? large : here);
	return kv->value_len - (size_t)(text - kv->value) == (p->large ? 0 : p->len);
}

static struct piece *room(struct pieces *all)
{
	if (all->count == all->max) {
		size_t more = all->max ? all->max * 2 : 16;
		struct piece *grown = reallocarray(all->list, more, sizeof(*grown));

		if (!grown)
			return NULL;
		all->list = grown;
		all->max = more;
	}
	all->list[all->count] = (struct piece){0};
	return &all->list[all->count];
}

static int add_piece(void *ctx, struct etcd_kv *kv)
{
	struct pieces *all = ctx;
	struct piece *p = room(all);

	if (!p)
		return no_memory(all->e);
	if (!read_key(kv->key + all->prefix_len, p) || !read_line(kv, p))
		return request_damaged(all->store, kv->key, all->e);
	p->modified = kv->modified;
	if (!p->large) {
		p->text = strndup(strchr(kv->value, '\n') + 1, p->len);
		if (!p->text)
			return no_memory(all->e);
	}
	all->count++;
	return 0;
}

static int oldest_first(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->modified != y->modified)
		return x->modified < y->modified ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

struct large {
	char *text;
	size_t len, max;
};

static int add_chunk(void *ctx, struct etcd_kv *kv)
{
	struct large *l = ctx;

	if (kv->value_len > l->max - l->len)
		return -EUCLEAN;
	memcpy(l->text + l->len, kv->value, kv->value_len);
	l->len += kv->value_len;
	return 0;
}

static int read_large(const struct pieces *all, struct piece *p)
{
	struct store_key key = key_large(all->store, all->id, (int)p->kind, p->number);
	struct large l = {.text = malloc(p->len + 1), .max = p->len};
	int err;

	if (!l.text) {
		no_memory(all->e);
		return -ENOMEM;
	}
	err = request_each(all->store, key.text, NULL, CHUNK_PAGE, add_chunk, &l, all->e);
	if (err == -EUCLEAN || (!err && l.len != p->len))
		err = request_damaged(all->store, key.text, all->e);
	if (err) {
		free(l.text);
		return err;
	}
	l.text[l.len] = '\0';
	p->text = l.text;
	return 0;
}

/* Large ones one at a time, so that a run with many of them fits into memory. */
static int hand_on(const struct pieces *all, struct piece *p,
		   int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
			       uint32_t round, const char *json),
		   void *ctx)
{
	int ret = p->text ? 0 : read_large(all, p);

	if (!ret && p->text)
		ret = each(ctx, p->kind, p->step, p->gate, p->sample, p->round, p->text);
	free(p->text);
	p->text = NULL;
	return ret;
}

int etcd_store_evidence_each(struct store *base, const char *id,
			     int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate,
					 uint32_t sample, uint32_t round, const char *json),
			     void *ctx, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key prefix = key_of(store->prefix, "run/%s/evidence/", id);
	struct pieces all = {.store = store, .id = id, .prefix_len = strlen(prefix.text), .e = e};
	struct record record;
	int ret = etcd_store_flush(store, e);

	if (!ret)
		ret = etcd_store_record(store, id, &record, e);
	if (!ret)
		ret = request_each(store, prefix.text, NULL, EVIDENCE_PAGE, add_piece, &all, e);
	if (!ret && all.count)
		qsort(all.list, all.count, sizeof(*all.list), oldest_first);
	for (size_t i = 0; i < all.count && !ret; i++)
		ret = hand_on(&all, &all.list[i], each, ctx);
	for (size_t i = 0; i < all.count; i++)
		free(all.list[i].text);
	free(all.list);
	return ret;
}
