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

static char *repeat(char *to, const char *text, size_t times)
{
	while (times--)
		to = stpcpy(to, text);
	return to;
}

static void a_file_of_16_mib(void **state)
{
	const size_t limit = 16 << 20, start = strlen(START PROFILES ASSIGN), end = strlen(END);
	char *text = malloc(limit + 2), *at;

	(void)state;
	at = stpcpy(text, START PROFILES ASSIGN);
	at = repeat(at, " ", limit - start - end);
	strcpy(at, END);
	assert_int_equal(strlen(text), limit);
	case_good(text);
	strcpy(at, " " END);
	assert_int_equal(case_parse(text), -E2BIG);
	case_fault(ECE_ERROR_LIMIT, "", "the file is larger than 16 MiB");
	case_no_more();
	free(text);
}

static void deep(size_t depth, int want)
{
	static char text[10000];
	char *at = stpcpy(text, START PROFILES ASSIGN "'signing': ");

	at = repeat(at, "{'a':", depth - 2);
	at = repeat(at, "{}", 1);
	at = repeat(at, "}", depth - 2);
	strcpy(at, ",\n" END);
	assert_int_equal(case_parse(text), want);
}

static void nesting_of_64(void **state)
{
	(void)state;
	deep(64, -EINVAL);
	case_fault(ECE_ERROR_SYNTAX, "4:12", "signing: \"allowed_signers\" is missing");
	case_fault(ECE_ERROR_UNKNOWN_NAME, "4:13", "signing.a: no such key here");
	case_no_more();
	deep(65, -E2BIG);
	case_fault(ECE_ERROR_LIMIT, "4:327", "more than 64 objects and arrays inside each other");
	case_no_more();
}

/* jansson's own limit comes first */
static void nesting_of_thousands(void **state)
{
	char *text = malloc(200001);

	(void)state;
	memset(text, '[', 200000);
	text[200000] = '\0';
	assert_int_equal(case_parse(text), -E2BIG);
	free(text);
}

static void hosts(size_t last, int want)
{
	char text[256];

	snprintf(text, sizeof(text),
		 START PROFILES "'assign': [{'hosts': ['n[1-100000]', 'n[100001-%zu]'], 'profile': 'p'}],\n" END, last);
	assert_int_equal(case_parse(text), want);
}

static void fleets_of_200000_hosts(void **state)
{
	(void)state;
	hosts(200000, 0);
	hosts(200001, -E2BIG);
	case_fault(ECE_ERROR_LIMIT, "3:38", "assign[0].hosts[1]: this file has more than 200000 hosts");
	case_no_more();
	case_bad(START PROFILES "'assign': [{'hosts': 'n[1-200001]', 'profile': 'p'}],\n" END, ECE_ERROR_LIMIT, "3:24",
		 "assign[0].hosts: more hosts than the limit of 200000");
}

/* A small file can name hosts very often. */
static void mentions_of_hosts(void **state)
{
	char *text = malloc(100000), *at = stpcpy(text, START PROFILES "'assign': [");

	(void)state;
	at = repeat(at, "{'hosts': 'n[1-200000]', 'profile': 'p'},\n", 200);
	strcpy(at, "{'hosts': 'n1', 'profile': 'p'}],\n" END);
	assert_int_equal(case_parse(text), -E2BIG);
	case_fault(ECE_ERROR_LIMIT, "23:11",
		   "assign[20].hosts: the entries of this file name or select more than 4000000 hosts in all");
	case_no_more();
	free(text);
}

static void mentions_by_label(void **state)
{
	char *text = malloc(100000),
	     *at = stpcpy(text, START "'inventory': [{'hosts': 'n[1-200000]', 'labels': {'a': 'b'}}],\n" PROFILES
				      "'assign': [");

	(void)state;
	at = repeat(at, "{'hosts': {'a': 'b'}, 'profile': 'p'},\n", 200);
	strcpy(at, "{'hosts': 'n1', 'profile': 'p'}],\n" END);
	assert_int_equal(case_parse(text), -E2BIG);
	free(text);
}

/* Thousands of faults come too, all of them. */
static void ten_thousand_faults(void **state)
{
	char *text = malloc(200000), *at = stpcpy(text, START PROFILES "'assign': [");

	(void)state;
	at = repeat(at, "7,", 9999);
	strcpy(at, "7],\n" END);
	assert_int_equal(case_parse(text), -EINVAL);
	case_fault(ECE_ERROR_TYPE, "3:12", "assign[0]: this is a number; an object belongs here");
	case_fault(ECE_ERROR_TYPE, "3:14", "assign[1]: this is a number; an object belongs here");
	assert_int_equal(case_fault_count(), 10000);
	free(text);
}

/* A chain of profiles as long as the file allows costs no stack. */
static void a_long_chain_of_profiles(void **state)
{
	char *text = malloc(8 << 20), *at = stpcpy(text, START "'profiles': {'p': {}");

	(void)state;
	for (int i = 0; i < 100000; i++)
		at += sprintf(at, ",\n'p%d': {'extends': 'p%d'}", i, i + 1);
	strcpy(at, ", 'p100000': {}},\n" ASSIGN END);
	assert_int_equal(case_good(text)->profile_count, 100002);
	free(text);
}

/* The last test: afterwards no new name can be had. */
static void names_that_only_cards_know(void **state)
{
	char *text = malloc(64 << 10), *at = stpcpy(text, START "'profiles': {'p': {'set': {'ppcc.N0': 1");

	(void)state;
	for (int i = 1; i < 128; i++)
		at += sprintf(at, ", 'ppcc.N%d': 1", i);
	strcpy(at, "}}},\n" ASSIGN END);
	case_good(text);
	strcpy(at, ",\n'ppcc.N128': 1}}},\n" ASSIGN END);
	assert_int_equal(case_parse(text), -E2BIG);
	case_fault(
		ECE_ERROR_LIMIT, "3:14",
		"profiles.p.set[\"ppcc.N128\"]: \"ppcc.N128\" is one too many: at most 128 parameters that have no row "
		"in the table can be named");
	case_no_more();
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_of_16_mib),           cmocka_unit_test(nesting_of_64),
		cmocka_unit_test(nesting_of_thousands),       cmocka_unit_test(fleets_of_200000_hosts),
		cmocka_unit_test(mentions_of_hosts),          cmocka_unit_test(mentions_by_label),
		cmocka_unit_test(ten_thousand_faults),        cmocka_unit_test(a_long_chain_of_profiles),
		cmocka_unit_test(names_that_only_cards_know),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
