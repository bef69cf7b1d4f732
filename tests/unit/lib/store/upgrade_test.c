// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A store of version 1 is brought to this one in one transaction, with everything that is in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/store/bench.h"

/* What the programs of version 1 made, letter by letter. */
static const char version_1[] =
	"PRAGMA journal_mode = WAL;"
	"CREATE TABLE meta(id INTEGER PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL, probes INTEGER NOT NULL);"
	"CREATE TABLE run(run INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, file TEXT NOT NULL,"
	" started INTEGER NOT NULL, result TEXT NOT NULL, store TEXT NOT NULL, epoch INTEGER NOT NULL,"
	" number INTEGER NOT NULL);"
	"CREATE TABLE plan(run INTEGER PRIMARY KEY REFERENCES run, json BLOB NOT NULL);"
	"CREATE TABLE event(run INTEGER NOT NULL REFERENCES run, seq INTEGER NOT NULL, now INTEGER NOT NULL,"
	" kind INTEGER NOT NULL, host INTEGER NOT NULL, request INTEGER NOT NULL, attempt INTEGER NOT NULL,"
	" answer INTEGER NOT NULL, PRIMARY KEY(run, seq)) WITHOUT ROWID;"
	"INSERT INTO meta VALUES(1, '5b7f9a52-1c1e-4a57-9d5c-0a4c7e1f2b3d', 3, 41, 7);"
	"INSERT INTO run VALUES(1, 'old', '/etc/ece/fleet.json', 1700000000, 'applied',"
	" '5b7f9a52-1c1e-4a57-9d5c-0a4c7e1f2b3d', 3, 40);"
	"INSERT INTO run VALUES(2, 'open', '/etc/ece/fleet.json', 1700000100, '',"
	" '5b7f9a52-1c1e-4a57-9d5c-0a4c7e1f2b3d', 3, 41);"
	"INSERT INTO plan VALUES(1, CAST('{\"a\": 1}' AS BLOB));"
	"INSERT INTO plan VALUES(2, CAST('{}' AS BLOB));"
	"INSERT INTO event VALUES(1, 1, 5000, 0, 0, 0, 0, 0);"
	"INSERT INTO event VALUES(1, 2, 6000, 1, 12, 1, 3, 2);"
	"PRAGMA user_version = 1;";

static int second_event(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	static const struct rollout_event want = {
		.kind = ROLLOUT_EVENT_ANSWER,
		.host = 12,
		.request = ROLLOUT_REQUEST_CONFIRM,
		.attempt = 3,
		.answer = ROLLOUT_ANSWER_CONFIRMED,
	};

	if (++*(int *)ctx == 2) {
		assert_int_equal(now_ns, 6000);
		assert_memory_equal(event, &want, sizeof(want));
	}
	return 0;
}

static void assert_all_there(struct store *store)
{
	struct ece_error e = {0};
	struct store_run run;
	char *plan = NULL;
	size_t len = 0;
	int events = 0;

	assert_int_equal(store_run_find(store, "old", false, &run, &e), 0);
	assert_string_equal(run.result, "applied");
	assert_string_equal(run.file, "/etc/ece/fleet.json");
	assert_string_equal(run.change_id, "");
	assert_int_equal(run.generation, 0);
	assert_int_equal(run.token.epoch, 3);
	assert_int_equal(run.token.number, 40);
	assert_int_equal(store_run_plan(store, "old", &plan, &len, &e), 0);
	assert_string_equal(plan, "{\"a\": 1}");
	free(plan);
	assert_int_equal(store_event_each(store, "old", second_event, &events, &e), 0);
	assert_int_equal(events, 2);
	assert_int_equal(store_run_find(store, NULL, true, &run, &e), 0);
	assert_string_equal(run.id, "open");
	assert_int_equal(store_run_reopen(store, &run, &e), 0);
	assert_int_equal(run.token.number, 42);
	assert_string_equal(run.token.store, "5b7f9a52-1c1e-4a57-9d5c-0a4c7e1f2b3d");
}

static void a_store_of_version_1_is_brought_up_whole(void **state)
{
	struct store *store;
	struct ece_error e = {0};
	int64_t number;

	bench_sql(*state, version_1);
	store = bench_open(*state);
	assert_all_there(store);
	assert_int_equal(store_frozen(store, NULL, 0, &e), 0);
	assert_int_equal(store_word_put(store, "open", STORE_WORD_PAUSE, "eve", &number, &e), 0);
	assert_int_equal(store_evidence_put(store, "open", STORE_SAMPLE, 0, -1, 0, 0, "{}", &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	store_close(store);
	/* and is of this version from now on */
	store_close(bench_open(*state));
}

static void a_failed_upgrade_leaves_version_1(void **state)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	bench_sql(*state, version_1);
	assert_int_equal(fault_arm("fail@1"), 0);
	assert_int_equal(store_open(*state, NULL, &store, &e), -EIO);
	assert_int_equal(fault_arm("count"), 0);
	bench_sql(*state, "INSERT INTO event VALUES(2, 1, 1, 0, 0, 0, 0, 0)");
	store = bench_open(*state);
	assert_all_there(store);
	store_close(store);
}

static void open_and_die(const char *dir, const char *fault)
{
	struct store *store = NULL;
	struct ece_error e = {0};
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		fault_arm(fault);
		store_open(dir, NULL, &store, &e);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void an_upgrade_that_dies_is_done_by_the_next_start(void **state)
{
	static const char *const faults[] = {"kill@1", "kill@2"};
	struct store *store;

	bench_sql(*state, version_1);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		open_and_die(*state, faults[i]);
	store = bench_open(*state);
	assert_all_there(store);
	store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

/* Version 2 did not know what an exclude said of the return: its hosts are brought up, as they were then. */
static void hosts_that_version_2_owed_are_not_only_reported(void **state)
{
	const struct store_owed owed = {.host = "a1", .run = "old", .generation = 4, .why = "RMA", .report = true};
	struct store *store = bench_open(*state);
	struct store_owed *list = NULL;
	struct ece_error e = {0};
	size_t count = 0;

	assert_int_equal(store_owed_put(store, &owed, &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	store_close(store);
	bench_sql(*state, "ALTER TABLE owed DROP COLUMN report; DROP TABLE note; PRAGMA user_version = 2;");
	store = bench_open(*state);
	assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_int_equal(list[0].generation, 4);
	assert_false(list[0].report);
	free(list);
	store_close(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_store_of_version_1_is_brought_up_whole),
		CASE(a_failed_upgrade_leaves_version_1),
		CASE(an_upgrade_that_dies_is_done_by_the_next_start),
		CASE(hosts_that_version_2_owed_are_not_only_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
