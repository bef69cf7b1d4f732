// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The end of a run in lines, a line for all hosts with the same end. Whole runs are in tests/cli/golden. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tools/ece-apply/became.h"

static char *text_of(const struct became *became)
{
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	became_text(became, out);
	fclose(out);
	return text;
}

static void each_group_is_a_line(void **state)
{
	char many[] = "gpu[001-120,125]", one[] = "gpu007";
	struct became_group groups[] = {
		{.hosts = many, .host_count = 121, .nics = 8, .what = "8 NICs changed each"},
		{.hosts = one, .host_count = 1, .what = "not reachable"},
	};
	char *text = text_of(&(struct became){.groups = groups, .count = 2});

	(void)state;
	assert_string_equal(text, "  gpu[001-120,125]: 8 NICs changed each\n  gpu007: not reachable\n");
	free(text);
}

static void groups_without_a_line_are_counted(void **state)
{
	struct became_group groups[22];
	char host[] = "n", *text;
	size_t lines = 0;

	(void)state;
	for (size_t i = 0; i < 22; i++)
		groups[i] = (struct became_group){.hosts = host, .host_count = 3, .what = "not begun"};
	text = text_of(&(struct became){.groups = groups, .count = 22});
	for (const char *at = text; *at; at++)
		lines += *at == '\n';
	assert_int_equal(lines, 21);
	assert_string_equal(text + 20 * sizeof("  n: not begun"), "  6 more hosts, which are not listed here\n");
	free(text);
}

static void a_plan_that_was_not_carried_out_has_none(void **state)
{
	const struct outcome outcome = {.run = NULL};
	struct became became;

	(void)state;
	assert_int_equal(became_make(&outcome, &became), 0);
	assert_int_equal(became.count, 0);
	became_free(&became);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_group_is_a_line),
		cmocka_unit_test(groups_without_a_line_are_counted),
		cmocka_unit_test(a_plan_that_was_not_carried_out_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
