// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts and NICs that are left alone, what was owed or held, and what the file no longer names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/plan/bench.h"

#define TEXT_MAX 4096
#define RATE     "\"" BENCH_RATE "\": 20"

static void begin(struct bench *b, const char *set, const char *more, size_t nics)
{
	char text[TEXT_MAX];

	snprintf(text, sizeof(text),
		 "{ \"version\": 1, %s \"profiles\": { \"p\": { \"set\": { %s } } },"
		 "  \"assign\": [ { \"hosts\": \"a[1-4]\", \"profile\": \"p\" } ], \"transport\": { \"kind\": \"sim\" "
		 "} }",
		 more, set);
	bench_begin(b, text, nics);
	assert_int_equal(bench_plan(b), 0);
}

static uint16_t row(const char *name)
{
	return (uint16_t)ece_param_index(ece_param_find(name));
}

static void an_excluded_host_is_left_alone_and_owed(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"exclude\": [ { \"hosts\": \"a[2-3]\", \"why\": \"RMA\", \"until\": \"2099-12-05\" } ],", 1);
	assert_int_equal(b.plan->excluded_count, 2);
	assert_int_equal(b.plan->changed_count, 2);
	assert_int_equal(b.plan->host_states[1], PLAN_HOST_EXCLUDED);
	assert_string_equal(b.plan->owed_why[1], "RMA");
	assert_null(b.plan->owed_why[0]);
	bench_assert_note(&b, PLAN_NOTE_EXCLUDED, "a[2-3]",
			  "until 2099-12-05: RMA; afterwards they are reported, and --ensure brings them up", false);
	bench_end(&b);
}

static void an_excluded_host_that_is_right_is_owed_nothing(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"exclude\": [ { \"hosts\": \"a2\", \"why\": \"RMA\", \"on_return\": \"ensure\" } ],", 1);
	bench_assert_note(&b, PLAN_NOTE_EXCLUDED, "a2", "the first run afterwards brings them up", false);
	bench_reading(&b, 1, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->excluded_count, 0);
	assert_int_equal(b.plan->unchanged_count, 1);
	assert_null(bench_note(&b, PLAN_NOTE_EXCLUDED));
	bench_end(&b);
}

/* In the plan of the run that leaves a host alone stands what holds once it is back. */
static void what_the_exclude_says_of_the_return_is_kept(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE,
	      "\"exclude\": [ { \"hosts\": \"a2\", \"why\": \"RMA\" },"
	      " { \"hosts\": \"a3\", \"why\": \"RMA\", \"on_return\": \"ensure\" } ],",
	      1);
	assert_true(b.plan->owed_report[1]);
	assert_false(b.plan->owed_report[2]);
	assert_non_null(b.plan->owed_why[2]);
	bench_end(&b);
}

static void a_host_that_is_back_is_only_reported(void **state)
{
	const struct plan_owed owed[] = {
		{.host = 1, .generation = 7, .run = "r7", .why = "RMA", .report = true},
		{.host = 2, .generation = 7, .run = "r7", .why = "RMA"},
	};
	struct bench b;

	(void)state;
	begin(&b, RATE, "", 2);
	b.more.owed = owed;
	b.more.owed_count = 2;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->changed_count, 3);
	assert_int_equal(b.plan->host_states[1], PLAN_HOST_EXCLUDED);
	assert_int_equal(b.plan->excluded_count, 1);
	assert_true(b.plan->owed_report[1]);
	assert_string_equal(b.plan->owed_why[1], "RMA");
	bench_assert_note(&b, PLAN_NOTE_OWED, "a2", "only reported, as their exclude said: --ensure brings them up",
			  false);
	bench_assert_note(&b, PLAN_NOTE_OWED, "a3", "this plan brings them up", false);
	b.more.ensure = true;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->changed_count, 4);
	assert_false(b.plan->owed_report[1]);
	bench_assert_note(&b, PLAN_NOTE_OWED, "a[2-3]", "this plan brings them up", false);
	bench_end(&b);
}

/* Somebody brought it up by hand: then it is owed nothing. One that cannot be read stays what it was. */
static void a_reported_host_that_is_right_is_owed_nothing(void **state)
{
	const struct plan_owed owed[] = {
		{.host = 0, .generation = 7, .run = "r7", .why = "RMA", .report = true},
		{.host = 1, .generation = 7, .run = "r7", .why = "RMA", .report = true},
	};
	struct bench b;

	(void)state;
	begin(&b, RATE, "", 1);
	b.more.owed = owed;
	b.more.owed_count = 2;
	bench_reading(&b, 0, 0, BENCH_RATE)->raw = 20;
	b.hosts[1].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->host_states[0], PLAN_HOST_UNCHANGED);
	assert_false(b.plan->owed_report[0]);
	assert_null(b.plan->owed_why[0]);
	assert_int_equal(b.plan->host_states[1], PLAN_HOST_UNREACHABLE);
	assert_true(b.plan->owed_report[1]);
	bench_end(&b);
}

/* Hosts that the file leaves alone do not use up the budget of those that cannot be reached, and do not widen it. */
static void excluded_hosts_are_in_no_budget(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE,
	      "\"exclude\": [ { \"hosts\": \"a[2-3]\", \"why\": \"RMA\" } ],"
	      "\"rollouts\": { \"default\": { \"budget\": { \"unreachable\": \"50%\" } } },",
	      1);
	b.hosts[1].state = FACTS_HOST_UNREACHABLE;
	b.hosts[2].state = FACTS_HOST_UNREACHABLE;
	b.hosts[3].state = FACTS_HOST_UNREACHABLE;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->unreachable_count, 1);
	assert_int_equal(plan_unreachable_budget(b.fleet, b.plan, 0), 1);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_EXCLUDED, "a[2-3]", "nobody knows what they have", false);
	bench_end(&b);
}

static void a_role_that_is_never_touched_is_not(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"roles\": { \"mgmt\": { \"carries\": \"default_route\", \"touch\": \"never\" } },", 2);
	b.nics[1].default_route = 1;
	b.nics[3].default_route = -1; /* nobody knows: it may */
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->changed_nic_count, 6);
	bench_assert_note(&b, PLAN_NOTE_SKIPPED, "a[1-2]", "NICs of role mgmt are never touched", false);
	assert_int_equal(b.plan->left_out_count, 0);
	bench_end(&b);
}

/* "Nothing to do" is no "has it": a selector with a slip takes nothing anywhere. */
static void a_host_of_which_no_nic_is_taken_does_not_have_it(void **state)
{
	const char *file = "{ \"version\": 1, \"profiles\": { \"p\": { \"set\": { " RATE " } } },"
			   "  \"exclude\": [ { \"hosts\": \"a3\", \"why\": \"RMA\" } ],"
			   "  \"assign\": [ { \"hosts\": \"a[1-4]\", \"nics\": { \"netdev\": \"rail*\" }, "
			   "\"profile\": \"p\" } ], \"transport\": { \"kind\": \"sim\" } }";
	struct bench b;

	(void)state;
	bench_begin(&b, file, 2);
	b.nics[0].netdev = "rail0";
	b.values[0].readings[0].raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->unchanged_count, 1);
	assert_int_equal(b.plan->left_out_count, 3);
	assert_int_equal(b.plan->host_states[1], PLAN_HOST_LEFT_OUT);
	assert_int_equal(b.plan->host_states[2], PLAN_HOST_LEFT_OUT);
	bench_assert_note(&b, PLAN_NOTE_NO_NIC, "a[2,4]", "no NIC of these hosts is taken by the file", false);
	bench_end(&b);
}

/* It would be owed for ever. */
static void a_nic_that_is_never_touched_is_not_owed(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE,
	      "\"roles\": { \"mgmt\": { \"carries\": \"default_route\", \"touch\": \"never\" } },"
	      "\"exclude\": [ { \"hosts\": \"a2\", \"why\": \"RMA\" } ],",
	      2);
	b.nics[2].default_route = 1;
	bench_reading(&b, 1, 1, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->excluded_count, 0);
	assert_int_equal(b.plan->host_states[1], PLAN_HOST_UNCHANGED);
	bench_end(&b);
}

static void a_host_that_is_held_refuses_the_plan(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "", 1);
	b.hosts[2].holder = "20261129-231540-a3bc";
	assert_int_equal(bench_plan(&b), 0);
	assert_true(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_HELD, "a3",
			  "run 20261129-231540-a3bc holds cards here: resume it or undo it first", true);
	b.more.adopt = true;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_assert_note(&b, PLAN_NOTE_HELD, "a3", "is given up", false);
	/* one that has nothing to change may be held by whom it likes */
	b.more.adopt = false;
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	assert_false(b.plan->refused);
	bench_end(&b);
}

static void what_is_owed_from_earlier_is_said(void **state)
{
	static const struct plan_owed owed[] = {
		{.host = 0, .generation = 7, .run = "R7", .why = "no answer"},
		{.host = 1, .generation = 7, .run = "R7", .why = "no answer"},
		{.host = 3, .generation = 7, .run = "R7", .why = "no answer"},
		{.host = 99, .generation = 7, .run = "R7", .why = "of another fleet"},
	};
	struct bench b;

	(void)state;
	begin(&b, RATE, "", 1);
	b.more.owed = owed;
	b.more.owed_count = 4;
	b.hosts[0].generation = 6;
	b.hosts[3].state = FACTS_HOST_UNREACHABLE;
	bench_reading(&b, 1, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	bench_assert_note(&b, PLAN_NOTE_OWED, "a1",
			  "missed generation 7 (run R7), and have generation 6: no answer; this plan brings them up",
			  false);
	bench_assert_note(&b, PLAN_NOTE_OWED, "a2", "they have it by now", false);
	bench_assert_note(&b, PLAN_NOTE_OWED, "a4", "they stay owed", false);
	assert_string_equal(b.plan->owed_why[3], "the host does not say why");
	bench_end(&b);
}

static void originals(struct bench *b, struct facts_original *original, size_t nic, uint64_t raw, uint64_t now)
{
	*original = (struct facts_original){
		.param = row("dcqcn.np.cnp_dscp"), .raw = raw, .reading = {.raw = now, .state = ECE_VALUE_SET}};
	b->nics[nic].originals = original;
	b->nics[nic].original_count = 1;
}

static void what_is_no_longer_named_gets_its_old_value_back(void **state)
{
	struct facts_original original[3];
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"removed\": \"restore_original\",", 1);
	originals(&b, &original[0], 0, 26, 48);
	originals(&b, &original[1], 1, 26, 26); /* it has it back */
	originals(&b, &original[2], 2, 26, 48);
	original[2].reading.state = ECE_VALUE_UNREADABLE;
	assert_int_equal(bench_plan(&b), 0);
	bench_assert_note(&b, PLAN_NOTE_REMOVED, "a1", "gets back what it was before", false);
	bench_assert_note(&b, PLAN_NOTE_REMOVED, "a3", "whether it has its old value cannot be read", false);
	assert_int_equal(b.plan->change_count, 5);
	for (size_t i = 0; i < 2; i++) {
		const struct plan_change *change = &b.plan->changes[i];

		assert_int_equal(change->host, 0);
		if (change->param != original[0].param)
			continue;
		assert_int_equal(change->from, 48);
		assert_int_equal(change->to, 26);
	}
	/* in the order of the table, as all changes of a NIC */
	assert_true(b.plan->changes[0].param < b.plan->changes[1].param);
	bench_end(&b);
}

static void what_is_no_longer_named_is_released_or_only_said(void **state)
{
	struct facts_original original;
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"removed\": \"release\",", 1);
	originals(&b, &original, 0, 26, 48);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 4);
	bench_assert_note(&b, PLAN_NOTE_REMOVED, "a1", "released: it keeps what was once written", false);
	bench_end(&b);
	begin(&b, RATE, "", 1);
	originals(&b, &original, 0, 26, 48);
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 4);
	bench_assert_note(&b, PLAN_NOTE_REMOVED, "a1", "the file does not say \"removed\"", false);
	bench_end(&b);
}

/* A parameter that is named, be it to leave it, is not one that is no longer named. */
static void what_is_left_is_still_named(void **state)
{
	struct facts_original original;
	struct bench b;

	(void)state;
	begin(&b, RATE ", \"dcqcn.np.cnp_dscp\": \"leave\"", "\"removed\": \"restore_original\",", 1);
	originals(&b, &original, 0, 26, 48);
	assert_int_equal(bench_plan(&b), 0);
	assert_null(bench_note(&b, PLAN_NOTE_REMOVED));
	bench_end(&b);
}

static void original_is_what_was_before_the_first_write(void **state)
{
	struct facts_original original = {.param = row(BENCH_RATE), .raw = 7};
	struct bench b;

	(void)state;
	begin(&b, "\"" BENCH_RATE "\": \"original\"", "", 1);
	assert_int_equal(b.plan->change_count, 0); /* never written, so it is as it was */
	assert_int_equal(b.plan->unchanged_count, 4);
	original.reading = (struct facts_reading){.raw = OLD_RATE, .state = ECE_VALUE_SET};
	b.nics[1].originals = &original;
	b.nics[1].original_count = 1;
	assert_int_equal(bench_plan(&b), 0);
	assert_int_equal(b.plan->change_count, 1);
	assert_int_equal(b.plan->changes[0].host, 1);
	assert_int_equal(b.plan->changes[0].to, 7);
	bench_end(&b);
}

/* FRRouting/frr#10453: nothing that is missing may look like an empty file, and an empty answer like "remove all". */
static void a_host_that_tells_no_originals_loses_nothing(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "\"removed\": \"restore_original\",", 1);
	assert_int_equal(b.plan->change_count, 4);
	assert_null(bench_note(&b, PLAN_NOTE_REMOVED));
	b.nics[0].barred = "it is a virtual function";
	struct facts_original original;
	originals(&b, &original, 0, 26, 48);
	assert_int_equal(bench_plan(&b), 0);
	assert_null(bench_note(&b, PLAN_NOTE_REMOVED));
	bench_end(&b);
}

/* It may be thawed before its turn comes, so this is no reason to refuse. */
static void a_frozen_host_with_changes_is_said(void **state)
{
	struct bench b;

	(void)state;
	begin(&b, RATE, "", 1);
	b.hosts[1].frozen = "by eve: upgrade; 'ece-apply unfreeze' ends that";
	b.hosts[2].frozen = b.hosts[1].frozen;
	bench_reading(&b, 2, 0, BENCH_RATE)->raw = 20;
	assert_int_equal(bench_plan(&b), 0);
	bench_assert_note(&b, PLAN_NOTE_FROZEN, "a2", "frozen by eve: upgrade", false);
	assert_int_equal(b.plan->changed_count, 3);
	bench_end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frozen_host_with_changes_is_said),
		cmocka_unit_test(an_excluded_host_is_left_alone_and_owed),
		cmocka_unit_test(an_excluded_host_that_is_right_is_owed_nothing),
		cmocka_unit_test(what_the_exclude_says_of_the_return_is_kept),
		cmocka_unit_test(a_host_that_is_back_is_only_reported),
		cmocka_unit_test(a_reported_host_that_is_right_is_owed_nothing),
		cmocka_unit_test(excluded_hosts_are_in_no_budget),
		cmocka_unit_test(a_role_that_is_never_touched_is_not),
		cmocka_unit_test(a_host_of_which_no_nic_is_taken_does_not_have_it),
		cmocka_unit_test(a_nic_that_is_never_touched_is_not_owed),
		cmocka_unit_test(a_host_that_is_held_refuses_the_plan),
		cmocka_unit_test(what_is_owed_from_earlier_is_said),
		cmocka_unit_test(what_is_no_longer_named_gets_its_old_value_back),
		cmocka_unit_test(what_is_no_longer_named_is_released_or_only_said),
		cmocka_unit_test(what_is_left_is_still_named),
		cmocka_unit_test(original_is_what_was_before_the_first_write),
		cmocka_unit_test(a_host_that_tells_no_originals_loses_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
