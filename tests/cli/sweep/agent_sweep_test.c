// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ece-agent dies, or an operation of it fails, at every operation of an apply, its confirm and its undo; then the
 * controller sends the same requests again, under the same ids, or undoes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/cli/sweep/bench.h"

#define APPLY_MIN 94  /* operations of apply and confirm of one host */
#define UNDO_MIN  160 /* and of an undo behind them */
#define DROP_MIN  215

#define TOKEN "\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":1}"
#define SETS                                                                        \
	"\"set\":[{\"param\":\"dcqcn.rp.ai_rate\",\"from\":5,\"to\":20},"           \
	"{\"param\":\"roce_accl.selective_repeat_forced_en\",\"from\":0,\"to\":1}," \
	"{\"param\":\"ztr_rtt.ALPHA\",\"from\":6553,\"to\":7000}]"

static const char undo_line[] = "{\"version\":1,\"op\":\"undo\",\"id\":\"u1\",\"run\":\"R1\"," TOKEN "}\n";
static const char confirm_line[] = "{\"version\":1,\"op\":\"confirm\",\"id\":\"c1\",\"run\":\"R1\"," TOKEN "}\n";

/* Host hN has the cards 2N - 1 and 2N. */
static const char *apply_line(unsigned int host)
{
	static char line[2048];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"a1\",\"run\":\"R1\"," TOKEN ",\"lease_ms\":600000,"
		 "\"on_loss\":\"undo\",\"cards\":["
		 "{\"guid\":\"0c42a103%08x\",\"psid\":\"MT_0000000838\"," SETS "},"
		 "{\"guid\":\"0c42a103%08x\",\"psid\":\"MT_0000000838\"," SETS "}]}\n",
		 2 * host - 1, 2 * host);
	return line;
}

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

/* One host gets an apply and a confirm, and an undo when @undo. */
static int run(const char *fault, unsigned int host, bool undo)
{
	char input[8192], name[16];

	snprintf(input, sizeof(input), "%s%s%s", apply_line(host), confirm_line, undo ? undo_line : "");
	snprintf(name, sizeof(name), "h%u", host);
	return sweep_agent(fault, name, input);
}

/* Each operation on another host, so that all of them have their turn. */
static unsigned int host_for(unsigned int n)
{
	return 1 + n % SWEEP_HOSTS;
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

static unsigned int count(const char *fault, bool undo, unsigned int min)
{
	unsigned int n;

	sweep_fresh();
	assert_int_equal(run(fault, 1, undo), 0);
	n = sweep_operations();
	print_message("%u operations (%s)\n", n, fault);
	if (n < min)
		fail_msg("the sweep shrank from at least %u operations to %u", min, n);
	return n;
}

/* Only the cards of this host may have changed; the judge looks at all. */
static void expect_again(unsigned int n, bool undo)
{
	int code = run(NULL, host_for(n), undo);

	/* The apply of a run that was undone before is refused: that answer was lost with the agent, not its outcome. */
	if (code || answers("confirmed") + answers("refused") < 1 || (undo && answers("undone") != 1) ||
	    (!undo && answers("held") != 1))
		fail_msg("at %u, sent again: exit code %d\n%s", n, code, sweep_said());
	sweep_judge(undo ? SWEEP_OLD : SWEEP_OLD_OR_NEW, "sent again after", n);
	if (!undo && sweep_journal("SELECT count(*) FROM change WHERE state = 'confirmed'") != 6)
		fail_msg("at %u, sent again: not all is confirmed", n);
	if (sweep_journal("SELECT count(*) FROM hold"))
		fail_msg("at %u, sent again: a card is still held", n);
}

static void expect_undo(unsigned int n)
{
	char name[16];

	snprintf(name, sizeof(name), "h%u", host_for(n));
	if (sweep_agent(NULL, name, undo_line) || answers("undone") != 1)
		fail_msg("at %u, undo: %s", n, sweep_said());
	sweep_judge(SWEEP_OLD, "undone after", n);
}

static void sweep(const char *format, unsigned int operations, bool undo, bool then_undo)
{
	unsigned int stride = sweep_stride(SWEEP_ALL);

	for (unsigned int n = sweep_first(stride); n <= operations; n += stride) {
		char fault[64];
		int code;

		snprintf(fault, sizeof(fault), "%s@%u%s", format[0] == 'k' ? "kill" : "fail", n,
			 strchr(format, ',') ? ",drop" : "");
		sweep_fresh();
		code = run(fault, host_for(n), undo);
		if (format[0] == 'k' && code != SWEEP_KILLED)
			fail_msg("%s: exit code %d\n%s", fault, code, sweep_said());
		if (format[0] == 'f' && code != 0 && code != 1)
			fail_msg("%s: exit code %d\n%s", fault, code, sweep_said());
		sweep_judge(SWEEP_OLD_OR_NEW, fault, n);
		if (then_undo)
			expect_undo(n);
		else
			expect_again(n, undo);
	}
}

static void test_killed_anywhere_then_sent_again(void **state)
{
	(void)state;
	sweep("kill", count("count", false, APPLY_MIN), false, false);
}

static void test_killed_anywhere_then_undone(void **state)
{
	(void)state;
	sweep("kill", count("count", false, APPLY_MIN), false, true);
}

static void test_killed_in_an_undo_then_sent_again(void **state)
{
	(void)state;
	sweep("kill", count("count", true, UNDO_MIN), true, false);
}

static void test_power_lost_anywhere_then_sent_again(void **state)
{
	(void)state;
	sweep("kill,drop", count("count,drop", true, DROP_MIN), true, false);
}

static void test_power_lost_anywhere_then_undone(void **state)
{
	(void)state;
	sweep("kill,drop", count("count,drop", true, DROP_MIN), true, true);
}

static void test_any_operation_fails_then_undone(void **state)
{
	(void)state;
	sweep("fail", count("count", false, APPLY_MIN), false, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_killed_anywhere_then_sent_again),   CASE(test_killed_anywhere_then_undone),
		CASE(test_killed_in_an_undo_then_sent_again), CASE(test_power_lost_anywhere_then_sent_again),
		CASE(test_power_lost_anywhere_then_undone),   CASE(test_any_operation_fails_then_undone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
