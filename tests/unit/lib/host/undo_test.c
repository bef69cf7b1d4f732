// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* CONFIRM and UNDO on one host. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/fault.h"
#include "tests/unit/lib/host/bench.h"

static const struct journal_card card_a = {.guid = 0xa1, .psid = "MT_0000000838"};

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

static const char *set_sr(const char *id, const char *run, unsigned int nic, unsigned int from, unsigned int to)
{
	static char line[512];

	snprintf(line, sizeof(line),
		 "{\"version\":1,\"op\":\"apply\",\"id\":\"%s\",\"run\":\"%s\",\"token\":{\"store\":\"s\",\"epoch\":1,"
		 "\"number\":1},\"lease_ms\":600000,\"on_loss\":\"undo\",\"cards\":[{\"guid\":\"%016llx\","
		 "\"psid\":\"MT_0000000838\",\"set\":[{\"param\":\"" SR "\",\"from\":%u,\"to\":%u}]}]}",
		 id, run, (unsigned long long)fake_nics[nic].guid, from, to);
	return line;
}

static int confirmed(uint64_t *raw)
{
	return journal_confirmed_get(bench_journal, "", &card_a, ece_param_find(RATE), raw, NULL);
}

static void test_confirm_makes_it_what_the_host_should_have(void **state)
{
	struct journal_hold hold;
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(confirmed(&raw), -ENOENT);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	assert_int_equal(confirmed(&raw), 0);
	assert_int_equal(raw, 20);
	assert_int_equal(journal_hold_get(bench_journal, "", &card_a, &hold, NULL), -ENOENT);
	assert_string_equal(bench_state("R1", 0, RATE), "confirmed");
	ask(bench_op("confirm", "c2", "R1", 1), PROTOCOL_CONFIRMED);
}

static void test_confirm_of_what_is_not_here_is_refused(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	answer = expect(bench_op("confirm", "c2", "R1", 1), PROTOCOL_REFUSED);
	assert_string_equal(answer->error.text, "run R1 cannot be confirmed here: it was undone");
	protocol_answer_free(answer);
}

/* Somebody else wrote while the host held the change: what was watched since is not what the run wrote. */
static void test_confirm_of_what_is_not_there_any_more_is_refused(void **state)
{
	struct protocol_answer *answer;
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(0, RATE)->raw = 33;
	answer = expect(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED);
	assert_string_equal(
		answer->error.text,
		"it is 33 Mb/s, but this run wrote 20 Mb/s: somebody changed it since, and it is not confirmed");
	protocol_answer_free(answer);
	assert_int_equal(confirmed(&raw), -ENOENT);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_CONFLICT);
	assert_int_equal(fake_find(0, RATE)->raw, 33);
}

static void test_confirm_of_a_run_with_an_open_change_is_refused(void **state)
{
	struct journal_change change = {
		.card = card_a, .param = ece_param_find(SR), .old_raw = 0, .new_raw = 1, .state = JOURNAL_INTENT};
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(journal_change_put(bench_journal, "", "R1", &change, NULL), 0);
	assert_int_equal(journal_commit(bench_journal, NULL), 0);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_REFUSED);
	assert_int_equal(confirmed(&raw), -ENOENT);
}

static void test_undo_puts_back_and_forgets_what_was_confirmed(void **state)
{
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(bench_op("undo", "u1", "R1", 2), PROTOCOL_UNDONE);
	bench_check_old();
	assert_int_equal(confirmed(&raw), -ENOENT);
	assert_string_equal(bench_state("R1", 1, SR), "undone");
}

static void test_undo_of_the_second_run_leaves_what_the_first_confirmed(void **state)
{
	char line[2048], *at;
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	strcpy(line, bench_apply("a2", "R2", 2));
	while ((at = strstr(line, "\"from\":5,\"to\":20")))
		memcpy(at, "\"from\":20,\"to\":9", 16);
	ask(line, PROTOCOL_HELD);
	assert_int_equal(fake_find(0, RATE)->raw, 9);
	ask(bench_op("confirm", "c2", "R2", 2), PROTOCOL_CONFIRMED);
	ask(bench_op("undo", "u2", "R2", 3), PROTOCOL_UNDONE);
	bench_check_new();
	assert_int_equal(confirmed(&raw), 0);
	assert_int_equal(raw, 20);
}

/* What was confirmed drifted, and a run that repairs it is undone, whether it was confirmed or not: it is drift again. */
static void test_undo_of_a_repair_does_not_confirm_the_drift(void **state)
{
	char line[2048], *at;
	uint64_t raw;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	fake_find(0, RATE)->raw = fake_find(1, RATE)->raw = 3;
	strcpy(line, bench_apply("a2", "R2", 2));
	while ((at = strstr(line, "\"from\":5,")))
		memcpy(at, "\"from\":3,", 9);
	ask(line, PROTOCOL_HELD);
	assert_int_equal(fake_find(0, RATE)->raw, 20);
	ask(bench_op("undo", "u2", "R2", 3), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, RATE)->raw, 3);
	assert_int_equal(confirmed(&raw), 0);
	assert_int_equal(raw, 20);
}

/* Somebody took it away, and a later run wrote it again: undoing the first must not take it from the second. */
static void test_undo_leaves_what_a_later_run_wrote_again(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	fake_find(0, RATE)->raw = 5;
	ask(bench_apply("a2", "R2", 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c2", "R2", 1), PROTOCOL_CONFIRMED);
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_CONFLICT);
	assert_non_null(strstr(answer->error.text, "run R2 wrote it after this one"));
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 20);
	assert_int_equal(fake_find(1, RATE)->raw, 5);
	/* In the other order both are gone. */
	ask(bench_op("undo", "u2", "R2", 1), PROTOCOL_UNDONE);
	ask(bench_op("undo", "u3", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

/* The value is that of before the first run, but the undo of the second will bring the first one's again. */
static void test_undo_is_not_done_while_a_later_run_keeps_the_old_value(void **state)
{
	(void)state;
	ask(set_sr("a1", "R1", 0, 0, 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(set_sr("a2", "R2", 0, 1, 0), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_CONFLICT);
	assert_string_equal(bench_state("R1", 0, SR), "conflict");
	ask(bench_op("undo", "u2", "R2", 1), PROTOCOL_UNDONE);
	assert_int_equal(fake_find(0, SR)->raw, 1);
	ask(bench_op("undo", "u3", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

/* The same while the undo of the later run is not done yet. */
static void test_undo_is_not_done_while_a_later_undo_is_not(void **state)
{
	(void)state;
	ask(set_sr("a1", "R1", 0, 0, 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R1", 1), PROTOCOL_CONFIRMED);
	ask(set_sr("a2", "R2", 0, 1, 0), PROTOCOL_HELD);
	fake_find(0, SR)->fault = FAKE_REFUSES;
	ask(bench_op("undo", "u1", "R2", 1), PROTOCOL_UNDO_FAILED);
	ask(bench_op("undo", "u2", "R1", 1), PROTOCOL_CONFLICT);
	fake_find(0, SR)->fault = FAKE_GOOD;
	ask(bench_op("undo", "u3", "R2", 1), PROTOCOL_UNDONE);
	ask(bench_op("undo", "u4", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

/* A run that holds another card already is the later one on a card that it comes to only now. */
static void test_undo_knows_which_run_wrote_a_card_last(void **state)
{
	(void)state;
	ask(set_sr("a1", "R1", 1, 0, 1), PROTOCOL_HELD);
	ask(set_sr("a2", "R2", 0, 0, 1), PROTOCOL_HELD);
	ask(bench_op("confirm", "c1", "R2", 1), PROTOCOL_CONFIRMED);
	ask(set_sr("a3", "R1", 0, 1, 0), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R2", 1), PROTOCOL_CONFLICT);
	ask(bench_op("undo", "u2", "R1", 1), PROTOCOL_UNDONE);
	ask(bench_op("undo", "u3", "R2", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_undo_leaves_what_somebody_changed_and_names_both(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(0, RATE)->raw = 99;
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_CONFLICT);
	assert_string_equal(ece_error_kind_name(answer->error.kind), "conflict");
	assert_non_null(strstr(answer->error.text, "99 Mb/s"));
	assert_non_null(strstr(answer->error.text, "20 Mb/s"));
	assert_string_equal(answer->error.place, "0000:01:00.0/" RATE);
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 99);
	assert_int_equal(fake_find(0, SR)->raw, 0);
	assert_int_equal(fake_find(1, RATE)->raw, 5);
	assert_string_equal(bench_state("R1", 0, RATE), "conflict");
	assert_string_equal(bench_state("R1", 1, RATE), "undone");
}

static void test_undo_that_a_card_refuses_goes_on_and_says_so(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_find(1, SR)->fault = FAKE_REFUSES;
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDO_FAILED);
	assert_int_equal(fake_find(1, SR)->raw, 1);
	assert_int_equal(fake_find(1, RATE)->raw, 5);
	assert_int_equal(fake_find(1, ALPHA)->raw, 6553);
	assert_string_equal(bench_state("R1", 1, SR), "undoing");
	ask(bench_apply("a2", "R2", 2), PROTOCOL_REFUSED);
	fake_find(1, SR)->fault = FAKE_GOOD;
	ask(bench_op("undo", "u2", "R1", 2), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_undo_without_the_card_fails(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	fake_nics[1].missing = true;
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDO_FAILED);
	assert_non_null(strstr(answer->error.text, "00000000000000b2"));
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 5);
}

static void test_undo_comes_before_a_late_apply(void **state)
{
	(void)state;
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	ask(bench_apply("a1", "R1", 1), PROTOCOL_REFUSED);
	bench_check_old();
}

static void test_repeated_undo_is_answered_from_the_journal(void **state)
{
	struct protocol_answer *answer;

	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	fake_find(0, RATE)->raw = 20;
	bench_restart();
	answer = expect(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	assert_true(answer->from_journal);
	protocol_answer_free(answer);
	assert_int_equal(fake_find(0, RATE)->raw, 20);
}

/* commit, two cards, commit */
static void test_undo_whose_outcome_was_lost_is_done_again(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(fault_arm("fail@4"), 0);
	assert_null(bench_ask(bench_op("undo", "u1", "R1", 1)));
	assert_int_equal(fault_arm("count"), 0);
	assert_string_equal(bench_state("R1", 0, RATE), "undoing");
	bench_restart();
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_UNDONE);
	bench_check_old();
}

static void test_undo_that_cannot_be_recorded_writes_nothing(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 1), PROTOCOL_HELD);
	assert_int_equal(fault_arm("fail@1"), 0);
	ask(bench_op("undo", "u1", "R1", 1), PROTOCOL_REFUSED);
	assert_int_equal(fault_arm("count"), 0);
	bench_check_new();
	assert_string_equal(bench_state("R1", 0, RATE), "written");
}

static void test_late_undo_with_an_older_token_is_refused(void **state)
{
	(void)state;
	ask(bench_apply("a1", "R1", 5), PROTOCOL_HELD);
	ask(bench_op("undo", "u1", "R1", 4), PROTOCOL_REFUSED);
	bench_check_new();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)
		CASE(test_confirm_makes_it_what_the_host_should_have),
		CASE(test_confirm_of_what_is_not_here_is_refused),
		CASE(test_confirm_of_what_is_not_there_any_more_is_refused),
		CASE(test_confirm_of_a_run_with_an_open_change_is_refused),
		CASE(test_undo_puts_back_and_forgets_what_was_confirmed),
		CASE(test_undo_of_a_repair_does_not_confirm_the_drift),
		CASE(test_undo_of_the_second_run_leaves_what_the_first_confirmed),
		CASE(test_undo_leaves_what_a_later_run_wrote_again),
		CASE(test_undo_is_not_done_while_a_later_run_keeps_the_old_value),
		CASE(test_undo_is_not_done_while_a_later_undo_is_not),
		CASE(test_undo_knows_which_run_wrote_a_card_last),
		CASE(test_undo_leaves_what_somebody_changed_and_names_both),
		CASE(test_undo_that_a_card_refuses_goes_on_and_says_so),
		CASE(test_undo_without_the_card_fails),
		CASE(test_undo_comes_before_a_late_apply),
		CASE(test_repeated_undo_is_answered_from_the_journal),
		CASE(test_undo_whose_outcome_was_lost_is_done_again),
		CASE(test_undo_that_cannot_be_recorded_writes_nothing),
		CASE(test_late_undo_with_an_older_token_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
