// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Statements and transactions of SQLite, and its results in the words of the library. */
#include <errno.h>
#include <stdio.h>

#include "lib/base/fault.h"
#include "lib/store/sqlite/internal.h"

static const char *const sql_texts[SQL_COUNT] = {
	[SQL_BEGIN] = "BEGIN IMMEDIATE",
	[SQL_COMMIT] = "COMMIT",
	[SQL_ROLLBACK] = "ROLLBACK",
	[SQL_EVENT] =
		("INSERT INTO event(run, seq, now, kind, host, request, attempt, answer, step, round, sample, gate, "
		 "verdict) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"),
	[SQL_NEXT_WORD] = ("SELECT word.number, word, who FROM word JOIN run USING(run) WHERE id = ?1 AND state = 0 "
			   "ORDER BY word.number LIMIT 1"),
	[SQL_FROZEN] = "SELECT frozen FROM meta",
};

struct sqlite_result {
	int rc, err;
	enum ece_error_kind kind;
	const char *advice;
};

/* clang-format off */
static const struct sqlite_result results[] = {
	{ SQLITE_FULL,     ENOSPC,  ECE_ERROR_IO,      "make room on this file system" },
	{ SQLITE_READONLY, EACCES,  ECE_ERROR_DENIED,  "the file or its directory cannot be written" },
	{ SQLITE_PERM,     EACCES,  ECE_ERROR_DENIED,  "the file or its directory cannot be written" },
	{ SQLITE_AUTH,     EACCES,  ECE_ERROR_DENIED,  "the file or its directory cannot be written" },
	{ SQLITE_CANTOPEN, EACCES,  ECE_ERROR_DENIED,  "the file or its directory cannot be opened" },
	{ SQLITE_BUSY,     EBUSY,   ECE_ERROR_LOCKED,  "another program writes to it" },
	{ SQLITE_LOCKED,   EBUSY,   ECE_ERROR_LOCKED,  "another program writes to it" },
	{ SQLITE_NOMEM,    ENOMEM,  ECE_ERROR_MEMORY,  "out of memory" },
	{ SQLITE_TOOBIG,   EFBIG,   ECE_ERROR_LIMIT,   "larger than SQLite takes" },
	{ SQLITE_CORRUPT,  EUCLEAN, ECE_ERROR_DAMAGED, "the file is damaged" },
	{ SQLITE_NOTADB,   EUCLEAN, ECE_ERROR_DAMAGED, "the file is no SQLite database" },
};
/* clang-format on */

int sqlite_error(struct sqlite_store *store, int rc, const char *what, struct ece_error *e)
{
	static const struct sqlite_result other = {SQLITE_ERROR, EIO, ECE_ERROR_IO, "check the disk"};
	const struct sqlite_result *r = &other;

	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
		if (results[i].rc == (rc & 0xff))
			r = &results[i];
	return ece_error_set(e, -r->err, r->kind, "%s: %s: %s (%s)", store->path, what, sqlite3_errstr(rc), r->advice);
}

int sqlite_prepare(struct sqlite_store *store, const char *sql, sqlite3_stmt **stmt, struct ece_error *e)
{
	int rc = sqlite3_prepare_v2(store->db, sql, -1, stmt, NULL);

	return rc == SQLITE_OK ? 0 : sqlite_error(store, rc, "cannot prepare a statement", e);
}

int sqlite_prepared(struct sqlite_store *store, enum sqlite_sql which, sqlite3_stmt **stmt, struct ece_error *e)
{
	int rc = SQLITE_OK;

	if (!store->sql[which])
		rc = sqlite3_prepare_v3(store->db, sql_texts[which], -1, SQLITE_PREPARE_PERSISTENT, &store->sql[which],
					NULL);
	*stmt = store->sql[which];
	return rc == SQLITE_OK ? 0 : sqlite_error(store, rc, "cannot prepare a statement", e);
}

int sqlite_run_sql(struct sqlite_store *store, enum sqlite_sql which, const char *what, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepared(store, which, &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_step(stmt);
	sqlite3_reset(stmt);
	return rc == SQLITE_DONE ? 0 : sqlite_error(store, rc, what, e);
}

int sqlite_finish(struct sqlite_store *store, sqlite3_stmt *stmt, const char *what, struct ece_error *e)
{
	int rc = sqlite3_step(stmt);
	int err = rc == SQLITE_DONE ? 0 : sqlite_error(store, rc, what, e);

	sqlite3_finalize(stmt);
	return err;
}

void sqlite_text(sqlite3_stmt *stmt, int column, char *buf, size_t size)
{
	const char *text = (const char *)sqlite3_column_text(stmt, column);

	snprintf(buf, size, "%s", text ? text : "");
}

int sqlite_exec(struct sqlite_store *store, const char *sql, const char *what, struct ece_error *e)
{
	int rc = sqlite3_exec(store->db, sql, NULL, NULL, NULL);

	return rc == SQLITE_OK ? 0 : sqlite_error(store, rc, what, e);
}

int sqlite_begin(struct sqlite_store *store, struct ece_error *e)
{
	int err;

	if (store->in_transaction)
		return 0;
	err = sqlite_run_sql(store, SQL_BEGIN, "cannot begin to write", e);
	store->in_transaction = !err;
	return err;
}

/* The second point is for who dies behind the commit: made to fail, it says of something durable that it is not. */
static int commit(struct sqlite_store *store, struct ece_error *e)
{
	int err = 0;

	if (!fault_hit("store.commit"))
		err = sqlite_run_sql(store, SQL_COMMIT, "cannot make a change durable", e);
	else
		err = sqlite_error(store, SQLITE_IOERR, "cannot make a change durable", e);
	if (!err && fault_hit("store.committed"))
		err = sqlite_error(store, SQLITE_IOERR, "cannot tell whether a change is durable", e);
	return err;
}

int sqlite_end(struct sqlite_store *store, int err, struct ece_error *e)
{
	if (!store->in_transaction)
		return err;
	if (!err)
		err = commit(store, e);
	if (err) {
		if (!sqlite3_get_autocommit(store->db))
			sqlite_run_sql(store, SQL_ROLLBACK, "cannot roll back", NULL);
		store->event_run_id[0] = '\0';
	}
	store->in_transaction = false;
	return err;
}
