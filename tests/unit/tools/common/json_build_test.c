// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Whichever allocation fails: the JSON is whole or not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/json_build.h"
#include "tools/common/report.h"

static size_t allocations_left;

static void *counted_malloc(size_t size)
{
	return allocations_left && allocations_left-- ? malloc(size) : NULL;
}

static json_t *build(void)
{
	json_t *object = json_object(), *list = json_array();

	for (int i = 0; i < 20; i++)
		build_append(&list, json_pack("{s:i}", "number", i));
	build_set(&object, "list", list);
	build_set(&object, "last", json_integer(1));
	return object;
}

static void output_is_whole_or_not_there(void **state)
{
	size_t n = 0;
	json_t *json;

	(void)state;
	json_set_alloc_funcs(counted_malloc, free);
	do {
		allocations_left = n++;
		json = build();
	} while (!json && n < 1000);
	json_set_alloc_funcs(malloc, free);
	assert_true(n > 40);
	assert_int_equal(json_array_size(json_object_get(json, "list")), 20);
	assert_int_equal(json_integer_value(json_object_get(json, "last")), 1);
	json_decref(json);
}

static void bytes_that_are_no_text_are_replaced(void **state)
{
	struct ece_error e = {0};
	json_t *json = build_text("caf\xc3\xa9");

	(void)state;
	assert_string_equal(json_string_value(json), "caf\xc3\xa9");
	json_decref(json);
	ece_error_set(&e, -2, ECE_ERROR_IO, "no file fleet\xff.json");
	json = report_json(&e);
	assert_string_equal(json_string_value(json_object_get(json, "text")), "no file fleet?.json");
	json_decref(json);
}

static void errors_for_json_are_limited(void **state)
{
	struct ece_error e = {0};
	struct report report;
	FILE *old = stderr;

	(void)state;
	ece_error_set(&e, -2, ECE_ERROR_IO, "no file");
	report_init(&report);
	stderr = fopen("/dev/null", "w");
	for (int i = 0; i < 1001; i++)
		report_add(&report, &e);
	fclose(stderr);
	stderr = old;
	assert_int_equal(json_array_size(report.errors), 1000);
	assert_int_equal(report.sink.count, 1001);
	report_done(&report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(output_is_whole_or_not_there),
		cmocka_unit_test(bytes_that_are_no_text_are_replaced),
		cmocka_unit_test(errors_for_json_are_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
