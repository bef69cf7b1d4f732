// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is in the file, and the way from any file to it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/store/sqlite/internal.h"
#include "lib/store/uuid.h"

/* plan is apart from run, so that lists do not read megabytes. Times are nanoseconds of the run's own clock. */
static const char version_1[] =
	"CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL, probes INTEGER NOT NULL);"
	"CREATE TABLE run(run INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file TEXT NOT NULL,"
	" started INTEGER NOT NULL, result TEXT NOT NULL, store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL);"
	"CREATE TABLE plan(run INTEGER PRIMARY KEY REFERENCES run, json BLOB NOT NULL);"
	"CREATE TABLE event(run INTEGER NOT NULL REFERENCES run, seq INTEGER NOT NULL, now INTEGER NOT NULL,"
	" kind INTEGER NOT NULL, host INTEGER NOT NULL, request INTEGER NOT NULL, attempt INTEGER NOT NULL,"
	" answer INTEGER NOT NULL, PRIMARY KEY(run, seq)) WITHOUT ROWID;";

/* meta.frozen: NULL, or why. word.state: enum word_state. Evidence that is replaced is the newest again. */
static const char version_2[] =
	"ALTER TABLE meta ADD COLUMN frozen TEXT;"
	"ALTER TABLE meta ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE run ADD COLUMN change_id TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE run ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE event ADD COLUMN step INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE event ADD COLUMN round INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE event ADD COLUMN sample INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE event ADD COLUMN gate INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE event ADD COLUMN verdict INTEGER NOT NULL DEFAULT 0;"
	"CREATE TABLE evidence(number INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES run,"
	" kind INTEGER NOT NULL, step INTEGER NOT NULL, gate INTEGER NOT NULL, sample INTEGER NOT NULL,"
	" round INTEGER NOT NULL, json TEXT NOT NULL, UNIQUE(run, kind, step, gate, sample, round));"
	"CREATE TABLE word(number INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES run,"
	" word INTEGER NOT NULL, who TEXT NOT NULL, state INTEGER NOT NULL);"
	"CREATE TABLE owed(host TEXT NOT NULL, change TEXT NOT NULL, run TEXT NOT NULL, generation INTEGER NOT NULL,"
	" why TEXT NOT NULL, PRIMARY KEY(host, change)) WITHOUT ROWID;";

static const char version_3[] = "ALTER TABLE owed ADD COLUMN report INTEGER NOT NULL DEFAULT 0;";

static const char version_4[] = "CREATE TABLE note(key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;";

/* What each version added to the one before. */
static const char *const versions[STORE_VERSION] = {version_1, version_2, version_3, version_4};

static int set_version(struct sqlite_store *store, struct ece_error *e)
{
	char sql[64];

	snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", STORE_VERSION);
	return sqlite_exec(store, sql, "cannot write its version", e);
}

/* From version @from, 0 for an empty file. */
static int add_tables(struct sqlite_store *store, int from, struct ece_error *e)
{
	int err = 0;

	for (int i = from; i < STORE_VERSION && !err; i++)
		err = sqlite_exec(store, versions[i], "cannot create the tables", e);
	return err ? err : set_version(store, e);
}

static int name_store(struct sqlite_store *store, struct ece_error *e)
{
	char uuid[TOKEN_STORE_MAX], sql[160];

	if (store_uuid(uuid))
		return ece_error_set(e, -EIO, ECE_ERROR_IO, "%s: no random numbers for the store's id", store->path);
	snprintf(sql, sizeof(sql), "INSERT INTO meta(id, store, epoch, number, probes) VALUES(1, '%s', 1, 0, 0)", uuid);
	return sqlite_exec(store, sql, "cannot create the tables", e);
}

static int pragma_int(struct sqlite_store *store, const char *sql, int *value, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	int err = sqlite_prepare(store, sql, &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_step(stmt);
	if (rc == SQLITE_ROW)
		*value = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return rc == SQLITE_ROW ? 0 : sqlite_error(store, rc, "cannot be read", e);
}

static int check(struct sqlite_store *store, struct ece_error *e)
{
	sqlite3_stmt *stmt;
	const char *text;
	int err = sqlite_prepare(store, "PRAGMA quick_check(1)", &stmt, e);
	int rc;

	if (err)
		return err;
	rc = sqlite3_step(stmt);
	text = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
	if (rc != SQLITE_ROW)
		err = sqlite_error(store, rc, "cannot be checked", e);
	else if (!text || strcmp(text, "ok") != 0)
		err = ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: the file is damaged (%s)", store->path,
				    text ? text : "no answer from the check");
	sqlite3_finalize(stmt);
	return err;
}

/* All of it or nothing. Another program may have done it while this one waited. */
static int bring_up(struct sqlite_store *store, struct ece_error *e)
{
	int version = 0;
	int err = sqlite_begin(store, e);

	if (err)
		return err;
	err = pragma_int(store, "PRAGMA user_version", &version, e);
	if (!err && version < STORE_VERSION)
		err = add_tables(store, version, e);
	if (!err && !version)
		err = name_store(store, e);
	return sqlite_end(store, err, e);
}

static int has_tables(struct sqlite_store *store, int *count, struct ece_error *e)
{
	return pragma_int(store, "SELECT count(*) FROM sqlite_schema", count, e);
}

static int not_a_store(const struct sqlite_store *store, struct ece_error *e)
{
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED, "%s: an SQLite file, but not a store", store->path);
}

static int too_new(const struct sqlite_store *store, int version, struct ece_error *e)
{
	return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			     "%s: written by a newer program (store version %d, this one knows %d); use that program",
			     store->path, version, STORE_VERSION);
}

int sqlite_check_version(struct sqlite_store *store, struct ece_error *e)
{
	int version = 0, tables = 0;
	int err = pragma_int(store, "PRAGMA user_version", &version, e);

	if (!err && !version)
		err = has_tables(store, &tables, e);
	if (err)
		return err;
	if (version > STORE_VERSION)
		return too_new(store, version, e);
	if (tables)
		return not_a_store(store, e);
	if (!version)
		return ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME, "%s: nothing is in it yet", store->path);
	if (version < STORE_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "%s: written by an older program (store version %d, this one reads %d); the next "
				     "run brings it up",
				     store->path, version, STORE_VERSION);
	return 0;
}

int sqlite_set_up(struct sqlite_store *store, struct ece_error *e)
{
	int version = 0, tables = 0;
	int err = sqlite_exec(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON",
			      "cannot be opened", e);

	if (!err)
		err = pragma_int(store, "PRAGMA user_version", &version, e);
	if (err)
		return err;
	if (version > STORE_VERSION)
		return too_new(store, version, e);
	err = has_tables(store, &tables, e);
	if (err)
		return err;
	if (!version && !tables)
		return bring_up(store, e);
	if (!version)
		return not_a_store(store, e);
	err = check(store, e);
	return err || version == STORE_VERSION ? err : bring_up(store, e);
}
