// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Runs and their frozen plans. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

#define RUN_COLUMNS                                                                \
	"id, file, started, result, store, epoch, number, change_id, generation, " \
	"(SELECT count(*) FROM event WHERE event.run = run.run)"

static void read_run(sqlite3_stmt *stmt, struct store_run *run)
{
	memset(run, 0, sizeof(*run));
	sqlite_text(stmt, 0, run->id, sizeof(run->id));
	sqlite_text(stmt, 1, run->file, sizeof(run->file));
	run->started_unix = sqlite3_column_int64(stmt, 2);
	sqlite_text(stmt, 3, run->result, sizeof(run->result));
	sqlite_text(stmt, 4, run->token.store, sizeof(run->token.store));
	run->token.epoch = (uint32_t)sqlite3_column_int64(stmt, 5);
	run->token.number = (uint64_t)sqlite3_column_int64(stmt, 6);
	sqlite_text(stmt, 7, run->change_id, sizeof(run->change_id));
	run->generation = (uint64_t)sqlite3_column_int64(stmt, 8);
	run->events = (uint64_t)sqlite3_column_int64(stmt, 9);
}

int sqlite_row(struct sqlite_store *store, const char *id, int64_t *row, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "SELECT run FROM run WHERE id = ?1", &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_text(stmt, 1, id, -1, SQLITE_STATIC);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*row = sqlite3_column_int64(stmt, 0);
	else if (rc == SQLITE_DONE)
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no run %s in %s", id, store->path);
	else
		err = sqlite_error(store, rc, "cannot look for a run", e);
	sqlite3_finalize(stmt);
	return err;
}

/* The next fencing number. A number that was given out is never given out again, also when its run came to nothing. */
static int next_token(struct sqlite_store *store, struct token *token, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "UPDATE meta SET number = number + 1 RETURNING store, epoch, number", &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW) {
		sqlite_text(stmt, 0, token->store, sizeof(token->store));
		token->epoch = (uint32_t)sqlite3_column_int64(stmt, 1);
		token->number = (uint64_t)sqlite3_column_int64(stmt, 2);
	} else {
		err = sqlite_error(store, rc, "cannot take a number", e);
	}
	sqlite3_finalize(stmt);
	return err;
}

static int insert_run(struct sqlite_store *store, const struct store_run *run, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store,
				 "INSERT INTO run(id, file, started, result, store, epoch, number, change_id) "
				 "VALUES(?1, ?2, ?3, '', ?4, ?5, ?6, ?7)",
				 &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_text(stmt, 1, run->id, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, run->file, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 3, run->started_unix);
	sqlite3_bind_text(stmt, 4, run->token.store, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 5, run->token.epoch);
	sqlite3_bind_int64(stmt, 6, (sqlite3_int64)run->token.number);
	sqlite3_bind_text(stmt, 7, run->change_id, -1, SQLITE_STATIC);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_CONSTRAINT_UNIQUE)
		err = ece_error_set(e, -EEXIST, ECE_ERROR_DUPLICATE, "there is a run %s already", run->id);
	else if (rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot write a run", e);
	sqlite3_finalize(stmt);
	return err;
}

static int insert_plan(struct sqlite_store *store, const char *plan, size_t len, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "INSERT INTO plan(run, json) VALUES(last_insert_rowid(), ?1)", &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_bind_blob64(stmt, 1, plan, len, SQLITE_STATIC);
	if (rc == SQLITE_OK)
		rc = sqlite3_step(stmt);
	if (rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot write a plan", e);
	sqlite3_finalize(stmt);
	return err;
}

int sqlite_run_create(struct store *self, struct store_run *run, const char *plan, size_t plan_len, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int err = sqlite_begin(store, e);

	if (err)
		return err;
	err = next_token(store, &run->token, e);
	if (!err)
		err = insert_run(store, run, e);
	if (!err)
		err = insert_plan(store, plan, plan_len, e);
	return sqlite_end(store, err, e);
}

int sqlite_run_find(struct store *self, const char *id, bool open, struct store_run *run, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err =
		sqlite_prepare(store,
			       "SELECT " RUN_COLUMNS " FROM run WHERE (?1 = '' OR id = ?1) AND (NOT ?2 OR result = '') "
			       "ORDER BY run DESC LIMIT 1",
			       &stmt, e);
	int rc;

	if (err)
		return err;
	id = id ? id : "";
	sqlite3_bind_text(stmt, 1, id, -1, SQLITE_STATIC);
	sqlite3_bind_int(stmt, 2, open);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		read_run(stmt, run);
	else if (rc == SQLITE_DONE)
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "no %srun %s%sin %s", open ? "open " : "", id,
				    id[0] ? " " : "", store->path);
	else
		err = sqlite_error(store, rc, "cannot look for a run", e);
	sqlite3_finalize(stmt);
	return err;
}

static int update_token(struct sqlite_store *store, const struct store_run *run, int64_t row, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "UPDATE run SET result = '', epoch = ?1, number = ?2 WHERE run = ?3", &stmt, e);

	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, run->token.epoch);
	sqlite3_bind_int64(stmt, 2, (sqlite3_int64)run->token.number);
	sqlite3_bind_int64(stmt, 3, row);
	return sqlite_finish(store, stmt, "cannot write a run", e);
}

int sqlite_run_reopen(struct store *self, struct store_run *run, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int64_t row = 0;
	int err = sqlite_begin(store, e);

	if (err)
		return err;
	err = sqlite_row(store, run->id, &row, e);
	if (!err)
		err = next_token(store, &run->token, e);
	if (!err)
		err = update_token(store, run, row, e);
	if (!err)
		err = sqlite_words_drop(store, row, e);
	run->result[0] = '\0';
	return sqlite_end(store, err, e);
}

static int add_run(sqlite3_stmt *stmt, struct store_run **runs, size_t *count, size_t *max)
{
	if (*count == *max) {
		size_t more = *max ? *max * 2 : 16;
		struct store_run *grown = reallocarray(*runs, more, sizeof(**runs));

		if (!grown)
			return -ENOMEM;
		*runs = grown;
		*max = more;
	}
	read_run(stmt, &(*runs)[(*count)++]);
	return 0;
}

int sqlite_run_list(struct store *self, struct store_run **runs, size_t *count, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	struct store_run *list = NULL;
	size_t n = 0, max = 0;
	int err = sqlite_prepare(store, "SELECT " RUN_COLUMNS " FROM run ORDER BY run DESC", &stmt, e);
	int rc;

	if (err)
		return err;
	while ((rc = sqlite3_step(stmt)) == SQLITE_ROW && !err)
		if (add_run(stmt, &list, &n, &max))
			err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	if (!err && rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot list runs", e);
	sqlite3_finalize(stmt);
	if (err) {
		free(list);
		return err;
	}
	*runs = list;
	*count = n;
	return 0;
}

static int copy_blob(sqlite3_stmt *stmt, char **plan, size_t *len, struct ece_error *e)
{
	const void *blob = sqlite3_column_blob(stmt, 0);
	size_t size = (size_t)sqlite3_column_bytes(stmt, 0);
	char *copy = malloc(size + 1);

	if (!copy || (size && !blob)) {
		free(copy);
		return ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a plan of %zu bytes", size);
	}
	if (size)
		memcpy(copy, blob, size);
	copy[size] = '\0';
	*plan = copy;
	*len = size;
	return 0;
}

int sqlite_run_plan(struct store *self, const char *id, char **plan, size_t *len, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int64_t row = 0;
	int rc, err = sqlite_row(store, id, &row, e);

	if (!err)
		err = sqlite_prepare(store, "SELECT json FROM plan WHERE run = ?1", &stmt, e);
	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		err = copy_blob(stmt, plan, len, e);
	else if (rc == SQLITE_DONE)
		err = ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: run %s has no plan", store->path, id);
	else
		err = sqlite_error(store, rc, "cannot read a plan", e);
	sqlite3_finalize(stmt);
	return err;
}

int sqlite_run_finish(struct store *self, const char *id, const char *result, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int64_t row = 0;
	int err = sqlite_row(store, id, &row, e);

	if (!err)
		err = sqlite_begin(store, e);
	if (!err)
		err = sqlite_prepare(store, "UPDATE run SET result = ?1 WHERE run = ?2", &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_text(stmt, 1, result, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 2, row);
	err = sqlite_finish(store, stmt, "cannot write a result", e);
	if (!err)
		err = sqlite_samples_drop(store, e);
	return sqlite_end(store, err, e);
}
