// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A host is brought to what was last confirmed on it, when a prolog or a task asks for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"

static struct protocol_answer *expect(const char *line, enum protocol_result result)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	return answer;
}

static void ask(const char *line, enum protocol_result result)
{
	protocol_answer_free(expect(line, result));
}

static const char *ensure(const char *more)
{
	static char line[256];

	snprintf(line, sizeof(line), "{\"version\":1,\"minor\":1,\"op\":\"ensure\",\"id\":\"e\"%s}", more);
	return line;
}

#define OF_STORE(number, generation) \
	",\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":" #number "},\"generation\":" #generation

static void drop(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	(void)e;
}

static void look_at_boot(const char *id)
{
	struct ece_error_sink sink = {.add = drop};
	struct guard guard = bench_guard();
	struct guard_boot result;

	assert_int_equal(guard_boot(&guard, id, false, bench_now, &result, &sink, NULL), 0);
}

/* Generation 3 of the fleet. */
static void apply_and_confirm(void)
{
	char line[256];

	look_at_boot("b1");
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	snprintf(line, sizeof(line), "%.*s,\"generation\":3}", (int)strlen(bench_op("confirm", "c1", "R1", 1)) - 1,
		 bench_op("confirm", "c1", "R1", 1));
	ask(line, PROTOCOL_CONFIRMED);
	fake_write_calls = 0;
}

static void check_counts(const struct protocol_answer *answer, uint32_t right, uint32_t changed, uint32_t wrong)
{
	assert_int_equal(answer->ensured.right, right);
	assert_int_equal(answer->ensured.changed, changed);
	assert_int_equal(answer->ensured.wrong, wrong);
}

static void test_a_host_without_history_is_ready(void **state)
{
	struct protocol_answer *answer = expect(ensure(""), PROTOCOL_READY);

	(void)state;
	check_counts(answer, 0, 0, 0);
	assert_int_equal(answer->generation, 0);
	protocol_answer_free(answer);
}

static void test_a_host_that_has_it_is_left_alone(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	answer = expect(ensure(""), PROTOCOL_READY);
	check_counts(answer, 6, 0, 0);
	assert_int_equal(answer->generation, 3);
	assert_int_equal(answer->nic_count, 0);
	protocol_answer_free(answer);
	assert_int_equal(fake_write_calls, 0);
}

/* The driver was loaded again: the card has what it had before us. */
static void test_an_original_value_is_replaced(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	fake_find(1, RATE)->raw = 5;
	answer = expect(ensure(""), PROTOCOL_READY);
	check_counts(answer, 5, 1, 0);
	assert_int_equal(answer->nic_count, 1);
	assert_int_equal(answer->nics[0].value_count, 1);
	assert_string_equal(answer->nics[0].values[0].param->name, RATE);
	assert_int_equal(answer->nics[0].values[0].write, ECE_WRITE_DONE);
	assert_int_equal(answer->nics[0].values[0].value.raw, 20);
	protocol_answer_free(answer);
	bench_check_new();
	answer = expect(ensure(""), PROTOCOL_READY);
	check_counts(answer, 6, 0, 0);
	protocol_answer_free(answer);
}

static void test_another_writer_is_named_and_not_fought(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	fake_find(0, RATE)->raw = 9;
	answer = expect(ensure(""), PROTOCOL_NOT_READY);
	check_counts(answer, 5, 0, 1);
	assert_int_equal(answer->error.kind, ECE_ERROR_CONFLICT);
	assert_non_null(strstr(answer->error.text,
			       "it is 9 Mb/s, and 20 Mb/s was confirmed: somebody changed it in this "
			       "boot, left alone"));
	assert_non_null(strstr(answer->error.place, RATE));
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 9);
	answer = expect(ensure(",\"force\":true"), PROTOCOL_READY);
	check_counts(answer, 5, 1, 0);
	protocol_answer_free(answer);
	bench_check_new();
}

static void test_a_card_that_a_run_holds_is_left_to_it(void **state)
{
	(void)state;
	apply_and_confirm();
	ask("{\"version\":1,\"op\":\"apply\",\"id\":\"a2\",\"run\":\"R2\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	    "\"number\":2},"
	    "\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000a1\",\"psid\":\"MT_"
	    "0000000838\","
	    "\"set\":[{\"param\":\"" RATE "\",\"from\":20,\"to\":30}]}]}",
	    PROTOCOL_HELD);
	fake_find(1, RATE)->raw = 5;
	ask(ensure(",\"force\":true"), PROTOCOL_READY);
	assert_int_equal(fake_find(0, RATE)->raw, 30);
	assert_int_equal(fake_find(1, RATE)->raw, 20);
}

static void test_a_host_that_is_owed_says_so(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	answer = expect(ensure(",\"generation\":4"), PROTOCOL_READY);
	assert_int_equal(answer->generation, 3);
	assert_int_equal(answer->wanted, 4);
	protocol_answer_free(answer);
	/* That was a person's question, and is not what the store says. */
	answer = expect(ensure(""), PROTOCOL_READY);
	assert_int_equal(answer->wanted, 0);
	protocol_answer_free(answer);
	ask(ensure(OF_STORE(5, 7)), PROTOCOL_READY);
	bench_restart();
	answer = expect(ensure(""), PROTOCOL_READY);
	assert_int_equal(answer->wanted, 7);
	protocol_answer_free(answer);
}

/* A controller that is out of date, or another store's, does not say what this host is owed. */
static void test_an_older_token_is_refused(void **state)
{
	(void)state;
	apply_and_confirm();
	ask(ensure(OF_STORE(1, 7)), PROTOCOL_READY);
	ask(ensure(OF_STORE(0, 9)), PROTOCOL_REFUSED);
	ask(ensure(",\"token\":{\"store\":\"other\",\"epoch\":1,\"number\":9},\"generation\":9"), PROTOCOL_REFUSED);
}

static void test_a_frozen_host_tells_what_is_missing(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	ask("{\"version\":1,\"op\":\"freeze\",\"id\":\"z\",\"who\":\"root\"}", PROTOCOL_FROZEN);
	answer = expect(ensure(",\"force\":true"), PROTOCOL_READY);
	assert_true(answer->frozen.by_hand);
	protocol_answer_free(answer);
	fake_find(0, RATE)->raw = 5;
	fake_find(1, SR)->raw = 0;
	answer = expect(ensure(",\"force\":true"), PROTOCOL_NOT_READY);
	check_counts(answer, 4, 0, 2);
	assert_int_equal(answer->error.kind, ECE_ERROR_LOCKED);
	assert_int_equal(answer->nic_count, 2);
	protocol_answer_free(answer);
	assert_int_equal(fake_write_calls, 0);
}

static void check_read(int8_t ready)
{
	struct protocol_answer *answer =
		expect("{\"version\":1,\"minor\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[]}", PROTOCOL_OK);

	assert_int_equal(answer->ready, ready);
	protocol_answer_free(answer);
}

static void test_a_read_tells_how_the_last_look_ended(void **state)
{
	(void)state;
	check_read(0);
	apply_and_confirm();
	check_read(1);
	fake_find(0, RATE)->raw = 9;
	ask(ensure(""), PROTOCOL_NOT_READY);
	check_read(-1);
	look_at_boot("b1");
	check_read(-1);
	fake_find(0, RATE)->raw = 20;
	look_at_boot("b1");
	check_read(1);
}

/* A boot that was not looked after to its end is. */
static void test_it_ends_what_a_boot_began(void **state)
{
	(void)state;
	apply_and_confirm();
	fake_find(0, RATE)->raw = 7;
	fake_find(0, RATE)->fault = FAKE_REFUSES;
	look_at_boot("b2");
	check_read(-1);
	fake_find(0, RATE)->fault = FAKE_GOOD;
	ask(ensure(""), PROTOCOL_READY);
	check_read(1);
	bench_check_new();
	/* From here on another value is somebody's. */
	fake_find(0, RATE)->raw = 7;
	ask(ensure(""), PROTOCOL_NOT_READY);
}

static void test_a_card_that_is_gone_is_told(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	apply_and_confirm();
	fake_nics[1].missing = true;
	answer = expect(ensure(""), PROTOCOL_NOT_READY);
	check_counts(answer, 3, 0, 3);
	assert_true(answer->error.code < 0);
	protocol_answer_free(answer);
}

/* Each operation fails once, then it is asked again. */
static void test_every_failure_on_the_way_is_made_good(void **state)
{
	unsigned int n = 0;
	char spec[24];
	bool hit;

	(void)state;
	apply_and_confirm();
	do {
		fake_find(0, RATE)->raw = 5;
		fake_find(1, SR)->raw = 0;
		snprintf(spec, sizeof(spec), "fail@%u", ++n);
		assert_int_equal(fault_arm(spec), 0);
		protocol_answer_free(bench_ask(ensure(OF_STORE(5, 7))));
		hit = fault_count() >= n;
		fault_arm("count");
		bench_restart();
		ask(ensure(""), PROTOCOL_READY);
		bench_check_new();
	} while (hit);
	print_message("%u operations\n", n - 1);
	assert_true(n - 1 >= 2);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_host_without_history_is_ready),
		CASE(test_a_host_that_has_it_is_left_alone),
		CASE(test_an_original_value_is_replaced),
		CASE(test_another_writer_is_named_and_not_fought),
		CASE(test_a_card_that_a_run_holds_is_left_to_it),
		CASE(test_a_host_that_is_owed_says_so),
		CASE(test_an_older_token_is_refused),
		CASE(test_a_frozen_host_tells_what_is_missing),
		CASE(test_a_read_tells_how_the_last_look_ended),
		CASE(test_it_ends_what_a_boot_began),
		CASE(test_a_card_that_is_gone_is_told),
		CASE(test_every_failure_on_the_way_is_made_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
