// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/errno_text.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void known_ones_have_words(void **state)
{
	(void)state;
	assert_string_equal(ece_errno_text(ENOENT), "No such file or directory");
	assert_string_equal(ece_errno_text(EHWPOISON), "Memory page has hardware error");
}

static void others_are_numbers(void **state)
{
	(void)state;
	assert_string_equal(ece_errno_text(4711), "Unknown error 4711");
	assert_string_equal(ece_errno_text(-1), "Unknown error -1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_ones_have_words),
		cmocka_unit_test(others_are_numbers),
	};

	return cmocka_run_group_tests_name("devx/base/errno_text", tests, NULL, NULL);
}
