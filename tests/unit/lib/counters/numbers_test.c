// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Verdicts on what Prometheus or a command told, and those of the built-in gate. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "lib/counters/gate.h"

static struct gate_verdict verdict;

static const struct gate_rule at_most = {.on = GATE_ON_UNTOUCHED, .max = {.set = true, .value = 0.03}};
static const struct gate_rule at_least = {.min = {.set = true, .times_baseline = true, .value = 0.97}};
static const struct gate_rule not_worse = {
	.max = {.set = true, .times_baseline = true, .value = 1.5, .floor = 10},
};

static enum gate_result told(const struct gate_rule *rule, const double *values, size_t count, double baseline)
{
	gate_judge_numbers(rule, values, count, baseline, &verdict);
	assert_true(verdict.why[0]);
	return verdict.result;
}

static enum gate_result told_one(const struct gate_rule *rule, double value, double baseline)
{
	return told(rule, &value, 1, baseline);
}

static void a_number_is_held_against_its_bound(void **state)
{
	(void)state;
	assert_int_equal(told_one(&at_most, 0.03, NAN), GATE_PASS);
	assert_string_equal(verdict.why, "0.03, at most 0.03");
	assert_int_equal(told_one(&at_most, 0.031, NAN), GATE_FAIL);
	assert_string_equal(verdict.why, "0.031, at most 0.03");
	assert_int_equal(verdict.worst, 0);
	assert_int_equal(told_one(&at_most, INFINITY, NAN), GATE_FAIL);
	assert_int_equal(told_one(&at_most, -INFINITY, NAN), GATE_PASS);
}

static void each_of_several_numbers_must_be_within(void **state)
{
	double values[] = {0.01, 0.02, 0.05, 0.01}, nearest[] = {0.01, 0.02, 0.015};

	(void)state;
	assert_int_equal(told(&at_most, values, 4, NAN), GATE_FAIL);
	assert_int_equal(verdict.worst, 2);
	assert_string_equal(verdict.why, "0.05, one of 4 values, at most 0.03");
	assert_int_equal(told(&at_most, nearest, 3, NAN), GATE_PASS);
	assert_float_equal(verdict.value, 0.02, 1e-12);
	assert_string_equal(verdict.why, "0.02, the worst of 3 values, at most 0.03");
}

static void no_data_is_inconclusive(void **state)
{
	(void)state;
	assert_int_equal(told(&at_most, NULL, 0, NAN), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "no data was told");
	assert_int_equal(told(&(struct gate_rule){.per = GATE_PER_NOTHING}, NULL, 0, 1), GATE_INCONCLUSIVE);
}

static void not_a_number_is_inconclusive_and_harm_beside_it_is_harm(void **state)
{
	double values[] = {0.01, NAN, 0.02}, worse[] = {NAN, 0.04};

	(void)state;
	assert_int_equal(told(&at_most, values, 3, NAN), GATE_INCONCLUSIVE);
	assert_int_equal(verdict.worst, 1);
	assert_string_equal(verdict.why, "what was told is not a number");
	assert_int_equal(told(&at_most, worse, 2, NAN), GATE_FAIL);
	assert_int_equal(verdict.worst, 1);
	assert_int_equal(told_one(&(struct gate_rule){.per = GATE_PER_NOTHING}, NAN, NAN), GATE_INCONCLUSIVE);
}

static void a_number_is_compared_with_the_one_before(void **state)
{
	(void)state;
	assert_int_equal(told_one(&at_least, 97, 100), GATE_PASS);
	assert_string_equal(verdict.why, "97, before 100, at least 97");
	assert_int_equal(told_one(&at_least, 96.9, 100), GATE_FAIL);
	assert_float_equal(verdict.threshold, 97, 1e-9);
	assert_int_equal(told_one(&not_worse, 150, 100), GATE_PASS);
	assert_int_equal(told_one(&not_worse, 151, 100), GATE_FAIL);
	/* the floor */
	assert_int_equal(told_one(&not_worse, 10, 0), GATE_PASS);
	assert_int_equal(told_one(&not_worse, 10.5, 0), GATE_FAIL);
}

static void without_the_one_before_only_the_floor_is_known(void **state)
{
	(void)state;
	assert_int_equal(told_one(&at_least, 1000, NAN), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why, "1000, and before the step nothing was told to compare it with");
	assert_int_equal(told_one(&not_worse, 9, NAN), GATE_PASS);
	assert_int_equal(told_one(&not_worse, 11, NAN), GATE_INCONCLUSIVE);
}

static void a_number_without_a_bound_is_shown(void **state)
{
	(void)state;
	assert_int_equal(told_one(&(struct gate_rule){.per = GATE_PER_NOTHING}, 42, 40), GATE_PASS);
	assert_string_equal(verdict.why, "42, before 40");
	assert_false(verdict.has_threshold);
}

#define HOSTS 4

static struct gate_sample hard[GATE_HARD_MAX][HOSTS];
static const struct gate_sample *by_counter[GATE_HARD_MAX];

static size_t row_of(const char *name)
{
	size_t i = 0;

	while (strcmp(gate_hard_counter(i)->name, name) != 0)
		i++;
	return i;
}

static void quiet_fleet(void)
{
	static const char *const names[HOSTS] = {"a", "b", "c", "d"};

	for (size_t i = 0; i < GATE_HARD_MAX; i++) {
		by_counter[i] = hard[i];
		for (uint32_t host = 0; host < HOSTS; host++)
			hard[i][host] = (struct gate_sample){
				.host = host,
				.name = names[host],
				.seconds_before = 60,
				.seconds_during = 60,
			};
	}
}

static enum gate_result judged_hard(void)
{
	gate_judge_hard(by_counter, HOSTS, &verdict);
	assert_true(verdict.why[0]);
	return verdict.result;
}

static void the_hard_counters_are_those_of_the_table(void **state)
{
	size_t count = 0;

	(void)state;
	while (gate_hard_counter(count))
		assert_int_equal(gate_hard_counter(count++)->class, COUNTER_HARD);
	assert_int_equal(count, 4);
	assert_true(count <= GATE_HARD_MAX);
	row_of("req_transport_retries_exceeded");
	row_of("req_rnr_retries_exceeded");
	row_of("rp_cnp_ignored");
	row_of("link_down_events_phy");
}

static void the_hard_gate_wants_no_growth(void **state)
{
	(void)state;
	quiet_fleet();
	assert_int_equal(judged_hard(), GATE_PASS);
	assert_int_equal(verdict.usable, HOSTS);
	assert_string_equal(verdict.why, "req_transport_retries_exceeded, req_rnr_retries_exceeded, rp_cnp_ignored, "
					 "link_down_events_phy: no more than before on 4 of 4 hosts");
	hard[row_of("link_down_events_phy")][2].during.by = 1;
	assert_int_equal(judged_hard(), GATE_FAIL);
	assert_int_equal(verdict.worst, 2);
	assert_string_equal(verdict.why, "c: link_down_events_phy 1 in the window, before 0, at most 0");
}

static void a_port_that_flapped_before_hides_no_other(void **state)
{
	size_t row = row_of("link_down_events_phy");

	(void)state;
	quiet_fleet();
	hard[row][0].before.by = 5;
	hard[row][0].during.by = 6;
	assert_int_equal(judged_hard(), GATE_PASS);
	hard[row][1].during.by = 1;
	assert_int_equal(judged_hard(), GATE_FAIL);
	assert_int_equal(verdict.worst, 1);
	hard[row][1].during.by = 0;
	hard[row][0].before.by = 100;
	hard[row][0].during.by = 180;
	assert_int_equal(judged_hard(), GATE_FAIL);
	assert_int_equal(verdict.worst, 0);
}

static void a_kernel_without_a_hard_counter_is_judged_by_the_others(void **state)
{
	size_t retries = row_of("req_transport_retries_exceeded"), rnr = row_of("req_rnr_retries_exceeded");

	(void)state;
	quiet_fleet();
	for (size_t host = 0; host < HOSTS; host++)
		hard[retries][host].during.growth = hard[rnr][host].during.growth = COUNTER_NOT_THERE;
	assert_int_equal(judged_hard(), GATE_PASS);
	assert_string_equal(verdict.why,
			    "rp_cnp_ignored, link_down_events_phy: no more than before on 4 of 4 hosts; none "
			    "of them can be judged by req_transport_retries_exceeded, req_rnr_retries_exceeded");
	/* one host with a newer kernel */
	hard[retries][3].during = (struct counter_delta){.by = 2};
	assert_int_equal(judged_hard(), GATE_FAIL);
	assert_int_equal(verdict.worst, 3);
}

static void hosts_without_any_hard_counter_are_not_judged(void **state)
{
	(void)state;
	quiet_fleet();
	for (size_t i = 0; gate_hard_counter(i); i++)
		for (size_t host = 0; host < 3; host++)
			hard[i][host].during.growth = COUNTER_NOT_THERE;
	assert_int_equal(judged_hard(), GATE_INCONCLUSIVE);
	assert_int_equal(verdict.usable, 1);
	assert_string_equal(verdict.why, "1 of 4 hosts have a hard counter that can judge them");
}

static void a_treated_host_that_is_gone_keeps_the_hard_gate_open(void **state)
{
	(void)state;
	quiet_fleet();
	for (size_t i = 0; gate_hard_counter(i); i++)
		hard[i][1].missing = true;
	assert_int_equal(judged_hard(), GATE_INCONCLUSIVE);
	assert_string_equal(verdict.why,
			    "req_transport_retries_exceeded: 3 of 4 hosts could be judged: 1 did not answer (b)");
	hard[row_of("link_down_events_phy")][0].during.by = 1;
	assert_int_equal(judged_hard(), GATE_FAIL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_is_held_against_its_bound),
		cmocka_unit_test(each_of_several_numbers_must_be_within),
		cmocka_unit_test(no_data_is_inconclusive),
		cmocka_unit_test(not_a_number_is_inconclusive_and_harm_beside_it_is_harm),
		cmocka_unit_test(a_number_is_compared_with_the_one_before),
		cmocka_unit_test(without_the_one_before_only_the_floor_is_known),
		cmocka_unit_test(a_number_without_a_bound_is_shown),
		cmocka_unit_test(the_hard_counters_are_those_of_the_table),
		cmocka_unit_test(the_hard_gate_wants_no_growth),
		cmocka_unit_test(a_port_that_flapped_before_hides_no_other),
		cmocka_unit_test(a_kernel_without_a_hard_counter_is_judged_by_the_others),
		cmocka_unit_test(hosts_without_any_hard_counter_are_not_judged),
		cmocka_unit_test(a_treated_host_that_is_gone_keeps_the_hard_gate_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
