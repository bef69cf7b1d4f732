// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Does it lose what SQLite did not sync, and nothing else? */
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/vfs_drop.h"

static char path[64];

static int setup(void **state)
{
	(void)state;
	snprintf(path, sizeof(path), "/tmp/ece-drop-%d.db", (int)getpid());
	return vfs_drop_register() || vfs_drop_register();
}

static int teardown(void **state)
{
	static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
	char name[96];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s%s", path, suffixes[i]);
		unlink(name);
	}
	return 0;
}

static sqlite3 *open_with(const char *vfs, const char *pragmas)
{
	sqlite3 *db;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) != SQLITE_OK)
		abort();
	if (sqlite3_exec(db, pragmas, NULL, NULL, NULL) != SQLITE_OK)
		abort();
	return db;
}

/* Opens, runs @sql and dies without closing anything. */
static void run_and_die(const char *pragmas, const char *sql)
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		sqlite3 *db = open_with(VFS_DROP, pragmas);

		if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
			_exit(1);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
}

/* Rows that the default VFS finds; -1: the file has no such table. */
static int count_rows(void)
{
	sqlite3 *db = open_with(NULL, "");
	sqlite3_stmt *row;
	int n = -1;

	if (sqlite3_prepare_v2(db, "SELECT count(*) FROM t", -1, &row, NULL) == SQLITE_OK) {
		assert_int_equal(sqlite3_step(row), SQLITE_ROW);
		n = sqlite3_column_int(row, 0);
	}
	sqlite3_finalize(row);
	sqlite3_close(db);
	return n;
}

#define FULL "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
#define LAX  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"

static void test_synced_commits_survive(void **state)
{
	(void)state;
	run_and_die(FULL, "CREATE TABLE t(x); INSERT INTO t VALUES(1); INSERT INTO t VALUES(2);");
	assert_int_equal(count_rows(), 2);
	run_and_die(FULL, "INSERT INTO t VALUES(3); BEGIN; INSERT INTO t VALUES(4);");
	assert_int_equal(count_rows(), 3);
}

/* This is what the VFS is for: a mode that does not sync each commit loses them. */
static void test_commits_without_sync_are_lost(void **state)
{
	(void)state;
	run_and_die(FULL, "CREATE TABLE t(x);");
	run_and_die(LAX, "INSERT INTO t VALUES(1);");
	assert_int_equal(count_rows(), 0);
}

static void test_reads_see_what_was_written(void **state)
{
	sqlite3 *db = open_with(VFS_DROP, FULL);
	sqlite3_stmt *row;

	(void)state;
	assert_int_equal(
		sqlite3_exec(db,
			     "CREATE TABLE t(x); WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n "
			     "LIMIT 20000) INSERT INTO t SELECT randomblob(100) FROM n; DELETE FROM t WHERE "
			     "rowid % 3; PRAGMA wal_checkpoint(TRUNCATE); VACUUM;",
			     NULL, NULL, NULL),
		SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &row, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(row, 0), "ok");
	sqlite3_finalize(row);
	sqlite3_close(db);
	assert_int_equal(count_rows(), 6666);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_synced_commits_survive),
		CASE(test_commits_without_sync_are_lost),
		CASE(test_reads_see_what_was_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
