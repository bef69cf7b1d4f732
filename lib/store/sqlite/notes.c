// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Small texts by key, for what controllers remember beside their runs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

static int too_large(const char *key, size_t len, struct ece_error *e)
{
	return ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT,
			     "the note \"%.80s\" has %zu bytes, more than the %d that one may have", key, len,
			     STORE_NOTE_MAX);
}

static bool fits(const char *key, const char *text, struct ece_error *e)
{
	size_t key_len = strlen(key), len = text ? strlen(text) : 0;

	if (key_len && key_len < STORE_NOTE_KEY_MAX && len <= STORE_NOTE_MAX)
		return true;
	too_large(key, key_len >= STORE_NOTE_KEY_MAX ? key_len : len, e);
	return false;
}

static int write_note(struct sqlite_store *store, const char *key, const char *text, struct ece_error *e)
{
	static const char put[] = "INSERT OR REPLACE INTO note(key, text) VALUES(?1, ?2)";
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, text ? put : "DELETE FROM note WHERE key = ?1", &stmt, e);

	if (err)
		return err;
	sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
	if (text)
		sqlite3_bind_text(stmt, 2, text, -1, SQLITE_STATIC);
	return sqlite_finish(store, stmt, "cannot write a note", e);
}

int sqlite_note_put(struct store *self, const char *key, const char *text, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int err;

	if (!fits(key, text, e))
		return -EFBIG;
	err = sqlite_begin(store, e);
	if (!err)
		err = write_note(store, key, text, e);
	return err ? sqlite_end(store, err, e) : 0;
}

int sqlite_note_get(struct store *self, const char *key, char **text, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, "SELECT text FROM note WHERE key = ?1", &stmt, e);
	int rc;

	if (err)
		return err;
	sqlite3_bind_text(stmt, 1, key, -1, SQLITE_STATIC);
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW) {
		*text = strdup((const char *)sqlite3_column_text(stmt, 0));
		if (!*text)
			err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory for a note");
	} else {
		err = rc == SQLITE_DONE ? -ENOENT : sqlite_error(store, rc, "cannot read a note", e);
	}
	sqlite3_finalize(stmt);
	return err;
}

/* The end of a range of keys: what begins with @prefix is below it. Keys are ASCII. */
static void bind_range(sqlite3_stmt *stmt, const char *prefix, char *end, size_t size)
{
	size_t len = strnlen(prefix, size - 2);

	memcpy(end, prefix, len);
	end[len] = 0x7f;
	sqlite3_bind_text(stmt, 1, prefix, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, end, (int)len + 1, SQLITE_STATIC);
}

int sqlite_note_each(struct store *self, const char *prefix, int (*each)(void *ctx, const char *key, const char *text),
		     void *ctx, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	char end[STORE_NOTE_KEY_MAX + 1];
	sqlite3_stmt *stmt;
	int rc = SQLITE_DONE;
	int err =
		sqlite_prepare(store, "SELECT key, text FROM note WHERE key >= ?1 AND key < ?2 ORDER BY key", &stmt, e);

	if (err)
		return err;
	bind_range(stmt, prefix, end, sizeof(end));
	while (!err && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
		err = each(ctx, (const char *)sqlite3_column_text(stmt, 0), (const char *)sqlite3_column_text(stmt, 1));
	if (!err && rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot read notes", e);
	sqlite3_finalize(stmt);
	return err;
}

static bool is_still(const char *was, const char *now)
{
	return was && now ? !strcmp(was, now) : was == now;
}

int sqlite_note_swap(struct store *self, const char *key, const char *was, const char *text, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	char *now = NULL;
	int err;

	if (!fits(key, text, e))
		return -EFBIG;
	err = sqlite_begin(store, e);
	if (!err)
		err = sqlite_note_get(self, key, &now, e);
	if (err == -ENOENT)
		err = 0;
	if (!err && !is_still(was, now))
		err = ece_error_set(e, -EAGAIN, ECE_ERROR_CONFLICT,
				    "another program wrote the note \"%.80s\" meanwhile", key);
	if (!err)
		err = write_note(store, key, text, e);
	free(now);
	return sqlite_end(store, err, e);
}
