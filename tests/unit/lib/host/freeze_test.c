// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A frozen host writes nothing, whoever asks and whatever ends meanwhile; and what comes late neither freezes nor thaws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "lib/host/once.h"
#include "tests/unit/lib/host/bench.h"

/* Of the store "s", epoch 1, or by hand. */
static const char *order(const char *op, unsigned int number)
{
	static char line[512];
	char token[80] = "";

	if (number)
		snprintf(token, sizeof(token), "\"token\":{\"store\":\"s\",\"epoch\":1,\"number\":%u},", number);
	snprintf(line, sizeof(line),
		 "{\"version\":1,\"minor\":1,\"op\":\"%s\",\"id\":\"z\",%s\"who\":\"anna@control1\",\"why\":"
		 "\"firmware\"}",
		 op, token);
	return line;
}

static const char *by_force(const char *line)
{
	static char text[512];

	snprintf(text, sizeof(text), "%.*s,\"force\":true}", (int)strlen(line) - 1, line);
	return text;
}

/* The same line from a controller that knows of freezes. */
static const char *newer(const char *line)
{
	static char text[2048];

	snprintf(text, sizeof(text), "{\"minor\":1,%s", line + 1);
	return text;
}

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

static bool is_frozen(void)
{
	struct guard guard = bench_guard();
	struct protocol_freeze frozen;

	assert_int_equal(guard_frozen(&guard, &frozen, NULL), 0);
	journal_rollback(bench_journal);
	return frozen.fleet || frozen.by_hand;
}

static uint64_t next_deadline(void)
{
	struct guard guard = bench_guard();
	uint64_t deadline = 0;

	assert_int_equal(guard_next_deadline(&guard, &deadline, NULL), 0);
	return deadline;
}

static void test_a_frozen_host_writes_nothing_for_a_run(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	bench_restart();
	answer = expect(newer(bench_apply("a1", "R1", 10)), PROTOCOL_REFUSED);
	assert_int_equal(answer->error.kind, ECE_ERROR_LOCKED);
	assert_non_null(strstr(answer->error.text, "by anna@control1 (firmware), and nothing is written until "
						   "'ece-apply unfreeze' ends it"));
	assert_true(answer->frozen.fleet);
	assert_int_equal(answer->frozen.token.number, 9);
	assert_string_equal(answer->frozen.who, "anna@control1");
	protocol_answer_free(answer);
	assert_int_equal(fake_write_calls, 0);
	bench_check_old();
	/* It is no answer that the journal keeps. */
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	ask(bench_apply("a1", "R1", 10), PROTOCOL_HELD);
	bench_check_new();
}

static void test_an_undo_waits_and_closes_the_run(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	fake_write_calls = 0;
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_REFUSED);
	ask(bench_op("undo", "u2", "R2", 1), PROTOCOL_REFUSED);
	assert_int_equal(fake_write_calls, 0);
	bench_check_new();
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	/* An apply that was under way when the undo was asked for. */
	ask(bench_apply("a2", "R2", 1), PROTOCOL_REFUSED);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_renew_and_confirm_write_nothing_and_go_on(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	fake_write_calls = 0;
	ask(bench_op("renew", "n1", "R1", 1), PROTOCOL_RENEWED);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	assert_int_equal(fake_write_calls, 0);
}

/* What was answered is answered again. */
static void test_the_journal_answers_in_a_freeze_too(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	answer = expect(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_true(answer->from_journal);
	protocol_answer_free(answer);
}

/* Refused means that nothing was written, and of this one that cannot be said. */
static void test_an_apply_that_died_is_not_answered_in_a_freeze(void **state)
{
	(void)state;
	fault_arm("fail@4");
	assert_null(bench_ask(bench_apply("a1", "R1", 1)));
	fault_arm("count");
	bench_restart();
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	assert_null(bench_ask(bench_apply("a1", "R1", 1)));
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	bench_check_new();
}

static void check_lease(const char *line, bool kept)
{
	struct guard guard = bench_guard();
	struct guard_expiry expiry;
	uint64_t deadline;

	ask(line, PROTOCOL_HELD);
	deadline = next_deadline();
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	assert_true(next_deadline() == UINT64_MAX);
	fake_write_calls = 0;
	assert_int_equal(guard_expire(&guard, deadline * 2, &expiry, NULL), 0);
	assert_int_equal(expiry.undone + expiry.kept + expiry.failed, 0);
	assert_int_equal(fake_write_calls, 0);
	bench_check_new();
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	assert_true(next_deadline() == deadline);
	assert_int_equal(guard_expire(&guard, deadline * 2, &expiry, NULL), 0);
	assert_int_equal(kept ? expiry.kept : expiry.undone, 1);
}

static void test_a_lease_that_ends_meanwhile_is_undone_after_the_thaw(void **state)
{
	(void)state;
	check_lease(bench_apply("a1", "R1", 1), false);
	bench_check_old();
}

static void test_a_lease_that_ends_meanwhile_is_kept_by_its_rule(void **state)
{
	(void)state;
	check_lease(bench_apply_keep("a1", "R1", 1), true);
	bench_check_new();
}

static void test_a_person_at_the_host_writes_nothing_either(void **state)
{
	struct guard guard = bench_guard();
	const struct guard_set set = {
		.card = {.guid = 0xa1, .psid = "MT_0000000838"},
		.param = (uint16_t)ece_param_index(ece_param_find(RATE)),
		.from = 5,
		.to = 20,
	};
	struct guard_job *job;

	(void)state;
	ask(order("freeze", 0), PROTOCOL_FROZEN);
	assert_int_equal(once_apply(&guard, "set-1", &set, 1, bench_now, &job, NULL), 0);
	assert_int_equal(guard_job_result(job), PROTOCOL_REFUSED);
	assert_non_null(strstr(guard_job_error(job)->text, "'ece-agent unfreeze' on this host"));
	guard_job_free(job);
	assert_int_equal(fake_write_calls, 0);
}

/* Orders of one store are in the order of their tokens; with equal ones the thaw is the later. */
static void test_what_comes_late_changes_nothing(void **state)
{
	(void)state;
	ask(order("freeze", 5), PROTOCOL_FROZEN);
	ask(order("freeze", 7), PROTOCOL_FROZEN);
	ask(order("unfreeze", 6), PROTOCOL_REFUSED);
	assert_true(is_frozen());
	ask(order("freeze", 7), PROTOCOL_FROZEN);
	ask(order("unfreeze", 7), PROTOCOL_THAWED);
	assert_false(is_frozen());
	ask(order("freeze", 7), PROTOCOL_REFUSED);
	ask(order("freeze", 6), PROTOCOL_REFUSED);
	assert_false(is_frozen());
	ask(order("unfreeze", 3), PROTOCOL_THAWED);
	ask(order("freeze", 8), PROTOCOL_FROZEN);
	assert_true(is_frozen());
	/* A thaw that came before its freeze. */
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	ask(order("unfreeze", 12), PROTOCOL_THAWED);
	ask(order("freeze", 11), PROTOCOL_REFUSED);
	assert_false(is_frozen());
}

/* A freeze is no run: a run that is older than it goes on after the thaw, and a younger one may not be frozen too late. */
static void test_numbers_of_runs_and_of_freezes_are_apart(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 20), PROTOCOL_HELD);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	ask(order("unfreeze", 30), PROTOCOL_THAWED);
	ask(bench_op("confirm", "c1", "R1", 20), PROTOCOL_CONFIRMED);
}

static const char *of_store(const char *op, const char *store, unsigned int epoch)
{
	static char line[256];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"%s\",\"id\":\"z\",\"token\":{\"store\":\"%s\",\"epoch\":%u,\"number\":50}}",
		 op, store, epoch);
	return line;
}

static void test_another_store_neither_freezes_nor_thaws(void **state)
{
	(void)state;
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	ask(of_store("unfreeze", "other", 1), PROTOCOL_REFUSED);
	ask(of_store("unfreeze", "s", 0), PROTOCOL_REFUSED);
	assert_true(is_frozen());
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(of_store("freeze", "other", 7), PROTOCOL_REFUSED);
	ask(of_store("freeze", "s", 0), PROTOCOL_REFUSED);
	assert_false(is_frozen());
	/* Its number begins anew with the epoch. */
	ask(order("freeze", 60), PROTOCOL_FROZEN);
	ask(of_store("unfreeze", "s", 2), PROTOCOL_THAWED);
	assert_false(is_frozen());
}

static void test_hand_and_fleet_freeze_independently(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	ask(order("freeze", 0), PROTOCOL_FROZEN);
	answer = expect(order("unfreeze", 9), PROTOCOL_THAWED);
	assert_true(answer->frozen.by_hand);
	assert_false(answer->frozen.fleet);
	protocol_answer_free(answer);
	assert_true(is_frozen());
	ask(order("unfreeze", 0), PROTOCOL_THAWED);
	assert_false(is_frozen());
	ask(order("freeze", 10), PROTOCOL_FROZEN);
	answer = expect(order("unfreeze", 0), PROTOCOL_REFUSED);
	assert_non_null(strstr(answer->error.text, "frozen by the fleet (anna@control1), not by hand"));
	protocol_answer_free(answer);
	assert_true(is_frozen());
	ask(by_force(order("unfreeze", 0)), PROTOCOL_THAWED);
	assert_false(is_frozen());
	/* The store says it again to who was away: this host has been told otherwise since. */
	ask(order("freeze", 10), PROTOCOL_REFUSED);
	ask(order("freeze", 11), PROTOCOL_FROZEN);
	ask(order("freeze", 0), PROTOCOL_FROZEN);
	ask(by_force(order("unfreeze", 11)), PROTOCOL_THAWED);
	assert_false(is_frozen());
}

static void test_a_read_tells_who_froze(void **state)
{
	static const char read[] = "{\"version\":1,\"minor\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[]}";
	static const char old_read[] = "{\"version\":1,\"op\":\"read\",\"id\":\"r\",\"params\":[]}";
	struct protocol_answer *answer;

	(void)state;
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	answer = expect(read, PROTOCOL_OK);
	assert_true(answer->frozen.fleet);
	assert_string_equal(answer->frozen.why, "firmware");
	assert_true(answer->frozen.since_s > 1700000000);
	protocol_answer_free(answer);
	answer = expect(old_read, PROTOCOL_OK);
	assert_false(answer->frozen.fleet);
	protocol_answer_free(answer);
}

static void drop(void *ctx, const struct ece_error *e)
{
	snprintf(ctx, ECE_ERROR_TEXT_MAX, "%s", e->text);
}

static struct guard_boot boot(const char *id, char *said)
{
	struct ece_error_sink sink = {.add = drop, .ctx = said};
	struct guard_boot result;
	struct guard guard;

	bench_restart();
	guard = bench_guard();
	said[0] = '\0';
	assert_int_equal(guard_boot(&guard, id, true, bench_now, &result, &sink, NULL), 0);
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

static void test_a_boot_in_a_freeze_is_looked_after_when_it_is_over(void **state)
{
	struct guard_boot result;
	char said[ECE_ERROR_TEXT_MAX];

	(void)state;
	boot("b1", said);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	power_cycle();
	fake_write_calls = 0;
	for (int i = 0; i < 2; i++) {
		result = boot("b2", said);
		assert_true(result.rebooted);
		assert_true(result.frozen);
		assert_false(result.ready);
		assert_int_equal(result.wrong, 6);
		assert_non_null(strstr(said, "the host is frozen, and nothing is written"));
	}
	assert_int_equal(fake_write_calls, 0);
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	result = boot("b2", said);
	assert_true(result.ready);
	assert_int_equal(result.restored, 6);
	bench_check_new();
}

/* Held before the boot, and frozen in it: the lease is of another clock, and the run must not go on. */
static void test_what_was_held_before_a_boot_in_a_freeze_is_dropped_after_it(void **state)
{
	struct guard_boot result;
	char said[ECE_ERROR_TEXT_MAX];

	(void)state;
	boot("b1", said);
	ask(bench_apply_keep("a1", "R1", 1), PROTOCOL_HELD);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	result = boot("b2", said);
	assert_false(result.ready);
	assert_int_equal(result.dropped, 0);
	bench_check_new();
	ask(order("unfreeze", 9), PROTOCOL_THAWED);
	result = boot("b2", said);
	assert_true(result.ready);
	assert_int_equal(result.dropped, 1);
	bench_check_old();
}

/* A host that has all it should have is ready, frozen or not. */
static void test_a_frozen_host_can_be_ready(void **state)
{
	struct guard_boot result;
	char said[ECE_ERROR_TEXT_MAX];

	(void)state;
	boot("b1", said);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(order("freeze", 9), PROTOCOL_FROZEN);
	result = boot("b1", said);
	assert_true(result.ready);
	assert_true(result.frozen);
}

/* Each operation of a freeze and of a thaw fails once: it is then as it was or as it was asked for, and said so. */
static void test_every_failure_is_one_or_the_other(void **state)
{
	static const char *const ops[] = {"freeze", "unfreeze"};
	unsigned int n, number = 1;
	struct protocol_answer *answer;
	char spec[24];
	bool hit, told;

	(void)state;
	for (int op = 0; op < 2; op++)
		for (n = 1, hit = true; hit; n++) {
			ask(order(ops[!op], number), op ? PROTOCOL_FROZEN : PROTOCOL_THAWED);
			snprintf(spec, sizeof(spec), "fail@%u", n);
			assert_int_equal(fault_arm(spec), 0);
			answer = bench_ask(order(ops[op], ++number));
			hit = fault_count() >= n;
			fault_arm("count");
			told = answer && answer->result != PROTOCOL_REFUSED;
			protocol_answer_free(answer);
			bench_restart();
			if (told)
				assert_true(is_frozen() == !op);
			ask(order(ops[op], number), op ? PROTOCOL_THAWED : PROTOCOL_FROZEN);
			assert_true(is_frozen() == !op);
			number++;
		}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_frozen_host_writes_nothing_for_a_run),
		CASE(test_an_undo_waits_and_closes_the_run),
		CASE(test_renew_and_confirm_write_nothing_and_go_on),
		CASE(test_the_journal_answers_in_a_freeze_too),
		CASE(test_an_apply_that_died_is_not_answered_in_a_freeze),
		CASE(test_a_lease_that_ends_meanwhile_is_undone_after_the_thaw),
		CASE(test_a_lease_that_ends_meanwhile_is_kept_by_its_rule),
		CASE(test_a_person_at_the_host_writes_nothing_either),
		CASE(test_what_comes_late_changes_nothing),
		CASE(test_numbers_of_runs_and_of_freezes_are_apart),
		CASE(test_another_store_neither_freezes_nor_thaws),
		CASE(test_hand_and_fleet_freeze_independently),
		CASE(test_a_read_tells_who_froze),
		CASE(test_a_boot_in_a_freeze_is_looked_after_when_it_is_over),
		CASE(test_what_was_held_before_a_boot_in_a_freeze_is_dropped_after_it),
		CASE(test_a_frozen_host_can_be_ready),
		CASE(test_every_failure_is_one_or_the_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
