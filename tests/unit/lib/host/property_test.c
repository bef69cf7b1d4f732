// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Rules of a host that hold whatever comes, in whatever order, and wherever it dies:
 *
 *	no value is written whose old one is not durable, and that is the one from before we came;
 *	what comes with a stale token writes nothing and is refused;
 *	between the commit of a freeze and that of its thaw no value is written;
 *	a card has one unconfirmed run at most;
 *	a run is called undone only when nothing of it is left;
 *	when every run was undone, newest first, each value is the one from before we came.
 */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"
#include "tests/unit/lib/host/vfs_lazy.h"

#define SEEDS      200
#define SEEDS_FULL 1000
#define STEPS      30
#define RUNS       4

static const char *const names[] = {RATE, SR, ALPHA};
static const uint64_t defaults[] = {5, 0, 6553};
static const uint64_t choices[][3] = {{5, 9, 20}, {0, 1, 1}, {6553, 7000, 8000}};

static struct world {
	uint64_t random;
	unsigned int seed, ids, boots;
	unsigned int token; /* the highest that was sent and taken */
	bool touched[RUNS]; /* was it ever asked to apply? */
	sqlite3 *durable;   /* another connection: it sees what was committed */
	sqlite3_stmt *original, *frozen;
} world;

static unsigned int pick(unsigned int n)
{
	world.random = world.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned int)(world.random >> 33) % n;
}

static void check_not_frozen(const char *name)
{
	bool frozen = sqlite3_step(world.frozen) == SQLITE_ROW;

	sqlite3_reset(world.frozen);
	if (frozen)
		fail_msg("seed %u: %s is written on a frozen host", world.seed, name);
}

static void check_old_is_durable(unsigned int nic, const char *name)
{
	int ret;

	check_not_frozen(name);
	sqlite3_reset(world.original);
	sqlite3_bind_int64(world.original, 1, (sqlite3_int64)fake_nics[nic].guid);
	sqlite3_bind_text(world.original, 2, name, -1, SQLITE_STATIC);
	ret = sqlite3_step(world.original);
	if (ret != SQLITE_ROW)
		fail_msg("seed %u: %s is written and its old value is not durable", world.seed, name);
	for (size_t i = 0; i < 3; i++)
		if (!strcmp(names[i], name) && (uint64_t)sqlite3_column_int64(world.original, 0) != defaults[i])
			fail_msg("seed %u: the original value of %s is another one", world.seed, name);
	sqlite3_reset(world.original);
}

static void open_durable(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/journal.db", bench_dir);
	assert_int_equal(sqlite3_open_v2(path, &world.durable, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	sqlite3_busy_timeout(world.durable, 1000);
	assert_int_equal(sqlite3_prepare_v2(world.durable, "SELECT raw FROM original WHERE guid = ? AND param = ?", -1,
					    &world.original, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(world.durable, "SELECT 1 FROM freeze WHERE frozen", -1, &world.frozen,
					    NULL),
			 SQLITE_OK);
}

static void close_durable(void)
{
	sqlite3_finalize(world.original);
	sqlite3_finalize(world.frozen);
	sqlite3_close(world.durable);
}

static size_t put_sets(char *line, size_t at, size_t size, unsigned int nic)
{
	unsigned int mask = 1 + pick(7);
	const char *comma = "";

	at += (size_t)snprintf(line + at, size - at, "{\"guid\":\"%016llx\",\"psid\":\"MT_0000000838\",\"set\":[",
			       (unsigned long long)fake_nics[nic].guid);
	for (size_t i = 0; i < 3; i++) {
		if (!(mask & 1U << i))
			continue;
		at += (size_t)snprintf(line + at, size - at, "%s{\"param\":\"%s\",\"from\":%llu,\"to\":%llu}", comma,
				       names[i], (unsigned long long)fake_find(nic, names[i])->raw,
				       (unsigned long long)choices[i][pick(3)]);
		comma = ",";
	}
	return at + (size_t)snprintf(line + at, size - at, "]}");
}

static const char *apply_line(unsigned int run, unsigned int token)
{
	static char line[4096];
	unsigned int cards = 1 + pick(3);
	size_t at =
		(size_t)snprintf(line, sizeof(line),
				 "{\"version\":1,\"op\":\"apply\",\"id\":\"i%u\",\"run\":\"R%u\",\"token\":{\"store\":"
				 "\"s\",\"epoch\":1,\"number\":%u},\"lease_ms\":%u,\"on_loss\":\"%s\",\"cards\":[",
				 world.ids++, run, token, 1000 * (1 + pick(100)), pick(3) ? "undo" : "keep");

	if (cards & 1)
		at = put_sets(line, at, sizeof(line), 0);
	if (cards == 3)
		line[at++] = ',';
	if (cards & 2)
		at = put_sets(line, at, sizeof(line), 1);
	snprintf(line + at, sizeof(line) - at, "]}");
	return line;
}

static const char *line_of(unsigned int run, unsigned int token)
{
	static const char *const ops[] = {"confirm", "undo", "renew"};
	static char id[16], name[16];
	unsigned int op = pick(6);

	if (op > 2) {
		world.touched[run] = true;
		return apply_line(run, token);
	}
	snprintf(id, sizeof(id), "i%u", world.ids++);
	snprintf(name, sizeof(name), "R%u", run);
	return bench_op(ops[op], id, name, token);
}

/* The run has written nothing that is still there: the journal and the cards agree. */
static void check_undone(unsigned int run)
{
	struct journal_change *changes;
	char name[16];
	size_t count;

	snprintf(name, sizeof(name), "R%u", run);
	assert_int_equal(journal_changes(bench_journal, "", name, &changes, &count, NULL), 0);
	for (size_t i = 0; i < count; i++)
		if (journal_state_undoable(changes[i].state))
			fail_msg("seed %u: run %s is called undone, and %s is %s", world.seed, name,
				 changes[i].param->name, journal_state_name(changes[i].state));
	free(changes);
	journal_rollback(bench_journal);
}

static void ask(unsigned int run)
{
	bool stale = world.token && !pick(5);
	unsigned int token = stale ? pick(world.token) : world.token + pick(2), before = fake_write_calls;
	struct protocol_answer *answer = bench_ask(line_of(run, token));

	if (!answer) {
		bench_restart();
		return;
	}
	if (stale && (answer->result != PROTOCOL_REFUSED || fake_write_calls != before))
		fail_msg("seed %u: a stale token was obeyed", world.seed);
	if (answer->result != PROTOCOL_REFUSED && token > world.token)
		world.token = token;
	if (answer->result == PROTOCOL_UNDONE || answer->result == PROTOCOL_SELF_UNDONE)
		check_undone(run);
	protocol_answer_free(answer);
}

/* Freezes are short, or nothing else would happen. */
static void ask_the_host(void)
{
	static const char *const ops[] = {"freeze", "unfreeze", "unfreeze", "unfreeze", "ensure", "ensure"};
	char line[256], token[64] = "";
	unsigned int op = pick(6);

	if (op > 3)
		snprintf(token, sizeof(token), "%s", pick(2) ? ",\"force\":true" : "");
	else if (pick(2))
		snprintf(token, sizeof(token), ",\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":%u}", pick(30));
	snprintf(line, sizeof(line), "{\"version\":1,\"op\":\"%s\",\"id\":\"i%u\"%s}", ops[op], world.ids++, token);
	protocol_answer_free(bench_ask(line));
	bench_restart();
}

static void let_time_pass(void)
{
	struct guard guard = bench_guard();
	struct guard_expiry expiry;

	bench_now += (1 + pick(60)) * CLOCK_SECOND_NS;
	if (guard_expire(&guard, bench_now, &expiry, NULL))
		bench_restart();
}

static void drop_error(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	(void)e;
}

static void start_again(void)
{
	struct ece_error_sink sink = {.add = drop_error};
	struct guard_boot result;
	struct guard guard;
	char id[16];

	bench_restart();
	if (pick(2))
		return;
	for (unsigned int i = 0; i < FAKE_NICS && pick(2); i++)
		for (size_t k = 0; k < 3; k++)
			fake_find(i, names[k])->raw = defaults[k];
	guard = bench_guard();
	snprintf(id, sizeof(id), "b%u", world.boots += 1);
	if (guard_boot(&guard, id, true, bench_now, &result, &sink, NULL))
		bench_restart();
}

static void disturb(void)
{
	char spec[24];

	snprintf(spec, sizeof(spec), "fail@%u", 1 + pick(8));
	fault_arm(pick(3) ? "count" : spec);
	for (unsigned int i = 0; i < FAKE_NICS; i++) {
		struct fake_value *value = fake_find(i, names[pick(3)]);

		value->fault = pick(6) ? FAKE_GOOD : FAKE_REFUSES;
	}
}

static void calm(void)
{
	fault_arm("count");
	for (unsigned int i = 0; i < FAKE_NICS; i++)
		for (size_t k = 0; k < 3; k++)
			fake_find(i, names[k])->fault = FAKE_GOOD;
}

/* Which run was first on this host is the journal's to say. */
static void undo_all(void)
{
	struct journal_run_entry *runs;
	char id[16];
	size_t count;

	bench_restart();
	assert_int_equal(journal_runs(bench_journal, "", 100, &runs, &count, NULL), 0);
	journal_rollback(bench_journal);
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < count; i++) {
			snprintf(id, sizeof(id), "u%u", world.ids++);
			protocol_answer_free(bench_ask(bench_op("undo", id, runs[i].run, world.token + 1)));
		}
	for (size_t i = 0; i < count; i++) {
		struct protocol_answer *answer;

		snprintf(id, sizeof(id), "u%u", world.ids++);
		answer = bench_ask(bench_op("undo", id, runs[i].run, world.token + 1));
		if (!answer || answer->result != PROTOCOL_UNDONE)
			fail_msg("seed %u: %s: %s %s", world.seed, runs[i].run,
				 answer ? protocol_result_name(answer->result) : "", answer ? answer->error.text : "");
		protocol_answer_free(answer);
	}
	free(runs);
}

static void check_defaults(void)
{
	for (unsigned int i = 0; i < FAKE_NICS; i++)
		for (size_t k = 0; k < 3; k++)
			if (fake_find(i, names[k])->raw != defaults[k])
				fail_msg("seed %u: %s of card %u is %llu", world.seed, names[k], i,
					 (unsigned long long)fake_find(i, names[k])->raw);
}

static void play(unsigned int seed)
{
	void *state = NULL;

	assert_int_equal(bench_setup(&state), 0);
	world = (struct world){.random = seed, .seed = seed};
	open_durable();
	fake_on_value = check_old_is_durable;
	for (unsigned int step = 0; step < STEPS; step++) {
		unsigned int what = pick(12);

		disturb();
		if (what < 7)
			ask(pick(RUNS));
		else if (what < 9)
			let_time_pass();
		else if (what < 10)
			start_again();
		else
			ask_the_host();
	}
	calm();
	protocol_answer_free(bench_ask("{\"version\":1,\"op\":\"unfreeze\",\"id\":\"thaw\",\"force\":true}"));
	undo_all();
	check_defaults();
	close_durable();
	assert_int_equal(bench_teardown(&state), 0);
}

static void test_rules_hold_in_every_order(void **state)
{
	unsigned int seeds = getenv("ECE_TEST_FULL") ? SEEDS_FULL : SEEDS;

	(void)state;
	/* Who dies here is a process, not a host: what was written is there without a sync. */
	assert_int_equal(vfs_lazy_register(), SQLITE_OK);
	bench_vfs = VFS_LAZY;
	for (unsigned int seed = 1; seed <= seeds; seed++)
		play(seed);
	print_message("%u worlds of %d steps\n", seeds, STEPS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rules_hold_in_every_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
