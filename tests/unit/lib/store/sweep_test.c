// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Every operation that writes: refused, or its process killed, before and behind its commit, with the power gone too.
 * The store is then as before or as after it, and never in between.
 */
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

#include "lib/base/fault.h"
#include "lib/base/vfs_drop.h"
#include "tests/unit/lib/store/bench.h"

#define DIGEST_MAX 2048

static int create(struct store *store, struct ece_error *e)
{
	struct store_run run = {.id = "new", .file = "fleet.json", .change_id = "CHG1"};

	return store_run_create(store, &run, "{}", 2, e);
}

static int reopen(struct store *store, struct ece_error *e)
{
	struct store_run run = {.id = "a"};

	return store_run_reopen(store, &run, e);
}

static int finish(struct store *store, struct ece_error *e)
{
	return store_run_finish(store, "a", "applied", e);
}

static int event(struct store *store, struct ece_error *e)
{
	struct rollout_event event = bench_event(0);
	int err = store_event_append(store, "a", 1000, &event, e);

	return err ? err : store_commit(store, e);
}

static int evidence(struct store *store, struct ece_error *e)
{
	int err = store_evidence_put(store, "a", STORE_VERDICT, 0, 0, 0, 0, "{}", e);

	return err ? err : store_commit(store, e);
}

static int say(struct store *store, struct ece_error *e)
{
	int64_t number;

	return store_word_put(store, "a", STORE_WORD_ABORT, "eve", &number, e);
}

static int obey(struct store *store, struct ece_error *e)
{
	struct rollout_event event = bench_event(0);
	enum store_word word;
	char who[STORE_WHO_MAX];
	int err = store_word_take(store, "a", &word, who, sizeof(who), e);

	err = err ? err : store_event_append(store, "a", 1000, &event, e);
	return err ? err : store_commit(store, e);
}

static int withdraw(struct store *store, struct ece_error *e)
{
	return store_word_withdraw(store, 1, e);
}

static int freeze(struct store *store, struct ece_error *e)
{
	return store_freeze(store, "because", e);
}

static int unfreeze(struct store *store, struct ece_error *e)
{
	return store_unfreeze(store, e);
}

static int raise_epoch(struct store *store, struct ece_error *e)
{
	uint32_t epoch;

	return store_epoch_raise(store, &epoch, e);
}

static int owe(struct store *store, struct ece_error *e)
{
	int err = store_owed_put(store, &(struct store_owed){.host = "host-2", .why = "down"}, e);

	return err ? err : store_commit(store, e);
}

static int pay(struct store *store, struct ece_error *e)
{
	int err = store_owed_clear(store, "host-1", e);

	return err ? err : store_commit(store, e);
}

static int generation(struct store *store, struct ece_error *e)
{
	uint64_t number;
	int err = store_generation_next(store, "a", &number, e);

	return err ? err : store_commit(store, e);
}

static const struct operation {
	const char *name;
	int (*run)(struct store *store, struct ece_error *e);
	bool frozen; /* to begin with */
} operations[] = {
	{"create a run", create, false},
	{"reopen it", reopen, false},
	{"finish it", finish, false},
	{"append an event", event, false},
	{"keep evidence", evidence, false},
	{"leave a word", say, false},
	{"take one and do as it says", obey, false},
	{"withdraw one", withdraw, false},
	{"freeze", freeze, false},
	{"unfreeze", unfreeze, true},
	{"raise the epoch", raise_epoch, false},
	{"owe", owe, false},
	{"owe no more", pay, false},
	{"count a generation", generation, false},
};

#define OPERATION_COUNT (sizeof(operations) / sizeof(operations[0]))

static void prepare(const char *dir, const struct operation *op)
{
	struct store *store = bench_open(dir);
	struct ece_error e = {0};
	int64_t number;

	bench_run(store, "a");
	assert_int_equal(store_word_put(store, "a", STORE_WORD_PAUSE, "bob", &number, &e), 0);
	assert_int_equal(store_owed_put(store, &(struct store_owed){.host = "host-1"}, &e), 0);
	assert_int_equal(store_commit(store, &e), 0);
	if (op->frozen)
		assert_int_equal(store_freeze(store, "before", &e), 0);
	store_close(store);
}

__attribute__((format(printf, 2, 3))) static void put(char *digest, const char *format, ...)
{
	size_t len = strlen(digest);
	va_list args;

	va_start(args, format);
	vsnprintf(digest + len, DIGEST_MAX - len, format, args);
	va_end(args);
}

static int put_event(void *ctx, uint64_t now_ns, const struct rollout_event *event)
{
	put(ctx, "event %d at %llu; ", (int)event->kind, (unsigned long long)now_ns);
	return 0;
}

static int put_evidence(void *ctx, enum store_evidence kind, uint32_t step, int32_t gate, uint32_t sample,
			uint32_t round, const char *json)
{
	put(ctx, "evidence %d %u %d %u %u %s; ", (int)kind, step, gate, sample, round, json);
	return 0;
}

static void put_runs(struct store *store, char *digest)
{
	struct store_run *runs = NULL;
	struct ece_error e;
	size_t count = 0;

	assert_int_equal(store_run_list(store, &runs, &count, &e), 0);
	for (size_t i = 0; i < count; i++) {
		put(digest, "run %s %s %s %u/%llu %llu; ", runs[i].id, runs[i].result, runs[i].change_id,
		    runs[i].token.epoch, (unsigned long long)runs[i].token.number,
		    (unsigned long long)runs[i].generation);
		assert_int_equal(store_event_each(store, runs[i].id, put_event, digest, &e), 0);
		assert_int_equal(store_evidence_each(store, runs[i].id, put_evidence, digest, &e), 0);
	}
	free(runs);
}

static void put_owed(struct store *store, char *digest)
{
	struct store_owed *owed = NULL;
	struct ece_error e;
	size_t count = 0;

	assert_int_equal(store_owed_list(store, &owed, &count, &e), 0);
	for (size_t i = 0; i < count; i++)
		put(digest, "owed %s; ", owed[i].host);
	free(owed);
}

/* Everything that is in it, as text. The epoch shows in the next token, so this comes last. */
static void describe(const char *dir, char *digest)
{
	struct store *store = bench_open(dir);
	struct ece_error e;
	char why[STORE_WHY_MAX];

	digest[0] = '\0';
	put_runs(store, digest);
	put_owed(store, digest);
	for (int64_t number = 1; number <= 2; number++)
		put(digest, "word %d; ", store_word_taken(store, number, &e));
	store_frozen(store, why, sizeof(why), &e);
	put(digest, "frozen %s; epoch %u", why, bench_run(store, "probe").token.epoch);
	store_close(store);
}

/* Returns how often a fault could have struck; 0 when one did. */
static int attempt(const char *dir, const struct operation *op, const char *fault)
{
	struct store *store = NULL;
	struct ece_error e = {0};
	pid_t pid = fork();
	int status = 0;

	assert_true(pid >= 0);
	if (!pid) {
		if (vfs_drop_register() || store_open(dir, VFS_DROP, &store, &e) || fault_arm(fault))
			_exit(255);
		_exit(op->run(store, &e) ? 0 : (int)fault_count());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) < 255);
	return WIFSIGNALED(status) ? 0 : WEXITSTATUS(status);
}

static int trial(const struct operation *op, const char *fault, char *digest)
{
	void *dir = NULL;
	int hits;

	assert_int_equal(bench_setup(&dir), 0);
	prepare(dir, op);
	hits = fault ? attempt(dir, op, fault) : 0;
	describe(dir, digest);
	bench_teardown(&dir);
	return hits;
}

/* The first fault comes before the commit, the last one behind it. */
static void sweep(const struct operation *op, const char *action, const char *power, int hits, const char *before,
		  const char *after)
{
	char digest[DIGEST_MAX], fault[32];

	for (int n = 1; n <= hits; n++) {
		snprintf(fault, sizeof(fault), "%s@%d%s", action, n, power);
		assert_int_equal(trial(op, fault, digest), 0);
		if ((n == hits || strcmp(digest, before)) && (n == 1 || strcmp(digest, after)))
			fail_msg("%s, %s:\nis     %s\nbefore %s\nafter  %s", op->name, fault, digest, before, after);
	}
}

static void every_write_is_before_or_after(void **state)
{
	char before[DIGEST_MAX], after[DIGEST_MAX];
	int total = 0;

	(void)state;
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		const struct operation *op = &operations[i];
		int hits = trial(op, "count", after);

		trial(op, NULL /* not carried out */, before);
		if (!strcmp(before, after))
			fail_msg("%s changes nothing that is looked at: %s", op->name, before);
		assert_true(hits >= 3);
		sweep(op, "fail", "", hits, before, after);
		sweep(op, "kill", "", hits, before, after);
		sweep(op, "kill", ",drop", hits, before, after);
		total += hits;
	}
	print_message("%zu operations, %d points, 3 faults each\n", OPERATION_COUNT, total);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_write_is_before_or_after),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
