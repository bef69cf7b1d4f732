// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define RATE  "dcqcn.rp.ai_rate"
#define SR    "roce_accl.selective_repeat_forced_en"
#define ALPHA "ztr_rtt.ALPHA"

static const struct fleet_value *value(const struct fleet *fleet, const char *profile, const char *param)
{
	for (uint32_t i = 0; i < fleet->profile_count; i++)
		for (uint32_t k = 0; k < fleet->profiles[i].value_count; k++)
			if (!strcmp(fleet->profiles[i].name, profile) &&
			    !strcmp(fleet->profiles[i].values[k].param->name, param))
				return &fleet->profiles[i].values[k];
	return NULL;
}

static const struct fleet *profiles(const char *members)
{
	char text[4096];

	snprintf(text, sizeof(text), START "'profiles': {%s},\n'assign': [{'hosts': 'a', 'profile': 'p'}],\n" END,
		 members);
	return case_good(text);
}

static void bad(const char *members, enum ece_error_kind kind, const char *at, const char *sentence)
{
	char text[4096];

	snprintf(text, sizeof(text), START "'profiles': {%s},\n'assign': [{'hosts': 'a', 'profile': 'p'}],\n" END,
		 members);
	case_bad(text, kind, at, sentence);
}

static void values_become_raw(void **state)
{
	const struct fleet *fleet =
		profiles("'p': {'set': {'" ALPHA "': 0.125, '" SR "': true, '" RATE "': '20 Mb/s'}},\n"
			 "'q': {'set': {'" RATE "': 7, '" SR "': false, '" ALPHA "': 'leave'}}");

	(void)state;
	assert_int_equal(value(fleet, "p", RATE)->raw, 20);
	assert_int_equal(value(fleet, "p", SR)->raw, 1);
	assert_int_equal(value(fleet, "p", ALPHA)->raw, 8192);
	assert_int_equal(value(fleet, "q", RATE)->raw, 7);
	assert_int_equal(value(fleet, "q", SR)->raw, 0);
	assert_false(value(fleet, "q", SR)->leave);
	assert_true(value(fleet, "q", ALPHA)->leave);
	assert_int_equal(value(fleet, "q", ALPHA)->raw, 0);
	assert_int_equal(value(fleet, "q", RATE)->place.line, 3);
	assert_int_equal(value(fleet, "q", RATE)->place.column, 35);
	/* the order of the table, not that of the file */
	for (uint32_t i = 1; i < fleet->profiles[0].value_count; i++)
		assert_true(ece_param_index(fleet->profiles[0].values[i - 1].param) <
			    ece_param_index(fleet->profiles[0].values[i].param));
}

static void other_names_are_the_same_parameter(void **state)
{
	(void)state;
	assert_int_equal(value(profiles("'p': {'set': {'rpg_ai_rate': 9}}"), "p", RATE)->raw, 9);
	bad("'p': {'set': {'rpg_ai_rate': 9,\n'" RATE "': 9}}", ECE_ERROR_DUPLICATE, "3:1",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"]: this is dcqcn.rp.ai_rate, which the profile sets as \"rpg_ai_rate\" "
	    "already");
}

static void values_that_are_none(void **state)
{
	(void)state;
	bad("'p': {'set': {'" RATE "': null}}", ECE_ERROR_TYPE, "2:48",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"]: a value is true, false, a number, or a string");
	bad("'p': {'set': {'" RATE "': []}}", ECE_ERROR_TYPE, "2:48",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"]: a value is true, false, a number, or a string");
	bad("'p': {'set': {'" RATE "': 'default'}}", ECE_ERROR_UNSUPPORTED, "2:48",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"]: no card tells the factory default of this parameter, so \"default\" "
	    "cannot be set; write the value, \"original\", or \"leave\"");
	bad("'p': {'set': {'" ALPHA "': 'default'}}", ECE_ERROR_UNSUPPORTED, "2:45",
	    "profiles.p.set[\"ztr_rtt.ALPHA\"]: only each card knows the default of this parameter, and this version "
	    "does not ask it; write the value (ece-show tells the default), \"original\", or \"leave\"");
}

static void the_original_value(void **state)
{
	const struct fleet_value *value =
		case_good(START "'profiles': {'p': {'set': {'" RATE "': 'original'}}},\n" ASSIGN END)
			->profiles[0]
			.values;

	(void)state;
	assert_true(value->original);
	assert_false(value->leave);
	assert_int_equal(value->raw, 0);
	assert_null(value->by_speed);
}

static void values_by_speed(void **state)
{
	const struct fleet_value *value =
		case_good(START "'profiles': {'p': {'set': {'" RATE
				"': {'by_speed': {'400G': '20 Mb/s', '25G': 5}}}}},\n" ASSIGN END)
			->profiles[0]
			.values;

	(void)state;
	assert_int_equal(value->speed_count, 2);
	assert_int_equal(value->by_speed[0].speed_mbps, 400000);
	assert_int_equal(value->by_speed[0].raw, 20);
	assert_int_equal(value->by_speed[1].speed_mbps, 25000);
	assert_int_equal(value->by_speed[1].raw, 5);
	assert_int_equal(value->raw, 0);
	assert_false(value->leave || value->original);
}

static void faulty_values_by_speed(void **state)
{
	(void)state;
	bad("'p': {'set': {'" RATE "': {'by_speed': {}}}}", ECE_ERROR_TYPE, "2:61",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed: values by speed belong here, as in { \"400G\": ... }");
	bad("'p': {'set': {'" RATE "': {'by_speed': 5}}}", ECE_ERROR_TYPE, "2:61",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed: values by speed belong here, as in { \"400G\": ... }");
	bad("'p': {'set': {'" RATE "': {'by_speed': {'400': 1}}}}", ECE_ERROR_SYNTAX, "2:62",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed.400: a speed is written as \"400G\" (Gb/s)");
	bad("'p': {'set': {'" RATE "': {'by_speed': {'040G': 1}}}}", ECE_ERROR_SYNTAX, "2:62",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed.040G: a speed is written as \"400G\" (Gb/s)");
	bad("'p': {'set': {'" RATE "': {'by_speed': {'100000G': 1}}}}", ECE_ERROR_SYNTAX, "2:62",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed.100000G: a speed is written as \"400G\" (Gb/s)");
	bad("'p': {'set': {'" RATE "': {'by_speed': {'400G': -1}}}}", ECE_ERROR_RANGE, "2:70",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed.400G: dcqcn.rp.ai_rate takes 0 to 131071 Mb/s, not -1");
	bad("'p': {'set': {'" RATE "': {'by_speed': {'400G': 1}, 'x': 1}}}", ECE_ERROR_UNKNOWN_NAME, "2:74",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"].x: no such key here; a value by speed has \"by_speed\" alone");
}

static void at_most_16_speeds(void **state)
{
	char text[1024], *at = stpcpy(text, "'p': {'set': {'" RATE "': {'by_speed': {'1G': 1");

	(void)state;
	for (int i = 2; i <= 16; i++)
		at += sprintf(at, ", '%dG': 1", i);
	strcpy(at, "}}}}");
	assert_int_equal(profiles(text)->profiles[0].values[0].speed_count, 16);
	strcpy(at, ", '17G': 1}}}}");
	bad(text, ECE_ERROR_LIMIT, "2:61", "profiles.p.set[\"dcqcn.rp.ai_rate\"].by_speed: 17 speeds; the limit is 16");
}

/* One of each way in: an integer, a truth value, a real, a text. The sentence is the parameter table's. */
static void values_that_a_parameter_does_not_take(void **state)
{
#define TAKES                                                                                                        \
	"profiles.p.set[\"dcqcn.rp.ai_rate\"]: dcqcn.rp.ai_rate takes a whole number of Mb/s, or a number with one " \
	"of "                                                                                                        \
	"kb/s, Mb/s, Gb/s, Tb/s, not "

	(void)state;
	bad("'p': {'set': {'" RATE "': -1}}", ECE_ERROR_RANGE, "2:48",
	    "profiles.p.set[\"dcqcn.rp.ai_rate\"]: dcqcn.rp.ai_rate takes 0 to 131071 Mb/s, not -1");
	bad("'p': {'set': {'" RATE "': true}}", ECE_ERROR_TYPE, "2:48", TAKES "\"true\"");
	bad("'p': {'set': {'" RATE "': 0.5}}", ECE_ERROR_TYPE, "2:48", TAKES "\"0.5\"");
	bad("'p': {'set': {'" RATE "': '20 Gb/sec'}}", ECE_ERROR_TYPE, "2:48", TAKES "\"20 Gb/sec\"");
	bad("'p': {'set': {'" SR "': 'yes'}}", ECE_ERROR_TYPE, "2:68",
	    "profiles.p.set[\"roce_accl.selective_repeat_forced_en\"]: roce_accl.selective_repeat_forced_en takes true "
	    "or "
	    "false, not \"yes\"");
}

static void a_floor_above_its_ceiling(void **state)
{
#define MIN "dcqcn.rp.min_rate"
#define MAX "dcqcn.rp.max_rate"
	(void)state;
	bad("'p': {'set': {'" MAX "': 100,\n'" MIN "': 500}}", ECE_ERROR_RANGE, "3:22",
	    "profiles.p.set[\"dcqcn.rp.min_rate\"]: dcqcn.rp.min_rate would be 500 Mb/s, above dcqcn.rp.max_rate, "
	    "which "
	    "would be 100 Mb/s");
	bad("'q': {'set': {'" MIN "': 500}}, 'p': {'extends': 'q', 'set': {\n'RPG_MAX_RATE': 100}}", ECE_ERROR_RANGE,
	    "3:17",
	    "profiles.p.set.RPG_MAX_RATE: dcqcn.rp.min_rate would be 500 Mb/s, above dcqcn.rp.max_rate, which would be "
	    "100 Mb/s");
	profiles("'p': {'set': {'" MAX "': 0, '" MIN "': 500}}");
	profiles("'p': {'set': {'" MAX "': 500, '" MIN "': 500}}");
	profiles("'p': {'set': {'" MAX "': 'leave', '" MIN "': 500}}");
	profiles("'p': {'set': {'" MAX "': 5, '" MIN "': 'leave'}}");
}

static void the_nearest_profile_wins(void **state)
{
	const struct fleet *fleet = profiles("'p': {'extends': 'q', 'set': {'" RATE
					     "': 1}}, 'q': {'extends': 'r', 'set': {'" SR "': 'leave'}},\n"
					     "'r': {'set': {'" RATE "': 3, '" SR "': true, '" ALPHA "': 0.5}}");

	(void)state;
	assert_int_equal(value(fleet, "p", RATE)->raw, 1);
	assert_int_equal(value(fleet, "p", RATE)->profile, 0);
	assert_true(value(fleet, "p", SR)->leave);
	assert_int_equal(value(fleet, "p", SR)->profile, 1);
	assert_int_equal(value(fleet, "p", ALPHA)->raw, 32768);
	assert_int_equal(value(fleet, "p", ALPHA)->profile, 2);
	assert_int_equal(value(fleet, "q", RATE)->raw, 3);
	assert_int_equal(value(fleet, "r", SR)->raw, 1);
	assert_int_equal(fleet->profiles[0].extends, 1);
	assert_int_equal(fleet->profiles[2].extends, FLEET_NONE);
}

static void cycles_name_the_chain(void **state)
{
	(void)state;
	bad("'p': {'extends': 'p'}", ECE_ERROR_CONFLICT, "2:31",
	    "profiles.p.extends: a profile cannot extend itself: p -> p");
	bad("'p': {'extends': 'q'}, 'q': {'extends': 'r'}, 'r': {'extends': 'q'}", ECE_ERROR_CONFLICT, "2:54",
	    "profiles.q.extends: a profile cannot extend itself: q -> r -> q");
	bad("'p': {'extends': 'pp'}, 'qq': {}", ECE_ERROR_UNKNOWN_NAME, "2:31",
	    "profiles.p.extends: no profile is called \"pp\"; did you mean \"p\"?");
}

static void unknown_profiles(void **state)
{
	(void)state;
	case_bad(START "'profiles': {'gpu-cx7': {}},\n'assign': [{'hosts': 'a', 'profile': 'gpu-cx6'}],\n" END,
		 ECE_ERROR_UNKNOWN_NAME, "3:38",
		 "assign[0].profile: no profile is called \"gpu-cx6\"; did you mean \"gpu-cx7\"?");
}

static void policies_of(const struct fleet *fleet, const char *profile, const char *param,
			enum fleet_policy unsupported, enum fleet_policy no_door)
{
	assert_int_equal(value(fleet, profile, param)->if_unsupported, unsupported);
	assert_int_equal(value(fleet, profile, param)->if_no_door, no_door);
}

#define SET "'set': {'" RATE "': 1, '" SR "': true, '" ALPHA "': 0.5}"

static void the_nearest_policy_wins(void **state)
{
	const struct fleet *fleet = profiles("'p': {" SET "}");

	(void)state;
	policies_of(fleet, "p", RATE, FLEET_FAIL, FLEET_FAIL);
	fleet = case_good(START "'if_unsupported': 'skip', 'if_no_door': {'" SR "': 'skip'},\n"
				"'profiles': {'p': {" SET "}, 'q': {" SET ", 'if_unsupported': 'fail'},\n"
				"'r': {'extends': 'q', 'if_unsupported': {'" ALPHA
				"': 'skip'}, 'if_no_door': 'skip'},\n"
				"'s': {'extends': 'r', 'if_no_door': {'" SR "': 'fail'}},\n"
				"'t': {'extends': 's', 'if_no_door': 'skip'}},\n" ASSIGN END);
	policies_of(fleet, "p", RATE, FLEET_SKIP, FLEET_FAIL);
	policies_of(fleet, "p", SR, FLEET_SKIP, FLEET_SKIP);
	policies_of(fleet, "q", SR, FLEET_FAIL, FLEET_SKIP);
	policies_of(fleet, "q", ALPHA, FLEET_FAIL, FLEET_FAIL);
	policies_of(fleet, "r", ALPHA, FLEET_SKIP, FLEET_SKIP);
	policies_of(fleet, "r", RATE, FLEET_FAIL, FLEET_SKIP);
	policies_of(fleet, "s", SR, FLEET_FAIL, FLEET_FAIL);
	policies_of(fleet, "s", RATE, FLEET_FAIL, FLEET_SKIP);
	policies_of(fleet, "t", SR, FLEET_FAIL, FLEET_SKIP);
}

/* It has elements, which have no names. */
static void a_set_that_is_an_array(void **state)
{
	(void)state;
	bad("'p': {'set': [1, []]}", ECE_ERROR_TYPE, "2:27",
	    "profiles.p.set: this is an array; an object belongs here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_become_raw),         cmocka_unit_test(other_names_are_the_same_parameter),
		cmocka_unit_test(the_original_value),        cmocka_unit_test(values_by_speed),
		cmocka_unit_test(faulty_values_by_speed),    cmocka_unit_test(at_most_16_speeds),
		cmocka_unit_test(values_that_are_none),      cmocka_unit_test(values_that_a_parameter_does_not_take),
		cmocka_unit_test(a_floor_above_its_ceiling), cmocka_unit_test(the_nearest_profile_wins),
		cmocka_unit_test(cycles_name_the_chain),     cmocka_unit_test(unknown_profiles),
		cmocka_unit_test(the_nearest_policy_wins),   cmocka_unit_test(a_set_that_is_an_array),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
