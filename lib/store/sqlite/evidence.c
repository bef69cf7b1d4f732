// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What was sampled and judged. */
#include <errno.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"

int sqlite_evidence_put(struct store *self, const char *id, enum store_evidence kind, uint32_t step, int32_t gate,
			uint32_t sample, uint32_t round, const char *json, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	size_t len = strlen(json);
	int64_t row = 0;
	int err;

	if (len > STORE_EVIDENCE_MAX)
		return ece_error_set(e, -EFBIG, ECE_ERROR_LIMIT, "evidence of %zu bytes about step %u, %d are allowed",
				     len, step + 1, STORE_EVIDENCE_MAX);
	err = sqlite_row(store, id, &row, e);
	if (!err)
		err = sqlite_begin(store, e);
	if (err)
		return err;
	err = sqlite_prepare(store,
			     "INSERT OR REPLACE INTO evidence(run, kind, step, gate, sample, round, json) "
			     "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
			     &stmt, e);
	if (err)
		return sqlite_end(store, err, e);
	sqlite3_bind_int64(stmt, 1, row);
	sqlite3_bind_int(stmt, 2, (int)kind);
	sqlite3_bind_int64(stmt, 3, step);
	sqlite3_bind_int(stmt, 4, gate);
	sqlite3_bind_int64(stmt, 5, sample);
	sqlite3_bind_int64(stmt, 6, round);
	sqlite3_bind_text(stmt, 7, json, (int)len, SQLITE_STATIC);
	err = sqlite_finish(store, stmt, "cannot write evidence", e);
	return err ? sqlite_end(store, err, e) : 0;
}

static int hand_on(struct sqlite_store *store, sqlite3_stmt *stmt,
		   int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
			       uint32_t round, const char *json),
		   void *ctx, struct ece_error *e)
{
	const char *json = (const char *)sqlite3_column_text(stmt, 5);

	if (!json)
		return sqlite_error(store, SQLITE_NOMEM, "cannot read evidence", e);
	return each(ctx, (enum store_evidence)sqlite3_column_int(stmt, 0), (uint32_t)sqlite3_column_int64(stmt, 1),
		    sqlite3_column_int(stmt, 2), (uint32_t)sqlite3_column_int64(stmt, 3),
		    (uint32_t)sqlite3_column_int64(stmt, 4), json);
}

int sqlite_evidence_each(struct store *self, const char *id,
			 int (*each)(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
				     uint32_t round, const char *json),
			 void *ctx, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	sqlite3_stmt *stmt;
	int64_t row = 0;
	int rc = SQLITE_DONE, err = sqlite_row(store, id, &row, e);

	if (!err)
		err = sqlite_prepare(store,
				     "SELECT kind, step, gate, sample, round, json FROM evidence WHERE run = ?1 "
				     "ORDER BY number",
				     &stmt, e);
	if (err)
		return err;
	sqlite3_bind_int64(stmt, 1, row);
	while (!err && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
		err = hand_on(store, stmt, each, ctx, e);
	if (!err && rc != SQLITE_DONE)
		err = sqlite_error(store, rc, "cannot read evidence", e);
	sqlite3_finalize(stmt);
	return err;
}

int sqlite_samples_drop(struct sqlite_store *store, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store,
				 "DELETE FROM evidence WHERE kind IN (?1, ?2) AND run IN "
				 "(SELECT run FROM run WHERE result <> '' ORDER BY run DESC LIMIT -1 OFFSET ?3)",
				 &stmt, e);

	if (err)
		return err;
	sqlite3_bind_int(stmt, 1, STORE_BASELINE);
	sqlite3_bind_int(stmt, 2, STORE_SAMPLE);
	sqlite3_bind_int(stmt, 3, STORE_SAMPLED_RUNS);
	return sqlite_finish(store, stmt, "cannot drop old samples", e);
}
