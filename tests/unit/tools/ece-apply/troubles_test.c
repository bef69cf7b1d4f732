// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Hosts with the same trouble are one line, whoever answered first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tools/ece-apply/troubles.h"

static void assert_told(struct troubles *troubles, size_t lines, const char *want)
{
	struct term term = {0};
	size_t len;
	char *text;

	term.out = open_memstream(&text, &len);
	assert_non_null(term.out);
	troubles_tell(troubles, lines, "", &term, NULL);
	fclose(term.out);
	assert_string_equal(text, want);
	free(text);
	assert_int_equal(troubles->count, 0);
}

static void equal_reasons_are_one_line(void **state)
{
	struct troubles t = {0};

	(void)state;
	troubles_add(&t, "gpu125", "no answer");
	troubles_add(&t, "gpu007", "its host key is not known here");
	for (int i = 120; i > 0; i--) {
		char host[16];

		snprintf(host, sizeof(host), "gpu%03d", i);
		if (i != 7)
			troubles_add(&t, host, "no answer");
	}
	assert_told(&t, 8, "gpu[001-006,008-120,125]: no answer\ngpu007: its host key is not known here\n");
}

static void what_has_no_line_is_counted(void **state)
{
	struct troubles t = {0};

	(void)state;
	troubles_add(&t, "c", "three");
	troubles_add(&t, "b", "two");
	troubles_add(&t, "d", "three");
	troubles_add(&t, "a", "one");
	assert_told(&t, 2, "a: one\nb: two\n2 more hosts have trouble, which are not listed here\n");
	assert_told(&t, 2, "");
}

static void one_that_is_no_host_is_told_as_it_is(void **state)
{
	struct troubles t = {0};
	struct term term = {0};
	bool more = false;
	size_t len;
	char *text;

	(void)state;
	term.out = open_memstream(&text, &len);
	assert_non_null(term.out);
	troubles_add(&t, "https://[::1]:8080", "no answer");
	assert_int_equal(troubles_tell(&t, 1, "00:00:07  ", &term, &more), 1);
	assert_false(more);
	troubles_add(&t, "a", "one");
	assert_int_equal(troubles_tell(&t, 0, "00:00:08  ", &term, &more), 0);
	assert_true(more);
	fclose(term.out);
	assert_string_equal(text, "00:00:07  https://[::1]:8080: no answer\n"
				  "00:00:08  1 more host has trouble, which is not listed here\n");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_reasons_are_one_line),
		cmocka_unit_test(what_has_no_line_is_counted),
		cmocka_unit_test(one_that_is_no_host_is_told_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
