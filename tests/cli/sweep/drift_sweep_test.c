// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A pass that repairs dies, or an operation of it fails, at every operation; the run is resumed where one is open, and
 * the next pass ends with everything as it was confirmed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/sweep/bench.h"

/* A sweep that became shorter tests less: find out why before you lower it. */
#define OPERATIONS_MIN 250

/* A pass costs several starts of a program: every so-many-th operation of those that another sweep would try. */
#define THINNED 20

static const char *const apply_words[] = {"FILE", "--yes", NULL};
static const char *const resume_words[] = {"FILE", "--resume", "--yes", NULL};
static const char *const repair_words[] = {"FILE", "--drift", "--repair", "--yes", NULL};
static const char *const look_words[] = {"FILE", "--drift", NULL};

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

/* All was confirmed, and two of six hosts have drifted since. */
static void drifted(void)
{
	sweep_fresh();
	if (sweep_apply(NULL, apply_words))
		fail_msg("no fault, and it was not applied:\n%s", sweep_said());
	sweep_drift("h[2-3]");
	if (sweep_apply(NULL, look_words) != 2)
		fail_msg("it drifted, and nobody sees it:\n%s", sweep_said());
	sweep_keep();
}

static void expect(const char *const *words, int want, const char *what, unsigned int n)
{
	int code = sweep_apply(NULL, words);

	if (code != want)
		fail_msg("%s %u: exit code %d, not %d\n%s", what, n, code, want, sweep_said());
}

static void go_on(const char *what, unsigned int n)
{
	bool open;

	sweep_run(&open);
	if (open)
		expect(resume_words, 0, what, n);
	expect(repair_words, 0, what, n);
	expect(look_words, 0, what, n);
	sweep_judge(SWEEP_NEW, what, n);
	sweep_run(&open);
	assert_false(open);
}

static unsigned int count(const char *fault)
{
	unsigned int n;

	sweep_back();
	assert_int_equal(sweep_apply(fault, repair_words), 0);
	n = sweep_operations();
	print_message("%u operations\n", n);
	if (n < OPERATIONS_MIN)
		fail_msg("the sweep shrank from at least %u operations to %u", OPERATIONS_MIN, n);
	sweep_judge(SWEEP_NEW, "no fault", 0);
	return n;
}

static unsigned int stride(void)
{
	return sweep_full() ? 1 : sweep_stride(SWEEP_THIRDS) * THINNED;
}

static void a_pass_that_is_killed_anywhere_is_made_good_by_the_next(void **state)
{
	unsigned int operations;
	char fault[64];

	(void)state;
	drifted();
	operations = count("count");
	for (unsigned int n = sweep_first(stride()); n <= operations; n += stride()) {
		sweep_back();
		snprintf(fault, sizeof(fault), "kill@%u", n);
		if (sweep_apply(fault, repair_words) != SWEEP_KILLED)
			fail_msg("killed at %u: not killed\n%s", n, sweep_said());
		go_on("killed at", n);
	}
}

static void a_pass_that_fails_anywhere_is_made_good_by_the_next(void **state)
{
	unsigned int operations;
	char fault[64];

	(void)state;
	drifted();
	operations = count("count");
	for (unsigned int n = sweep_first(stride()); n <= operations; n += stride()) {
		sweep_back();
		snprintf(fault, sizeof(fault), "fail@%u", n);
		sweep_apply(fault, repair_words);
		go_on("failed at", n);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_pass_that_is_killed_anywhere_is_made_good_by_the_next, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_pass_that_fails_anywhere_is_made_good_by_the_next, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
