// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What an answer means under a rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>

#include "lib/gate/gate.h"

static const struct gate_rule no_bound = {.on = GATE_ON_TREATED};
static const struct gate_rule at_most_3 = {.max = {.set = true, .value = 3}};
static const struct gate_rule at_least_97_percent = {.min = {.set = true, .times_baseline = true, .value = 0.97}};

static struct gate_verdict judge(const struct gate_rule *rule, enum gate_result result, double value, double baseline)
{
	static const char *const names[] = {"{rack=\"r07\"}"};
	struct gate_answer answer = {
		.result = result,
		.values = &value,
		.names = names,
		.count = isnan(value) ? 0 : 1,
		.why = result == GATE_FAIL ? "./canary exited with code 1" : "",
	};
	struct gate_verdict verdict;

	gate_answer_judge(rule, &answer, baseline, &verdict);
	return verdict;
}

static void numbers_are_held_against_the_bound(void **state)
{
	struct gate_verdict verdict = judge(&at_most_3, GATE_NONE, 3.5, NAN);

	(void)state;
	assert_int_equal(verdict.result, GATE_FAIL);
	assert_true(verdict.has_value && verdict.value == 3.5);
	assert_int_equal(verdict.worst, 0);
	assert_int_equal(judge(&at_most_3, GATE_NONE, 3, NAN).result, GATE_PASS);
}

/* argoproj/argo-rollouts#3503: no data is not bad data. */
static void an_empty_result_is_inconclusive(void **state)
{
	(void)state;
	assert_int_equal(judge(&at_most_3, GATE_NONE, NAN, NAN).result, GATE_INCONCLUSIVE);
	assert_int_equal(judge(&no_bound, GATE_NONE, NAN, NAN).result, GATE_INCONCLUSIVE);
}

static void a_command_that_passes_is_held_against_its_bound_too(void **state)
{
	(void)state;
	assert_int_equal(judge(&at_least_97_percent, GATE_PASS, 96, 100).result, GATE_FAIL);
	assert_int_equal(judge(&at_least_97_percent, GATE_PASS, 98, 100).result, GATE_PASS);
	/* without a number, or without a baseline, nobody knows */
	assert_int_equal(judge(&at_least_97_percent, GATE_PASS, NAN, 100).result, GATE_INCONCLUSIVE);
	assert_int_equal(judge(&at_least_97_percent, GATE_PASS, 98, NAN).result, GATE_INCONCLUSIVE);
}

static void its_own_verdict_stands(void **state)
{
	struct gate_verdict verdict = judge(&at_most_3, GATE_FAIL, 1, 0.5);

	(void)state;
	assert_int_equal(verdict.result, GATE_FAIL);
	assert_string_equal(verdict.why, "./canary exited with code 1");
	assert_true(verdict.has_value && verdict.value == 1);
	assert_true(verdict.has_baseline && verdict.baseline == 0.5);
	assert_int_equal(verdict.worst, GATE_NO_HOST);
	assert_int_equal(judge(&no_bound, GATE_PASS, NAN, NAN).result, GATE_PASS);
	assert_int_equal(judge(&at_most_3, GATE_ERROR, 1, NAN).result, GATE_ERROR);
	assert_int_equal(judge(&at_most_3, GATE_INCONCLUSIVE, 1, NAN).result, GATE_INCONCLUSIVE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_held_against_the_bound),
		cmocka_unit_test(an_empty_result_is_inconclusive),
		cmocka_unit_test(a_command_that_passes_is_held_against_its_bound_too),
		cmocka_unit_test(its_own_verdict_stands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
