// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The "ece" of a profile: two parameters, written as lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/fleet/facts.h"
#include "tests/unit/lib/fleet/fleet_case.h"

static struct ece_error last;

static void keep_last(void *ctx, const struct ece_error *e)
{
	*(struct ece_error *)ctx = *e;
}

static const char *file(const char *members)
{
	static char text[4096];

	snprintf(text, sizeof(text), START "'profiles': {%s},\n'assign': [{'hosts': 'a', 'profile': 'p'}],\n" END,
		 members);
	return text;
}

static const struct fleet_value *value(const struct fleet *fleet, uint32_t profile, const char *param)
{
	for (uint32_t k = 0; k < fleet->profiles[profile].value_count; k++)
		if (!strcmp(fleet->profiles[profile].values[k].param->name, param))
			return &fleet->profiles[profile].values[k];
	return NULL;
}

static void lists_become_sets(void **state)
{
	const struct fleet *fleet = case_good(file(
		"'p': {'ece': {'allow': ['selective_repeat', '0x8'],\n 'require': [1]}},\n"
		"'q': {'ece': {'allow': [], 'require': 'none'}},\n"
		"'r': {'ece': {'allow': 'all', 'require': 'leave'}},\n"
		"'s': {'set': {'ece.allow': 'selective_repeat,programmable_cc'}, 'ece': {'require': 'original'}},\n"
		"'t': {'ece': {}}"));

	(void)state;
	assert_int_equal(value(fleet, 0, "ece.allow")->raw, 9);
	assert_int_equal(value(fleet, 0, "ece.require")->raw, 1);
	assert_int_equal(value(fleet, 0, "ece.require")->place.line, 3);
	assert_int_equal(value(fleet, 0, "ece.require")->place.column, 13);
	assert_int_equal(value(fleet, 1, "ece.allow")->raw, 0);
	assert_int_equal(value(fleet, 1, "ece.require")->raw, 0);
	assert_int_equal(value(fleet, 2, "ece.allow")->raw, 0xfffffff);
	assert_true(value(fleet, 2, "ece.require")->leave);
	assert_int_equal(value(fleet, 3, "ece.allow")->raw, 3);
	assert_true(value(fleet, 3, "ece.require")->original);
	assert_null(value(fleet, 4, "ece.allow"));
}

/* Each key for itself, whichever way it is written. */
static void the_nearest_wins(void **state)
{
	const struct fleet *fleet = case_good(file("'p': {'ece': {'allow': [1, 2], 'require': [1]}},\n"
						   "'q': {'extends': 'p', 'ece': {'allow': [1]}},\n"
						   "'r': {'extends': 'q', 'set': {'ece.require': 'none'}}"));

	(void)state;
	assert_int_equal(value(fleet, 1, "ece.allow")->raw, 1);
	assert_int_equal(value(fleet, 1, "ece.require")->raw, 1);
	assert_int_equal(value(fleet, 1, "ece.require")->profile, 0);
	assert_int_equal(value(fleet, 2, "ece.allow")->raw, 1);
	assert_int_equal(value(fleet, 2, "ece.require")->raw, 0);
}

static void every_fault_of_a_list_is_said(void **state)
{
	(void)state;
	case_parse(file("'p': {'ece': {'allow': ['selective_repeet', 'selective_repeat', 1,\n"
			"null, 268435456, -1, 'all']}}"));
	case_fault(ECE_ERROR_UNKNOWN_NAME, "2:38",
		   "profiles.p.ece.allow[0]: no ECE option \"selective_repeet\"; did you mean \"selective_repeat\"?");
	case_fault(ECE_ERROR_DUPLICATE, "2:78", "profiles.p.ece.allow[2]: ECE option \"1\" is named twice");
	case_fault(
		ECE_ERROR_TYPE, "3:1",
		"profiles.p.ece.allow[3]: this is null; the name of an ECE option, or a number of bits, belongs here");
	case_fault(ECE_ERROR_RANGE, "3:7",
		   "profiles.p.ece.allow[4]: ECE options \"268435456\" reach into the version, which is the top four "
		   "bits");
	case_fault(ECE_ERROR_UNKNOWN_NAME, "3:18",
		   "profiles.p.ece.allow[5]: no ECE option \"-1\": they are names, or numbers of bits as 0x4");
	case_fault(ECE_ERROR_SYNTAX, "3:22", "profiles.p.ece.allow[6]: \"all\" stands alone among ECE options");
	case_no_more();
}

static void what_is_no_list(void **state)
{
	(void)state;
	case_bad(file("'p': {'ece': {'forbid': []}}"), ECE_ERROR_UNKNOWN_NAME, "2:28",
		 "profiles.p.ece.forbid: no such key here");
	case_bad(file("'p': {'ece': {'alow': []}}"), ECE_ERROR_UNKNOWN_NAME, "2:28",
		 "profiles.p.ece.alow: no such key here; did you mean \"allow\"?");
	case_bad(file("'p': {'ece': {'allow': 3}}"), ECE_ERROR_TYPE, "2:37",
		 "profiles.p.ece.allow: ece.allow takes ECE options as a text such as \"selective_repeat,0x4\", or "
		 "none, "
		 "all, not 3");
	case_bad(file("'p': {'ece': {'require': 'selective repeat'}}"), ECE_ERROR_UNKNOWN_NAME, "2:39",
		 "profiles.p.ece.require: ece.require: no ECE option \"selective\": they are names, or numbers of bits "
		 "as 0x4");
	case_bad(file("'p': {'ece': []}"), ECE_ERROR_TYPE, "2:27",
		 "profiles.p.ece: this is an array; an object belongs here");
}

static void one_place_says_it(void **state)
{
	(void)state;
	case_bad(file("'p': {'set': {'ece.allow': 'all'},\n'ece': {'allow': []}}"), ECE_ERROR_DUPLICATE, "3:9",
		 "profiles.p.ece.allow: this is ece.allow, which \"set\" names already");
}

static void what_is_required_is_allowed(void **state)
{
	(void)state;
	case_bad(file("'p': {'ece': {'allow': [2], 'require': ['selective_repeat', 2]}}"), ECE_ERROR_CONFLICT, "2:53",
		 "profiles.p.ece.require: ece.require would have selective_repeat, which ece.allow does not");
	/* Said where it comes together. */
	case_bad(file("'p': {'ece': {'require': [1]}},\n'q': {'extends': 'p', 'ece': {'allow': [2]}}"),
		 ECE_ERROR_CONFLICT, "3:40",
		 "profiles.q.ece.allow: ece.require would have selective_repeat, which ece.allow does not");
	case_bad(file("'p': {'set': {'ece.require': '0x4', 'ece.allow': 'none'}}"), ECE_ERROR_CONFLICT, "2:43",
		 "profiles.p.set[\"ece.require\"]: ece.require would have 0x4, which ece.allow does not");
	/* A host knows what it had before. */
	case_good(file("'p': {'ece': {'allow': 'original', 'require': [1]}}"));
	case_good(file("'p': {'ece': {'require': [1]}}"));
}

/* Each of them is right, and for one host they come together. */
static void an_override_forbids_what_a_profile_requires(void **state)
{
	const struct fleet *fleet = case_good(
		START "'profiles': {'p': {'ece': {'require': [1]}}},\n'assign': [{'hosts': 'a', 'profile': 'p'}],\n"
		      "'overrides': [{'hosts': 'a', 'set': {'ece.allow': 'programmable_cc'}, 'why': 'x', "
		      "'expires': '2099-12-31'}],\n" END);
	struct fleet_want wants[4];
	struct ece_error_sink sink = {.add = keep_last, .ctx = &last};
	struct facts_nic nic = {0};
	size_t count = 0;

	(void)state;
	assert_int_equal(fleet_wants(fleet, 0, &nic, wants, &count, &sink), -EINVAL);
	assert_int_equal(last.kind, ECE_ERROR_CONFLICT);
	assert_non_null(strstr(last.text,
			       "this would be selective_repeat (line 2), not all in ece.allow, which would be "
			       "programmable_cc (line 4)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_become_sets),
		cmocka_unit_test(the_nearest_wins),
		cmocka_unit_test(every_fault_of_a_list_is_said),
		cmocka_unit_test(what_is_no_list),
		cmocka_unit_test(one_place_says_it),
		cmocka_unit_test(what_is_required_is_allowed),
		cmocka_unit_test(an_override_forbids_what_a_profile_requires),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
