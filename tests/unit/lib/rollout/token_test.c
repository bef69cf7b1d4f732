// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/rollout/rollout.h"
#include "lib/rollout/token.h"

static void tokens_have_an_order(void **state)
{
	const struct token a = {.store = "one", .epoch = 2, .number = 5};
	struct token b = a;

	(void)state;
	assert_int_equal(token_compare(&a, &b), TOKEN_SAME);
	b.number = 6;
	assert_int_equal(token_compare(&a, &b), TOKEN_OLDER);
	assert_int_equal(token_compare(&b, &a), TOKEN_NEWER);
	/* A store that was restored from a backup counts its numbers again, under a higher epoch. */
	b = (struct token){.store = "one", .epoch = 3, .number = 1};
	assert_int_equal(token_compare(&a, &b), TOKEN_OLDER);
	assert_int_equal(token_compare(&b, &a), TOKEN_NEWER);
	b = (struct token){.store = "two", .epoch = 9, .number = 9};
	assert_int_equal(token_compare(&a, &b), TOKEN_FOREIGN);
}

static void every_state_has_a_name(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ROLLOUT_HOST_STATE_COUNT; i++)
		assert_non_null(rollout_host_state_name((enum rollout_host_state)i));
	for (unsigned int i = 0; i < ROLLOUT_STEP_STATE_COUNT; i++)
		assert_non_null(rollout_step_state_name((enum rollout_step_state)i));
	for (unsigned int i = 0; i < ROLLOUT_RUN_STATE_COUNT; i++)
		assert_non_null(rollout_run_state_name((enum rollout_run_state)i));
	assert_string_equal(rollout_host_state_name(ROLLOUT_HOST_FAILED_OLD), "failed_old");
	assert_string_equal(rollout_run_state_name(ROLLOUT_RUN_STATE_COUNT), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tokens_have_an_order),
		cmocka_unit_test(every_state_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
