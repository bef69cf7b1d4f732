// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

#include "lib/base/arena.h"

static int fail_at = -1; /* the n-th malloc from now gives nothing */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
	return fail_at >= 0 && fail_at-- == 0 ? NULL : __real_malloc(size);
}

static void pieces_are_zeroed_aligned_and_apart(void **state)
{
	struct arena arena = {0};
	unsigned char *last = NULL;

	(void)state;
	for (size_t size = 1; size < 3000; size++) {
		unsigned char *p = arena_alloc(&arena, 1, size);

		assert_non_null(p);
		assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
		for (size_t i = 0; i < size; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, size);
		if (last)
			assert_int_equal(last[0], 0xff);
		last = p;
	}
	arena_done(&arena);
	assert_null(arena.blocks);
}

static void texts_end_in_nul(void **state)
{
	struct arena arena = {0};
	char *a = arena_text(&arena, "gpu001,", 6), *b = arena_text(&arena, "", 0), *c = arena_text(&arena, "x", 1);

	(void)state;
	assert_string_equal(a, "gpu001");
	assert_string_equal(b, "");
	assert_string_equal(c, "x");
	assert_ptr_equal(b, a + 7);
	arena_done(&arena);
}

static void large_pieces_do_not_waste_the_block(void **state)
{
	struct arena arena = {0};
	char *small = arena_text(&arena, "a", 1);
	char *large = arena_alloc(&arena, 1, 1 << 20);
	char *next = arena_text(&arena, "b", 1);

	(void)state;
	assert_non_null(large);
	memset(large, 1, 1 << 20);
	assert_ptr_equal(next, small + 2);
	arena_done(&arena);
}

static void overflow_is_no_memory(void **state)
{
	struct arena arena = {0};

	(void)state;
	assert_null(arena_alloc(&arena, SIZE_MAX / 2, 3));
	assert_null(arena_alloc(&arena, 1, SIZE_MAX - 4));
	assert_null(arena_text(&arena, "", SIZE_MAX));
	assert_non_null(arena_alloc(&arena, 0, 8));
	arena_done(&arena);
}

/* Whatever n: each piece is whole or NULL, and what came before it is untouched. */
static void the_nth_allocation_fails(void **state)
{
	(void)state;
	for (int n = 0; n < 4; n++) {
		struct arena arena = {0};
		char *pieces[40];
		int missing = 0;

		fail_at = n;
		for (int i = 0; i < 40; i++) {
			pieces[i] = arena_alloc(&arena, 1, 4000);
			missing += !pieces[i];
			if (pieces[i])
				memset(pieces[i], i + 1, 4000);
		}
		assert_int_equal(missing, n < 3 ? 1 : 0);
		for (int i = 0; i < 40; i++)
			if (pieces[i])
				for (int k = 0; k < 4000; k++)
					assert_int_equal(pieces[i][k], i + 1);
		fail_at = -1;
		arena_done(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_zeroed_aligned_and_apart),
		cmocka_unit_test(texts_end_in_nul),
		cmocka_unit_test(large_pieces_do_not_waste_the_block),
		cmocka_unit_test(overflow_is_no_memory),
		cmocka_unit_test(the_nth_allocation_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
