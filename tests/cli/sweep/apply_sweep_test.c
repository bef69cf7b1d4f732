// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ece-apply dies, or an operation of it fails, at every operation of the reference run; then the run is resumed, or
 * undone. Agents live in the same process, so this is their death as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/sweep/bench.h"

/* A sweep that became shorter tests less: find out why before you lower these. */
#define OPERATIONS_MIN      770
#define OPERATIONS_DROP_MIN 1015
#define UNDO_MIN            440

/* Of a first start; the databases are made by then. */
#define FIRST_OPERATIONS 30

static const char *const apply_words[] = {"FILE", "--yes", NULL};
static const char *const resume_words[] = {"FILE", "--resume", "--yes", NULL};

static int setup(void **state)
{
	(void)state;
	sweep_begin();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sweep_end();
	return 0;
}

static unsigned int count(const char *fault, unsigned int min)
{
	unsigned int n;

	sweep_fresh();
	assert_int_equal(sweep_apply(fault, apply_words), 0);
	n = sweep_operations();
	print_message("%u operations (%s)\n", n, fault);
	if (n < min)
		fail_msg("the sweep shrank from at least %u operations to %u", min, n);
	sweep_judge(SWEEP_NEW, "no fault", 0);
	return n;
}

static void go_on(const char *what, unsigned int n)
{
	bool open;
	int code;

	sweep_run(&open);
	code = sweep_apply(NULL, open ? resume_words : apply_words);
	if (code)
		fail_msg("%s %u, then %s: exit code %d\n%s", what, n, open ? "resume" : "apply", code, sweep_said());
	sweep_judge(SWEEP_NEW, what, n);
	sweep_run(&open);
	assert_false(open);
}

static void put_back(const char *what, unsigned int n)
{
	bool open;
	char run[128];
	const char *const words[] = {"undo", run, "--yes", NULL};
	int code;

	snprintf(run, sizeof(run), "%s", sweep_run(&open));
	if (*run) {
		code = sweep_apply(NULL, words);
		if (code != 3)
			fail_msg("%s %u, then undo: exit code %d\n%s", what, n, code, sweep_said());
	}
	sweep_judge(SWEEP_OLD, what, n);
	sweep_run(&open);
	assert_false(open);
}

static void kill_at(const char *what, const char *suffix, unsigned int n)
{
	char fault[64];

	snprintf(fault, sizeof(fault), "kill@%u%s", n, suffix);
	sweep_fresh();
	if (sweep_apply(fault, apply_words) != SWEEP_KILLED)
		fail_msg("%s %u: not killed\n%s", what, n, sweep_said());
	sweep_judge(SWEEP_OLD_OR_NEW, what, n);
}

/* Resumed after every second operation and undone after the others, the other way round the next day; in full both. */
static void test_killed_anywhere_then_resumed_or_undone(void **state)
{
	unsigned int operations = count("count", OPERATIONS_MIN), stride = sweep_stride(SWEEP_ALL), turn = sweep_turn();

	(void)state;
	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		bool resumed = (n + turn) % 2;

		kill_at("killed at", "", n);
		if (sweep_full())
			sweep_keep();
		if (resumed || sweep_full())
			go_on("killed at", n);
		if (sweep_full())
			sweep_back();
		if (!resumed || sweep_full())
			put_back("killed at", n);
	}
}

/* With the power goes what was not synced; the cards stay, as their firmware does in a warm reset. */
static void test_power_lost_anywhere_then_resumed_or_undone(void **state)
{
	unsigned int operations = count("count,drop", OPERATIONS_DROP_MIN), stride = sweep_stride(SWEEP_THIRDS);

	(void)state;
	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		kill_at("power lost at", ",drop", n);
		if (n % 2)
			go_on("power lost at", n);
		else
			put_back("power lost at", n);
	}
}

/* Returns the exit code of an undo of the newest run. */
static int undo_newest(const char *fault)
{
	bool open;
	char run[128];
	const char *const words[] = {"undo", run, "--yes", NULL};

	snprintf(run, sizeof(run), "%s", sweep_run(&open));
	return sweep_apply(fault, words);
}

static void apply_all(void)
{
	sweep_fresh();
	if (sweep_apply(NULL, apply_words))
		fail_msg("no fault, and it was not applied:\n%s", sweep_said());
}

static unsigned int count_undo(const char *fault)
{
	unsigned int n;

	apply_all();
	assert_int_equal(undo_newest(fault), 3);
	n = sweep_operations();
	print_message("%u operations of an undo (%s)\n", n, fault);
	if (n < UNDO_MIN)
		fail_msg("the sweep shrank from at least %u operations to %u", UNDO_MIN, n);
	return n;
}

static void kill_undo(const char *suffix)
{
	unsigned int stride = sweep_stride(SWEEP_THIRDS);
	char fault[64];
	unsigned int end;

	snprintf(fault, sizeof(fault), "count%s", suffix);
	end = count_undo(fault);
	apply_all();
	sweep_keep();
	for (unsigned int n = sweep_first(stride); n <= end; n += stride) {
		snprintf(fault, sizeof(fault), "kill@%u%s", n, suffix);
		sweep_back();
		if (undo_newest(fault) != SWEEP_KILLED)
			fail_msg("undo, %s: not killed\n%s", fault, sweep_said());
		sweep_judge(SWEEP_OLD_OR_NEW, "undo killed at", n);
		if (undo_newest(NULL) != 3)
			fail_msg("undo, %s, and again:\n%s", fault, sweep_said());
		sweep_judge(SWEEP_OLD, "undo killed at", n);
	}
}

static void test_killed_in_an_undo_then_undone(void **state)
{
	(void)state;
	kill_undo("");
	kill_undo(",drop");
}

/* The first start makes the state directory, the databases and the simulated fleet. */
static void first_start(const char *suffix)
{
	char fault[64];

	for (unsigned int n = 1; n <= FIRST_OPERATIONS; n++) {
		snprintf(fault, sizeof(fault), "kill@%u%s", n, suffix);
		sweep_empty();
		if (sweep_apply(fault, apply_words) != SWEEP_KILLED)
			fail_msg("first start, %s: not killed\n%s", fault, sweep_said());
		go_on("first start killed at", n);
	}
}

static void test_killed_while_the_state_is_made(void **state)
{
	(void)state;
	first_start("");
	first_start(",drop");
}

static void test_any_operation_fails(void **state)
{
	unsigned int operations = count("count", OPERATIONS_MIN), stride = sweep_stride(SWEEP_THIRDS);
	char fault[64];

	(void)state;
	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		int code;
		bool open;

		snprintf(fault, sizeof(fault), "fail@%u", n);
		sweep_fresh();
		code = sweep_apply(fault, apply_words);
		if (code == SWEEP_KILLED || code < 0)
			fail_msg("failing at %u: ended by a signal\n%s", n, sweep_said());
		sweep_judge(code ? SWEEP_OLD_OR_NEW : SWEEP_NEW, "failing at", n);
		if (code == 3)
			sweep_judge(SWEEP_OLD, "failing at", n);
		sweep_run(&open);
		if (code && n % 2)
			put_back("failing at", n);
		else if (code)
			go_on("failing at", n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_killed_anywhere_then_resumed_or_undone),
		CASE(test_power_lost_anywhere_then_resumed_or_undone),
		CASE(test_killed_in_an_undo_then_undone),
		CASE(test_killed_while_the_state_is_made),
		CASE(test_any_operation_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
