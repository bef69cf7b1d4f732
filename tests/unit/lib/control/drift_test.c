// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the store keeps of drift, and the budget that passes in different processes share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/control/drift.h"
#include "tests/unit/lib/drift/bench.h"

#define NOON INT64_C(1764504000)

static char dir[] = "/tmp/drift.XXXXXX";

static int setup(void **state)
{
	(void)state;
	strcpy(dir, "/tmp/drift.XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	return system(command);
}

static struct store *open_store(void)
{
	struct store *store = NULL;
	struct ece_error e;

	if (store_open(dir, NULL, &store, &e))
		fail_msg("%s", e.text);
	return store;
}

static void pass(struct bench *b, struct store *store, int64_t now)
{
	struct control_drift *d = NULL;
	struct ece_error e = {0};

	assert_int_equal(control_drift_open(store, b->fleet, "me", &d, &e), 0);
	bench_find(b);
	assert_int_equal(drift_memory_update(control_drift_memory(d), b->drift, b->hosts, now), 0);
	assert_int_equal(control_drift_keep(d, &e), 0);
	control_drift_close(d);
}

static void what_a_pass_knows_the_next_one_knows(void **state)
{
	struct store *store = open_store();
	struct ece_error e = {0};
	char *text = NULL;
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	pass(&b, store, NOON);
	bench_write(&b, 3, 9);
	pass(&b, store, NOON + 60);
	store_close(store);
	store = open_store();
	pass(&b, store, NOON + 120);
	assert_int_equal(b.drift->items[0].first_seen, NOON + 60);
	assert_int_equal(b.drift->items[0].last_right, NOON);
	bench_write(&b, 3, 20);
	pass(&b, store, NOON + 180);
	assert_int_equal(store_note_get(store, "drift/seen/gpu004", &text, &e), -ENOENT);
	store_close(store);
	bench_end(&b);
}

static void a_damaged_note_is_no_more_than_forgotten(void **state)
{
	struct store *store = open_store();
	struct ece_error e = {0};
	struct bench b;

	(void)state;
	bench_begin(&b, "");
	assert_int_equal(store_note_put(store, "drift/seen/gpu001", "\001rubbish", &e), 0);
	assert_int_equal(store_note_put(store, "drift/looked", "{}", &e), 0);
	assert_int_equal(store_note_put(store, "drift/bucket", "{", &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	bench_write(&b, 0, 9);
	pass(&b, store, NOON);
	assert_int_equal(b.drift->items[0].first_seen, NOON);
	pass(&b, store, NOON + 60);
	assert_int_equal(b.drift->items[0].first_seen, NOON);
	store_close(store);
	bench_end(&b);
}

static void no_pass_remembers_while_a_controller_is_at_work(void **state)
{
	struct store *store = open_store();
	struct control_drift *d = NULL;
	struct ece_error e = {0};
	struct bench b;
	int status;
	pid_t pid;

	(void)state;
	bench_begin(&b, "");
	assert_int_equal(store_lock(store, "the other", &e), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		struct store *mine = open_store();

		_exit(control_drift_open(mine, b.fleet, "me", &d, &e) == -EBUSY && e.kind == ECE_ERROR_LOCKED ? 0 : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	store_unlock(store);
	store_close(store);
	bench_end(&b);
}

static void a_bucket_survives_its_processes(void **state)
{
	struct store *store = open_store();
	struct ece_error e = {0};
	uint64_t wait_ms = 0;
	uint32_t taken = 0;
	struct bench b;

	(void)state;
	bench_begin(&b, "'drift': {'repair': {'rate': '10/min', 'burst': 5}},");
	assert_int_equal(control_drift_take(store, b.fleet->drift, 3, NOON * 1000, &taken, &wait_ms, &e), 0);
	assert_int_equal(taken, 3);
	store_close(store);
	store = open_store();
	assert_int_equal(control_drift_take(store, b.fleet->drift, 9, NOON * 1000, &taken, &wait_ms, &e), 0);
	assert_int_equal(taken, 2);
	assert_int_equal(wait_ms, 6000);
	store_close(store);
	bench_end(&b);
}

#define RACERS 4
#define BURST  60

/* Takes one at a time, as fast as it can; the time stands still. */
static void race(const struct fleet_drift *rules)
{
	struct store *store = open_store();
	int got = 0;

	for (int i = 0; i < BURST; i++) {
		struct ece_error e = {0};
		uint32_t taken = 0;
		uint64_t wait_ms;
		int err = control_drift_take(store, rules, 1, NOON * 1000, &taken, &wait_ms, &e);

		if (err && err != -EAGAIN && err != -EBUSY)
			_exit(255);
		got += (int)taken;
	}
	store_close(store);
	_exit(got);
}

static void passes_that_race_do_not_overspend(void **state)
{
	int status, got = 0;
	pid_t pids[RACERS];
	struct bench b;

	(void)state;
	bench_begin(&b, "'drift': {'repair': {'burst': 60}},");
	store_close(open_store());
	for (int i = 0; i < RACERS; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (!pids[i])
			race(b.fleet->drift);
	}
	for (int i = 0; i < RACERS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		assert_int_not_equal(WEXITSTATUS(status), 255);
		got += WEXITSTATUS(status);
	}
	assert_int_equal(got, BURST);
	bench_end(&b);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(what_a_pass_knows_the_next_one_knows),
		CASE(a_damaged_note_is_no_more_than_forgotten),
		CASE(no_pass_remembers_while_a_controller_is_at_work),
		CASE(a_bucket_survives_its_processes),
		CASE(passes_that_race_do_not_overspend),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
