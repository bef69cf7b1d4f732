// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A frozen plan is whole, or there is none: whichever allocation of its JSON fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "lib/control/frozen.h"
#include "tests/unit/lib/control/bench.h"

#define HOSTS 3

static size_t left; /* allocations until one fails; 0: none does */

static void *allocate(size_t size)
{
	return left && !--left ? NULL : malloc(size);
}

static int freeze(const struct bench *b, size_t fail_at, char **text, size_t *len)
{
	struct ece_error e = {0};
	int err;

	left = fail_at;
	json_set_alloc_funcs(allocate, free);
	err = frozen_write(b->fleet, b->plan, b->facts, false, false, text, len, &e);
	json_set_alloc_funcs(malloc, free);
	assert_int_equal(e.code, err);
	return err;
}

static void a_plan_lacks_nothing_when_memory_is_short(void **state)
{
	struct bench *b = *state;
	char *whole, *text;
	size_t len, n;
	bool failed = true;

	bench_begin(b, HOSTS, "");
	assert_int_equal(bench_plan(b), 0);
	assert_int_equal(freeze(b, 0, &whole, &len), 0);
	for (n = 1; failed; n++) {
		size_t text_len;
		int err = freeze(b, n, &text, &text_len);

		failed = !left;
		if (err) {
			assert_int_equal(err, -ENOMEM);
			continue;
		}
		assert_int_equal(text_len, len);
		assert_memory_equal(text, whole, len);
		free(text);
	}
	/* Each host has a line with a card and two values. */
	assert_true(n > HOSTS * 8);
	free(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_plan_lacks_nothing_when_memory_is_short, bench_setup, bench_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
