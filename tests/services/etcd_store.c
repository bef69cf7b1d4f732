// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A store in the real etcd while members are killed and stopped, locks are lost, and snapshots are restored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "lib/store/etcd.h"
#include "tests/services/etcd_server.h"

#define WAIT_NS (30 * CLOCK_SECOND_NS)
#define TTL_NS  (2 * CLOCK_SECOND_NS)
#define LONG_NS (20 * CLOCK_SECOND_NS)
#define MANY    2500 /* events: more than one value, and with the rest more than one transaction */
#define RACERS  4
#define RUNS    5

static struct etcd_server *one_member, *three_members; /* of all tests, each below a prefix of its own */
static char prefix[64];

static void ok(int err, const struct ece_error *e)
{
	if (err)
		fail_msg("%s", e->text);
}

static int open_as(struct etcd_server *server, uint64_t ttl_ns, const char *seen, bool restored, struct store **store,
		   struct ece_error *e)
{
	const struct store_etcd where = {
		.connection = {.endpoints = etcd_server_urls(server),
			       .endpoint_count = etcd_server_members(server),
			       .attempt_ns = CLOCK_SECOND_NS},
		.prefix = prefix,
		.ttl_ns = ttl_ns,
		.seen = seen,
		.restored = restored,
	};

	return store_open_etcd(&where, store, e);
}

static struct store *open_store(struct etcd_server *server, uint64_t ttl_ns)
{
	struct ece_error e = {0};
	struct store *store;

	ok(open_as(server, ttl_ns, NULL, false, &store, &e), &e);
	return store;
}

/* Another one may still be about to lose it. */
static void take_lock(struct store *store, const char *who)
{
	uint64_t end = clock_now() + WAIT_NS;
	struct ece_error e = {0};
	int err;

	do
		err = store_lock(store, who, &e);
	while ((err == -EBUSY || err == -EAGAIN) && clock_now() < end);
	ok(err, &e);
}

static struct store_run new_run(struct store *store, const char *id)
{
	struct store_run run = {.file = "fleet.json", .started_unix = 1800000000};
	struct ece_error e = {0};

	snprintf(run.id, sizeof(run.id), "%s", id);
	ok(store_run_create(store, &run, "plan", 4, &e), &e);
	return run;
}

static int append(struct store *store, const char *id, uint64_t first, uint64_t count, struct ece_error *e)
{
	const struct rollout_event event = {.kind = ROLLOUT_EVENT_TIMER};
	int err = 0;

	for (uint64_t i = first; i < first + count && !err; i++)
		err = store_event_append(store, id, i, &event, e);
	return err;
}

static int check_order(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	uint64_t *next = ctx;

	assert_int_equal(event->kind, ROLLOUT_EVENT_TIMER);
	assert_int_equal(now_ns, *next);
	++*next;
	return 0;
}

/* They are numbered from 0, without a gap. */
static uint64_t count_events(struct store *store, const char *id)
{
	struct ece_error e = {0};
	uint64_t next = 0;

	ok(store_event_each(store, id, check_order, &next, &e), &e);
	return next;
}

static void write_some(struct store *store, const char *id, uint64_t first, uint64_t count)
{
	struct ece_error e = {0};

	ok(append(store, id, first, count, &e), &e);
	ok(store_commit(store, &e), &e);
}

static void a_leader_that_dies_costs_nothing(void **state)
{
	struct etcd_server *server = three_members;
	struct store *store = open_store(server, LONG_NS);
	size_t leader;

	(void)state;
	take_lock(store, "one");
	new_run(store, "a");
	for (uint64_t i = 0; i < 3; i++) {
		write_some(store, "a", i * 10, 5);
		leader = etcd_server_leader(server);
		etcd_server_signal(server, leader, SIGKILL);
		write_some(store, "a", i * 10 + 5, 5);
		etcd_server_start(server, leader);
		etcd_server_ready(server, leader);
	}
	assert_int_equal(count_events(store, "a"), 30);
	assert_true(store_may_act(store));
	store_close(store);
}

/* In another process, as the commit waits meanwhile. */
static pid_t go_on_in_a_second(struct etcd_server *server, const size_t members[2])
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid)
		return pid;
	poll(NULL, 0, 1000);
	etcd_server_signal(server, members[0], SIGCONT);
	etcd_server_signal(server, members[1], SIGCONT);
	_exit(0);
}

static void without_a_majority_a_commit_waits_as_long_as_the_lock_is_ours(void **state)
{
	struct etcd_server *server = three_members;
	struct store *store = open_store(server, LONG_NS);
	const size_t halted[2] = {0, 1};
	pid_t pid;

	(void)state;
	take_lock(store, "one");
	new_run(store, "a");
	etcd_server_signal(server, 0, SIGSTOP);
	etcd_server_signal(server, 1, SIGSTOP);
	pid = go_on_in_a_second(server, halted);
	write_some(store, "a", 0, 10);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_true(store_may_act(store));
	assert_int_equal(count_events(store, "a"), 10);
	store_close(store);
}

static void without_a_majority_for_longer_the_lock_is_lost(void **state)
{
	struct etcd_server *server = three_members;
	struct store *store = open_store(server, TTL_NS);
	struct ece_error e = {0};
	uint64_t began;
	int err;

	(void)state;
	take_lock(store, "one");
	new_run(store, "a");
	etcd_server_signal(server, 0, SIGKILL);
	etcd_server_signal(server, 1, SIGKILL);
	began = clock_now();
	err = append(store, "a", 0, 1, &e);
	err = err ? err : store_commit(store, &e);
	assert_int_equal(err, -ENOLCK);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_false(store_may_act(store));
	assert_true(clock_now() - began < TTL_NS + 2 * CLOCK_SECOND_NS);
	assert_int_equal(store_step(store, &e), -ENOLCK);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_non_null(strstr(e.text, "ece-apply resume"));
	etcd_server_start(server, 0);
	etcd_server_start(server, 1);
	etcd_server_ready(server, 0);
	etcd_server_ready(server, 1);
	assert_true(store_run_finish(store, "a", "applied", &e) < 0);
	store_close(store);
	store = open_store(server, TTL_NS);
	take_lock(store, "two");
	assert_in_range(count_events(store, "a"), 0, 1);
	store_close(store);
}

/* The one that was stopped thinks that it has the lock as long as it may; and not when another one can have it. */
static void who_does_not_renew_stops_before_another_begins(void **state)
{
	struct etcd_server *server = one_member;
	struct store *one = open_store(server, TTL_NS), *two = open_store(server, TTL_NS);
	struct ece_error e = {0};

	(void)state;
	take_lock(one, "one");
	new_run(one, "a");
	assert_int_equal(store_lock(two, "two", &e), -EBUSY);
	take_lock(two, "two");
	assert_false(store_may_act(one));
	assert_int_equal(store_step(one, &e), -ENOLCK);
	assert_int_equal(append(one, "a", 0, 1, &e), -ENOLCK);
	store_close(one);
	/* which took nothing from the other */
	assert_true(store_may_act(two));
	new_run(two, "b");
	store_close(two);
}

static void who_renews_keeps_it(void **state)
{
	struct etcd_server *server = one_member;
	struct store *one = open_store(server, TTL_NS), *two = open_store(server, TTL_NS);
	uint64_t end = clock_now() + 2 * TTL_NS;
	struct ece_error e = {0};

	(void)state;
	take_lock(one, "one");
	while (clock_now() < end) {
		struct pollfd wait = {.fd = store_fd(one), .events = POLLIN};

		poll(&wait, 1, 100);
		ok(store_step(one, &e), &e);
		assert_true(store_may_act(one));
		assert_int_equal(store_lock(two, "two", &e), -EBUSY);
	}
	store_close(one);
	store_close(two);
}

/* Not by its own clock: by the compare in each of its writes. */
static void who_was_robbed_writes_nothing(void **state)
{
	char lock[80];
	const char *const rob[] = {"del", lock, NULL};
	struct etcd_server *server = one_member;
	struct store *one = open_store(server, LONG_NS), *two = open_store(server, LONG_NS);
	struct ece_error e = {0};
	struct store_run a;

	(void)state;
	take_lock(one, "one");
	a = new_run(one, "a");
	ok(append(one, "a", 0, 1, &e), &e);
	snprintf(lock, sizeof(lock), "%s/lock", prefix);
	etcd_server_ctl(server, rob);
	take_lock(two, "two");
	assert_true(store_may_act(one));
	assert_int_equal(store_commit(one, &e), -ENOLCK);
	assert_false(store_may_act(one));
	assert_int_equal(store_run_reopen(one, &a, &e), -ENOLCK);
	assert_int_equal(count_events(two, "a"), 0);
	ok(store_run_reopen(two, &a, &e), &e);
	store_close(one);
	store_close(two);
}

static void a_member_that_hangs_is_passed_over(void **state)
{
	struct etcd_server *server = three_members;
	struct store *store = open_store(server, LONG_NS);

	(void)state;
	take_lock(store, "one");
	new_run(store, "a");
	etcd_server_signal(server, 0, SIGSTOP);
	write_some(store, "a", 0, 10);
	assert_int_equal(count_events(store, "a"), 10);
	etcd_server_signal(server, 0, SIGCONT);
	store_close(store);
}

/* Returns what is left of a commit that is cut off at the n-th operation; -1 when it was not. */
static int64_t cut_off(struct etcd_server *server, const char *id, int at)
{
	struct store *store = open_store(server, LONG_NS);
	struct store_run run;
	struct ece_error e = {0};
	char fault[32];
	int64_t left;
	int err;

	take_lock(store, "one");
	run = new_run(store, id);
	ok(append(store, id, 0, MANY, &e), &e);
	for (uint32_t i = 0; i < 150; i++)
		ok(store_evidence_put(store, id, STORE_SAMPLE, i, 0, 0, 0, "{}", &e), &e);
	ok(append(store, id, MANY, MANY, &e), &e);
	snprintf(fault, sizeof(fault), "fail@%d", at);
	assert_int_equal(fault_arm(fault), 0);
	err = store_commit(store, &e);
	assert_int_equal(fault_arm("count"), 0);
	store_close(store);
	store = open_store(server, LONG_NS);
	take_lock(store, "two");
	ok(store_run_reopen(store, &run, &e), &e);
	left = (int64_t)count_events(store, id);
	/* what comes now is behind it */
	write_some(store, id, (uint64_t)left, 3);
	assert_int_equal(count_events(store, id), left + 3);
	store_close(store);
	return err ? left : -1;
}

static void a_commit_that_is_cut_off_is_a_beginning_of_it(void **state)
{
	struct etcd_server *server = one_member;
	int64_t last = 0, left;
	char id[16];
	int n = 1;

	(void)state;
	for (;; n++) {
		assert_true(n < 50);
		snprintf(id, sizeof(id), "run-%d", n);
		left = cut_off(server, id, n);
		if (left < 0)
			break;
		assert_in_range(left, last, 2 * MANY);
		last = left;
	}
	print_message("a commit was cut off at %d operations\n", n - 1);
	/* at least two transactions, with a point before and one behind each */
	assert_true(n > 4);
	assert_int_equal(last, 2 * MANY);
}

/* The value of a key of this test; NULL when it is not there. free() it. */
static char *value_of(struct etcd_server *server, const char *key)
{
	const struct etcd_config config = {.endpoints = etcd_server_urls(server), .endpoint_count = 1};
	char name[128], *value = NULL;
	const struct etcd_op get = {.kind = ETCD_GET, .key = name};
	const struct etcd_txn txn = {.then = &get, .then_count = 1};
	struct etcd_answer answer;
	struct ece_error e = {0};
	struct etcd *etcd;

	snprintf(name, sizeof(name), "%s/%s", prefix, key);
	ok(etcd_new(&config, &etcd, &e), &e);
	ok(etcd_txn_wait(etcd, &txn, clock_now() + WAIT_NS, &answer, &e), &e);
	if (answer.results[0].count)
		value = strdup(answer.results[0].kvs[0].value);
	etcd_answer_done(&answer);
	etcd_free(etcd);
	return value;
}

/* Its agent reads it there when the host is back. */
static void a_host_finds_what_it_is_owed(void **state)
{
	struct etcd_server *server = one_member;
	struct store *store = open_store(server, LONG_NS);
	struct store_owed owed = {.host = "gpu1", .generation = 7};
	struct ece_error e = {0};
	char want[160], *value;
	struct store_run run;

	(void)state;
	take_lock(store, "one");
	run = new_run(store, "a");
	snprintf(owed.run, sizeof(owed.run), "a");
	ok(store_generation_next(store, "a", &run.generation, &e), &e);
	ok(store_owed_put(store, &owed, &e), &e);
	ok(store_commit(store, &e), &e);
	snprintf(want, sizeof(want), "{\"generation\":7,\"token\":{\"store\":\"%s\",\"epoch\":1,\"number\":%llu}}",
		 run.token.store, (unsigned long long)run.token.number);
	value = value_of(server, "desired/gpu1");
	assert_non_null(value);
	assert_string_equal(value, want);
	free(value);
	ok(store_owed_clear(store, "gpu1", &e), &e);
	ok(store_commit(store, &e), &e);
	value = value_of(server, "desired/gpu1");
	assert_null(value);
	free(value);
	store_close(store);
}

static void compaction_takes_nothing_away(void **state)
{
	struct etcd_server *server = one_member;
	struct store *store = open_store(server, LONG_NS);
	struct ece_error e = {0};
	struct token last;
	char revision[24];
	const char *const compact[] = {"compact", "--physical=true", revision, NULL};

	(void)state;
	take_lock(store, "one");
	new_run(store, "a");
	write_some(store, "a", 0, 10);
	ok(store_identity(store, &last, &e), &e);
	snprintf(revision, sizeof(revision), "%llu", (unsigned long long)last.number);
	etcd_server_ctl(server, compact);
	write_some(store, "a", 10, 10);
	assert_int_equal(count_events(store, "a"), 20);
	store_close(store);
}

static void make_dir(const struct etcd_server *server, const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", etcd_server_dir(server), name);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void save_snapshot(struct etcd_server *server, char path[128])
{
	const char *const save[] = {"snapshot", "save", path, NULL};

	snprintf(path, 128, "%s/snapshot", etcd_server_dir(server));
	etcd_server_ctl(server, save);
}

/* As long as nobody has raised its epoch, nobody who has seen more of it works with it. */
static void a_restored_etcd_needs_a_raised_epoch(void **state)
{
	struct etcd_server *server = etcd_server_new(1, NULL);
	char seen[128], other[128], snapshot[128];
	struct ece_error e = {0};
	struct store *store;
	struct store_run lost, next;
	uint32_t epoch = 0;

	(void)state;
	make_dir(server, "seen", seen);
	make_dir(server, "other", other);
	ok(open_as(server, TTL_NS, seen, false, &store, &e), &e);
	take_lock(store, "one");
	new_run(store, "a");
	save_snapshot(server, snapshot);
	lost = new_run(store, "b");
	store_close(store);
	etcd_server_restore(server, snapshot);
	assert_int_equal(open_as(server, TTL_NS, seen, false, &store, &e), -ESTALE);
	assert_int_equal(e.kind, ECE_ERROR_STALE);
	assert_non_null(strstr(e.text, "'ece-apply epoch raise'"));
	ok(open_as(server, TTL_NS, seen, true, &store, &e), &e);
	/* the snapshot has the lock of the one that was at work when it was taken: its lease must end first */
	take_lock(store, "eve on host-1");
	ok(store_epoch_raise(store, &epoch, &e), &e);
	assert_int_equal(epoch, 2);
	store_close(store);
	ok(open_as(server, TTL_NS, seen, false, &store, &e), &e);
	take_lock(store, "two");
	next = new_run(store, "c");
	assert_int_equal(token_compare(&lost.token, &next.token), TOKEN_OLDER);
	store_close(store);
	/* a machine that has seen nothing of it */
	ok(open_as(server, TTL_NS, other, false, &store, &e), &e);
	store_close(store);
	etcd_server_free(server);
}

static void enter_and_leave(struct store *store)
{
	struct ece_error e = {0};

	if (store_note_swap(store, "inside", NULL, "somebody", &e) ||
	    store_note_swap(store, "inside", "somebody", NULL, &e))
		_exit(2);
}

static void race(struct etcd_server *server, int racer)
{
	struct store *store = open_store(server, LONG_NS);
	struct ece_error e = {0};
	char id[32];

	for (int i = 0; i < RUNS; i++) {
		take_lock(store, "racer");
		snprintf(id, sizeof(id), "run-%d-%d", racer, i);
		enter_and_leave(store);
		new_run(store, id);
		enter_and_leave(store);
		if (store_run_finish(store, id, "applied", &e))
			_exit(3);
		enter_and_leave(store);
		store_unlock(store);
	}
	_exit(0);
}

static void racing_controllers_come_one_after_the_other(void **state)
{
	struct etcd_server *server = three_members;
	struct store *store = open_store(server, LONG_NS);
	struct ece_error e = {0};
	struct store_run *runs;
	pid_t pids[RACERS];
	size_t count;
	int status;

	(void)state;
	for (int i = 0; i < RACERS; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (!pids[i])
			race(server, i);
	}
	for (int i = 0; i < RACERS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 0);
	}
	ok(store_run_list(store, &runs, &count, &e), &e);
	assert_int_equal(count, RACERS * RUNS);
	for (size_t i = 1; i < count; i++)
		assert_true(runs[i].token.number < runs[i - 1].token.number);
	free(runs);
	store_close(store);
}

static int new_prefix(void **state)
{
	static unsigned int n;

	(void)state;
	snprintf(prefix, sizeof(prefix), "/ecekit/test-%u", ++n);
	return 0;
}

static int begin(void **state)
{
	(void)state;
	one_member = etcd_server_new(1, NULL);
	three_members = etcd_server_new(3, NULL);
	return 0;
}

static int end(void **state)
{
	(void)state;
	etcd_server_free(one_member);
	etcd_server_free(three_members);
	return 0;
}

#define CASE(name) cmocka_unit_test_setup(name, new_prefix)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_leader_that_dies_costs_nothing),
		CASE(without_a_majority_a_commit_waits_as_long_as_the_lock_is_ours),
		CASE(without_a_majority_for_longer_the_lock_is_lost),
		CASE(who_does_not_renew_stops_before_another_begins),
		CASE(who_renews_keeps_it),
		CASE(who_was_robbed_writes_nothing),
		CASE(a_member_that_hangs_is_passed_over),
		CASE(a_commit_that_is_cut_off_is_a_beginning_of_it),
		CASE(a_host_finds_what_it_is_owed),
		CASE(compaction_takes_nothing_away),
		CASE(a_restored_etcd_needs_a_raised_epoch),
		CASE(racing_controllers_come_one_after_the_other),
	};

	if (!etcd_server_installed()) {
		puts("[  SKIPPED ] etcd_store: etcd is not installed");
		return 0;
	}
	return cmocka_run_group_tests(tests, begin, end);
}
