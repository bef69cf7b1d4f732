// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* "drift": what is done about which parameter, and how fast. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "lib/fleet/drift.h"
#include "lib/fleet/quantity.h"
#include "tests/unit/lib/fleet/fleet_case.h"

#define RATE  "dcqcn.rp.ai_rate"
#define DSCP  "dcqcn.np.cnp_dscp"
#define ALPHA "ztr_rtt.ALPHA"

static const struct fleet *drift(const char *body)
{
	char text[2048];

	snprintf(text, sizeof(text), START PROFILES ASSIGN "'drift': {%s},\n" END, body);
	return case_good(text);
}

static void bad_here(const char *body, enum ece_error_kind kind, const char *sentence)
{
	char text[2048];

	snprintf(text, sizeof(text), START PROFILES ASSIGN "'drift': {%s},\n" END, body);
	case_bad_here(text, kind, sentence);
}

static void assert_act(const struct fleet *fleet, const char *param, enum fleet_drift_do want)
{
	assert_int_equal(fleet_drift_of(fleet, ece_param_find(param), NULL), want);
}

static void a_file_without_it_reports(void **state)
{
	const struct fleet *fleet = case_good(GOOD);

	(void)state;
	assert_act(fleet, RATE, FLEET_DRIFT_REPORT);
	assert_true(fleet->drift->stop_at.percent);
	assert_int_equal(fleet->drift->stop_at.n, FLEET_PERCENT);
	assert_int_equal(fleet->drift->rate.n, 10);
	assert_int_equal(fleet->drift->rate.per_ns, 60000000000);
	assert_int_equal(fleet->drift->burst, 5);
	assert_int_equal(fleet->drift->tries, 3);
	assert_int_equal(fleet->drift->within_ns, 86400000000000);
	assert_int_equal(fleet->drift->said[FLEET_DRIFT_RATE].line, 0);
}

static void the_first_rule_that_names_a_parameter_holds(void **state)
{
	const struct fleet *fleet = drift("'default': 'hold', 'rules': [{'params': ['" DSCP "'], 'do': 'report'},"
					  "{'params': ['dcqcn.*', 'roce_accl.roce_tx_window_en'], 'do': 'repair'}]");
	const struct fleet_drift_rule *rule;

	(void)state;
	assert_act(fleet, DSCP, FLEET_DRIFT_REPORT);
	assert_act(fleet, RATE, FLEET_DRIFT_REPAIR);
	assert_act(fleet, "roce_accl.roce_tx_window_en", FLEET_DRIFT_REPAIR);
	assert_act(fleet, ALPHA, FLEET_DRIFT_HOLD);
	fleet_drift_of(fleet, ece_param_find(RATE), &rule);
	assert_ptr_equal(rule, &fleet->drift->rules[1]);
	fleet_drift_of(fleet, ece_param_find(ALPHA), &rule);
	assert_null(rule);
}

/* debugfs calls the rate rp_ai_rate. */
static void another_name_of_a_parameter_is_its_own(void **state)
{
	const struct fleet *fleet = drift("'rules': [{'params': ['rpg_ai_rate'], 'do': 'hold'}]");

	(void)state;
	assert_string_equal(fleet->drift->rules[0].params[0], RATE);
}

static void settings_of_repairs(void **state)
{
	const struct fleet *fleet = drift("'stop_at': 3, 'repair': {'rate': '200/h', 'burst': 20, 'tries': 1, "
					  "'within': '2h'}");

	(void)state;
	assert_false(fleet->drift->stop_at.percent);
	assert_int_equal(fleet->drift->stop_at.n, 3);
	assert_int_equal(fleet->drift->rate.n, 200);
	assert_int_equal(fleet->drift->rate.per_ns, 3600000000000);
	assert_int_equal(fleet->drift->burst, 20);
	assert_int_equal(fleet->drift->tries, 1);
	assert_int_equal(fleet->drift->within_ns, 7200000000000);
	assert_int_equal(fleet->drift->said[FLEET_DRIFT_RATE].line, 4);
}

static void what_cannot_be_meant_is_said(void **state)
{
	(void)state;
	bad_here("'rules': [{'params': [@'dcqcn.rp.ai_rat'], 'do': 'hold'}]", ECE_ERROR_UNKNOWN_NAME,
		 "drift.rules[0].params[0]: no parameter is called \"dcqcn.rp.ai_rat\"; did you mean "
		 "\"dcqcn.rp.ai_rate\"?");
	bad_here("'rules': [{'params': [@'dcqnc.*'], 'do': 'hold'}]", ECE_ERROR_UNKNOWN_NAME,
		 "drift.rules[0].params[0]: no parameter has a name like this");
	bad_here("'repair': {'rate': @'10/m'}", ECE_ERROR_RANGE,
		 "drift.repair.rate: \"10/m\": a rate is a whole number and one of /s, /min, /h, /d, as in \"10/min\"");
	bad_here("'repair': {'rate': @'0/min'}", ECE_ERROR_RANGE,
		 "drift.repair.rate: \"0/min\": a rate is from 1 to 1000000");
	bad_here("'repair': {'within': @'0s'}", ECE_ERROR_RANGE,
		 "drift.repair.within: in no time nothing is repaired often; write how long");
}

static void a_rate_is_read_as_it_is_written(void **state)
{
	static const char *const texts[] = {"1/s", "10/min", "1000000/h", "7/d"};
	char buf[QUANTITY_RATE_TEXT_MAX];
	struct fleet_rate rate;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_null(quantity_rate(texts[i], &rate));
		assert_string_equal(quantity_rate_text(&rate, buf), texts[i]);
	}
	assert_non_null(quantity_rate("1000001/s", &rate));
	assert_non_null(quantity_rate("/s", &rate));
	assert_non_null(quantity_rate("1 /s", &rate));
}

static void rules_have_a_limit(void **state)
{
	static char text[FLEET_DRIFT_RULES_MAX * 64 + 1024];
	size_t n = (size_t)sprintf(text, START PROFILES ASSIGN "'drift': {'rules': [");

	(void)state;
	for (int i = 0; i <= FLEET_DRIFT_RULES_MAX; i++)
		n += (size_t)sprintf(text + n, "%s{'params': ['" RATE "'], 'do': 'hold'}", i ? "," : "");
	sprintf(text + n, "]},\n" END);
	assert_int_not_equal(case_parse(text), 0);
	case_fault(ECE_ERROR_LIMIT, "4:20", "drift.rules: 65 entries; the limit is 64");
	case_no_more();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_without_it_reports),
		cmocka_unit_test(the_first_rule_that_names_a_parameter_holds),
		cmocka_unit_test(another_name_of_a_parameter_is_its_own),
		cmocka_unit_test(settings_of_repairs),
		cmocka_unit_test(what_cannot_be_meant_is_said),
		cmocka_unit_test(a_rate_is_read_as_it_is_written),
		cmocka_unit_test(rules_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
