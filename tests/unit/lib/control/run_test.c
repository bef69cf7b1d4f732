// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "tests/unit/lib/control/bench.h"

static void assert_result(const struct bench *b, int err, const char *result, int code)
{
	if (err)
		fail_msg("%s", b->e.text);
	assert_string_equal(control_result_name(b->result), result);
	assert_int_equal(control_result_exit_code(b->result), code);
}

static void assert_says(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("\"%s\" is not in \"%s\"", what, text);
}

static struct store_run stored(const struct bench *b)
{
	struct store_run run = {0};
	struct ece_error e = {0};

	if (store_run_find(b->store, NULL, false, &run, &e))
		fail_msg("%s", e.text);
	return run;
}

static void a_fleet_is_brought_to_its_file_and_then_there_is_nothing_to_do(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "");
	assert_result(b, bench_apply(b), "applied", 0);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 6);
	for (size_t i = 0; i < 6; i++) {
		assert_true(b->hosts.hosts[i].confirmed);
		assert_int_equal(b->hosts.hosts[i].writes, 1);
	}
	assert_string_equal(stored(b).id, b->run);
	assert_string_equal(stored(b).result, "applied");
	assert_int_equal(control_plan(b->control)->step_count, 2);
	assert_string_equal(control_plan(b->control)->steps[1].name, "100 %");
	assert_string_equal(control_host_name(b->control, 5), "h06");
	assert_string_equal(control_host_name(b->control, 6), "");
	assert_true(b->moves > 0);
	assert_result(b, bench_apply(b), "unchanged", 0);
	assert_string_equal(b->run, "");
	assert_int_equal(b->hosts.hosts[0].writes, 1);
}

static void no_more_hosts_are_in_flight_than_the_file_says(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 16, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"1s\", \"parallel\": 3 }");
	assert_result(b, bench_apply(b), "applied", 0);
	assert_int_equal(b->hosts.most_in_flight, 3);
}

static void a_lost_answer_is_cleared_up_by_the_same_request(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	b->hosts.hosts[1].lose_answer = 1; /* of the read: it is read again */
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[0].lose_answer = 2;
	b->hosts.hosts[1].lose_request = 2;
	b->hosts.hosts[2].repeat_answer = UINT32_MAX;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "applied", 0);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(b->hosts.hosts[i].writes, 1);
	assert_string_equal(b->trouble, "");
}

static void a_host_that_answers_no_more_is_lost_and_all_is_undone(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[2].lose_answer = 4; /* as many as there are attempts */
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
	assert_int_equal(rollout_counts(control_rollout(b->control)).lost, 1);
	assert_says(b->trouble, "h03: nothing came");
}

static void a_slow_host_is_not_a_lost_one(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	b->hosts.hosts[2].delay_ns = UINT64_C(29000000000);
	assert_result(b, bench_apply(b), "applied", 0);
}

static void a_failed_write_undoes_what_was_done(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 5, "");
	b->hosts.hosts[3].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 5);
	assert_string_equal(stored(b).result, "undone");
	assert_says(b->trouble, "h04: a write failed, and the old values were put back: bad resource state");
	/* The first host had been confirmed in its step. */
	assert_int_equal(b->hosts.hosts[0].writes, 2);
}

/* Counted twice, it would stand for a host that was not asked. */
static void an_answer_that_comes_twice_is_read_once(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"1s\", \"parallel\": 1 }");
	b->hosts.hosts[0].repeat_answer = UINT32_MAX;
	b->hosts.hosts[1].repeat_answer = UINT32_MAX;
	assert_int_equal(bench_plan(b), 0);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(b->facts[i].state, FACTS_HOST_READ);
}

static void a_stop_before_the_run_is_not_forgotten(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	assert_int_equal(bench_plan(b), 0);
	control_stop(b->control);
	assert_int_equal(control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), -EINTR);
	assert_int_equal(b->hosts.hosts[0].writes, 0);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
}

static void on_fail_stop_pauses_and_undo_ends_it(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "{ \"steps\": [ { \"to\": \"100%\" } ], \"soak\": \"1s\", \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused", 5);
	assert_string_equal(stored(b).result, "");
	assert_int_equal(bench_apply(b), -EBUSY);
	assert_int_equal(b->e.kind, ECE_ERROR_LOCKED);
	assert_says(b->e.text, stored(b).id);
	assert_result(b, bench_undo(b), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
}

static void a_paused_run_goes_on_when_it_is_resumed(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "{ \"steps\": [ { \"to\": 2 }, { \"to\": \"100%\" } ], \"on_fail\": \"stop\" }");
	b->hosts.hosts[1].apply_result = PROTOCOL_FAILED_OLD;
	assert_result(b, bench_apply(b), "paused", 5);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 1);
	assert_result(b, control_resume(b->control, NULL, &b->result, &b->e), "applied_owed", 7);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
	assert_string_equal(stored(b).result, "applied_owed");
}

static void a_conflict_needs_a_person_and_undo_can_be_asked_for_again(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	assert_result(b, bench_apply(b), "applied", 0);
	b->hosts.hosts[1].rate = 7; /* somebody else */
	assert_result(b, bench_undo(b), "undo_incomplete", 4);
	assert_says(b->trouble, "h02: not put back, since somebody else has changed it meanwhile");
	assert_int_equal(b->hosts.hosts[1].rate, 7);
	assert_int_equal(b->hosts.hosts[0].rate, FAKE_OLD_RATE);
	/* Asked again the host must look, not answer from its journal. */
	b->hosts.hosts[1].rate = FAKE_NEW_RATE;
	assert_result(b, bench_undo(b), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
	assert_int_equal(b->hosts.hosts[0].writes, 2);
}

static void hosts_that_are_down_are_owed(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->hosts.hosts[3].down = true;
	assert_result(b, bench_apply(b), "applied_owed", 7);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
	assert_says(b->trouble, "h04: nothing came");
	/* Nothing to do but to wait for it. */
	assert_result(b, bench_apply(b), "applied_owed", 7);
	assert_string_equal(b->run, "");
	b->hosts.hosts[3].down = false;
	assert_result(b, bench_apply(b), "applied", 0);
}

static void too_many_hosts_that_are_down_keep_a_run_from_starting(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->hosts.hosts[2].down = true;
	b->hosts.hosts[3].down = true;
	assert_result(b, bench_apply(b), "unreachable", 69);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 4);
	assert_int_equal(b->plan->notes[0].kind, PLAN_NOTE_BUDGET);
	b->hosts.hosts[0].down = true;
	b->hosts.hosts[1].down = true;
	assert_result(b, bench_apply(b), "unreachable", 69);
}

static void a_host_that_goes_down_meanwhile_is_skipped(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "{ \"steps\": [ { \"to\": \"100%\" } ], \"budget\": { \"unreachable\": 2 } }");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].down = true;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e),
		      "applied_owed", 7);
	assert_int_equal(bench_count(b, FAKE_NEW_RATE), 3);
}

static void when_all_go_down_nothing_was_touched(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "{ \"steps\": [ { \"to\": \"100%\" } ], \"budget\": { \"unreachable\": 1 } }");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[0].down = true;
	b->hosts.hosts[1].down = true;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "unreachable",
		      69);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 2);
}

/* Somebody changed a host after it was read: it refuses, and that is a failure, not an overwrite. */
static void a_moved_precondition_is_refused_by_the_host(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].rate = 9;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "undone", 3);
	assert_int_equal(b->hosts.hosts[1].rate, 9);
	assert_int_equal(b->hosts.hosts[0].rate, FAKE_OLD_RATE);
}

static void an_unreadable_value_refuses_the_plan(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	b->hosts.hosts[1].unreadable = true;
	assert_result(b, bench_apply(b), "invalid", 65);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 2);
	assert_null(control_rollout(b->control));
}

static void strange_answers_make_a_host_unreadable_not_wrong(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 4, "");
	b->hosts.hosts[0].garbage = true;
	b->hosts.hosts[1].wrong_id = true;
	b->hosts.hosts[2].nic_count = 17; /* one more than a host may have */
	assert_int_equal(bench_plan(b), 0);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(b->facts[i].state, FACTS_HOST_FAILED);
	assert_int_equal(b->facts[3].state, FACTS_HOST_READ);
	assert_int_equal(b->facts[3].nic_count, 1);
	assert_int_equal(b->facts[3].nics[0].readings[0].raw, FAKE_OLD_RATE);
	assert_string_equal(b->facts[3].nics[0].card, "ConnectX-7");
	assert_says(b->facts[1].why, "something else");
	assert_says(b->facts[2].why, "17 NICs");
	assert_true(b->plan->refused);
}

static void success_without_a_read_back_is_none(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 3, "");
	b->hosts.hosts[1].shows_nothing = true;
	assert_result(b, bench_apply(b), "undone", 3);
	assert_says(b->trouble, "h02: it says that it is done, but its answer does not show dcqcn.rp.ai_rate");
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 3);
}

static void garbage_during_a_run_counts_as_no_answer(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].garbage = true;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e),
		      "undo_incomplete", 4);
	assert_int_equal(b->hosts.hosts[0].rate, FAKE_OLD_RATE);
}

static void an_answer_to_something_else_counts_as_no_answer(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 2, "");
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].wrong_id = true;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e),
		      "undo_incomplete", 4);
	assert_int_equal(rollout_counts(control_rollout(b->control)).lost, 1);
	assert_says(b->trouble, "something else");
}

static void hosts_that_were_down_before_use_up_the_budget(void **state)
{
	struct bench *b = *state;

	bench_begin(b, 6, "{ \"steps\": [ { \"to\": \"100%\" } ], \"budget\": { \"unreachable\": 2 } }");
	b->hosts.hosts[0].down = true;
	assert_int_equal(bench_plan(b), 0);
	b->hosts.hosts[1].down = true;
	assert_result(b, control_run(b->control, b->fleet, b->plan, b->facts, b->run, &b->result, &b->e), "undone", 3);
	assert_int_equal(bench_count(b, FAKE_OLD_RATE), 6);
}

static void words_and_exit_codes_are_those_of_the_manual(void **state)
{
	static const struct {
		enum control_result result;
		const char *name;
		int code;
	} manual[] = {
		{CONTROL_APPLIED, "applied", 0},
		{CONTROL_UNCHANGED, "unchanged", 0},
		{CONTROL_ERROR, "error", 1},
		{CONTROL_DIFFERENCES, "differences", 2},
		{CONTROL_UNDONE, "undone", 3},
		{CONTROL_UNDO_INCOMPLETE, "undo_incomplete", 4},
		{CONTROL_PAUSED, "paused", 5},
		{CONTROL_LOCKED, "locked", 6},
		{CONTROL_APPLIED_OWED, "applied_owed", 7},
		{CONTROL_INVALID, "invalid", 65},
		{CONTROL_UNREACHABLE, "unreachable", 69},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(manual) / sizeof(manual[0]); i++) {
		assert_string_equal(control_result_name(manual[i].result), manual[i].name);
		assert_int_equal(control_result_exit_code(manual[i].result), manual[i].code);
	}
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_fleet_is_brought_to_its_file_and_then_there_is_nothing_to_do),
		CASE(no_more_hosts_are_in_flight_than_the_file_says),
		CASE(a_lost_answer_is_cleared_up_by_the_same_request),
		CASE(a_host_that_answers_no_more_is_lost_and_all_is_undone),
		CASE(a_slow_host_is_not_a_lost_one),
		CASE(a_failed_write_undoes_what_was_done),
		CASE(an_answer_that_comes_twice_is_read_once),
		CASE(a_stop_before_the_run_is_not_forgotten),
		CASE(on_fail_stop_pauses_and_undo_ends_it),
		CASE(a_paused_run_goes_on_when_it_is_resumed),
		CASE(a_conflict_needs_a_person_and_undo_can_be_asked_for_again),
		CASE(hosts_that_are_down_are_owed),
		CASE(too_many_hosts_that_are_down_keep_a_run_from_starting),
		CASE(a_host_that_goes_down_meanwhile_is_skipped),
		CASE(when_all_go_down_nothing_was_touched),
		CASE(a_moved_precondition_is_refused_by_the_host),
		CASE(an_unreadable_value_refuses_the_plan),
		CASE(strange_answers_make_a_host_unreadable_not_wrong),
		CASE(success_without_a_read_back_is_none),
		CASE(garbage_during_a_run_counts_as_no_answer),
		CASE(an_answer_to_something_else_counts_as_no_answer),
		CASE(hosts_that_were_down_before_use_up_the_budget),
		cmocka_unit_test(words_and_exit_codes_are_those_of_the_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
