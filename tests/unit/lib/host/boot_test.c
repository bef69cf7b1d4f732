// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A host after a boot or a reload of its driver: the cards have what they have when they are powered on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"

static bool reloaded = true;
static char said[1024]; /* what kept the host from being ready */

static void ask(const char *line, enum protocol_result result)
{
	struct protocol_answer *answer = bench_ask(line);

	assert_non_null(answer);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	protocol_answer_free(answer);
}

static void keep(void *ctx, const struct ece_error *e)
{
	size_t len = strlen(said);

	(void)ctx;
	snprintf(said + len, sizeof(said) - len, "%s: %s\n", e->place, e->text);
}

static int try_boot(const char *id, struct guard_boot *result)
{
	struct ece_error_sink sink = {.add = keep};
	struct guard guard = bench_guard();
	struct ece_error e;

	said[0] = '\0';
	return guard_boot(&guard, id, reloaded, bench_now, result, &sink, &e);
}

static struct guard_boot boot(const char *id)
{
	struct guard_boot result;

	bench_restart();
	assert_int_equal(try_boot(id, &result), 0);
	return result;
}

static void power_cycle(void)
{
	for (unsigned int i = 0; i < FAKE_NICS; i++) {
		fake_find(i, RATE)->raw = 5;
		fake_find(i, SR)->raw = 0;
		fake_find(i, ALPHA)->raw = 6553;
	}
}

static void apply_and_confirm(void)
{
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
}

static void test_a_host_without_history_is_ready(void **state)
{
	struct guard_boot result = boot("b1");

	(void)state;
	assert_true(result.ready);
	assert_false(result.rebooted);
	assert_int_equal(result.right + result.restored + result.dropped, 0);
}

static void test_what_was_confirmed_is_put_back_after_a_boot(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	power_cycle();
	result = boot("b2");
	assert_true(result.ready);
	assert_true(result.rebooted);
	assert_int_equal(result.restored, 6);
	bench_check_new();
	result = boot("b2");
	assert_false(result.rebooted);
	assert_int_equal(result.right, 6);
	assert_int_equal(result.restored, 0);
	/* It is still what the run wrote, and can be undone. */
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_what_was_not_confirmed_is_dropped(void **state)
{
	struct guard_boot result;
	struct guard guard;
	uint64_t deadline;

	(void)state;
	boot("b1");
	ask(bench_apply_keep("a1", "R1", 1), PROTOCOL_HELD);
	power_cycle();
	result = boot("b2");
	assert_true(result.ready);
	assert_int_equal(result.dropped, 1);
	assert_int_equal(result.restored, 0);
	bench_check_old();
	guard = bench_guard();
	assert_int_equal(guard_next_deadline(&guard, &deadline, NULL), 0);
	assert_true(deadline == UINT64_MAX);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_SELF_UNDONE);
}

/* A warm boot may leave the cards powered. */
static void test_what_was_not_confirmed_and_is_still_there_is_put_back(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	result = boot("b2");
	assert_int_equal(result.dropped, 1);
	assert_true(result.ready);
	bench_check_old();
}

/* After power-on a card has neither: that is nobody's doing, and the confirmed value comes back. */
static void test_a_run_over_confirmed_values_falls_back_to_them(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	ask("{\"version\":1,\"op\":\"apply\",\"id\":\"a2\",\"run\":\"R2\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	    "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000b2\","
	    "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" RATE "\",\"from\":20,\"to\":9}]}]}",
	    PROTOCOL_HELD);
	assert_int_equal(fake_find(1, RATE)->raw, 9);
	power_cycle();
	result = boot("b2");
	assert_int_equal(result.dropped, 1);
	assert_true(result.ready);
	bench_check_new();
	assert_string_equal(bench_state("R2", 1, RATE), "undone");
}

/* A reload of the driver is no boot; what the card has again is what it had before we came. */
static void test_a_reload_of_the_driver_is_made_good(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	power_cycle();
	result = boot("b1");
	assert_false(result.rebooted);
	assert_int_equal(result.restored, 6);
	assert_true(result.ready);
	bench_check_new();
}

/* A person may have put the original value back: who only starts again in the same boot writes nothing. */
static void test_a_start_in_the_same_boot_writes_nothing(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	fake_find(1, RATE)->raw = 5;
	fake_write_calls = 0;
	reloaded = false;
	result = boot("b1");
	reloaded = true;
	assert_int_equal(fake_write_calls, 0);
	assert_false(result.ready);
	assert_int_equal(result.wrong, 1);
	assert_string_equal(said, "0000:02:00.0/dcqcn.rp.ai_rate: it is 5 Mb/s, and 20 Mb/s was confirmed: it has its "
				  "original value again, 'ece-guard boot' puts back what was confirmed\n");
	assert_true(boot("b1").ready);
	bench_check_new();
}

/* An agent without a guard looks at the boot too, and leaves what was confirmed to those who are asked for it. */
static void test_a_new_boot_alone_only_drops(void **state)
{
	struct guard_boot result;
	struct guard guard;

	(void)state;
	boot("b1");
	apply_and_confirm();
	power_cycle();
	guard = bench_guard();
	assert_int_equal(guard_new_boot(&guard, "b2", bench_now, &result, NULL, NULL), 0);
	assert_true(result.rebooted);
	bench_check_old();
	result = boot("b2");
	assert_true(result.rebooted);
	assert_int_equal(result.restored, 6);
	bench_check_new();
}

static void test_somebody_elses_value_in_this_boot_is_left_alone(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	fake_find(1, RATE)->raw = 33;
	result = boot("b1");
	assert_false(result.ready);
	assert_int_equal(result.wrong, 1);
	assert_int_equal(result.absent, 0);
	assert_int_equal(result.right, 5);
	assert_int_equal(fake_find(1, RATE)->raw, 33);
	assert_string_equal(said, "0000:02:00.0/dcqcn.rp.ai_rate: it is 33 Mb/s, and 20 Mb/s was confirmed: somebody "
				  "changed it in this boot, left alone\n");
}

static void test_a_held_run_of_this_boot_is_left_to_its_lease(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	result = boot("b1");
	assert_int_equal(result.dropped, 0);
	assert_true(result.ready);
	bench_check_new();
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
}

static void test_a_run_held_over_confirmed_values_is_left_to_its_lease(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	ask("{\"version\":1,\"op\":\"apply\",\"id\":\"a2\",\"run\":\"R2\",\"token\":{\"store\":\"s\",\"epoch\":1,"
	    "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"00000000000000b2\","
	    "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" RATE "\",\"from\":20,\"to\":9}]}]}",
	    PROTOCOL_HELD);
	result = boot("b1");
	assert_true(result.ready);
	assert_int_equal(result.right, 3);
	assert_int_equal(fake_find(1, RATE)->raw, 9);
	assert_string_equal(said, "");
}

/* A PCI address is only where a card was last seen. */
static void test_a_replaced_card_gets_nothing(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	power_cycle();
	fake_nics[1].guid = 0xc3;
	result = boot("b2");
	assert_false(result.ready);
	assert_int_equal(result.restored, 3);
	assert_int_equal(result.wrong, 3);
	assert_int_equal(result.absent, 3);
	assert_int_equal(fake_find(1, RATE)->raw, 5);
	assert_string_equal(said, "MT_0000000838: this host has no card with GUID 00000000000000b2 and PSID "
				  "MT_0000000838: it was replaced, moved or has no driver\n");
	fake_nics[1].guid = 0xb2;
	result = boot("b2");
	assert_true(result.ready);
	bench_check_new();
}

static void test_a_host_that_cannot_put_it_back_is_not_ready(void **state)
{
	struct guard_boot result;

	(void)state;
	boot("b1");
	apply_and_confirm();
	power_cycle();
	fake_find(0, SR)->fault = FAKE_REFUSES;
	result = boot("b2");
	assert_false(result.ready);
	assert_int_equal(result.wrong, 1);
	assert_int_equal(result.restored, 5);
	assert_string_equal(said, "0000:01:00.0/roce_accl.selective_repeat_forced_en: "
				  "roce_accl.selective_repeat_forced_en was not written\n");
	/* Runs of this boot are not dropped because of it. */
	fake_find(0, SR)->fault = FAKE_GOOD;
	result = boot("b2");
	assert_true(result.rebooted);
	assert_true(result.ready);
	result = boot("b2");
	assert_false(result.rebooted);
	bench_check_new();
}

/* Each operation fails once; then it is called again, as the next guard does. */
static void test_every_failure_on_the_way_is_made_good(void **state)
{
	struct guard_boot result;
	unsigned int n = 0;
	char spec[24];
	bool hit;

	(void)state;
	boot("b0");
	apply_and_confirm();
	do {
		char id[16], run[16];

		/* Something confirmed on both cards, and something held over it. */
		snprintf(run, sizeof(run), "F%u", n);
		power_cycle();
		snprintf(id, sizeof(id), "b%u", ++n);
		snprintf(spec, sizeof(spec), "fail@%u", n);
		bench_restart();
		assert_int_equal(fault_arm(spec), 0);
		try_boot(id, &result);
		hit = fault_count() >= n;
		fault_arm("count");
		result = boot(id);
		assert_true(result.ready);
		bench_check_new();
	} while (hit);
	print_message("%u operations\n", n - 1);
	assert_true(n - 1 >= 4);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_start_in_the_same_boot_writes_nothing),
		CASE(test_a_new_boot_alone_only_drops),
		CASE(test_a_run_held_over_confirmed_values_is_left_to_its_lease),
		CASE(test_a_host_without_history_is_ready),
		CASE(test_what_was_confirmed_is_put_back_after_a_boot),
		CASE(test_what_was_not_confirmed_is_dropped),
		CASE(test_what_was_not_confirmed_and_is_still_there_is_put_back),
		CASE(test_a_run_over_confirmed_values_falls_back_to_them),
		CASE(test_a_reload_of_the_driver_is_made_good),
		CASE(test_somebody_elses_value_in_this_boot_is_left_alone),
		CASE(test_a_held_run_of_this_boot_is_left_to_its_lease),
		CASE(test_a_replaced_card_gets_nothing),
		CASE(test_a_host_that_cannot_put_it_back_is_not_ready),
		CASE(test_every_failure_on_the_way_is_made_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
