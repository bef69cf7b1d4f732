// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The events of a run, several in a value, and what makes them and all else durable. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/etcd/internal.h"

static int no_memory(struct ece_error *e)
{
	return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for the events of a run");
}

int etcd_store_event_append(struct store *base, const char *id, uint64_t now_ns, const struct rollout_event *event,
			    struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key;
	int err = etcd_store_select(store, id, e);

	if (err)
		return err;
	key = key_events(store->prefix, id, store->record.run.events + 1);
	if (batch_event(&store->batch, key.text, record_event(now_ns, event)))
		return no_memory(e);
	store->record.run.events++;
	store->counted = true;
	return 0;
}

/* The record counts the events: with those of the last transaction, or a reader would look for what is not there. */
static int count_events(struct etcd_store *store, struct ece_error *e)
{
	struct store_key key = key_record(store->prefix, store->record.run.id);
	char *text = etcd_store_text(record_encode(&store->record));
	int err = text ? batch_put(&store->batch, key.text, text, strlen(text), false) : -ENOMEM;

	free(text);
	store->counted = false;
	return err ? no_memory(e) : 0;
}

static int write_next(struct etcd_store *store, const struct etcd_op *ops, size_t count, struct ece_error *e)
{
	struct etcd_answer answer;
	const struct etcd_txn txn = {.then = ops, .then_count = count, .again = true};
	int err;

	if (store->lock.held)
		return request_guarded(store, NULL, 0, ops, count, "cannot make a change durable", e);
	err = request_txn(store, &txn, "cannot make a change durable", &answer, e);
	if (!err)
		etcd_answer_done(&answer);
	return err;
}

static int write_all(struct etcd_store *store, struct ece_error *e)
{
	struct etcd_op ops[BATCH_TXN_OPS];
	size_t count, at = 0;
	int err = 0;

	while (!err && at < store->batch.count) {
		long next = batch_next(&store->batch, at, ops, &count);

		if (next < 0)
			return no_memory(e);
		err = write_next(store, ops, count, e);
		at = (size_t)next;
	}
	return err;
}

/* What could not be written is forgotten, as a transaction that is rolled back: the record is read again. */
int etcd_store_flush(struct etcd_store *store, struct ece_error *e)
{
	int err = store->counted ? count_events(store, e) : 0;

	if (!err)
		err = write_all(store, e);
	batch_clear(&store->batch);
	store->counted = false;
	if (err)
		store->record.run.id[0] = '\0';
	return err;
}

int etcd_store_commit(struct store *base, struct ece_error *e)
{
	return etcd_store_flush(etcd_store_of(base), e);
}

struct reading {
	const struct etcd_store *store;
	int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event);
	void *ctx;
	bool stopped; /* by @each, with what it returned */
	struct ece_error *e;
};

static int hand_on(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	struct reading *r = ctx;
	int ret = r->each(r->ctx, now_ns, event);

	r->stopped = ret;
	return ret;
}

static int read_value(void *ctx, struct etcd_kv *kv)
{
	struct reading *r = ctx;
	int ret = kv->value ? record_events_decode(kv->value, kv->value_len, hand_on, r) : -EUCLEAN;

	return ret == -EUCLEAN && !r->stopped ? request_damaged(r->store, kv->key, r->e) : ret;
}

int etcd_store_event_each(struct store *base, const char *id,
			  int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
			  struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct reading r = {.store = store, .each = each, .ctx = ctx, .e = e};
	struct store_key prefix = key_of(store->prefix, "run/%s/event/", id);
	struct record record;
	int err = etcd_store_flush(store, e);

	if (!err)
		err = etcd_store_record(store, id, &record, e);
	return err ? err : request_each(store, prefix.text, NULL, EVENTS_PAGE, read_value, &r, e);
}
