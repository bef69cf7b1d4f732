// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/nearest.h"

static const char *const verbs[] = {"undo", "resume", "status", "history", NULL};

static const char *verb(const void *ctx, size_t i)
{
	return ((const char *const *)ctx)[i];
}

static const char *near(const char *word)
{
	return ece_nearest(word, verb, verbs);
}

static void one_letter_off(void **state)
{
	(void)state;
	assert_string_equal(near("undoo"), "undo");
	assert_string_equal(near("und"), "undo");
	assert_string_equal(near("stat"), "status");
	assert_string_equal(near("rezume"), "resume");
}

static void swapped_letters_count_once(void **state)
{
	(void)state;
	assert_string_equal(near("udno"), "undo");
	assert_string_equal(near("sttauts"), "status");
}

static void case_does_not_count(void **state)
{
	(void)state;
	assert_string_equal(near("STATUS"), "status");
}

static void nothing_near(void **state)
{
	(void)state;
	assert_null(near("fleet.json"));
	assert_null(near("redo"));
	assert_null(near(""));
}

static void first_of_equals_wins(void **state)
{
	static const char *const twins[] = {"aba", "abb", NULL};

	(void)state;
	assert_string_equal(ece_nearest("abc", verb, twins), "aba");
}

static void long_words_have_no_neighbours(void **state)
{
	char word[ECE_NEAREST_MAX + 2], just[ECE_NEAREST_MAX + 1];
	const char *candidates[] = {just, NULL};

	(void)state;
	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	memset(just, 'x', sizeof(just) - 1);
	just[sizeof(just) - 1] = '\0';
	assert_null(ece_nearest(word, verb, candidates));
	assert_string_equal(ece_nearest(just, verb, candidates), just);
	candidates[0] = word;
	assert_null(ece_nearest(just, verb, candidates));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_letter_off),       cmocka_unit_test(swapped_letters_count_once),
		cmocka_unit_test(case_does_not_count),  cmocka_unit_test(nothing_near),
		cmocka_unit_test(first_of_equals_wins), cmocka_unit_test(long_words_have_no_neighbours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
