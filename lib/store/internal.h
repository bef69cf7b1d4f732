/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The open store and what its files share: statements, and SQLite's results as errors. */
#ifndef ECE_LIB_STORE_INTERNAL_H
#define ECE_LIB_STORE_INTERNAL_H

#include <limits.h>
#include <sqlite3.h>

#include "lib/store/store.h"

#define STORE_VERSION 4

/* Statements that are used more than a few times; prepared on first use. */
enum store_sql {
	SQL_BEGIN,
	SQL_COMMIT,
	SQL_ROLLBACK,
	SQL_EVENT,
	SQL_NEXT_WORD,
	SQL_FROZEN,
	SQL_COUNT,
};

struct store {
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
 * store_error - a result of SQLite as an error with the store's path
 * @what: what was being done: "cannot write run 17"
 */
int store_error(struct store *store, int rc, const char *what, struct ece_error *e);

/**
 * store_exec, store_run_sql - carry out SQL that returns nothing
 */
int store_exec(struct store *store, const char *sql, const char *what, struct ece_error *e);
int store_run_sql(struct store *store, enum store_sql which, const char *what, struct ece_error *e);

/**
 * store_prepare - a statement for one use; sqlite3_finalize() it
 */
int store_prepare(struct store *store, const char *sql, sqlite3_stmt **stmt, struct ece_error *e);
int store_prepared(struct store *store, enum store_sql which, sqlite3_stmt **stmt, struct ece_error *e);

/**
 * store_finish - carry out a bound statement of store_prepare() that returns nothing, and finalize it
 */
int store_finish(struct store *store, sqlite3_stmt *stmt, const char *what, struct ece_error *e);

/**
 * store_text - a column as text, cut to @size; NULL is ""
 */
void store_text(sqlite3_stmt *stmt, int column, char *buf, size_t size);

/**
 * store_begin, store_end - a transaction; store_end() commits when @err is 0 and rolls back otherwise
 *
 * store_begin() does nothing in an open transaction. Return 0 or a negative errno.
 */
int store_begin(struct store *store, struct ece_error *e);
int store_end(struct store *store, int err, struct ece_error *e);

/**
 * store_set_up - bring an opened file to this version, or say why not
 *
 * Returns 0; -EUCLEAN (kind DAMAGED); -EPROTONOSUPPORT (kind VERSION); other negative errnos.
 */
int store_set_up(struct store *store, struct ece_error *e);

/**
 * store_check_version - may an opened file be read as it is?
 *
 * Returns 0; -ENOENT for an empty one; -EPROTONOSUPPORT (kind VERSION); other negative errnos.
 */
int store_check_version(struct store *store, struct ece_error *e);

/**
 * store_lock_file - take the lock without looking whether the store can be written
 */
int store_lock_file(struct store *store, const char *holder, struct ece_error *e);

/**
 * store_set_aside - move a damaged file out of the way and add to @e where it is now
 */
int store_set_aside(struct store *store, struct ece_error *e);

/**
 * store_row - the row of a run
 *
 * Returns 0; -ENOENT (kind UNKNOWN_NAME) when there is no such run; or another negative errno.
 */
int store_row(struct store *store, const char *id, int64_t *row, struct ece_error *e);

/**
 * store_samples_drop - what was sampled for finished runs that are not among the newest ones
 *
 * Durable with the next commit.
 */
int store_samples_drop(struct store *store, struct ece_error *e);

/**
 * store_words_drop - nobody takes the words any more that were left for the last controller of a run
 */
int store_words_drop(struct store *store, int64_t row, struct ece_error *e);

#endif
