// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Verdicts on counters: the rules of docs/rollout.md, "Gates". All windows: 600 s before, 600 s during. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/gate.h"

#define TB    UINT64_C(1000000000000)
#define HOSTS 16
#define NAMES "a\0b\0c\0d\0e\0f\0g\0h\0i\0j\0k\0l\0m\0n\0o\0p"
#define FIT_RULE                                                                                              \
	{                                                                                                     \
		.per = GATE_PER_TB, .max = {.set = true, .times_baseline = true, .value = 1.5, .floor = 0.5}, \
		.min_traffic = 5e12                                                                           \
	}

static const struct gate_rule harm = FIT_RULE;

static struct gate_sample samples[HOSTS];
static struct gate_verdict verdict;

static struct counter_delta grew(uint64_t by)
{
	return (struct counter_delta){.growth = COUNTER_GREW, .by = by};
}

static struct counter_delta not(enum counter_growth growth)
{
	return (struct counter_delta){.growth = growth};
}

/* Hosts that each had @before and then @during events while they moved 1 TB in both windows. */
static void hosts(size_t count, uint64_t before, uint64_t during)
{
	static const char names[] = NAMES;

	for (size_t i = 0; i < count; i++)
		samples[i] = (struct gate_sample){
			.host = (uint32_t)i,
			.name = names + 2 * i,
			.before = grew(before),
			.during = grew(during),
			.traffic_before = grew(TB),
			.traffic_during = grew(TB),
			.seconds_before = 600,
			.seconds_during = 600,
		};
}

static enum gate_result judged(const struct gate_rule *rule, size_t count)
{
	gate_judge(counter_find("local_ack_timeout_err"), rule, samples, count, &verdict);
	assert_true(verdict.why[0]);
	return verdict.result;
}

static void hosts_that_do_as_before_pass(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	assert_true(verdict.has_value && verdict.has_baseline && verdict.has_threshold);
	assert_float_equal(verdict.value, 10, 1e-9);
	assert_float_equal(verdict.baseline, 10, 1e-9);
	assert_float_equal(verdict.threshold, 15, 1e-9);
	assert_int_equal(verdict.hosts, 16);
	assert_int_equal(verdict.usable, 16);
	assert_int_equal(verdict.worst, GATE_NO_HOST);
	assert_string_equal(verdict.why, "local_ack_timeout_err 10 per TB on 16 hosts, before 10, at most 15");
}

static void all_hosts_a_little_worse_fail_together(void **state)
{
	(void)state;
	/* 22 instead of 10: for each alone that is 7 over 15, within chance; for 16 of them it is not */
	hosts(16, 10, 22);
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, GATE_NO_HOST);
	assert_string_equal(verdict.why, "local_ack_timeout_err 22 per TB on 16 hosts, before 10, at most 15");
}

static void an_excess_that_chance_explains_passes_and_is_said(void **state)
{
	(void)state;
	/* 10 before, so 15 allowed; 16 is one more, and three standard deviations of 15 are 11 */
	hosts(1, 10, 16);
	assert_int_equal(judged(&(struct gate_rule){.per = GATE_PER_TB, .max = harm.max}, 1), GATE_PASS);
	assert_string_equal(
		verdict.why,
		"local_ack_timeout_err 16 per TB on 1 host, before 10, at most 15, and by chance a little more");
	hosts(1, 10, 27);
	assert_int_equal(judged(&(struct gate_rule){.per = GATE_PER_TB, .max = harm.max}, 1), GATE_FAIL);
}

static void a_bound_that_a_person_wrote_is_taken_as_it_is(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_TB, .max = {.set = true, .value = 15}};

	(void)state;
	hosts(1, 10, 16);
	assert_int_equal(judged(&rule, 1), GATE_FAIL);
	assert_string_equal(verdict.why, "a: local_ack_timeout_err 16 per TB, before 10, at most 15");
	hosts(1, 10, 15);
	assert_int_equal(judged(&rule, 1), GATE_PASS);
}

static void one_bad_host_among_many_is_found(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	samples[6].during = grew(60);
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 6);
	assert_float_equal(verdict.value, 60, 1e-9);
	assert_string_equal(verdict.why, "g: local_ack_timeout_err 60 per TB, before 10, at most 15");
}

static void the_worst_of_several_bad_hosts_is_named(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	samples[3].during = grew(60);
	samples[9].during = grew(600);
	samples[12].during = grew(70);
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 9);
}

static void an_optic_that_was_as_bad_before_is_no_harm(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	samples[6].before = grew(4000);
	samples[6].during = grew(4100);
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	samples[6].during = grew(9000);
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 6);
}

static void a_baseline_of_zero_has_a_floor(void **state)
{
	(void)state;
	/* 16 TB, so 8 events are allowed to all */
	hosts(16, 0, 0);
	samples[0].during = grew(2);
	samples[1].during = grew(2);
	samples[2].during = grew(2);
	samples[3].during = grew(2);
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	assert_float_equal(verdict.threshold, 0.5, 1e-9);
	samples[4].during = grew(1);
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, GATE_NO_HOST);
}

static void a_bound_of_zero_forgives_nothing(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_NOTHING, .max = {.set = true, .times_baseline = true, .value = 2}};

	(void)state;
	hosts(16, 0, 0);
	assert_int_equal(judged(&rule, 16), GATE_PASS);
	samples[11].during = grew(1);
	assert_int_equal(judged(&rule, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 11);
}

static void a_quiet_window_is_inconclusive(void **state)
{
	(void)state;
	hosts(4, 0, 500);
	assert_int_equal(judged(&harm, 4), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "too quiet: 4 hosts moved 4 TB in the window, min_traffic is 5 TB");
}

static void a_host_that_moved_too_little_is_not_judged(void **state)
{
	(void)state;
	hosts(4, 10, 10);
	for (size_t i = 0; i < 4; i++)
		samples[i].traffic_during = grew(2 * TB);
	/* a tenth of its share of 5 TB is 125 GB */
	samples[0].traffic_during = grew(TB / 10);
	samples[0].during = grew(1000);
	assert_int_equal(judged(&harm, 4), GATE_PASS);
	assert_int_equal(verdict.usable, 3);
	samples[1].traffic_during = grew(0);
	samples[2].traffic_during = grew(0);
	samples[3].traffic_during = grew(6 * TB);
	assert_int_equal(judged(&harm, 4), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 1 of 4 hosts could be judged: 3 moved too little (a, ...)");
}

static void traffic_that_cannot_be_read_is_not_zero(void **state)
{
	(void)state;
	hosts(2, 10, 10);
	samples[0].traffic_during = samples[1].traffic_during = not(COUNTER_NOT_THERE);
	assert_int_equal(judged(&(struct gate_rule){.per = GATE_PER_TB, .max = harm.max}, 2), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 0 of 2 hosts could be judged: 2 could not read it (a, ...)");
}

static void a_silent_host_moves_nothing(void **state)
{
	struct gate_rule untouched = harm;

	(void)state;
	untouched.on = GATE_ON_UNTOUCHED;
	hosts(5, 0, 0);
	samples[3].missing = true;
	samples[3].traffic_during = grew(100 * TB);
	assert_int_equal(judged(&untouched, 5), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "too quiet: 5 hosts moved 4 TB in the window, min_traffic is 5 TB; 1 did not answer "
			    "(d)");
}

/* k of n: half of the watched hosts must be judged, else nobody knows. */
static void half_of_the_hosts_must_be_judged(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	for (size_t i = 0; i < 8; i++)
		samples[i].during = not(COUNTER_WAS_RESET);
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	assert_int_equal(verdict.hosts, 16);
	assert_int_equal(verdict.usable, 8);
	assert_string_equal(verdict.why, "local_ack_timeout_err 10 per TB on 8 of 16 hosts, before 10, at most 15");
	samples[8].during = not(COUNTER_NOT_READ);
	assert_int_equal(judged(&harm, 16), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 7 of 16 hosts could be judged: 8 started counting anew "
			    "(a, ...); 1 could not read it (i)");
}

static void a_treated_host_that_does_not_answer_is_inconclusive(void **state)
{
	struct gate_rule untouched = harm;

	(void)state;
	untouched.on = GATE_ON_UNTOUCHED;
	hosts(16, 10, 10);
	samples[15].missing = true;
	assert_int_equal(judged(&harm, 16), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "local_ack_timeout_err: 15 of 16 hosts could be judged: 1 did not answer (p)");
	/* of the untouched any will do */
	assert_int_equal(judged(&untouched, 16), GATE_PASS);
}

static void a_missing_counter_is_never_a_pass(void **state)
{
	(void)state;
	hosts(2, 10, 10);
	samples[0].during = samples[1].during = not(COUNTER_NOT_THERE);
	assert_int_equal(judged(&(struct gate_rule){.max = harm.max}, 2), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 0 of 2 hosts could be judged: 2 do not have it (a, ...)");
}

static void queue_pairs_by_devx_do_not_move_it(void **state)
{
	(void)state;
	hosts(2, 0, 0);
	samples[0].unmovable = samples[1].unmovable = true;
	assert_int_equal(judged(&(struct gate_rule){.max = harm.max}, 2), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 0 of 2 hosts could be judged: 2 have only queue pairs by "
			    "DevX, which do not move it (a, ...)");
}

static void harm_that_is_seen_counts_whoever_is_missing(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	for (size_t i = 0; i < 12; i++)
		samples[i].missing = true;
	samples[13].during = grew(1000);
	assert_int_equal(judged(&(struct gate_rule){.per = GATE_PER_TB, .max = harm.max}, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 13);
}

static void without_a_baseline_only_what_is_below_the_floor_is_known(void **state)
{
	(void)state;
	hosts(4, 0, 0);
	for (size_t i = 0; i < 4; i++) {
		samples[i].before = not(COUNTER_NOT_READ);
		samples[i].traffic_during = grew(2 * TB);
	}
	assert_int_equal(judged(&harm, 4), GATE_PASS);
	assert_int_equal(verdict.usable, 4);
	assert_false(verdict.has_baseline);
	for (size_t i = 0; i < 4; i++)
		samples[i].during = grew(100);
	assert_int_equal(judged(&harm, 4), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "local_ack_timeout_err: 0 of 4 hosts could be judged: 4 have no baseline (a, ...)");
}

static void a_window_without_a_length_has_no_rate(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_SECOND, .max = {.set = true, .value = 1}};

	(void)state;
	hosts(1, 0, 0);
	samples[0].seconds_during = 0;
	assert_int_equal(judged(&rule, 1), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "local_ack_timeout_err: 0 of 1 host could be judged: 1 could not read it (a)");
}

static void windows_of_different_length_are_compared_by_length(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_NOTHING, .max = {.set = true, .times_baseline = true, .value = 1.5}};

	(void)state;
	hosts(1, 100, 2400);
	samples[0].seconds_during = 14400; /* 24 times as long */
	assert_int_equal(judged(&rule, 1), GATE_PASS);
	assert_float_equal(verdict.baseline, 2400, 1e-9);
	rule.per = GATE_PER_SECOND;
	assert_int_equal(judged(&rule, 1), GATE_PASS);
	assert_float_equal(verdict.value, 2400.0 / 14400, 1e-9);
	samples[0].during = grew(4200);
	assert_int_equal(judged(&rule, 1), GATE_FAIL);
}

static void what_may_have_wrapped_twice_is_inconclusive(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_SECOND, .max = {.set = true, .times_baseline = true, .value = 1.5}};

	(void)state;
	/* 10 million a second: a round of 2^32 takes 429 s, and half of one less than the window */
	hosts(1, UINT64_C(6000000000) % (UINT64_C(1) << 32), 1705032704);
	samples[0].before.by = 1705032704;
	samples[0].seconds_during = 900;
	assert_int_equal(judged(&rule, 1), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "local_ack_timeout_err: 0 of 1 host could be judged: 1 may have gone round 32 "
					 "bits more than once (a)");
	/* a counter of 64 bits goes on */
	gate_judge(counter_find("np_cnp_sent"), &rule, samples, 1, &verdict);
	assert_int_equal(verdict.result, GATE_PASS);
}

static void what_may_have_wrapped_grew_by_at_least_so_much(void **state)
{
	(void)state;
	hosts(16, 10, 10);
	samples[2].during = (struct counter_delta){.by = UINT64_C(3000000000), .unsure = true};
	assert_int_equal(judged(&harm, 16), GATE_FAIL);
	assert_int_equal(verdict.worst, 2);
	hosts(16, 10, 10);
	samples[2].before = (struct counter_delta){.by = UINT64_C(3000000000), .unsure = true};
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	assert_int_equal(verdict.usable, 15);
	/* nor is what looks like ten times its baseline, which may be much more than it looks */
	samples[2].before.by = 10;
	samples[2].during = grew(100);
	assert_int_equal(judged(&harm, 16), GATE_PASS);
	/* below a bound it may still be over it */
	hosts(1, 10, 0);
	samples[0].during = (struct counter_delta){.by = UINT64_C(3000000000), .unsure = true};
	assert_int_equal(judged(&(struct gate_rule){.max = {.set = true, .value = 1e10}}, 1), GATE_INCONCLUSIVE);
}

static void goodput_is_judged_on_the_hosts_together(void **state)
{
	struct gate_rule rule = {.per = GATE_PER_SECOND, .min = {.set = true, .times_baseline = true, .value = 0.97}};
	const struct counter *sent = counter_find("port_xmit_data");

	(void)state;
	hosts(16, TB, TB);
	gate_judge(sent, &rule, samples, 16, &verdict);
	assert_int_equal(verdict.result, GATE_PASS);
	/* a job has ended on one host, others are busier */
	samples[4].during = grew(TB / 4);
	samples[5].during = grew(TB + TB * 3 / 4);
	gate_judge(sent, &rule, samples, 16, &verdict);
	assert_int_equal(verdict.result, GATE_PASS);
	for (size_t i = 0; i < 16; i++)
		samples[i].during = grew(TB * 96 / 100);
	gate_judge(sent, &rule, samples, 16, &verdict);
	assert_int_equal(verdict.result, GATE_FAIL);
	assert_string_equal(verdict.why,
			    "port_xmit_data 1.6e+09 a second on 16 hosts, before 1.667e+09, at least 1.617e+09");
}

static void both_bounds_hold_at_once(void **state)
{
	struct gate_rule rule = {
		.per = GATE_PER_TB,
		.max = {.set = true, .value = 20},
		.min = {.set = true, .value = 5},
	};

	(void)state;
	hosts(2, 10, 10);
	assert_int_equal(judged(&rule, 2), GATE_PASS);
	hosts(2, 10, 4);
	assert_int_equal(judged(&rule, 2), GATE_FAIL);
	assert_string_equal(verdict.why, "local_ack_timeout_err 4 per TB on 2 hosts, before 10, at least 5");
	hosts(2, 10, 21);
	assert_int_equal(judged(&rule, 2), GATE_FAIL);
	assert_string_equal(verdict.why, "local_ack_timeout_err 21 per TB on 2 hosts, before 10, at most 20");
}

static void nobody_watched_is_inconclusive(void **state)
{
	(void)state;
	assert_int_equal(judged(&harm, 0), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "local_ack_timeout_err: there was no host to watch");
}

static void results_have_names(void **state)
{
	(void)state;
	assert_string_equal(gate_result_name(GATE_PASS), "pass");
	assert_string_equal(gate_result_name(GATE_FAIL), "fail");
	assert_string_equal(gate_result_name(GATE_INCONCLUSIVE), "inconclusive");
	assert_string_equal(gate_result_name(GATE_ERROR), "error");
	assert_string_equal(gate_result_name(GATE_NONE), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_that_do_as_before_pass),
		cmocka_unit_test(all_hosts_a_little_worse_fail_together),
		cmocka_unit_test(an_excess_that_chance_explains_passes_and_is_said),
		cmocka_unit_test(a_bound_that_a_person_wrote_is_taken_as_it_is),
		cmocka_unit_test(one_bad_host_among_many_is_found),
		cmocka_unit_test(the_worst_of_several_bad_hosts_is_named),
		cmocka_unit_test(an_optic_that_was_as_bad_before_is_no_harm),
		cmocka_unit_test(a_baseline_of_zero_has_a_floor),
		cmocka_unit_test(a_bound_of_zero_forgives_nothing),
		cmocka_unit_test(a_quiet_window_is_inconclusive),
		cmocka_unit_test(a_host_that_moved_too_little_is_not_judged),
		cmocka_unit_test(traffic_that_cannot_be_read_is_not_zero),
		cmocka_unit_test(a_silent_host_moves_nothing),
		cmocka_unit_test(half_of_the_hosts_must_be_judged),
		cmocka_unit_test(a_treated_host_that_does_not_answer_is_inconclusive),
		cmocka_unit_test(a_missing_counter_is_never_a_pass),
		cmocka_unit_test(queue_pairs_by_devx_do_not_move_it),
		cmocka_unit_test(harm_that_is_seen_counts_whoever_is_missing),
		cmocka_unit_test(without_a_baseline_only_what_is_below_the_floor_is_known),
		cmocka_unit_test(a_window_without_a_length_has_no_rate),
		cmocka_unit_test(windows_of_different_length_are_compared_by_length),
		cmocka_unit_test(what_may_have_wrapped_twice_is_inconclusive),
		cmocka_unit_test(what_may_have_wrapped_grew_by_at_least_so_much),
		cmocka_unit_test(goodput_is_judged_on_the_hosts_together),
		cmocka_unit_test(both_bounds_hold_at_once),
		cmocka_unit_test(nobody_watched_is_inconclusive),
		cmocka_unit_test(results_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
