// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A parameter that reads the same whatever it is: what was written must go back all the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/lib/host/bench.h"

#define SLOT "ppcc.slot.15.enable"

static void ask(const char *line, enum protocol_result result)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	protocol_answer_free(answer);
}

/* The first card: the slot off, and the rate from 5 to 20. */
static const char *apply(const char *id, const char *run, unsigned int number)
{
	static char line[1024];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":%u},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000a1\","
		 "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" SLOT "\",\"from\":1,\"to\":0},"
		 "{\"param\":\"" RATE "\",\"from\":5,\"to\":20}]}]}",
		 id, run, number);
	return line;
}

static void an_undo_writes_though_the_old_value_reads(void **state)
{
	(void)state;
	ask(apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
	assert_string_equal(bench_state("R1", 0, SLOT), "written");
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, SLOT)->raw, 1);
	assert_int_equal(fake_find(0, SLOT)->writes, 2);
	assert_string_equal(bench_state("R1", 0, SLOT), "undone");
}

static void an_undo_that_is_refused_is_no_undo(void **state)
{
	(void)state;
	fake_find(0, SLOT)->fault = FAKE_STUCK;
	ask(apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDO_FAILED);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
}

static void a_failed_apply_puts_it_back(void **state)
{
	(void)state;
	fake_find(0, RATE)->fault = FAKE_REFUSES;
	ask(apply("a1", "R1", 1), PROTOCOL_FAILED_OLD);
	assert_int_equal(fake_find(0, SLOT)->raw, 1);
	assert_string_equal(bench_state("R1", 0, SLOT), "restored");
}

static void what_cannot_be_put_back_is_dirty(void **state)
{
	(void)state;
	fake_find(0, SLOT)->fault = FAKE_STUCK;
	fake_find(0, RATE)->fault = FAKE_REFUSES;
	ask(apply("a1", "R1", 1), PROTOCOL_DIRTY);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
	assert_string_equal(bench_state("R1", 0, SLOT), "dirty");
}

/* The reading is that of before the first run, and the second run has it. */
static void what_a_later_run_wrote_is_left(void **state)
{
	char line[1024], *at;

	(void)state;
	ask(apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	strcpy(line, apply("a2", "R2", 2));
	at = strstr(line, "\"from\":5,\"to\":20");
	memcpy(at, "\"from\":20,\"to\":9", 16);
	ask(line, PROTOCOL_HELD);
	ask(bench_op("confirm", "c2", "R2", 2), PROTOCOL_CONFIRMED);
	ask(bench_op("undo", "u1", "R1", 3), PROTOCOL_CONFLICT);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
}

/* Only the slot, from what it reads to off. */
static const char *switch_off(const char *id, const char *run, unsigned int number)
{
	static char line[1024];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":%u},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000a1\","
		 "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" SLOT "\",\"from\":1,\"to\":0}]}]}",
		 id, run, number);
	return line;
}

static void switch_off_and_confirm(void)
{
	ask(switch_off("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
}

/* The journal knows what the card does not tell: a confirmed run had disabled it. */
static void an_undo_goes_back_to_what_was_confirmed(void **state)
{
	(void)state;
	switch_off_and_confirm();
	ask(switch_off("a2", "R2", 2), PROTOCOL_HELD);
	ask(bench_op("confirm", "c2", "R2", 2), PROTOCOL_CONFIRMED);
	ask(bench_op("undo", "u2", "R2", 3), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
	assert_string_equal(bench_state("R2", 0, SLOT), "undone");
	/* And the undo of the first goes back to what it had found. */
	ask(bench_op("undo", "u1", "R1", 4), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, SLOT)->raw, 1);
	assert_string_equal(bench_state("R1", 0, SLOT), "undone");
}

static void a_failed_apply_goes_back_to_what_was_confirmed(void **state)
{
	(void)state;
	switch_off_and_confirm();
	fake_find(0, RATE)->fault = FAKE_REFUSES;
	ask(apply("a2", "R2", 2), PROTOCOL_FAILED_OLD);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
	assert_string_equal(bench_state("R2", 0, SLOT), "restored");
}

/* A request that comes again finds the reading that its plan had, not what the journal has as the old value. */
static void a_second_try_is_not_taken_for_a_change(void **state)
{
	(void)state;
	switch_off_and_confirm();
	ask(switch_off("a2", "R2", 2), PROTOCOL_HELD);
	ask(switch_off("a3", "R2", 2), PROTOCOL_HELD);
	ask(bench_op("undo", "u2", "R2", 3), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, SLOT)->raw, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)
		CASE(an_undo_writes_though_the_old_value_reads),
		CASE(an_undo_that_is_refused_is_no_undo),
		CASE(a_failed_apply_puts_it_back),
		CASE(what_cannot_be_put_back_is_dirty),
		CASE(what_a_later_run_wrote_is_left),
		CASE(an_undo_goes_back_to_what_was_confirmed),
		CASE(a_failed_apply_goes_back_to_what_was_confirmed),
		CASE(a_second_try_is_not_taken_for_a_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
