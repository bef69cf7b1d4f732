// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>

#include "tests/unit/lib/fleet/fleet_case.h"

static void a_good_file(void **state)
{
	const struct fleet *fleet = case_good(GOOD);

	(void)state;
	assert_string_equal(fleet->file, "fleet.json");
	assert_string_equal(fleet->name, "");
	assert_int_equal(fleet->host_nics, 16);
	fleet = case_good(START "'$schema': 'x', 'fleet': 'iad', 'store': {'kind': 'sqlite'},\n" PROFILES ASSIGN END);
	assert_string_equal(fleet->name, "iad");
}

static void unknown_keys_name_the_nearest(void **state)
{
	(void)state;
	case_bad(START "'asign': [],\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME, "2:1",
		 "asign: no such key here; did you mean \"assign\"?");
	case_bad(START "'zzzz': 1,\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME, "2:1", "zzzz: no such key here");
	case_bad(START PROFILES "'assign': [{'id': 'h100', 'hosts': 'a', 'profile': 'p', 'nic': {}}],\n" END,
		 ECE_ERROR_UNKNOWN_NAME, "3:57",
		 "assign[0].nic (id \"h100\"): no such key here; did you mean \"nics\"?");
	case_bad(START PROFILES "'assign': [{'hosts': 'a', 'profile': 'p', 'nics': {'port': 1}}],\n" END,
		 ECE_ERROR_UNKNOWN_NAME, "3:52", "assign[0].nics.port: no such key here");
}

static void unknown_parameters_name_the_nearest(void **state)
{
	(void)state;
	case_bad(START "'profiles': {'p': {'set': {'dcqcn.rp.ai_rat': 5}}},\n" ASSIGN END, ECE_ERROR_UNKNOWN_NAME,
		 "2:28",
		 "profiles.p.set[\"dcqcn.rp.ai_rat\"]: no parameter has this name; did you mean \"dcqcn.rp.ai_rate\"?");
	case_bad(START "'if_no_door': {'dcqcn.rp.ai_rat': 'skip'},\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME,
		 "2:16",
		 "if_no_door[\"dcqcn.rp.ai_rat\"]: no parameter has this name; did you mean \"dcqcn.rp.ai_rate\"?");
}

static void duplicate_keys_are_all_named(void **state)
{
	(void)state;
	case_parse(START "'fleet': 'a', 'fleet': 'b',\n" PROFILES
			 "'assign': [{'id': 'x', 'hosts': 'a', 'profile': 'p', 'hosts': 'b', '\\u0069d': 'y'}],\n" END);
	case_fault(ECE_ERROR_DUPLICATE, "2:15", "fleet: this key stands here twice, before in line 2, column 1");
	case_fault(ECE_ERROR_DUPLICATE, "4:54",
		   "assign[0].hosts: this key stands here twice, before in line 4, column 24");
	case_fault(ECE_ERROR_DUPLICATE, "4:68",
		   "assign[0].id: this key stands here twice, before in line 4, column 13");
	case_no_more();
}

static void wrong_types(void **state)
{
	(void)state;
	case_parse("{'version': '1', 'fleet': 7,\n'profiles': [], 'assign': {},\n'transport': null}");
	case_fault(ECE_ERROR_TYPE, "1:13", "version: this is a string; a whole number belongs here");
	case_fault(ECE_ERROR_TYPE, "1:27", "fleet: this is a number; a string belongs here");
	case_fault(ECE_ERROR_TYPE, "2:13", "profiles: this is an array; an object belongs here");
	case_fault(ECE_ERROR_TYPE, "2:27", "assign: this is an object; an array belongs here");
	case_fault(ECE_ERROR_TYPE, "3:14", "transport: this is null; an object belongs here");
	case_no_more();
	case_bad("[]", ECE_ERROR_TYPE, "1:1", "the file: this is an array; an object belongs here");
	case_bad(START "'fleet': '',\n" PROFILES ASSIGN END, ECE_ERROR_RANGE, "2:10",
		 "fleet: empty; a string belongs here");
	case_bad(START "'fleet': true,\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:10",
		 "fleet: this is true or false; a string belongs here");
}

static void missing_keys(void **state)
{
	(void)state;
	case_parse("{}");
	case_fault(ECE_ERROR_SYNTAX, "1:1", "the file: \"version\" is missing");
	case_fault(ECE_ERROR_SYNTAX, "1:1", "the file: \"profiles\" is missing");
	case_fault(ECE_ERROR_SYNTAX, "1:1", "the file: \"assign\" is missing");
	case_fault(ECE_ERROR_SYNTAX, "1:1", "the file: \"transport\" is missing");
	case_no_more();
	case_parse(START PROFILES "'assign': [{}],\n" END);
	case_fault(ECE_ERROR_SYNTAX, "3:12", "assign[0]: \"hosts\" is missing");
	case_fault(ECE_ERROR_SYNTAX, "3:12", "assign[0]: \"profile\" is missing");
	case_no_more();
	case_bad(START PROFILES "'assign': [],\n" END, ECE_ERROR_RANGE, "3:11",
		 "assign: empty; at least one entry belongs here");
}

static void other_versions(void **state)
{
	(void)state;
	case_bad("{'version': 2,\n" PROFILES ASSIGN END, ECE_ERROR_VERSION, "1:13", "version: 2; this program reads 1");
}

static void words(void **state)
{
	(void)state;
	case_bad(START PROFILES ASSIGN "'transport': {'kind': 'ssh'}}", ECE_ERROR_UNKNOWN_NAME, "4:23",
		 "transport.kind: \"ssh\" is none of its words: \"sim\", \"local\", \"command\", "
		 "\"pull\"");
	case_bad(START "'if_unsupported': 'skipp',\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME, "2:19",
		 "if_unsupported: \"skipp\" is none of its words; did you mean \"skip\"?");
	case_bad(START "'if_unsupported': {'dcqcn.rp.ai_rate': 5},\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:40",
		 "if_unsupported[\"dcqcn.rp.ai_rate\"]: this is a number; a string belongs here");
	case_bad(START "'if_unsupported': false,\n" PROFILES ASSIGN END, ECE_ERROR_TYPE, "2:19",
		 "if_unsupported: this is true or false; a string belongs here");
}

static void of_broken_json_the_first_fault(void **state)
{
	(void)state;
	assert_int_equal(case_parse("{'version': 1,\n'a' 2}"), -EINVAL);
	case_fault(ECE_ERROR_SYNTAX, "2:5",
		   "this is no JSON: ':' expected near '2'; what stands behind it was not looked at");
	case_no_more();
	case_bad("", ECE_ERROR_SYNTAX, "1:1",
		 "this is no JSON: '[' or '{' expected near end of file; what stands behind it was not looked at");
	case_bad("{} x", ECE_ERROR_SYNTAX, "1:4",
		 "this is no JSON: end of file expected near 'x'; what stands behind it was not looked at");
}

/* Some are seen when the parts are put together, after all the others. */
static void faults_come_in_the_order_of_the_file(void **state)
{
	(void)state;
	case_parse(START "'profiles': {'p': {'extends': 'x'}},\n"
			 "'assign': [{'hosts': 'a', 'profile': 'y'}, 5],\n'asign': 1,\n" END);
	case_fault(ECE_ERROR_UNKNOWN_NAME, "2:31",
		   "profiles.p.extends: no profile is called \"x\"; did you mean \"p\"?");
	case_fault(ECE_ERROR_UNKNOWN_NAME, "3:38",
		   "assign[0].profile: no profile is called \"y\"; did you mean \"p\"?");
	case_fault(ECE_ERROR_TYPE, "3:44", "assign[1]: this is a number; an object belongs here");
	case_fault(ECE_ERROR_UNKNOWN_NAME, "4:1", "asign: no such key here; did you mean \"assign\"?");
	case_no_more();
}

static void columns_count_characters(void **state)
{
	(void)state;
	case_bad(START "'fleet': '\xc3\xbc\xe2\x82\xac', 'x': 1,\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME, "2:16",
		 "x: no such key here");
}

static void control_characters_do_not_pass(void **state)
{
	(void)state;
	case_bad(START "'a\\u001b[31m': 1,\n" PROFILES ASSIGN END, ECE_ERROR_UNKNOWN_NAME, "2:1",
		 "[\"a?[31m\"]: no such key here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_file),
		cmocka_unit_test(unknown_keys_name_the_nearest),
		cmocka_unit_test(unknown_parameters_name_the_nearest),
		cmocka_unit_test(duplicate_keys_are_all_named),
		cmocka_unit_test(wrong_types),
		cmocka_unit_test(missing_keys),
		cmocka_unit_test(other_versions),
		cmocka_unit_test(words),
		cmocka_unit_test(of_broken_json_the_first_fault),
		cmocka_unit_test(faults_come_in_the_order_of_the_file),
		cmocka_unit_test(columns_count_characters),
		cmocka_unit_test(control_characters_do_not_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
