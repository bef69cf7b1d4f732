// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/fleet/fleet_case.h"

#define FROM                                                                                                   \
	START "'inventory': [{'exec': ['./inventory', '-v'], 'max_age': '1h', 'labels': {'site': 'iad'}},\n"   \
	      "{'hosts': 'gpu9'}],\n" PROFILES "'assign': [{'hosts': {'rack': 'r1'}, 'profile': 'p'}],\n"      \
	      "'exclude': [{'hosts': 'gpu9', 'why': 'x'}, {'exec': ['./drained'], 'why': 'scheduler', 'max': " \
	      "'25%'}],\n"

static struct fleet_exec_output outputs[2];
static char *texts[2];

static void say(size_t i, const char *text)
{
	free(texts[i]);
	texts[i] = strdup(text);
	for (char *c = texts[i]; *c; c++)
		if (*c == '\'')
			*c = '"';
	outputs[i] = (struct fleet_exec_output){.text = texts[i], .len = strlen(texts[i])};
	case_input.execs = outputs;
	case_input.exec_count = 2;
}

static int execs_of(const char *text, struct ece_error_sink *sink, struct fleet_exec **execs)
{
	char *copy = strdup(text);
	struct fleet_input input = {.text = copy, .len = strlen(copy), .file = "fleet.json"};
	int count;

	for (char *c = copy; *c; c++)
		if (*c == '\'')
			*c = '"';
	count = fleet_execs(&input, sink, execs);
	free(copy);
	return count;
}

static void which_commands(void **state)
{
	struct ece_error_sink sink = {0};
	struct fleet_exec *execs;

	(void)state;
	assert_int_equal(execs_of(FROM END, &sink, &execs), 2);
	assert_int_equal(execs[0].kind, FLEET_EXEC_INVENTORY);
	assert_string_equal(execs[0].argv[0], "./inventory");
	assert_string_equal(execs[0].argv[1], "-v");
	assert_null(execs[0].argv[2]);
	assert_true(execs[0].max_age_ns == 3600000000000);
	assert_int_equal(execs[0].place.line, 2);
	assert_int_equal(execs[0].place.column, 15);
	assert_int_equal(execs[1].kind, FLEET_EXEC_EXCLUDE);
	assert_string_equal(execs[1].argv[0], "./drained");
	assert_true(execs[1].max_age_ns == 0);
	free(execs);
	assert_int_equal(execs_of(GOOD, &sink, &execs), 0);
	assert_null(execs);
	/* what cannot be read has no commands; fleet_parse() tells */
	assert_int_equal(execs_of("{'exec'", &sink, &execs), 0);
	assert_int_equal(sink.count, 0);
}

/* Nothing is run for a file that is faulty without it; what hosts there are is not known yet, and not missed. */
static void not_for_a_faulty_file(void **state)
{
	struct ece_error_sink sink = {0};
	struct fleet_exec *execs;

	(void)state;
	assert_int_equal(execs_of(FROM "'gates': {'g': {}},\n" END, &sink, &execs), -EINVAL);
	assert_int_equal(sink.count, 1);
	assert_null(execs);
	assert_int_equal(execs_of(FROM "'rollouts': {'default': {'unit': 'label:pod', 'steps': [{'hosts': 'gpu1'}, "
				       "{'to': '100%'}]}},\n" END,
				  &sink, &execs),
			 2);
	free(execs);
}

static void hosts_and_labels(void **state)
{
	const struct fleet *fleet;

	(void)state;
	say(0, "{'inventory': [{'hosts': 'gpu[1-2]', 'labels': {'rack': 'r1'}},\n{'hosts': ['gpu3', 'gpu4']}]}");
	say(1, "{'exclude': [{'hosts': 'gpu2', 'why': 'job 7'}, {'hosts': 'cpu[1-500]'}]}");
	fleet = case_good(FROM END);
	assert_int_equal(fleet->host_count, 5);
	assert_string_equal(fleet_label(fleet, fleet_host_find(fleet, "gpu1"), "rack"), "r1");
	assert_string_equal(fleet_label(fleet, fleet_host_find(fleet, "gpu1"), "site"), "iad");
	assert_string_equal(fleet_label(fleet, fleet_host_find(fleet, "gpu4"), "site"), "iad");
	assert_null(fleet_label(fleet, fleet_host_find(fleet, "gpu9"), "site"));
	assert_int_equal(fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu1")), FLEET_NONE);
	assert_string_equal(fleet->excludes[fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu2"))].why, "job 7");
	assert_string_equal(fleet->excludes[fleet_host_exclude(fleet, fleet_host_find(fleet, "gpu9"))].why, "x");
	assert_int_equal(fleet->exclude_count, 3);
	assert_string_equal(fleet->excludes[2].why, "scheduler");
	assert_string_equal(fleet->excludes[2].name, "exclude[1]");
}

static void faults_are_of_the_output(void **state)
{
	(void)state;
	say(0, "{'inventory': [\n{'hosts': 'gpu[2-1]', 'lables': {}},\n{'hosts': {'rack': 'r1'}}, {}]}");
	say(1, "{'exclude': {}, 'exclude': []}");
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault_in(ECE_ERROR_SYNTAX, "output of ./inventory:2:16",
		      "inventory[0].hosts: the range is reversed; write the lower number first");
	case_fault_in(ECE_ERROR_UNKNOWN_NAME, "output of ./inventory:2:23",
		      "inventory[0].lables: no such key here; did you mean \"labels\"?");
	case_fault_in(ECE_ERROR_TYPE, "output of ./inventory:3:11",
		      "inventory[1].hosts: an inventory names hosts; labels select among them in \"assign\"");
	case_fault_in(ECE_ERROR_SYNTAX, "output of ./inventory:3:28", "inventory[2]: \"hosts\" is missing");
	case_fault_in(ECE_ERROR_DUPLICATE, "output of ./drained:1:17",
		      "exclude: this key stands here twice, before in line 1, column 2");
	case_no_more();
}

static void outputs_that_are_none(void **state)
{
	(void)state;
	say(1, "{'exclude': []}");
	say(0, "");
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault_in(ECE_ERROR_SYNTAX, "output of ./inventory:1:1",
		      "this is no JSON: '[' or '{' expected near end of file; what stands behind it was not looked at");
	case_no_more();
	say(0, "[]");
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault_in(ECE_ERROR_TYPE, "output of ./inventory:1:1",
		      "the output: this is an array; an object belongs here");
	case_no_more();
	say(0, "{'hosts': []}");
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault_in(ECE_ERROR_SYNTAX, "output of ./inventory:1:1", "the output: \"inventory\" is missing");
	case_fault_in(ECE_ERROR_UNKNOWN_NAME, "output of ./inventory:1:2", "hosts: no such key here");
	case_no_more();
}

/* An empty list is an answer: then hosts are missed, and that is said. */
static void an_empty_inventory(void **state)
{
	(void)state;
	say(0, "{'inventory': []}");
	say(1, "{'exclude': []}");
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault(ECE_ERROR_UNKNOWN_NAME, "5:23", "assign[0].hosts.rack: no inventory entry has this label");
	case_no_more();
}

static void not_too_many(void **state)
{
	(void)state;
	say(0, "{'inventory': [{'hosts': 'gpu[1-8]', 'labels': {'rack': 'r1'}}]}");
	say(1, "{'exclude': [{'hosts': 'gpu[1-2]'}, {'hosts': 'gpu[2-3],gpu9'}]}");
	/* 25 % of 9 is 3, rounded up */
	assert_int_equal(case_parse(FROM END), -E2BIG);
	case_fault(ECE_ERROR_LIMIT, "6:95", "exclude[1].max: the command names 4 of 9 hosts; this allows 3");
	case_no_more();
	say(1, "{'exclude': [{'hosts': 'gpu[1-2]'}, {'hosts': 'gpu[2-3]'}]}");
	case_good(FROM END);
}

static void a_command_that_was_not_run(void **state)
{
	(void)state;
	case_input.exec_count = 0;
	assert_int_equal(case_parse(FROM END), -EINVAL);
	case_fault(ECE_ERROR_IO, "2:24", "inventory[0].exec: this command was not run, so its hosts are not known");
	case_fault(ECE_ERROR_IO, "6:53", "exclude[1].exec: this command was not run, so its hosts are not known");
	case_no_more();
}

static void at_most_64_commands(void **state)
{
	char text[8192], *at = stpcpy(text, START "'inventory': [");
	struct ece_error_sink sink = {0};
	struct fleet_exec *execs;

	(void)state;
	for (int i = 0; i < 64; i++)
		at += sprintf(at, "%s{'exec': ['./i%d']}", i ? ",\n" : "", i);
	strcpy(at, "],\n" PROFILES ASSIGN END);
	assert_int_equal(execs_of(text, &sink, &execs), 64);
	assert_string_equal(execs[63].argv[0], "./i63");
	free(execs);
	strcpy(at, ",\n{'exec': ['x']}],\n" PROFILES ASSIGN END);
	assert_int_equal(execs_of(text, &sink, &execs), -E2BIG);
}

static void entries_that_mix(void **state)
{
	(void)state;
	case_bad_here(START "'inventory': [@{'hosts': 'a', 'exec': ['x']}],\n" PROFILES ASSIGN END, ECE_ERROR_SYNTAX,
		      "inventory[0]: an entry has either \"hosts\" or \"exec\"");
}

static int teardown(void **state)
{
	(void)state;
	free(texts[0]);
	free(texts[1]);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_commands),
		cmocka_unit_test(not_for_a_faulty_file),
		cmocka_unit_test(hosts_and_labels),
		cmocka_unit_test(faults_are_of_the_output),
		cmocka_unit_test(outputs_that_are_none),
		cmocka_unit_test(an_empty_inventory),
		cmocka_unit_test(not_too_many),
		cmocka_unit_test(entries_that_mix),
		cmocka_unit_test(a_command_that_was_not_run),
		cmocka_unit_test(at_most_64_commands),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
