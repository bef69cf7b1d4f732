// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "lib/base/intern.h"

static void each_text_has_one_number(void **state)
{
	struct arena arena = {0};
	struct intern table = {.arena = &arena};
	uint32_t n = 99;

	(void)state;
	assert_int_equal(intern_find(&table, "a", 1), INTERN_NONE);
	assert_int_equal(intern_put(&table, "ab", 1, &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(intern_put(&table, "ab", 2, &n), 0);
	assert_int_equal(n, 1);
	assert_int_equal(intern_put(&table, "a", 1, &n), 0);
	assert_int_equal(n, 0);
	assert_int_equal(intern_find(&table, "ab", 2), 1);
	assert_int_equal(intern_find(&table, "abc", 3), INTERN_NONE);
	assert_string_equal(table.texts[0], "a");
	intern_done(&table);
	arena_done(&arena);
}

static void many_texts_survive_growing(void **state)
{
	struct arena arena = {0};
	struct intern table = {.arena = &arena};
	char text[16];
	uint32_t n;

	(void)state;
	for (uint32_t i = 0; i < 50000; i++) {
		int len = snprintf(text, sizeof(text), "gpu%u", i);

		assert_int_equal(intern_put(&table, text, (size_t)len, &n), 0);
		assert_int_equal(n, i);
	}
	for (uint32_t i = 0; i < 50000; i++) {
		int len = snprintf(text, sizeof(text), "gpu%u", i);

		assert_int_equal(intern_find(&table, text, (size_t)len), i);
		assert_string_equal(table.texts[i], text);
	}
	intern_done(&table);
	arena_done(&arena);
}

static void a_beginning_is_another_text(void **state)
{
	struct arena arena = {0};
	struct intern table = {.arena = &arena};
	char text[2000];
	uint32_t n;

	(void)state;
	memset(text, 'a', sizeof(text));
	for (size_t len = sizeof(text); len > 0; len--) {
		assert_int_equal(intern_put(&table, text, len, &n), 0);
		assert_int_equal(n, sizeof(text) - len);
	}
	intern_done(&table);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_text_has_one_number),
		cmocka_unit_test(a_beginning_is_another_text),
		cmocka_unit_test(many_texts_survive_growing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
