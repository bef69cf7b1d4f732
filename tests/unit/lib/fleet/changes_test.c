// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define RATE  "dcqcn.rp.ai_rate"
#define SR    "roce_accl.selective_repeat_forced_en"
#define ALPHA "ztr_rtt.ALPHA"
#define SETS                                                                                                           \
	START "'profiles': {'base': {'set': {'" ALPHA "': 0.5}}, 'p': {'extends': 'base', 'set': {'" RATE "': 5, '" SR \
	      "': true, 'dcqcn.rp.hai_rate': 'leave'}}, 'unused': {'set': {'dcqcn.np.cnp_dscp': "                      \
	      "48}}},\n" ASSIGN "'rollouts': {'live': {}, 'default': {}},\n"

static const struct fleet *changes(const char *list)
{
	char text[2048];

	snprintf(text, sizeof(text), SETS "'changes': [%s],\n" END, list);
	return case_good(text);
}

static void bad_here(const char *list, enum ece_error_kind kind, const char *sentence)
{
	char text[2048];

	snprintf(text, sizeof(text), SETS "'changes': [%s],\n" END, list);
	case_bad_here(text, kind, sentence);
}

static uint32_t change_of(const struct fleet *fleet, const char *param)
{
	return fleet_change_of(fleet, ece_param_find(param));
}

static void parameters_and_rollouts(void **state)
{
	const struct fleet *fleet = changes("{'id': 'ai20', 'params': ['" RATE "', '" ALPHA "'], 'rollout': 'live'},"
					    "{'id': 'sr', 'params': ['" SR "']}");

	(void)state;
	assert_int_equal(fleet->change_count, 3);
	assert_string_equal(fleet->changes[0].name, "ai20");
	assert_string_equal(fleet->rollouts[fleet->changes[0].rollout].name, "live");
	assert_string_equal(fleet->changes[1].name, "sr");
	assert_string_equal(fleet->rollouts[fleet->changes[1].rollout].name, "default");
	assert_string_equal(fleet->changes[2].name, "rest");
	assert_string_equal(fleet->rollouts[fleet->changes[2].rollout].name, "default");
	assert_int_equal(change_of(fleet, RATE), 0);
	assert_int_equal(change_of(fleet, ALPHA), 0);
	assert_int_equal(change_of(fleet, SR), 1);
	assert_int_equal(change_of(fleet, "dcqcn.np.cnp_dscp"), 2);
}

static void other_names_of_a_parameter(void **state)
{
	const struct fleet *fleet = changes("{'id': 'a', 'params': ['rpg_ai_rate']}");

	(void)state;
	assert_int_equal(change_of(fleet, RATE), 0);
	bad_here("{'id': 'a', 'params': ['rpg_ai_rate', @'" RATE "']}", ECE_ERROR_CONFLICT,
		 "changes[0].params[1] (id \"a\"): dcqcn.rp.ai_rate goes out with change \"a\" already");
}

/* The order of the file but for those that wait; what waits does not pull others behind it. */
static void after_changes_the_order(void **state)
{
	const struct fleet *fleet = changes("{'id': 'a', 'params': ['" RATE "'], 'after': 'c'},"
					    "{'id': 'b', 'params': ['" SR "']},"
					    "{'id': 'c', 'params': ['" ALPHA "']}");

	(void)state;
	assert_string_equal(fleet->changes[0].name, "b");
	assert_string_equal(fleet->changes[1].name, "c");
	assert_string_equal(fleet->changes[2].name, "a");
	assert_int_equal(change_of(fleet, RATE), 2);
	assert_int_equal(change_of(fleet, SR), 0);
	assert_int_equal(change_of(fleet, ALPHA), 1);
}

static void circles(void **state)
{
	(void)state;
	bad_here("{'id': 'a', 'params': ['" RATE "'], 'after': @'b'}, {'id': 'b', 'params': ['" SR "'], 'after': 'a'}",
		 ECE_ERROR_CONFLICT,
		 "changes[0].after (id \"a\"): a change cannot come after itself: a after b after a");
	bad_here("{'id': 'a', 'params': ['" RATE "'], 'after': @'a'}", ECE_ERROR_CONFLICT,
		 "changes[0].after (id \"a\"): a change cannot come after itself: a after a");
	/* one that waits for a circle is not in it */
	bad_here("{'id': 'a', 'params': ['" RATE "'], 'after': 'b'}, {'id': 'b', 'params': ['" SR "'], 'after': @'b'}",
		 ECE_ERROR_CONFLICT, "changes[1].after (id \"b\"): a change cannot come after itself: b after b");
}

static void faulty_changes(void **state)
{
	(void)state;
	bad_here("{'id': 'a', 'params': ['" RATE "']}, {'id': 'b', 'params': [@'" RATE "']}", ECE_ERROR_CONFLICT,
		 "changes[1].params[0] (id \"b\"): dcqcn.rp.ai_rate goes out with change \"a\" already");
	bad_here("{'id': 'a', 'params': [@'dcqcn.np.cnp_dscp']}", ECE_ERROR_CONFLICT,
		 "changes[0].params[0] (id \"a\"): no profile that is assigned and no override sets dcqcn.np.cnp_dscp");
	bad_here("{'id': 'a', 'params': [@'dcqcn.rp.hai_rate']}", ECE_ERROR_CONFLICT,
		 "changes[0].params[0] (id \"a\"): no profile that is assigned and no override sets dcqcn.rp.hai_rate");
	bad_here("{'id': 'a', 'params': [@'dcqcn.rp.ai_rat']}", ECE_ERROR_UNKNOWN_NAME,
		 "changes[0].params[0] (id \"a\"): no parameter is called \"dcqcn.rp.ai_rat\"; did you mean "
		 "\"dcqcn.rp.ai_rate\"?");
	bad_here("{'id': 'a', 'params': @[]}", ECE_ERROR_RANGE,
		 "changes[0].params (id \"a\"): empty; at least one entry belongs here");
	bad_here("{'id': 'ai20', 'params': ['" RATE "']}, {'id': 'b', 'params': ['" SR "'], 'after': @'ai2'}",
		 ECE_ERROR_UNKNOWN_NAME,
		 "changes[1].after (id \"b\"): no change is called \"ai2\"; did you mean \"ai20\"?");
	bad_here("{'id': 'a', 'params': ['" RATE "'], 'rollout': @'liv'}", ECE_ERROR_UNKNOWN_NAME,
		 "changes[0].rollout (id \"a\"): no rollout is called \"liv\"; did you mean \"live\"?");
	bad_here("@{'params': ['" RATE "']}", ECE_ERROR_SYNTAX, "changes[0]: \"id\" is missing");
}

/* The id is part of the name under which hosts know a run. */
static void ids(void **state)
{
	(void)state;
	bad_here("{'id': 'a', 'params': ['" RATE "']}, {'id': @'a', 'params': ['" SR "']}", ECE_ERROR_DUPLICATE,
		 "changes[1].id (id \"a\"): another entry has this id");
	bad_here("{'id': @'rest', 'params': ['" RATE "']}", ECE_ERROR_DUPLICATE,
		 "changes[0].id (id \"rest\"): \"rest\" is the change of all parameters that no other names; choose "
		 "another "
		 "id");
	bad_here("{'id': @'a/b', 'params': ['" RATE "']}", ECE_ERROR_SYNTAX,
		 "changes[0].id (id \"a/b\"): \"a/b\": a name has letters, digits, '.', '_' and '-', and begins with "
		 "one of "
		 "the first two");
	bad_here("{'id': @'-a', 'params': ['" RATE "']}", ECE_ERROR_SYNTAX,
		 "changes[0].id (id \"-a\"): \"-a\": a name has letters, digits, '.', '_' and '-', and begins with one "
		 "of "
		 "the first two");
	changes("{'id': 'a2345678901234567890123456789.-_', 'params': ['" RATE "']}");
	bad_here("{'id': @'a2345678901234567890123456789.-_x', 'params': ['" RATE "']}", ECE_ERROR_LIMIT,
		 "changes[0].id (id \"a2345678901234567890123456789.-_x\"): \"a2345678901234567890123456789.-_x\": a "
		 "name "
		 "has at most 32 characters");
}

static char *many(unsigned count)
{
	char *text = malloc(64 << 10), *at = stpcpy(text, START "'profiles': {'p': {'set': {'ppcc.N0': 1");

	for (unsigned i = 1; i < count; i++)
		at += sprintf(at, ", 'ppcc.N%u': 1", i);
	at = stpcpy(at, "}}},\n" ASSIGN "'changes': [");
	for (unsigned i = 0; i < count; i++)
		at += sprintf(at, "%s{'id': 'c%u', 'params': ['ppcc.N%u']}", i ? "," : "", i, i);
	strcpy(at, "],\n" END);
	return text;
}

static void at_most_63(void **state)
{
	char *text = many(63);

	(void)state;
	assert_int_equal(case_good(text)->change_count, 64);
	assert_int_equal(change_of(case_good(text), "ppcc.N62"), 62);
	free(text);
	text = many(64);
	case_bad(text, ECE_ERROR_LIMIT, "4:12", "changes: 64 entries; the limit is 63");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parameters_and_rollouts),
		cmocka_unit_test(other_names_of_a_parameter),
		cmocka_unit_test(after_changes_the_order),
		cmocka_unit_test(circles),
		cmocka_unit_test(faulty_changes),
		cmocka_unit_test(ids),
		cmocka_unit_test(at_most_63),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
