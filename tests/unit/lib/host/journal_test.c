// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The journal's file: newer, damaged, unwritable, full of answers. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"

static char path[128];

static int setup(void **state)
{
	int ret = bench_setup(state);

	snprintf(path, sizeof(path), "%s/journal.db", bench_dir);
	return ret;
}

static void close_journal(void)
{
	journal_close(bench_journal);
	bench_journal = NULL;
}

static int open_again(struct ece_error *e)
{
	return journal_open(bench_dir, NULL, &bench_journal, e);
}

static void run_sql(const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void put_token(uint64_t number)
{
	struct token token = {.store = "s", .epoch = 1, .number = number};

	assert_int_equal(journal_token_put(bench_journal, "", &token, NULL), 0);
}

static uint64_t get_token(void)
{
	struct token token = {0};

	return journal_token_get(bench_journal, "", &token, NULL) ? 0 : token.number;
}

static void test_what_was_not_committed_is_gone(void **state)
{
	(void)state;
	put_token(1);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	put_token(2);
	assert_int_equal(get_token(), 2);
	bench_restart();
	assert_int_equal(get_token(), 1);
}

static void test_settings_are_those_that_survive_power_loss(void **state)
{
	char mode[16] = "";
	sqlite3_stmt *row;
	sqlite3 *db;

	(void)state;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	sqlite3_prepare_v2(db, "PRAGMA journal_mode", -1, &row, NULL);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	strncpy(mode, (const char *)sqlite3_column_text(row, 0), sizeof(mode) - 1);
	sqlite3_finalize(row);
	sqlite3_close(db);
	assert_string_equal(mode, "wal");
}

static void set_format(int version)
{
	char sql[64];

	snprintf(sql, sizeof(sql), "PRAGMA user_version = %d", version);
	run_sql(sql);
}

static void test_newer_file_is_refused_and_left_alone(void **state)
{
	struct ece_error e;

	(void)state;
	close_journal();
	set_format(JOURNAL_VERSION + 1);
	assert_int_equal(open_again(&e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
	assert_int_equal(access(path, F_OK), 0);
	set_format(JOURNAL_VERSION);
	assert_int_equal(open_again(&e), 0);
}

/* A file as format 1 had it, with a run that holds a card. */
static void write_format_1(void)
{
	close_journal();
	unlink(path);
	run_sql("PRAGMA application_id = 1162036554; PRAGMA user_version = 1;"
		"CREATE TABLE token(host TEXT NOT NULL PRIMARY KEY, store TEXT NOT NULL, epoch INTEGER NOT NULL,"
		" number INTEGER NOT NULL) WITHOUT ROWID;"
		"CREATE TABLE run(seq INTEGER PRIMARY KEY, host TEXT NOT NULL, run TEXT NOT NULL, state INTEGER NOT "
		"NULL,"
		" UNIQUE(host, run));"
		"CREATE TABLE request(seq INTEGER PRIMARY KEY, host TEXT NOT NULL, id TEXT NOT NULL, run TEXT NOT NULL,"
		" op TEXT NOT NULL, answer TEXT, UNIQUE(host, id));"
		"CREATE TABLE change(host TEXT NOT NULL, run TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL,"
		" param TEXT NOT NULL, old INTEGER NOT NULL, new INTEGER NOT NULL, state TEXT NOT NULL,"
		" PRIMARY KEY(host, run, guid, psid, param)) WITHOUT ROWID;"
		"CREATE TABLE original(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL, param TEXT NOT "
		"NULL,"
		" raw INTEGER NOT NULL, PRIMARY KEY(host, guid, psid, param)) WITHOUT ROWID;"
		"CREATE TABLE confirmed(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL,"
		" param TEXT NOT NULL, raw INTEGER NOT NULL, PRIMARY KEY(host, guid, psid, param)) WITHOUT ROWID;"
		"CREATE TABLE hold(host TEXT NOT NULL, guid INTEGER NOT NULL, psid TEXT NOT NULL, run TEXT NOT NULL,"
		" deadline_ns INTEGER NOT NULL, keep INTEGER NOT NULL, PRIMARY KEY(host, guid, psid)) WITHOUT ROWID;"
		"INSERT INTO token VALUES('', 's', 1, 7);"
		"INSERT INTO run(host, run, state) VALUES('', 'R1', 0);"
		"INSERT INTO original VALUES('', 161, 'MT_0000000838', 'dcqcn.rp.ai_rate', 5);"
		"INSERT INTO hold VALUES('', 161, 'MT_0000000838', 'R1', 1764000000000000000, 1);");
}

static void check_brought_up(void)
{
	const struct journal_card card = {.guid = 161, .psid = "MT_0000000838"};
	struct journal_hold hold;
	uint64_t number, raw;

	assert_int_equal(get_token(), 7);
	assert_int_equal(journal_original(bench_journal, "", &card, ece_param_find(RATE), &raw, NULL), 0);
	assert_int_equal(raw, 5);
	assert_int_equal(journal_hold_get(bench_journal, "", &card, &hold, NULL), 0);
	assert_string_equal(hold.run, "R1");
	assert_true(hold.keep_on_loss);
	assert_int_equal(hold.lease_ms, 600000);
	/* Its deadline was on another clock. */
	assert_int_equal(hold.expire_ns, INT64_MAX);
	assert_int_equal(journal_generation_get(bench_journal, "", &number, NULL), -ENOENT);
	assert_int_equal(journal_generation_put(bench_journal, "", "R1", 3, NULL), 0);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
}

static void test_a_file_of_format_1_is_brought_up(void **state)
{
	struct ece_error e;
	uint64_t number;

	(void)state;
	write_format_1();
	assert_int_equal(open_again(&e), 0);
	check_brought_up();
	bench_restart();
	assert_int_equal(journal_generation_get(bench_journal, "", &number, NULL), 0);
	assert_int_equal(number, 3);
}

static void test_a_file_that_is_not_brought_up_stays_of_format_1(void **state)
{
	struct ece_error e;

	(void)state;
	write_format_1();
	assert_int_equal(fault_arm("fail@1"), 0);
	assert_int_equal(open_again(&e), -EIO);
	assert_non_null(strstr(e.text, "injected"));
	fault_arm("count");
	run_sql("INSERT INTO hold(host, guid, psid, run, deadline_ns, keep) VALUES('', 1, 'p', 'R1', 1, 0)");
	assert_int_equal(open_again(&e), 0);
	check_brought_up();
}

/* Damaged: said once, the evidence kept, then a new one. */
static void check_set_aside(void)
{
	char aside[160];
	struct ece_error e;

	snprintf(aside, sizeof(aside), "%s.damaged-1", path);
	assert_int_equal(open_again(&e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	assert_non_null(strstr(e.text, aside));
	assert_int_equal(access(aside, F_OK), 0);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(open_again(&e), 0);
	assert_int_equal(get_token(), 0);
}

static void test_overwritten_file_is_set_aside(void **state)
{
	int fd;

	(void)state;
	put_token(3);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	close_journal();
	fd = open(path, O_WRONLY);
	assert_int_equal(pwrite(fd, "rubbish", 7, 0), 7);
	close(fd);
	check_set_aside();
}

static void test_damaged_page_is_set_aside(void **state)
{
	static char rubbish[4096];
	int fd;

	(void)state;
	put_token(3);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	close_journal();
	memset(rubbish, 0xa5, sizeof(rubbish));
	fd = open(path, O_WRONLY);
	assert_int_equal(pwrite(fd, rubbish, sizeof(rubbish), 4096), sizeof(rubbish));
	close(fd);
	check_set_aside();
}

static void test_emptied_file_is_set_aside_not_started_over(void **state)
{
	(void)state;
	close_journal();
	assert_int_equal(truncate(path, 0), 0);
	check_set_aside();
}

static void test_database_of_somebody_else_is_set_aside(void **state)
{
	(void)state;
	close_journal();
	run_sql("PRAGMA application_id = 7");
	check_set_aside();
}

static void test_second_damaged_file_does_not_overwrite_the_first(void **state)
{
	char aside[160];
	struct ece_error e;

	(void)state;
	for (int i = 1; i <= 2; i++) {
		close_journal();
		assert_int_equal(truncate(path, 0), 0);
		assert_int_equal(open_again(&e), -EUCLEAN);
		assert_int_equal(open_again(&e), 0);
		snprintf(aside, sizeof(aside), "%s.damaged-%d", path, i);
		assert_int_equal(access(aside, F_OK), 0);
	}
}

/* Somebody removed the file, or a start was killed while it set it aside. */
static void test_log_of_a_lost_file_is_not_played_into_a_new_one(void **state)
{
	char log[160], kept[160], aside[192];
	struct ece_error e;

	(void)state;
	put_token(3);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	snprintf(log, sizeof(log), "%s-wal", path);
	snprintf(kept, sizeof(kept), "%s/kept", bench_dir);
	snprintf(aside, sizeof(aside), "%s.damaged-1-wal", path);
	assert_int_equal(link(log, kept), 0);
	close_journal();
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rename(kept, log), 0);
	assert_int_equal(open_again(&e), -EUCLEAN);
	assert_int_equal(e.kind, ECE_ERROR_DAMAGED);
	assert_non_null(strstr(e.text, "the file is gone"));
	assert_int_equal(access(aside, F_OK), 0);
	assert_int_equal(open_again(&e), 0);
	assert_int_equal(get_token(), 0);
}

/* @lock is not the child's: a lock goes on until its last descriptor is closed. */
static pid_t open_in_child(int lock)
{
	pid_t child = fork();

	if (!child) {
		close(lock);
		_exit(open_again(NULL) ? 1 : 0);
	}
	return child;
}

static void test_second_first_start_does_not_replace_the_journal(void **state)
{
	char made[160];
	int dir = open(bench_dir, O_RDONLY | O_DIRECTORY), status;
	struct stat before, after;
	struct pollfd end = {.events = POLLIN};
	pid_t child;

	(void)state;
	close_journal();
	snprintf(made, sizeof(made), "%s/made", bench_dir);
	assert_int_equal(rename(path, made), 0);
	assert_int_equal(stat(made, &before), 0);
	assert_int_equal(flock(dir, LOCK_EX), 0);
	child = open_in_child(dir);
	end.fd = (int)syscall(SYS_pidfd_open, child, 0);
	assert_int_equal(poll(&end, 1, 100), 0);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(rename(made, path), 0);
	close(dir);
	close(end.fd);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_ino, before.st_ino);
}

static void test_directory_that_is_not_there_is_said(void **state)
{
	struct journal *journal;
	struct ece_error e;

	(void)state;
	assert_true(journal_open("/nonexistent/ece", NULL, &journal, &e) < 0);
	assert_string_equal(e.place, "/nonexistent/ece/journal.db");
}

/* A start that was killed while it made the file left a ".new": it is made again. */
static void test_half_made_file_is_made_again(void **state)
{
	char fresh[160];
	struct ece_error e;
	int fd;

	(void)state;
	close_journal();
	snprintf(fresh, sizeof(fresh), "%s.new", path);
	assert_int_equal(unlink(path), 0);
	fd = open(fresh, O_WRONLY | O_CREAT, 0600);
	assert_int_equal(write(fd, "half", 4), 4);
	close(fd);
	assert_int_equal(open_again(&e), 0);
	assert_int_equal(access(fresh, F_OK), -1);
}

static void put_run(const char *run, const char *id)
{
	assert_int_equal(journal_run_put(bench_journal, "", run, JOURNAL_RUN_OPEN, NULL), 0);
	assert_int_equal(journal_request_begin(bench_journal, "", id, run, PROTOCOL_APPLY, NULL), 0);
}

static void test_answers_of_old_runs_are_dropped_open_requests_never(void **state)
{
	char run[16], id[16], *answer;

	(void)state;
	put_run("first", "open");
	put_run("first", "answered");
	assert_int_equal(journal_request_answer(bench_journal, "", "answered", "{}", NULL), 0);
	for (int i = 0; i < JOURNAL_RUNS_KEPT; i++) {
		assert_int_equal(
			journal_request_get(bench_journal, "", "answered", "first", PROTOCOL_APPLY, &answer, NULL), 0);
		free(answer);
		snprintf(run, sizeof(run), "run%d", i);
		snprintf(id, sizeof(id), "id%d", i);
		put_run(run, id);
		assert_int_equal(journal_request_answer(bench_journal, "", id, "{}", NULL), 0);
	}
	assert_int_equal(journal_request_get(bench_journal, "", "answered", "first", PROTOCOL_APPLY, &answer, NULL),
			 -ENOENT);
	assert_int_equal(journal_request_get(bench_journal, "", "open", "first", PROTOCOL_APPLY, &answer, NULL), 0);
	assert_null(answer);
}

static void test_original_is_the_first_value_for_ever(void **state)
{
	struct journal_change change = {.card = {1, "p"}, .param = ece_param_find(RATE), .old_raw = UINT64_MAX};
	uint64_t raw;

	(void)state;
	assert_int_equal(journal_change_put(bench_journal, "", "r1", &change, NULL), 0);
	change.old_raw = 7;
	assert_int_equal(journal_change_put(bench_journal, "", "r2", &change, NULL), 0);
	assert_int_equal(journal_original(bench_journal, "", &change.card, change.param, &raw, NULL), 0);
	assert_true(raw == UINT64_MAX);
	change.card.guid = 2;
	assert_int_equal(journal_original(bench_journal, "", &change.card, change.param, &raw, NULL), -ENOENT);
	change.card = (struct journal_card){1, "q"};
	assert_int_equal(journal_original(bench_journal, "", &change.card, change.param, &raw, NULL), -ENOENT);
}

static void test_hosts_of_one_file_do_not_see_each_other(void **state)
{
	struct token token = {.store = "s", .epoch = 1, .number = 9};

	(void)state;
	assert_int_equal(journal_token_put(bench_journal, "h1", &token, NULL), 0);
	assert_int_equal(journal_token_get(bench_journal, "h2", &token, NULL), -ENOENT);
}

static void test_a_look_changes_nothing(void **state)
{
	struct token token = {.store = "s", .epoch = 1, .number = 9}, seen = {0};
	struct journal *look;
	struct ece_error e;

	(void)state;
	put_token(5);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	put_token(6); /* not committed, and the look does not wait for it */
	assert_int_equal(journal_look(bench_dir, NULL, &look, &e), 0);
	assert_int_equal(journal_token_get(look, "", &seen, &e), 0);
	assert_int_equal(seen.number, 5);
	assert_true(journal_token_put(look, "", &token, &e) < 0);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	journal_rollback(look);
	assert_int_equal(journal_token_get(look, "", &seen, &e), 0);
	assert_int_equal(seen.number, 6);
	journal_close(look);
}

static void test_a_look_makes_no_journal(void **state)
{
	struct journal *look = NULL;
	struct ece_error e;

	(void)state;
	close_journal();
	assert_int_equal(unlink(path), 0);
	assert_int_equal(journal_look(bench_dir, NULL, &look, &e), -ENOENT);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(open_again(&e), 0);
	close_journal();
	run_sql("PRAGMA user_version = 1");
	assert_int_equal(journal_look(bench_dir, NULL, &look, &e), -EPROTONOSUPPORT);
	run_sql("PRAGMA application_id = 1");
	assert_int_equal(journal_look(bench_dir, NULL, &look, &e), -EUCLEAN);
	assert_int_equal(access(path, F_OK), 0);
	assert_null(look);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, bench_teardown)
		CASE(test_a_look_changes_nothing),
		CASE(test_a_look_makes_no_journal),
		CASE(test_what_was_not_committed_is_gone),
		CASE(test_settings_are_those_that_survive_power_loss),
		CASE(test_a_file_of_format_1_is_brought_up),
		CASE(test_a_file_that_is_not_brought_up_stays_of_format_1),
		CASE(test_newer_file_is_refused_and_left_alone),
		CASE(test_overwritten_file_is_set_aside),
		CASE(test_damaged_page_is_set_aside),
		CASE(test_emptied_file_is_set_aside_not_started_over),
		CASE(test_database_of_somebody_else_is_set_aside),
		CASE(test_log_of_a_lost_file_is_not_played_into_a_new_one),
		CASE(test_second_first_start_does_not_replace_the_journal),
		CASE(test_second_damaged_file_does_not_overwrite_the_first),
		CASE(test_directory_that_is_not_there_is_said),
		CASE(test_half_made_file_is_made_again),
		CASE(test_answers_of_old_runs_are_dropped_open_requests_never),
		CASE(test_original_is_the_first_value_for_ever),
		CASE(test_hosts_of_one_file_do_not_see_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
