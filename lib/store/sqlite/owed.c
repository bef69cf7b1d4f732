// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts that confirmed runs left behind. */
#include <errno.h>
#include <stdlib.h>

#include "lib/store/sqlite/internal.h"

int sqlite_owed_put(struct store *self, const struct store_owed *owed, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_prepare(store,
				     "INSERT INTO owed(host, change, run, generation, why, report) "
				     "VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT(host, change) DO UPDATE SET "
				     "why = excluded.why, report = excluded.report",
				     &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_text(stmt, 1, owed->host, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 2, owed->change, -1, SQLITE_STATIC);
	sqlite3_bind_text(stmt, 3, owed->run, -1, SQLITE_STATIC);
	sqlite3_bind_int64(stmt, 4, (sqlite3_int64)owed->generation);
	sqlite3_bind_text(stmt, 5, owed->why, -1, SQLITE_STATIC);
	sqlite3_bind_int(stmt, 6, owed->report);
	err = sqlite_finish(store, stmt, "cannot write that a host is owed", e);
	return err ? sqlite_end(store, err, e) : 0;
}

int sqlite_owed_clear(struct store *self, const char *host, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_prepare(store, "DELETE FROM owed WHERE host = ?1", &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_text(stmt, 1, host, -1, SQLITE_STATIC);
	err = sqlite_finish(store, stmt, "cannot write that a host is owed no more", e);
	return err ? sqlite_end(store, err, e) : 0;
}

static void read_owed(sqlite3_stmt *stmt, struct store_owed *owed)
{
	sqlite_text(stmt, 0, owed->host, sizeof(owed->host));
	sqlite_text(stmt, 1, owed->change, sizeof(owed->change));
	sqlite_text(stmt, 2, owed->run, sizeof(owed->run));
	owed->generation = (uint64_t)sqlite3_column_int64(stmt, 3);
	sqlite_text(stmt, 4, owed->why, sizeof(owed->why));
	owed->report = sqlite3_column_int(stmt, 5);
}

static int add_owed(sqlite3_stmt *stmt, struct store_owed **list, size_t *count, size_t *max)
{
	if (*count == *max) {
		size_t more = *max ? *max * 2 : 16;
		struct store_owed *grown = reallocarray(*list, more, sizeof(**list));

		if (!grown)
			return -ENOMEM;
		*list = grown;
		*max = more;
	}
	read_owed(stmt, &(*list)[(*count)++]);
	return 0;
}

int sqlite_owed_list(struct store *self, struct store_owed **out, size_t *count, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	struct store_owed *list = NULL;
	sqlite3_stmt *stmt;
	size_t n = 0, max = 0;
	int rc = SQLITE_DONE;
	int err = sqlite_prepare(
		store, "SELECT host, change, run, generation, why, report FROM owed ORDER BY host, change", &stmt, e);

	if (err)
		return err;
	while (!err && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
		if (add_owed(stmt, &list, &n, &max))
			err = ece_error_set(e, -ENOMEM, ECE_ERROR_MEMORY, "out of memory");
	if (!err && rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot list owed hosts", e);
	sqlite3_finalize(stmt);
	if (err) {
		free(list);
		return err;
	}
	*out = list;
	*count = n;
	return 0;
}
