// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Writes of the controller. Each is one transaction that compares the lock, and the write before it: who lost the lock
 * writes nothing, and a write that is sent again because its answer was lost is still done once.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fault.h"
#include "lib/store/etcd/internal.h"

#define GUARD_COMPARES_MAX 4

struct guarded {
	struct etcd_compare compares[GUARD_COMPARES_MAX];
	struct etcd_op ops[ETCD_OPS_MAX], look[2];
	struct store_key lock, written;
	char name[64]; /* of this write: no other one has it */
};

static int prepare(struct etcd_store *store, struct guarded *g, const struct etcd_compare *compares,
		   size_t compare_count, const struct etcd_op *ops, size_t count, struct etcd_txn *txn)
{
	struct etcd_lock *lock = &store->lock;

	if (compare_count + 2 > GUARD_COMPARES_MAX || count + 1 > ETCD_OPS_MAX)
		return -E2BIG;
	g->lock = key_of(store->prefix, KEY_LOCK);
	g->written = key_of(store->prefix, KEY_WRITTEN);
	snprintf(g->name, sizeof(g->name), "%" PRId64 "-%" PRIu64, lock->revision, ++lock->count);
	g->compares[0] = (struct etcd_compare){ETCD_MODIFIED_IS, g->lock.text, lock->revision};
	g->compares[1] = (struct etcd_compare){ETCD_MODIFIED_IS, g->written.text, lock->written};
	for (size_t i = 0; i < compare_count; i++)
		g->compares[2 + i] = compares[i];
	if (count)
		memcpy(g->ops, ops, count * sizeof(*ops));
	g->ops[count] = (struct etcd_op){
		.kind = ETCD_PUT, .key = g->written.text, .value = g->name, .value_len = strlen(g->name)};
	g->look[0] = (struct etcd_op){.kind = ETCD_GET, .key = g->lock.text};
	g->look[1] = (struct etcd_op){.kind = ETCD_GET, .key = g->written.text};
	*txn = (struct etcd_txn){.compares = g->compares,
				 .compare_count = compare_count + 2,
				 .then = g->ops,
				 .then_count = count + 1,
				 .otherwise = g->look,
				 .otherwise_count = 2,
				 .again = true};
	return 0;
}

static const struct etcd_kv *only(const struct etcd_answer *answer, size_t i)
{
	return i < answer->result_count && answer->results[i].count == 1 ? &answer->results[i].kvs[0] : NULL;
}

/* A compare did not hold: because it was written before and the answer was lost, the lock is gone, or the caller's. */
static int look_why(struct etcd_store *store, const struct guarded *g, const struct etcd_answer *answer,
		    struct ece_error *e)
{
	const struct etcd_kv *lock = only(answer, 0), *written = only(answer, 1);

	if (!lock || lock->modified != store->lock.revision) {
		store->lock.lost = true;
		return lock_lost(store, e);
	}
	if (written && written->value && !strcmp(written->value, g->name)) {
		store->lock.written = written->modified;
		return 0;
	}
	if (written && written->modified == store->lock.written)
		return ece_error_set(e, -EAGAIN, ECE_ERROR_CONFLICT, "%s: somebody else wrote meanwhile", store->name);
	store->lock.lost = true;
	return lock_lost(store, e);
}

static int carry_out(struct etcd_store *store, const struct guarded *g, const struct etcd_txn *txn, const char *what,
		     struct ece_error *e)
{
	struct etcd_answer answer;
	int err = request_txn(store, txn, what, &answer, e);

	if (err)
		return err;
	if (answer.succeeded)
		store->lock.written = answer.revision;
	else
		err = look_why(store, g, &answer, e);
	etcd_answer_done(&answer);
	return err;
}

/* The second point is for who dies behind the write: made to fail, it says of something durable that it is not. */
int request_guarded(struct etcd_store *store, const struct etcd_compare *compares, size_t compare_count,
		    const struct etcd_op *ops, size_t count, const char *what, struct ece_error *e)
{
	struct guarded *g = calloc(1, sizeof(*g));
	struct etcd_txn txn;
	int err;

	if (!g) {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a transaction");
		return -ENOMEM;
	}
	err = lock_check(store, e);
	if (!err && prepare(store, g, compares, compare_count, ops, count, &txn))
		err = ece_error_set(e, -E2BIG, ECE_ERROR_LIMIT, "%s: %s: too much at once", store->name, what);
	if (!err && fault_hit("store.commit"))
		err = ece_error_set(e, -EIO, ECE_ERROR_IO, "%s: %s: made to fail", store->name, what);
	if (!err)
		err = carry_out(store, g, &txn, what, e);
	if (!err && fault_hit("store.committed"))
		err = ece_error_set(e, -EIO, ECE_ERROR_IO, "%s: %s: made to look failed", store->name, what);
	free(g);
	return err;
}
