/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A store in etcd, and what its files share. */
#ifndef ECE_LIB_STORE_ETCD_INTERNAL_H
#define ECE_LIB_STORE_ETCD_INTERNAL_H

#include <jansson.h>
#include <limits.h>

#include "lib/store/etcd.h"
#include "lib/store/etcd/batch.h"
#include "lib/store/etcd/keys.h"
#include "lib/store/etcd/record.h"
#include "lib/store/ops.h"

#define ETCD_STORE_VERSION 1
#define READ_NS            UINT64_C(10000000000) /* who holds no lock waits so long for an answer */
#define HOLDER_MAX         256
#define EVENTS_PAGE        128 /* values with events that are read at once */

/* The lock as its holder knows it. */
struct etcd_lock {
	bool held, lost;
	int64_t lease;
	int64_t revision;  /* of the lock's key as we made it */
	int64_t written;   /* revision of the last write under it */
	uint64_t count;    /* writes under it: names each of them */
	uint64_t ttl_ns;   /* what etcd gave */
	uint64_t until_ns; /* it is surely ours so long, on clock_now() */
	uint64_t renew_ns; /* when the next renewal is due */
	uint64_t asked_ns; /* when the one under way was asked for */
	bool renewing;
	struct store_key key;
	char holder[HOLDER_MAX];
};

struct etcd_store {
	struct store store;
	struct etcd *etcd;
	bool reads_only;
	struct etcd_lock lock;
	struct batch batch;
	struct record record;     /* of the run that is written to; .id "" for none */
	bool counted;             /* .record counts events that are pending */
	struct token identity;    /* .number is not kept here */
	uint64_t cluster;         /* the etcd that answered last */
	int64_t revision;         /* the highest one that it told */
	uint64_t evidence_number; /* of the last one of this process */
	uint64_t ttl_ns;
	char prefix[STORE_PREFIX_MAX];
	char seen[PATH_MAX];
	char name[STORE_PREFIX_MAX + 160]; /* for messages */
};

static inline struct etcd_store *etcd_store_of(struct store *store)
{
	return (struct etcd_store *)store;
}

/**
 * request_txn - ask, and wait for the answer; the lock is kept meanwhile
 * @what: what is being done: "cannot read run 17"
 * @answer: etcd_answer_done() it when 0 is returned
 *
 * Waits as long as the lock is surely ours, or READ_NS without one. Returns 0 when etcd answered; -ENOLCK (kind LOCKED)
 * when the lock was lost; or another negative errno with @e filled.
 */
int request_txn(struct etcd_store *store, const struct etcd_txn *txn, const char *what, struct etcd_answer *answer,
		struct ece_error *e);

/**
 * request_get - one key
 * @kv: receives it, its texts to be freed by request_kv_done(); .key is NULL when there is none
 *
 * Returns 0, or a negative errno with @e filled.
 */
int request_get(struct etcd_store *store, const char *key, struct etcd_kv *kv, struct ece_error *e);
void request_kv_done(struct etcd_kv *kv);

/**
 * request_each - all keys that begin with @prefix, by key, in pages of @page
 * @after: only those behind this key; NULL: from the first
 * @each: may take parts of @kv and leave NULL; stops when it returns non-zero, and that is returned
 */
int request_each(struct etcd_store *store, const char *prefix, const char *after, int64_t page,
		 int (*each)(void *ctx, struct etcd_kv *kv), void *ctx, struct ece_error *e);

/**
 * request_guarded - write under the lock, exactly once
 * @ops: what is put and deleted; no key twice
 * @compares: what must hold beside the lock; may be NULL
 *
 * Sent again over lost answers and changes of etcd's leader, as long as the lock is ours. Returns 0; -ENOLCK (kind
 * LOCKED) when it is not; -EAGAIN when a compare of the caller's does not hold; or another negative errno with @e
 * filled, and then it is not known whether it was written.
 */
int request_guarded(struct etcd_store *store, const struct etcd_compare *compares, size_t compare_count,
		    const struct etcd_op *ops, size_t count, const char *what, struct ece_error *e);

/**
 * request_damaged - a value that no version writes, as an error
 */
int request_damaged(const struct etcd_store *store, const char *key, struct ece_error *e);

/**
 * lock_keep - renew the lock when that is due
 */
void lock_keep(struct etcd_store *store);

/**
 * lock_lost, lock_check - the error of who has lost the lock, or never had it
 *
 * lock_check() returns 0 while it is surely ours, or what lock_lost() returns: -ENOLCK (kind LOCKED).
 */
int lock_lost(struct etcd_store *store, struct ece_error *e);
int lock_check(struct etcd_store *store, struct ece_error *e);

/**
 * lock_deadline - how long it makes sense to wait: until the lock ends, or READ_NS without one
 */
uint64_t lock_deadline(const struct etcd_store *store);

/**
 * etcd_store_flush - write what is pending, in as many transactions as it takes, each of them a beginning of what is
 * left
 */
int etcd_store_flush(struct etcd_store *store, struct ece_error *e);

/**
 * etcd_store_select - make @id the run that is written to, under the lock
 *
 * Returns 0; -ENOLCK (kind LOCKED) when the lock is not ours; -ENOENT (kind UNKNOWN_NAME) when there is no such run; or
 * another negative errno.
 */
int etcd_store_select(struct etcd_store *store, const char *id, struct ece_error *e);

/**
 * etcd_store_record - read the record of a run; 0, -ENOENT (kind UNKNOWN_NAME), or another negative errno
 */
int etcd_store_record(struct etcd_store *store, const char *id, struct record *record, struct ece_error *e);

/**
 * etcd_store_text - a json_t as one line in the store's words; free() it, NULL when memory ran out. Takes @json over
 */
char *etcd_store_text(json_t *json);

/* The kind of store is made of these: each is the function of store.h of that name. */
int etcd_store_lock(struct store *store, const char *holder, struct ece_error *e);
void etcd_store_unlock(struct store *store);
int etcd_store_lock_holder(struct store *store, struct ece_error *e);
bool etcd_store_holder(struct store *store, char *buf, size_t size);
bool etcd_store_guard(const struct store *store, const char **key, int64_t *revision);
int etcd_store_fd(const struct store *store);
int etcd_store_step(struct store *store, struct ece_error *e);
bool etcd_store_may_act(const struct store *store);
int etcd_store_run_create(struct store *store, struct store_run *run, const char *plan, size_t plan_len,
			  struct ece_error *e);
int etcd_store_run_find(struct store *store, const char *id, bool open, struct store_run *run, struct ece_error *e);
int etcd_store_run_reopen(struct store *store, struct store_run *run, struct ece_error *e);
int etcd_store_run_list(struct store *store, struct store_run **runs, size_t *count, struct ece_error *e);
int etcd_store_run_plan(struct store *store, const char *id, char **plan, size_t *len, struct ece_error *e);
int etcd_store_run_finish(struct store *store, const char *id, const char *result, struct ece_error *e);
int etcd_store_generation_next(struct store *store, const char *id, uint64_t *generation, struct ece_error *e);
int etcd_store_event_append(struct store *store, const char *id, uint64_t now_ns, const struct rollout_event *event,
			    struct ece_error *e);
int etcd_store_event_each(struct store *store, const char *id,
			  int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
			  struct ece_error *e);
int etcd_store_commit(struct store *store, struct ece_error *e);
int etcd_store_evidence_put(struct store *store, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
			    uint32_t sample, uint32_t round, const char *json, struct ece_error *e);
int etcd_store_evidence_each(struct store *store, const char *id,
			     int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate,
					 uint32_t sample, uint32_t round, const char *json),
			     void *ctx, struct ece_error *e);
int etcd_store_word_put(struct store *store, const char *id, enum store_word word, const char *who, int64_t *number,
			struct ece_error *e);
int etcd_store_word_take(struct store *store, const char *id, enum store_word *word, char *who, size_t size,
			 struct ece_error *e);
int etcd_store_word_taken(struct store *store, int64_t number, struct ece_error *e);
int etcd_store_word_withdraw(struct store *store, int64_t number, struct ece_error *e);
int etcd_store_frozen(struct store *store, char *why, size_t size, struct ece_error *e);
int etcd_store_freeze(struct store *store, const char *why, struct ece_error *e);
int etcd_store_unfreeze(struct store *store, struct ece_error *e);
int etcd_store_freeze_order(struct store *store, struct token *order, struct ece_error *e);
int etcd_store_identity(struct store *store, struct token *last, struct ece_error *e);
int etcd_store_epoch_raise(struct store *store, uint32_t *epoch, struct ece_error *e);
int etcd_store_owed_put(struct store *store, const struct store_owed *owed, struct ece_error *e);
int etcd_store_owed_clear(struct store *store, const char *host, struct ece_error *e);
int etcd_store_owed_list(struct store *store, struct store_owed **out, size_t *count, struct ece_error *e);
int etcd_store_note_put(struct store *store, const char *key, const char *text, struct ece_error *e);
int etcd_store_note_get(struct store *store, const char *key, char **text, struct ece_error *e);
int etcd_store_note_each(struct store *store, const char *prefix,
			 int (*each)(void *ctx, const char *key, const char *text), void *ctx, struct ece_error *e);
int etcd_store_note_swap(struct store *store, const char *key, const char *was, const char *text, struct ece_error *e);

#endif
