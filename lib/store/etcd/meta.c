// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What holds for the whole store: frozen or not, its epoch, the last number that it gave out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/base/copy_text.h"
#include "lib/store/etcd/identity.h"

int etcd_store_frozen(struct store *base, char *why, size_t size, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, KEY_FROZEN);
	struct etcd_kv kv;
	int frozen, err = request_get(store, key.text, &kv, e);

	if (why && size)
		copy_text(why, size, err || !kv.value ? "" : kv.value);
	if (err)
		return err;
	frozen = kv.key != NULL;
	request_kv_done(&kv);
	return frozen;
}

/* Both may be repeated, so a lost answer is no harm. Anybody may, whoever has the lock. */
static int write_frozen(struct etcd_store *store, const struct etcd_txn *txn, struct ece_error *e)
{
	struct etcd_answer answer;
	int err = request_txn(store, txn, "cannot be frozen or thawed", &answer, e);

	if (!err)
		etcd_answer_done(&answer);
	return err;
}

int etcd_store_freeze(struct store *base, const char *why, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, KEY_FROZEN);
	const struct etcd_compare absent = {ETCD_MODIFIED_IS, key.text, 0};
	const struct etcd_op put = {
		.kind = ETCD_PUT, .key = key.text, .value = why, .value_len = strnlen(why, STORE_WHY_MAX - 1)};

	return write_frozen(
		store,
		&(struct etcd_txn){
			.compares = &absent, .compare_count = 1, .then = &put, .then_count = 1, .again = true},
		e);
}

int etcd_store_unfreeze(struct store *base, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, KEY_FROZEN);
	const struct etcd_op drop = {.kind = ETCD_DELETE, .key = key.text};

	return write_frozen(store, &(struct etcd_txn){.then = &drop, .then_count = 1, .again = true}, e);
}

/* As agents that watch the key count: its revision, or the one at which it was seen absent. */
int etcd_store_freeze_order(struct store *base, struct token *order, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, KEY_FROZEN);
	const struct etcd_op get = {.kind = ETCD_GET, .key = key.text};
	struct etcd_answer answer;
	int err = request_txn(store, &(struct etcd_txn){.then = &get, .then_count = 1, .again = true},
			      "cannot tell whether it is frozen", &answer, e);

	if (err)
		return err;
	*order = store->identity;
	order->number = (uint64_t)answer.revision;
	if (answer.result_count == 1 && answer.results[0].count == 1)
		order->number = (uint64_t)answer.results[0].kvs[0].modified;
	etcd_answer_done(&answer);
	return 0;
}

int etcd_store_identity(struct store *base, struct token *last, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct store_key key = key_of(store->prefix, KEY_NUMBER);
	struct etcd_kv kv;
	int err = request_get(store, key.text, &kv, e);

	if (err)
		return err;
	*last = store->identity;
	last->number = (uint64_t)kv.modified;
	request_kv_done(&kv);
	return 0;
}

/* Under the lock, and recorded: who, when, and at which revision. */
int etcd_store_epoch_raise(struct store *base, uint32_t *epoch, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	int err = lock_check(store, e);

	if (!err)
		err = identity_raise(store, store->lock.holder, time(NULL), e);
	if (!err)
		*epoch = store->identity.epoch;
	return err;
}
