/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The file under the journal: opening, schema, transactions, statements. Private to lib/host. */
#ifndef ECE_LIB_HOST_JOURNAL_DB_H
#define ECE_LIB_HOST_JOURNAL_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "devx/base/error.h"

#define JOURNAL_PATH_MAX 4096

/* One statement per use; prepared when first needed. */
enum journal_sql {
	SQL_TOKEN_GET,
	SQL_TOKEN_PUT,
	SQL_SIGNED_GET,
	SQL_SIGNED_PUT,
	SQL_REQUEST_GET,
	SQL_REQUEST_BEGIN,
	SQL_REQUEST_ANSWER,
	SQL_REQUEST_PRUNE,
	SQL_RUN_GET,
	SQL_RUN_PUT,
	SQL_RUN_NEWEST,
	SQL_RUNS,
	SQL_CHANGES,
	SQL_CHANGE_PUT,
	SQL_ORIGINAL_ADD,
	SQL_ORIGINAL_GET,
	SQL_CONFIRMED_GET,
	SQL_CONFIRMED_PUT,
	SQL_CONFIRMED_DROP,
	SQL_CONFIRMED_BY,
	SQL_LATER,
	SQL_HOLD_GET,
	SQL_HOLD_PUT,
	SQL_HOLD_DROP,
	SQL_HOLD_DROP_OTHERS,
	SQL_HOLD_OF_RUN,
	SQL_HOLD_ANY,
	SQL_HOLD_RENEW,
	SQL_HOLD_DUE,
	SQL_HOLD_RUNS,
	SQL_HOLD_NEXT,
	SQL_HOLD_FIRST,
	SQL_REQUEST_FORGET,
	SQL_GENERATION_GET,
	SQL_GENERATION_PUT,
	SQL_GENERATION_DROP,
	SQL_BOOT_GET,
	SQL_BOOT_PUT,
	SQL_SEEN_GET,
	SQL_SEEN_ADD,
	SQL_SEEN_PRUNE,
	SQL_ORIGINALS,
	SQL_CONFIRMED,
	SQL_CONFIRMED_FORGET,
	SQL_FREEZE_GET,
	SQL_FREEZE_PUT,
	SQL_WANTED_GET,
	SQL_WANTED_PUT,
	SQL_COUNT,
};

struct journal {
	sqlite3 *db;
	sqlite3_stmt *statements[SQL_COUNT];
	bool in_transaction;
	bool looks; /* opened only to read */
	char path[JOURNAL_PATH_MAX];
};

/**
 * journal_error - what SQLite said, as an error of this journal
 */
int journal_error(struct journal *journal, const char *what, struct ece_error *e);

/**
 * journal_bind - begin the transaction if need be and bind the parameters of a statement
 * @types: 's' const char *, 'i' int64_t, 'u' uint64_t (its bits as a signed number: the file keeps no unsigned ones),
 *         'b' const void * and size_t
 *
 * Returns 0 and the statement, ready to step and to be given to sqlite3_reset(); or a negative errno with @e filled.
 */
int journal_bind(struct journal *journal, enum journal_sql sql, sqlite3_stmt **statement, struct ece_error *e,
		 const char *types, ...);

/**
 * journal_step - step a statement that was bound
 *
 * Returns 1 with a row, 0 at the end, or a negative errno with @e filled. At the end and on error it is reset.
 */
int journal_step(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e);

/* A statement without rows, to its end. */
int journal_run_to_end(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e);

/* The first row of a statement: 0 with a row, which the caller resets, or -ENOENT. */
int journal_first_row(struct journal *journal, sqlite3_stmt *statement, struct ece_error *e);

/* Text of the file into a bounded string of ours; -EUCLEAN (kind DAMAGED) where it does not fit. */
int journal_string(struct journal *journal, sqlite3_stmt *row, int column, char *buf, size_t size, struct ece_error *e);

/* -EUCLEAN: the file holds @what, which nobody writes. */
int journal_damaged(struct journal *journal, const char *what, struct ece_error *e);

#endif
