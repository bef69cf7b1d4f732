// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One controller at a time, on any machine: a key under a lease. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lib/base/clock.h"
#include "lib/base/copy_text.h"
#include "lib/store/etcd/internal.h"

#define RENEWALS  3  /* in the time of a lease */
#define MARGIN    10 /* the last of so many parts of it is left to clocks that do not go alike */
#define AGAIN_NS  UINT64_C(200000000)
#define UNLOCK_NS UINT64_C(2000000000)

static uint64_t until(const struct etcd_lock *lock, uint64_t asked_ns)
{
	return asked_ns + lock->ttl_ns - lock->ttl_ns / MARGIN;
}

int lock_lost(struct etcd_store *store, struct ece_error *e)
{
	if (!store->lock.held)
		return ece_error_set(e, -ENOLCK, ECE_ERROR_LOCKED, "%s: this program does not have the lock",
				     store->name);
	return ece_error_set(e, -ENOLCK, ECE_ERROR_LOCKED,
			     "%s: the lock is lost, as its lease was not renewed in time: nothing more is asked of any "
			     "host; the run stays open, and 'ece-apply resume' goes on with it",
			     store->name);
}

int lock_check(struct etcd_store *store, struct ece_error *e)
{
	return etcd_store_may_act(&store->store) ? 0 : lock_lost(store, e);
}

uint64_t lock_deadline(const struct etcd_store *store)
{
	return store->lock.held ? store->lock.until_ns : clock_now() + READ_NS;
}

bool etcd_store_may_act(const struct store *base)
{
	const struct etcd_lock *lock = &((const struct etcd_store *)base)->lock;

	return lock->held && !lock->lost && clock_now() < lock->until_ns;
}

bool etcd_store_guard(const struct store *base, const char **key, int64_t *revision)
{
	const struct etcd_lock *lock = &((const struct etcd_store *)base)->lock;

	*key = lock->key.text;
	*revision = lock->revision;
	return lock->held;
}

int etcd_store_fd(const struct store *base)
{
	return etcd_fd(((const struct etcd_store *)base)->etcd);
}

static void renewed(void *ctx, struct etcd_answer *answer)
{
	struct etcd_store *store = ctx;
	struct etcd_lock *lock = &store->lock;

	lock->renewing = false;
	if (answer->outcome == ETCD_DONE && !answer->ttl_s)
		lock->lost = true;
	else if (answer->outcome == ETCD_DONE)
		lock->until_ns = until(lock, lock->asked_ns);
	lock->renew_ns =
		answer->outcome == ETCD_DONE ? lock->asked_ns + lock->ttl_ns / RENEWALS : clock_now() + AGAIN_NS;
}

/* A failure to ask is like an answer that does not come: it is tried again. */
void lock_keep(struct etcd_store *store)
{
	struct etcd_lock *lock = &store->lock;
	uint64_t now = clock_now();

	if (!lock->held || lock->lost || lock->renewing || now < lock->renew_ns)
		return;
	lock->asked_ns = now;
	lock->renew_ns = now + AGAIN_NS;
	lock->renewing =
		!etcd_lease_keep(store->etcd, lock->lease, lock->until_ns > now ? lock->until_ns : now + AGAIN_NS,
				 renewed, store, NULL, NULL);
}

int etcd_store_step(struct store *base, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	int err = etcd_step(store->etcd, e);

	if (err || !store->lock.held)
		return err;
	lock_keep(store);
	return lock_check(store, e);
}

/* "the lock is held by": of the JSON in the key. */
static void read_holder(const char *value, size_t len, char *buf, size_t size)
{
	json_t *json = json_loadb(value ? value : "", value ? len : 0, 0, NULL);
	const char *holder = json_string_value(json_object_get(json, "holder"));

	copy_text(buf, size, holder && *holder ? holder : "it has not said who it is");
	json_decref(json);
}

static int locked(const struct etcd_store *store, const struct etcd_kv *kv, struct ece_error *e)
{
	char holder[HOLDER_MAX];

	read_holder(kv->value, kv->value_len, holder, sizeof(holder));
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED,
			     "%s: another controller has the lock: %s (if it is dead, its lease ends by itself)",
			     store->name, holder);
}

/* The session tells our own key from that of another program with the same words. */
static char *value_of(const char *holder)
{
	uint64_t session;
	char hex[20];

	if (getrandom(&session, sizeof(session), 0) != (ssize_t)sizeof(session))
		return NULL;
	snprintf(hex, sizeof(hex), "%016" PRIx64, session);
	return etcd_store_text(json_pack("{s:s, s:s}", "holder", holder, "session", hex));
}

/* When the answer was lost, the key may be there already: as we made it. */
static int judge(struct etcd_store *store, const struct etcd_answer *answer, const char *value, struct ece_error *e)
{
	const struct etcd_kv *kv;

	if (answer->succeeded) {
		store->lock.revision = answer->revision;
		return 0;
	}
	kv = answer->result_count && answer->results[0].count ? &answer->results[0].kvs[0] : NULL;
	if (!kv)
		return ece_error_set(e, -EAGAIN, ECE_ERROR_LOCKED, "%s: another controller had the lock just now",
				     store->name);
	if (!kv->value || strcmp(kv->value, value) != 0)
		return locked(store, kv, e);
	store->lock.revision = kv->modified;
	return 0;
}

static int put_key(struct etcd_store *store, const char *value, struct ece_error *e)
{
	struct store_key lock = key_of(store->prefix, KEY_LOCK), written = key_of(store->prefix, KEY_WRITTEN);
	const struct etcd_compare absent = {ETCD_MODIFIED_IS, lock.text, 0};
	const struct etcd_op put[] = {
		{.kind = ETCD_PUT,
		 .key = lock.text,
		 .value = value,
		 .value_len = strlen(value),
		 .lease = store->lock.lease},
		{.kind = ETCD_PUT, .key = written.text, .value = "lock", .value_len = 4},
	};
	const struct etcd_op look = {.kind = ETCD_GET, .key = lock.text};
	const struct etcd_txn txn = {.compares = &absent,
				     .compare_count = 1,
				     .then = put,
				     .then_count = 2,
				     .otherwise = &look,
				     .otherwise_count = 1,
				     .again = true};
	struct etcd_answer answer;
	int err = request_txn(store, &txn, "cannot be locked", &answer, e);

	if (err)
		return err;
	err = judge(store, &answer, value, e);
	etcd_answer_done(&answer);
	return err;
}

static int grant(struct etcd_store *store, struct ece_error *e)
{
	struct etcd_answer answer;
	struct ece_error why;
	uint64_t asked = clock_now();
	int err = etcd_lease_grant_wait(store->etcd, (int64_t)(store->ttl_ns / CLOCK_SECOND_NS), asked + READ_NS,
					&answer, &why);

	if (err)
		return ece_error_set(e, err, why.kind, "%s: cannot be locked: %s", store->name, why.text);
	store->lock = (struct etcd_lock){.lease = answer.lease, .ttl_ns = (uint64_t)answer.ttl_s * CLOCK_SECOND_NS};
	store->lock.until_ns = until(&store->lock, asked);
	store->lock.renew_ns = asked + store->lock.ttl_ns / RENEWALS;
	etcd_answer_done(&answer);
	return 0;
}

static void revoke(struct etcd_store *store)
{
	struct etcd_answer answer;

	if (!store->lock.lease)
		return;
	etcd_lease_revoke_wait(store->etcd, store->lock.lease, clock_now() + UNLOCK_NS, &answer, NULL);
	etcd_answer_done(&answer);
}

int etcd_store_lock(struct store *base, const char *holder, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	char *value;
	int err;

	if (store->lock.held)
		return lock_check(store, e);
	if (store->reads_only)
		return ece_error_set(e, -EROFS, ECE_ERROR_DENIED, "%s: it was opened to be looked at", store->name);
	value = value_of(holder);
	if (!value)
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a lock");
	err = grant(store, e);
	if (!err)
		err = put_key(store, value, e);
	free(value);
	if (err) {
		revoke(store);
		store->lock = (struct etcd_lock){0};
		return err;
	}
	store->lock.held = true;
	store->lock.key = key_of(store->prefix, KEY_LOCK);
	store->lock.written = store->lock.revision;
	copy_text(store->lock.holder, sizeof(store->lock.holder), holder);
	return 0;
}

/* What waits to be written was not asked to be durable: it goes with the lock. */
void etcd_store_unlock(struct store *base)
{
	struct etcd_store *store = etcd_store_of(base);

	if (!store->lock.held)
		return;
	batch_clear(&store->batch);
	store->record.run.id[0] = '\0';
	store->lock.held = false;
	revoke(store);
	store->lock = (struct etcd_lock){0};
}

static int other_holder(struct etcd_store *store, struct etcd_kv *kv, struct ece_error *e)
{
	struct store_key key = key_of(store->prefix, KEY_LOCK);
	int err = request_get(store, key.text, kv, e);

	if (!err && store->lock.held && kv->modified == store->lock.revision)
		request_kv_done(kv);
	return err;
}

int etcd_store_lock_holder(struct store *base, struct ece_error *e)
{
	struct etcd_store *store = etcd_store_of(base);
	struct etcd_kv kv;
	int err;

	if (other_holder(store, &kv, NULL) || !kv.key)
		return 0;
	err = locked(store, &kv, e);
	request_kv_done(&kv);
	return err;
}

bool etcd_store_holder(struct store *base, char *buf, size_t size)
{
	struct etcd_store *store = etcd_store_of(base);
	struct etcd_kv kv;
	bool held;

	buf[0] = '\0';
	if (other_holder(store, &kv, NULL))
		return false;
	held = kv.key;
	if (held)
		read_holder(kv.value, kv.value_len, buf, size);
	request_kv_done(&kv);
	return held;
}
