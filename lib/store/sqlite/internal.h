/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A store in an SQLite file, and what its files share: statements, and SQLite's results as errors. */
#ifndef ECE_LIB_STORE_SQLITE_INTERNAL_H
#define ECE_LIB_STORE_SQLITE_INTERNAL_H

#include <limits.h>
#include <sqlite3.h>

#include "lib/store/ops.h"

#define STORE_VERSION 4

/* Statements that are used more than a few times; prepared on first use. */
enum sqlite_sql {
	SQL_BEGIN,
	SQL_COMMIT,
	SQL_ROLLBACK,
	SQL_EVENT,
	SQL_NEXT_WORD,
	SQL_FROZEN,
	SQL_COUNT,
};

struct sqlite_store {
	struct store store;
	sqlite3 *db;
	sqlite3_stmt *sql[SQL_COUNT];
	int lock_fd; /* -1: not locked */
	bool in_transaction;
	char event_run_id[RUN_ID_MAX]; /* the run of the last event, and its row and next number */
	int64_t event_run, event_seq;
	char dir[PATH_MAX - 64];
	char path[PATH_MAX - 32];
};

/**
 * sqlite_error - a result of SQLite as an error with the store's path
 * @what: what was being done: "cannot write run 17"
 */
int sqlite_error(struct sqlite_store *store, int rc, const char *what, struct ece_error *e);

/**
 * sqlite_exec, sqlite_run_sql - carry out SQL that returns nothing
 */
int sqlite_exec(struct sqlite_store *store, const char *sql, const char *what, struct ece_error *e);
int sqlite_run_sql(struct sqlite_store *store, enum sqlite_sql which, const char *what, struct ece_error *e);

/**
 * sqlite_prepare - a statement for one use; sqlite3_finalize() it
 */
int sqlite_prepare(struct sqlite_store *store, const char *sql, sqlite3_stmt **stmt, struct ece_error *e);
int sqlite_prepared(struct sqlite_store *store, enum sqlite_sql which, sqlite3_stmt **stmt, struct ece_error *e);

/**
 * sqlite_finish - carry out a bound statement of sqlite_prepare() that returns nothing, and finalize it
 */
int sqlite_finish(struct sqlite_store *store, sqlite3_stmt *stmt, const char *what, struct ece_error *e);

/**
 * sqlite_text - a column as text, cut to @size; NULL is ""
 */
void sqlite_text(sqlite3_stmt *stmt, int column, char *buf, size_t size);

/**
 * sqlite_begin, sqlite_end - a transaction; sqlite_end() commits when @err is 0 and rolls back otherwise
 *
 * sqlite_begin() does nothing in an open transaction. Return 0 or a negative errno.
 */
int sqlite_begin(struct sqlite_store *store, struct ece_error *e);
int sqlite_end(struct sqlite_store *store, int err, struct ece_error *e);

/**
 * sqlite_set_up - bring an opened file to this version, or say why not
 *
 * Returns 0; -EUCLEAN (kind DAMAGED); -EPROTONOSUPPORT (kind VERSION); other negative errnos.
 */
int sqlite_set_up(struct sqlite_store *store, struct ece_error *e);

/**
 * sqlite_check_version - may an opened file be read as it is?
 *
 * Returns 0; -ENOENT for an empty one; -EPROTONOSUPPORT (kind VERSION); other negative errnos.
 */
int sqlite_check_version(struct sqlite_store *store, struct ece_error *e);

/**
 * sqlite_lock_file - take the lock without looking whether the store can be written
 */
int sqlite_lock_file(struct sqlite_store *store, const char *holder, struct ece_error *e);

/**
 * sqlite_set_aside - move a damaged file out of the way and add to @e where it is now
 */
int sqlite_set_aside(struct sqlite_store *store, struct ece_error *e);

/**
 * sqlite_row - the row of a run
 *
 * Returns 0; -ENOENT (kind UNKNOWN_NAME) when there is no such run; or another negative errno.
 */
int sqlite_row(struct sqlite_store *store, const char *id, int64_t *row, struct ece_error *e);

/**
 * sqlite_samples_drop - what was sampled for finished runs that are not among the newest ones
 *
 * Durable with the next commit.
 */
int sqlite_samples_drop(struct sqlite_store *store, struct ece_error *e);

/**
 * sqlite_words_drop - nobody takes the words any more that were left for the last controller of a run
 */
int sqlite_words_drop(struct sqlite_store *store, int64_t row, struct ece_error *e);

static inline struct sqlite_store *sqlite_store_of(struct store *store)
{
	return (struct sqlite_store *)store;
}

/* What the kind of store is made of: each is the function of store.h of that name. */
int sqlite_lock(struct store *store, const char *holder, struct ece_error *e);
void sqlite_unlock(struct store *store);
int sqlite_lock_holder(struct store *store, struct ece_error *e);
bool sqlite_holder(struct store *store, char *buf, size_t size);
int sqlite_run_create(struct store *store, struct store_run *run, const char *plan, size_t plan_len,
		      struct ece_error *e);
int sqlite_run_find(struct store *store, const char *id, bool open, struct store_run *run, struct ece_error *e);
int sqlite_run_reopen(struct store *store, struct store_run *run, struct ece_error *e);
int sqlite_run_list(struct store *store, struct store_run **runs, size_t *count, struct ece_error *e);
int sqlite_run_plan(struct store *store, const char *id, char **plan, size_t *len, struct ece_error *e);
int sqlite_run_finish(struct store *store, const char *id, const char *result, struct ece_error *e);
int sqlite_generation_next(struct store *store, const char *id, uint64_t *generation, struct ece_error *e);
int sqlite_event_append(struct store *store, const char *id, uint64_t now_ns, const struct rollout_event *event,
			struct ece_error *e);
int sqlite_event_each(struct store *store, const char *id,
		      int (*each)(void *ctx, uint64_t now_ns, const struct rollout_event *event), void *ctx,
		      struct ece_error *e);
int sqlite_commit(struct store *store, struct ece_error *e);
int sqlite_evidence_put(struct store *store, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
			uint32_t sample, uint32_t round, const char *json, struct ece_error *e);
int sqlite_evidence_each(struct store *store, const char *id,
			 int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
				     uint32_t round, const char *json),
			 void *ctx, struct ece_error *e);
int sqlite_word_put(struct store *store, const char *id, enum store_word word, const char *who, int64_t *number,
		    struct ece_error *e);
int sqlite_word_take(struct store *store, const char *id, enum store_word *word, char *who, size_t size,
		     struct ece_error *e);
int sqlite_word_taken(struct store *store, int64_t number, struct ece_error *e);
int sqlite_word_withdraw(struct store *store, int64_t number, struct ece_error *e);
int sqlite_frozen(struct store *store, char *why, size_t size, struct ece_error *e);
int sqlite_freeze(struct store *store, const char *why, struct ece_error *e);
int sqlite_unfreeze(struct store *store, struct ece_error *e);
int sqlite_freeze_order(struct store *store, struct token *order, struct ece_error *e);
int sqlite_identity(struct store *store, struct token *last, struct ece_error *e);
int sqlite_epoch_raise(struct store *store, uint32_t *epoch, struct ece_error *e);
int sqlite_owed_put(struct store *store, const struct store_owed *owed, struct ece_error *e);
int sqlite_owed_clear(struct store *store, const char *host, struct ece_error *e);
int sqlite_owed_list(struct store *store, struct store_owed **out, size_t *count, struct ece_error *e);
int sqlite_note_put(struct store *store, const char *key, const char *text, struct ece_error *e);
int sqlite_note_get(struct store *store, const char *key, char **text, struct ece_error *e);
int sqlite_note_each(struct store *store, const char *prefix, int (*each)(void *ctx, const char *key, const char *text),
		     void *ctx, struct ece_error *e);
int sqlite_note_swap(struct store *store, const char *key, const char *was, const char *text, struct ece_error *e);

#endif
