// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What other processes ask of the controller of a run. */
#include <errno.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

/* In the file: append only. */
enum word_state {
	WORD_LEFT,
	WORD_TAKEN,
	WORD_DROPPED, /* withdrawn, or left for a controller that is gone */
};

static int insert_word(struct sqlite_store *store, int64_t row, enum store_word word, const char *who,
		       struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "INSERT INTO word(run, word, who, state) VALUES(?1, ?2, ?3, ?4)", &stmt, e);

	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	sqlite3_bind_int(stmt, 2, (int)word);
	sqlite3_bind_text(stmt, 3, who, (int)strnlen(who, STORE_WHO_MAX - 1), SQLITE_STATIC);
	sqlite3_bind_int(stmt, 4, WORD_LEFT);
	return sqlite_finish(store, stmt, "cannot leave a word", e);
}

int sqlite_word_put(struct store *self, const char *id, enum store_word word, const char *who, int64_t *number,
		    struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int64_t row = 0;
	int err = sqlite_row(store, id, &row, e);

	if (!err)
		err = sqlite_begin(store, e);
	if (err)
		return err;
	err = insert_word(store, row, word, who, e);
	*number = sqlite3_last_insert_rowid(store->db);
	return sqlite_end(store, err, e);
}

static int next_word(struct sqlite_store *store, const char *id, int64_t *number, enum store_word *word, char *who,
		     size_t size, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepared(store, SQL_NEXT_WORD, &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_text(stmt, 1, id, -1, SQLITE_TRANSIENT);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW) {
		*number = sqlite3_column_int64(stmt, 0);
		*word = (enum store_word)sqlite3_column_int(stmt, 1);
		sqlite_text(stmt, 2, who, size);
	} else {
		err = rc == SQLITE_DONE ? -ENOENT : sqlite_error(store, rc, "cannot look for a word", e);
	}
	sqlite3_reset(stmt);
	if (!err && *word >= STORE_WORD_COUNT)
		err = ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: a word that no version leaves", store->path);
	return err;
}

/* Durable with the next commit. Returns 1 when it was left until now, 0 when it was not, or a negative errno. */
static int move_word(struct sqlite_store *store, int64_t number, enum word_state state, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_prepare(store, "UPDATE word SET state = ?1 WHERE number = ?2 AND state = ?3", &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_int(stmt, 1, (int)state);
	sqlite3_bind_int64(stmt, 2, number);
	sqlite3_bind_int(stmt, 3, WORD_LEFT);
	err = sqlite_finish(store, stmt, "cannot take a word", e);
	return err ? sqlite_end(store, err, e) : sqlite3_changes(store->db);
}

int sqlite_word_take(struct store *self, const char *id, enum store_word *word, char *who, size_t size,
		     struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int64_t number = 0;
	int moved, err = next_word(store, id, &number, word, who, size, e);

	if (err)
		return err;
	moved = move_word(store, number, WORD_TAKEN, e);
	if (moved < 0)
		return moved;
	/* withdrawn in between */
	return moved ? 0 : -ENOENT;
}

int sqlite_word_taken(struct store *self, int64_t number, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "SELECT state FROM word WHERE number = ?1", &stmt, e);
	int rc, state = WORD_LEFT;

	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, number);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		state = sqlite3_column_int(stmt, 0);
	else if (rc == SQLITE_DONE)
		err = ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "nobody left word %lld", (long long)number);
	else
		err = sqlite_error(store, rc, "cannot look for a word", e);
	sqlite3_finalize(stmt);
	if (!err && state == WORD_DROPPED)
		err = ece_error_set(e, -ECANCELED, ECE_ERROR_GONE, "the controller it was left for is gone");
	return err ? err : state == WORD_TAKEN;
}

int sqlite_word_withdraw(struct store *self, int64_t number, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int moved = move_word(store, number, WORD_DROPPED, e);
	int err = moved < 0 ? moved : sqlite_end(store, 0, e);

	if (err)
		return err;
	return moved ? 0 : ece_error_set(e, -EALREADY, ECE_ERROR_STALE, "the word was taken before");
}

int sqlite_words_drop(struct sqlite_store *store, int64_t row, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "UPDATE word SET state = ?1 WHERE run = ?2 AND state = ?3", &stmt, e);

	if (err)
		return err;
	sqlite3_bind_int(stmt, 1, WORD_DROPPED);
	sqlite3_bind_int64(stmt, 2, row);
	sqlite3_bind_int(stmt, 3, WORD_LEFT);
	return sqlite_finish(store, stmt, "cannot drop words", e);
}
