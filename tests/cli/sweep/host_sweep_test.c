// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ece-agent dies, or an operation of it fails, at every operation of a freeze, of what is asked in it, of its thaw, and
 * of an ensure; then the same is sent again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/sweep/bench.h"

#define FREEZE_MIN 90 /* operations of a freeze, an apply in it, its thaw and the apply again */
#define ENSURE_MIN 30 /* of an ensure that puts six values back */
#define VALUES     6  /* of a host */

#define TOKEN(number) "\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":" #number "}"
#define OP(op, more)  "{\"version\":1,\"minor\":1,\"op\":\"" op "\",\"id\":\"" op "\"," more "}\n"
#define SETS                                                                        \
	"\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":5,\"to\":20},"           \
	"{\"param\":\"roce_accl.selective_repeat_forced_en\",\"from\":0,\"to\":1}," \
	"{\"param\":\"ztr_rtt.ALPHA\",\"from\":6553,\"to\":7000}]"

static const char freeze_line[] = OP("freeze", TOKEN(5) ",\"who\":\"anna\"");
static const char unfreeze_line[] = OP("unfreeze", TOKEN(5));
static const char confirm_line[] = OP("confirm", "\"run\":\"R1\"," TOKEN(1));
static const char ensure_line[] = OP("ensure", TOKEN(1) ",\"generation\":7");

/* Of host h1, whose cards are the first two. */
static const char apply_line[] =
	OP("apply", "\"run\":\"R1\"," TOKEN(1) ",\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":["
					       "{\"guid\":\"0c42a10300000001\",\"psid\":\"MT_0000000838\"," SETS "},"
					       "{\"guid\":\"0c42a10300000002\",\"psid\":\"MT_0000000838\"," SETS "}]");

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

static unsigned int answers(const char *result)
{
	char word[64];
	unsigned int n = 0;

	snprintf(word, sizeof(word), "\"result\":\"%s\"", result);
	for (const char *at = sweep_said(); (at = strstr(at, word)); at++)
		n++;
	return n;
}

static int freeze_and_thaw(const char *fault)
{
	char input[8192];

	snprintf(input, sizeof(input), "%s%s%s%s", freeze_line, apply_line, unfreeze_line, apply_line);
	return sweep_agent(fault, "h1", input);
}

/* What was told is so; and what is not told is one or the other. */
static void check_told(const char *fault, unsigned int n)
{
	long frozen = sweep_journal("SELECT count(*) FROM freeze WHERE host = 'h1' AND frozen");
	bool told_frozen = answers("frozen"), told_thawed = answers("thawed");

	if (told_thawed && frozen)
		fail_msg("%s %u: it said that it is thawed, and the journal that it is frozen\n%s", fault, n,
			 sweep_said());
	if (frozen && sweep_new())
		fail_msg("%s %u: it is frozen, and was written to", fault, n);
	if (told_frozen && !told_thawed && !frozen &&
	    sweep_journal("SELECT count(*) FROM freeze WHERE host = 'h1'") != 1)
		fail_msg("%s %u: it said that it is frozen, and forgot it", fault, n);
	sweep_judge(SWEEP_OLD_OR_NEW, fault, n);
}

/* All of it, or, where a write was made to fail, nothing of it. */
static bool is_done(void)
{
	return answers("held") ? sweep_new() == VALUES : answers("failed_old") && !sweep_new();
}

static void sweep_freeze(const char *how, const char *more)
{
	unsigned int stride = sweep_stride(SWEEP_THIRDS), operations;

	sweep_fresh();
	assert_int_equal(freeze_and_thaw(more[0] ? "count,drop" : "count"), 0);
	assert_int_equal(answers("refused"), 1);
	assert_int_equal(answers("held"), 1);
	operations = sweep_operations();
	print_message("%u operations\n", operations);
	assert_true(operations >= FREEZE_MIN);
	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		char fault[64];

		snprintf(fault, sizeof(fault), "%s@%u%s", how, n, more);
		sweep_fresh();
		freeze_and_thaw(fault);
		check_told(fault, n);
		/* A freeze that came before its thaw is refused now, or frozen once more: the thaw ends it in any case. */
		if (freeze_and_thaw(NULL) || answers("thawed") != 1 || !is_done())
			fail_msg("%s, sent again:\n%s", fault, sweep_said());
		sweep_judge(SWEEP_OLD_OR_NEW, "sent again after", n);
	}
}

static void test_killed_anywhere_around_a_freeze(void **state)
{
	(void)state;
	sweep_freeze("kill", "");
}

static void test_power_lost_anywhere_around_a_freeze(void **state)
{
	(void)state;
	sweep_freeze("kill", ",drop");
}

static void test_any_operation_fails_around_a_freeze(void **state)
{
	(void)state;
	sweep_freeze("fail", "");
}

static void sweep_ensure(const char *how)
{
	unsigned int stride = sweep_stride(SWEEP_THIRDS), operations;
	char input[8192];

	sweep_fresh();
	snprintf(input, sizeof(input), "%s%s", apply_line, confirm_line);
	assert_int_equal(sweep_agent(NULL, "h1", input), 0);
	assert_int_equal(sweep_new(), VALUES);
	sweep_lose();
	assert_int_equal(sweep_new(), 0);
	sweep_keep();
	assert_int_equal(sweep_agent("count", "h1", ensure_line), 0);
	assert_int_equal(answers("ready"), 1);
	operations = sweep_operations();
	print_message("%u operations\n", operations);
	assert_true(operations >= ENSURE_MIN);
	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		char fault[64];

		snprintf(fault, sizeof(fault), "%s@%u", how, n);
		sweep_back();
		sweep_agent(fault, "h1", ensure_line);
		if (answers("ready") && sweep_new() != VALUES)
			fail_msg("%s: it says that it is ready, and is not\n%s", fault, sweep_said());
		if (sweep_agent(NULL, "h1", ensure_line) || answers("ready") != 1 || sweep_new() != VALUES ||
		    !strstr(sweep_said(), "\"wanted\":7"))
			fail_msg("%s, sent again:\n%s", fault, sweep_said());
	}
}

static void test_killed_anywhere_in_an_ensure(void **state)
{
	(void)state;
	sweep_ensure("kill");
}

static void test_any_operation_fails_in_an_ensure(void **state)
{
	(void)state;
	sweep_ensure("fail");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_killed_anywhere_around_a_freeze),     CASE(test_power_lost_anywhere_around_a_freeze),
		CASE(test_any_operation_fails_around_a_freeze), CASE(test_killed_anywhere_in_an_ensure),
		CASE(test_any_operation_fails_in_an_ensure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
