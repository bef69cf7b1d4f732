// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/base/vfs_drop.h"
#include "tests/unit/lib/store/bench.h"

/* SQLite's own calls come here too: the program's symbol is found before that of the C library. */
static unsigned int syncs;

int fdatasync(int fd)
{
	syncs++;
	return (int)syscall(SYS_fdatasync, fd);
}

int fsync(int fd)
{
	syncs++;
	return (int)syscall(SYS_fsync, fd);
}

static void append(struct store *store, const char *id, size_t first, size_t count)
{
	struct ece_error e = {0};

	for (size_t i = first; i < first + count; i++) {
		struct rollout_event event = bench_event(i);

		if (store_event_append(store, id, 1000 + i, &event, &e))
			fail_msg("%s", e.text);
	}
}

static void commit(struct store *store)
{
	struct ece_error e = {0};

	if (store_commit(store, &e))
		fail_msg("%s", e.text);
}

static void numbers_rise_and_the_store_keeps_its_id(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run a = bench_run(store, "a"), b;

	assert_int_equal(a.token.number, 1);
	assert_int_equal(a.token.epoch, 1);
	assert_int_equal(strlen(a.token.store), 36);
	assert_int_equal(a.token.store[14], '4'); /* a random UUID says so in this place */
	store_close(store);
	store = bench_open(*state);
	b = bench_run(store, "b");
	assert_int_equal(b.token.number, 2);
	assert_string_equal(b.token.store, a.token.store);
	store_close(store);
}

static void a_run_that_is_taken_over_gets_a_higher_number(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run a = bench_run(store, "a"), found;
	struct ece_error e;

	bench_run(store, "b");
	assert_int_equal(store_run_finish(store, "a", "applied", &e), 0);
	assert_int_equal(store_run_reopen(store, &a, &e), 0);
	assert_int_equal(a.token.number, 3);
	assert_int_equal(store_run_find(store, "a", true, &found, &e), 0);
	assert_int_equal(found.token.number, 3);
	strcpy(a.id, "none");
	assert_int_equal(store_run_reopen(store, &a, &e), -ENOENT);
	store_close(store);
}

static void a_frozen_plan_comes_back_byte_by_byte(void **state)
{
	static const char plan[] = "{\"hosts\": 3}\n\0binary\xff";
	struct store_run run = {.id = "a", .file = "fleet.json"};
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	char *read = NULL;
	size_t len = 0;

	assert_int_equal(store_run_create(store, &run, plan, sizeof(plan), &e), 0);
	store_close(store);
	store = bench_open(*state);
	assert_int_equal(store_run_plan(store, "a", &read, &len, &e), 0);
	assert_int_equal(len, sizeof(plan));
	assert_memory_equal(read, plan, sizeof(plan));
	free(read);
	assert_int_equal(store_run_plan(store, "b", &read, &len, &e), -ENOENT);
	store_close(store);
}

/* --resume compares it with the file on the command line: a name that was cut would be another file. */
static void a_long_file_name_is_kept_whole(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run run = {.id = "a"}, found;
	struct ece_error e = {0};

	memset(run.file, 'f', PATH_MAX - 1);
	assert_int_equal(store_run_create(store, &run, "{}", 2, &e), 0);
	assert_int_equal(store_run_find(store, "a", false, &found, &e), 0);
	assert_int_equal(strlen(found.file), PATH_MAX - 1);
	assert_string_equal(found.file, run.file);
	store_close(store);
}

static void runs_are_found_and_listed(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run found, *list = NULL;
	struct ece_error e = {0};
	size_t count = 0;

	assert_int_equal(store_run_find(store, NULL, false, &found, &e), -ENOENT);
	bench_run(store, "a");
	bench_run(store, "b");
	append(store, "b", 0, 5);
	commit(store);
	assert_int_equal(store_run_finish(store, "b", "applied", &e), 0);
	assert_int_equal(store_run_find(store, "", false, &found, &e), 0);
	assert_string_equal(found.id, "b");
	assert_string_equal(found.result, "applied");
	assert_string_equal(found.file, "fleet.json");
	assert_int_equal(found.started_unix, 1800000000);
	assert_int_equal(found.events, 5);
	assert_int_equal(store_run_find(store, NULL, true, &found, &e), 0);
	assert_string_equal(found.id, "a");
	assert_int_equal(store_run_find(store, "b", true, &found, &e), -ENOENT);
	assert_int_equal(store_run_list(store, &list, &count, &e), 0);
	assert_int_equal(count, 2);
	assert_string_equal(list[0].id, "b");
	assert_string_equal(list[1].id, "a");
	free(list);
	store_close(store);
}

static void a_run_id_is_given_once(void **state)
{
	struct store *store = bench_open(*state);
	struct store_run run = bench_run(store, "a");
	struct ece_error e = {0};

	assert_int_equal(store_run_create(store, &run, "", 0, &e), -EEXIST);
	assert_int_equal(e.kind, ECE_ERROR_DUPLICATE);
	assert_int_equal(bench_run(store, "b").token.number, 2);
	store_close(store);
}

static void events_come_back_in_order_across_a_reopen(void **state)
{
	struct store *store = bench_open(*state);

	bench_run(store, "a");
	append(store, "a", 0, 300);
	commit(store);
	store_close(store);
	store = bench_open(*state);
	append(store, "a", 300, 10);
	commit(store);
	assert_int_equal(bench_events(store, "a"), 310);
	store_close(store);
}

static int stop_at_three(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	(void)now_ns;
	(void)event;
	return ++*(int *)ctx == 3 ? 42 : 0;
}

static void who_reads_events_may_stop(void **state)
{
	struct store *store = bench_open(*state);
	struct ece_error e = {0};
	int seen = 0;

	bench_run(store, "a");
	append(store, "a", 0, 9);
	commit(store);
	assert_int_equal(store_event_each(store, "a", stop_at_three, &seen, &e), 42);
	assert_int_equal(seen, 3);
	store_close(store);
}

static void many_events_share_one_sync(void **state)
{
	struct store *store = bench_open(*state);

	bench_run(store, "a");
	append(store, "a", 0, 1);
	commit(store);
	syncs = 0;
	append(store, "a", 1, 500);
	assert_int_equal(syncs, 0);
	commit(store);
	assert_int_equal(syncs, 1);
	commit(store);
	assert_int_equal(syncs, 1);
	store_close(store);
}

static void three_durable_two_not(const char *dir)
{
	struct store *store = bench_open(dir);

	bench_run(store, "a");
	append(store, "a", 0, 3);
	commit(store);
	append(store, "a", 3, 2);
}

static void what_was_committed_survives_kill(void **state)
{
	struct store *store;

	bench_child(three_durable_two_not, *state);
	store = bench_open(*state);
	assert_int_equal(bench_events(store, "a"), 3);
	append(store, "a", 3, 1);
	commit(store);
	assert_int_equal(bench_events(store, "a"), 4);
	store_close(store);
}

static void three_durable_then_power_fails(const char *dir)
{
	struct store *store = NULL;
	struct ece_error e = {0};

	assert_int_equal(vfs_drop_register(), 0);
	if (store_open(dir, VFS_DROP, &store, &e))
		fail_msg("%s", e.text);
	bench_run(store, "a");
	append(store, "a", 0, 3);
	commit(store);
	append(store, "a", 3, 200);
}

static void what_was_committed_survives_loss_of_power(void **state)
{
	struct store *store;

	bench_child(three_durable_then_power_fails, *state);
	store = bench_open(*state);
	assert_int_equal(bench_events(store, "a"), 3);
	assert_int_equal(bench_run(store, "b").token.number, 2);
	store_close(store);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(numbers_rise_and_the_store_keeps_its_id),
		CASE(a_run_that_is_taken_over_gets_a_higher_number),
		CASE(a_frozen_plan_comes_back_byte_by_byte),
		CASE(a_long_file_name_is_kept_whole),
		CASE(runs_are_found_and_listed),
		CASE(a_run_id_is_given_once),
		CASE(events_come_back_in_order_across_a_reopen),
		CASE(who_reads_events_may_stop),
		CASE(many_events_share_one_sync),
		CASE(what_was_committed_survives_kill),
		CASE(what_was_committed_survives_loss_of_power),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
