// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What holds for the whole store: frozen or not, its epoch, the generations of the fleet. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

#define FREEZE_NUMBER "freeze/number" /* a note: how often it was frozen */

int sqlite_frozen(struct store *self, char *why, size_t size, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_prepared(store, SQL_FROZEN, &stmt, e);
	int rc, frozen = 0;

	if (why && size)
		why[0] = '\0';
	if (err)
		return err;
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		frozen = sqlite3_column_type(stmt, 0) != SQLITE_NULL;
	else
		err = sqlite_error(store, rc, "cannot tell whether it is frozen", e);
	if (frozen && why)
		sqlite_text(stmt, 0, why, size);
	sqlite3_reset(stmt);
	return err ? err : frozen;
}

int sqlite_freeze(struct store *self, const char *why, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_exec(store,
				  "INSERT INTO note(key, text) SELECT '" FREEZE_NUMBER
				  "', '1' FROM meta WHERE frozen IS "
				  "NULL ON CONFLICT(key) DO UPDATE SET text = CAST(text AS INTEGER) + 1",
				  "cannot count a freeze", e);
	if (!err)
		err = sqlite_prepare(store, "UPDATE meta SET frozen = coalesce(frozen, ?1)", &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_text(stmt, 1, why, (int)strnlen(why, STORE_WHY_MAX - 1), SQLITE_STATIC);
	err = sqlite_finish(store, stmt, "cannot be frozen", e);
	return sqlite_end(store, err, e);
}

int sqlite_unfreeze(struct store *self, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_exec(store, "UPDATE meta SET frozen = NULL", "cannot be unfrozen", e);
	return sqlite_end(store, err, e);
}

int sqlite_freeze_order(struct store *self, struct token *order, struct ece_error *e)
{
	char *text = NULL;
	int err = sqlite_identity(self, order, e);

	order->number = 0;
	if (!err)
		err = sqlite_note_get(self, FREEZE_NUMBER, &text, e);
	if (!err)
		order->number = strtoull(text, NULL, 10);
	free(text);
	return err == -ENOENT ? 0 : err;
}

/* One number that an UPDATE ... RETURNING gives; -ENOENT without one. */
static int returned(struct sqlite_store *store, sqlite3_stmt *stmt, const char *what, int64_t *number,
		    struct ece_error *e)
{
	int rc = sqlite3_step(stmt);
	int err = 0;

	if (rc == SQLITE_ROW)
		*number = sqlite3_column_int64(stmt, 0);
	else
		err = rc == SQLITE_DONE ? -ENOENT : sqlite_error(store, rc, what, e);
	sqlite3_finalize(stmt);
	return err;
}

int sqlite_identity(struct store *self, struct token *last, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "SELECT store, epoch, number FROM meta", &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW) {
		sqlite_text(stmt, 0, last->store, sizeof(last->store));
		last->epoch = (uint32_t)sqlite3_column_int64(stmt, 1);
		last->number = (uint64_t)sqlite3_column_int64(stmt, 2);
	} else {
		err = sqlite_error(store, rc, "cannot tell its id", e);
	}
	sqlite3_finalize(stmt);
	return err;
}

int sqlite_epoch_raise(struct store *self, uint32_t *epoch, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int64_t number = 0;
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_prepare(store, "UPDATE meta SET epoch = epoch + 1 RETURNING epoch", &stmt, e);
	if (!err)
		err = returned(store, stmt, "cannot raise the epoch", &number, e);
	err = sqlite_end(store, err, e);
	if (!err)
		*epoch = (uint32_t)number;
	return err;
}

static int give_generation(struct sqlite_store *store, int64_t row, int64_t *number, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_exec(store, "UPDATE meta SET generation = generation + 1", "cannot count a generation", e);

	if (!err)
		err = sqlite_prepare(store,
				     "UPDATE run SET generation = (SELECT generation FROM meta) WHERE run = ?1 "
				     "RETURNING generation",
				     &stmt, e);
	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	return returned(store, stmt, "cannot write a generation", number, e);
}

int sqlite_generation_next(struct store *self, const char *id, uint64_t *generation, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	struct store_run run;
	int64_t row = 0, number = 0;
	int err = sqlite_run_find(self, id, false, &run, e);

	if (err)
		return err;
	number = (int64_t)run.generation;
	if (!number) {
		err = sqlite_begin(store, e);
		if (!err)
			err = sqlite_row(store, run.id, &row, e);
		if (!err)
			err = give_generation(store, row, &number, e);
		if (err)
			return sqlite_end(store, err, e);
	}
	*generation = (uint64_t)number;
	return 0;
}
