// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A store that is only looked at stays as it is, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/lib/store/bench.h"

#define CASE(f) cmocka_unit_test_setup_teardown(f, bench_setup, bench_teardown)

static bool exists(const char *dir, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return !access(path, F_OK);
}

static void write_file(const char *dir, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof(path), "%s/store.db", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void assert_look(const char *dir, int err, enum ece_error_kind kind)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	assert_int_equal(store_look(dir, NULL, &store, &e), err);
	assert_int_equal(e.kind, kind);
	assert_null(store);
}

static void looking_creates_nothing(void **state)
{
	assert_look(*state, -ENOENT, ECE_ERROR_UNKNOWN_NAME);
	assert_false(exists(*state, "store.db"));
	write_file(*state, "");
	assert_look(*state, -ENOENT, ECE_ERROR_UNKNOWN_NAME);
}

static void owed_hosts_are_seen_while_another_one_writes(void **state)
{
	const struct store_owed owed = {.host = "a1", .run = "r", .generation = 3, .why = "RMA"};
	struct store *writer = bench_open(*state), *store;
	struct store_owed *list;
	struct ece_error e;
	size_t count;

	assert_int_equal(store_owed_put(writer, &owed, &e), 0);
	assert_int_equal(store_commit(writer, &e), 0);
	assert_int_equal(store_owed_clear(writer, "a1", &e), 0); /* and not committed */
	assert_int_equal(store_look(*state, NULL, &store, &e), 0);
	assert_int_equal(store_owed_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 1);
	assert_string_equal(list[0].host, "a1");
	assert_int_equal(list[0].generation, 3);
	free(list);
	store_close(writer);
	assert_true(store_owed_put(store, &owed, &e) < 0);
	store_close(store);
}

static void a_damaged_store_is_not_set_aside(void **state)
{
	write_file(*state, "this is no database, and it is long enough to be taken for one at first sight: "
			   "the header of SQLite has a hundred bytes");
	assert_look(*state, -EUCLEAN, ECE_ERROR_DAMAGED);
	assert_true(exists(*state, "store.db"));
	assert_false(exists(*state, "store.db.damaged-1"));
}

static void an_older_or_newer_store_is_not_brought_up(void **state)
{
	store_close(bench_open(*state));
	bench_sql(*state, "PRAGMA user_version = 1");
	assert_look(*state, -EPROTONOSUPPORT, ECE_ERROR_VERSION);
	assert_look(*state, -EPROTONOSUPPORT, ECE_ERROR_VERSION); /* the first look did not */
	bench_sql(*state, "PRAGMA user_version = 99");
	assert_look(*state, -EPROTONOSUPPORT, ECE_ERROR_VERSION);
	bench_sql(*state, "PRAGMA user_version = 0");
	assert_look(*state, -EUCLEAN, ECE_ERROR_DAMAGED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(looking_creates_nothing),
		CASE(owed_hosts_are_seen_while_another_one_writes),
		CASE(a_damaged_store_is_not_set_aside),
		CASE(an_older_or_newer_store_is_not_brought_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
