// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Open and close a store in etcd. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/clock.h"
#include "lib/store/etcd/identity.h"

static void close_store(struct store *base)
{
	struct etcd_store *store = etcd_store_of(base);

	etcd_store_unlock(base);
	if (store->identity.store[0] && !store->reads_only)
		seen_write(store, NULL);
	batch_clear(&store->batch);
	etcd_free(store->etcd);
	free(store);
}

static const char *name_of(const struct store *store)
{
	return ((const struct etcd_store *)store)->name;
}

/* clang-format off */
static const struct store_ops ops = {
	.close = close_store,
	.name = name_of,
	.guard = etcd_store_guard,
	.fd = etcd_store_fd,
	.step = etcd_store_step,
	.may_act = etcd_store_may_act,
	.lock = etcd_store_lock,
	.unlock = etcd_store_unlock,
	.lock_holder = etcd_store_lock_holder,
	.holder = etcd_store_holder,
	.run_create = etcd_store_run_create,
	.run_find = etcd_store_run_find,
	.run_reopen = etcd_store_run_reopen,
	.run_list = etcd_store_run_list,
	.run_plan = etcd_store_run_plan,
	.run_finish = etcd_store_run_finish,
	.generation_next = etcd_store_generation_next,
	.event_append = etcd_store_event_append,
	.event_each = etcd_store_event_each,
	.commit = etcd_store_commit,
	.evidence_put = etcd_store_evidence_put,
	.evidence_each = etcd_store_evidence_each,
	.word_put = etcd_store_word_put,
	.word_take = etcd_store_word_take,
	.word_taken = etcd_store_word_taken,
	.word_withdraw = etcd_store_word_withdraw,
	.frozen = etcd_store_frozen,
	.freeze = etcd_store_freeze,
	.unfreeze = etcd_store_unfreeze,
	.freeze_order = etcd_store_freeze_order,
	.identity = etcd_store_identity,
	.epoch_raise = etcd_store_epoch_raise,
	.owed_put = etcd_store_owed_put,
	.owed_clear = etcd_store_owed_clear,
	.owed_list = etcd_store_owed_list,
	.note_put = etcd_store_note_put,
	.note_get = etcd_store_note_get,
	.note_each = etcd_store_note_each,
	.note_swap = etcd_store_note_swap,
};
/* clang-format on */

static int check_prefix(const char *prefix, struct ece_error *e)
{
	size_t len = strlen(prefix);

	if (len < 2 || len >= STORE_PREFIX_MAX || prefix[0] != '/' || prefix[len - 1] == '/')
		return ece_error_set(
			e, -EINVAL, ECE_ERROR_RANGE,
			"the prefix of a store begins with a slash, does not end with one, and has %d bytes "
			"at most, not \"%.80s\"",
			STORE_PREFIX_MAX - 1, prefix);
	return 0;
}

static int check_ttl(uint64_t ttl_ns, struct ece_error *e)
{
	if (!ttl_ns || (ttl_ns >= STORE_TTL_MIN_NS && ttl_ns <= STORE_TTL_MAX_NS))
		return 0;
	return ece_error_set(e, -EINVAL, ECE_ERROR_RANGE, "the lock of a store has a lease of %d s to %d s",
			     (int)(STORE_TTL_MIN_NS / CLOCK_SECOND_NS), (int)(STORE_TTL_MAX_NS / CLOCK_SECOND_NS));
}

static int new_store(const struct store_etcd *where, struct etcd_store **out, struct ece_error *e)
{
	struct etcd_store *store = calloc(1, sizeof(*store));
	int err;

	if (!store) {
		ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a store");
		return -ENOMEM;
	}
	store->store.ops = &ops;
	store->ttl_ns = where->ttl_ns ? where->ttl_ns : STORE_TTL_NS;
	snprintf(store->prefix, sizeof(store->prefix), "%s", where->prefix);
	snprintf(store->seen, sizeof(store->seen), "%s", where->seen ? where->seen : "");
	snprintf(store->name, sizeof(store->name), "etcd at %.100s, %s", where->connection.endpoints[0], where->prefix);
	err = etcd_new(&where->connection, &store->etcd, e);
	if (err) {
		free(store);
		return err;
	}
	*out = store;
	return 0;
}

static int open_as(const struct store_etcd *where, bool reads_only, struct store **out, struct ece_error *e)
{
	struct etcd_store *store = NULL;
	int err = check_prefix(where->prefix, e);

	if (!err)
		err = check_ttl(where->ttl_ns, e);
	if (!err)
		err = new_store(where, &store, e);
	if (err || !store)
		return err;
	store->reads_only = reads_only;
	err = identity_read(store, where->restored, e);
	if (err) {
		close_store(&store->store);
		return err;
	}
	*out = &store->store;
	return 0;
}

int store_open_etcd(const struct store_etcd *where, struct store **store, struct ece_error *e)
{
	return open_as(where, false, store, e);
}

int store_look_etcd(const struct store_etcd *where, struct store **store, struct ece_error *e)
{
	return open_as(where, true, store, e);
}
