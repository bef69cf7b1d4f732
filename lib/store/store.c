// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The front: every function goes to the kind of store that was opened. */
#include "lib/store/ops.h"

void store_close(struct store *store)
{
	if (store)
		store->ops->close(store);
}

const char *store_word_name(enum store_word word)
{
	static const char *const names[STORE_WORD_COUNT] = {"pause", "resume", "accept", "abort"};

	return word < STORE_WORD_COUNT ? names[word] : "unknown";
}

int store_fd(const struct store *store)
{
	return store->ops->fd ? store->ops->fd(store) : -1;
}

int store_step(struct store *store, struct ece_error *e)
{
	return store->ops->step ? store->ops->step(store, e) : 0;
}

bool store_may_act(const struct store *store)
{
	return store->ops->may_act ? store->ops->may_act(store) : true;
}

bool store_guard(const struct store *store, const char **key, int64_t *revision)
{
	return store->ops->guard && store->ops->guard(store, key, revision);
}

const char *store_name(const struct store *store)
{
	return store->ops->name(store);
}

int store_lock(struct store *store, const char *holder, struct ece_error *e)
{
	return store->ops->lock(store, holder, e);
}

void store_unlock(struct store *store)
{
	store->ops->unlock(store);
}

int store_lock_holder(struct store *store, struct ece_error *e)
{
	return store->ops->lock_holder(store, e);
}

bool store_holder(struct store *store, char *buf, size_t size)
{
	return store->ops->holder(store, buf, size);
}

int store_run_create(struct store *store, struct store_run *run, const char *plan, size_t plan_len, struct ece_error *e)
{
	return store->ops->run_create(store, run, plan, plan_len, e);
}

int store_run_find(struct store *store, const char *id, bool open, struct store_run *run, struct ece_error *e)
{
	return store->ops->run_find(store, id, open, run, e);
}

int store_run_reopen(struct store *store, struct store_run *run, struct ece_error *e)
{
	return store->ops->run_reopen(store, run, e);
}

int store_run_list(struct store *store, struct store_run **runs, size_t *count, struct ece_error *e)
{
	return store->ops->run_list(store, runs, count, e);
}

int store_run_plan(struct store *store, const char *id, char **plan, size_t *len, struct ece_error *e)
{
	return store->ops->run_plan(store, id, plan, len, e);
}

int store_run_finish(struct store *store, const char *id, const char *result, struct ece_error *e)
{
	return store->ops->run_finish(store, id, result, e);
}

int store_generation_next(struct store *store, const char *id, uint64_t *generation, struct ece_error *e)
{
	return store->ops->generation_next(store, id, generation, e);
}

int store_event_append(struct store *store, const char *id, uint64_t now_ns, const struct rollout_event *event,
		       struct ece_error *e)
{
	return store->ops->event_append(store, id, now_ns, event, e);
}

int store_event_each(struct store *store, const char *id,
		     int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
		     struct ece_error *e)
{
	return store->ops->event_each(store, id, each, ctx, e);
}

int store_commit(struct store *store, struct ece_error *e)
{
	return store->ops->commit(store, e);
}

int store_evidence_put(struct store *store, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
		       uint32_t sample, uint32_t round, const char *json, struct ece_error *e)
{
	return store->ops->evidence_put(store, id, kind, step, gate, sample, round, json, e);
}

int store_evidence_each(struct store *store, const char *id,
			int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
				    uint32_t round, const char *json),
			void *ctx, struct ece_error *e)
{
	return store->ops->evidence_each(store, id, each, ctx, e);
}

int store_word_put(struct store *store, const char *id, enum store_word word, const char *who, int64_t *number,
		   struct ece_error *e)
{
	return store->ops->word_put(store, id, word, who, number, e);
}

int store_word_take(struct store *store, const char *id, enum store_word *word, char *who, size_t size,
		    struct ece_error *e)
{
	return store->ops->word_take(store, id, word, who, size, e);
}

int store_word_taken(struct store *store, int64_t number, struct ece_error *e)
{
	return store->ops->word_taken(store, number, e);
}

int store_word_withdraw(struct store *store, int64_t number, struct ece_error *e)
{
	return store->ops->word_withdraw(store, number, e);
}

int store_frozen(struct store *store, char *why, size_t size, struct ece_error *e)
{
	return store->ops->frozen(store, why, size, e);
}

int store_freeze(struct store *store, const char *why, struct ece_error *e)
{
	return store->ops->freeze(store, why, e);
}

int store_unfreeze(struct store *store, struct ece_error *e)
{
	return store->ops->unfreeze(store, e);
}

int store_freeze_order(struct store *store, struct token *order, struct ece_error *e)
{
	return store->ops->freeze_order(store, order, e);
}

int store_identity(struct store *store, struct token *last, struct ece_error *e)
{
	return store->ops->identity(store, last, e);
}

int store_epoch_raise(struct store *store, uint32_t *epoch, struct ece_error *e)
{
	return store->ops->epoch_raise(store, epoch, e);
}

int store_owed_put(struct store *store, const struct store_owed *owed, struct ece_error *e)
{
	return store->ops->owed_put(store, owed, e);
}

int store_owed_clear(struct store *store, const char *host, struct ece_error *e)
{
	return store->ops->owed_clear(store, host, e);
}

int store_owed_list(struct store *store, struct store_owed **out, size_t *count, struct ece_error *e)
{
	return store->ops->owed_list(store, out, count, e);
}

int store_note_put(struct store *store, const char *key, const char *text, struct ece_error *e)
{
	return store->ops->note_put(store, key, text, e);
}

int store_note_get(struct store *store, const char *key, char **text, struct ece_error *e)
{
	return store->ops->note_get(store, key, text, e);
}

int store_note_each(struct store *store, const char *prefix, int (*each)(void *ctx, const char *key, const char *text),
		    void *ctx, struct ece_error *e)
{
	return store->ops->note_each(store, prefix, each, ctx, e);
}

int store_note_swap(struct store *store, const char *key, const char *was, const char *text, struct ece_error *e)
{
	return store->ops->note_swap(store, key, was, text, e);
}
