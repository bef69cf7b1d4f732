// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The memory that all tests of the data path stand on refuses what a bus would. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/arena.h"

#define PAGES 64

static void both_windows_show_the_same_bytes(void **state)
{
	struct arena arena;
	uint8_t *at;
	char got[6];

	(void)state;
	arena_init(&arena, PAGES);
	for (size_t page = 0; page < PAGES; page++) {
		at = arena.bytes + page * ARENA_PAGE + page;
		memcpy(at, "bytes", 6);
		assert_true(arena_read(&arena, arena_linear(&arena, at), got, 6));
		assert_string_equal(got, "bytes");
		assert_true(arena_write(&arena, arena_scattered(&arena, at), "Bytes", 6));
		assert_string_equal((char *)at, "Bytes");
	}
	assert_int_equal(arena.refused, 0);
	arena_done(&arena);
}

static void scattered_pages_have_no_neighbours(void **state)
{
	struct arena arena;
	uint8_t bytes[2] = {0};

	(void)state;
	arena_init(&arena, PAGES);
	for (size_t page = 0; page < PAGES; page++) {
		uint64_t start = arena_scattered(&arena, arena.bytes + page * ARENA_PAGE);

		assert_true(arena_read(&arena, start + ARENA_PAGE - 1, bytes, 1));
		assert_false(arena_read(&arena, start + ARENA_PAGE - 1, bytes, 2));
		assert_false(arena_write(&arena, start + ARENA_PAGE - 1, bytes, 2));
		assert_false(arena_read(&arena, start + ARENA_PAGE, bytes, 1));
		assert_false(arena_read(&arena, start - 1, bytes, 1));
	}
	arena_done(&arena);
}

static void ends_are_ends(void **state)
{
	struct arena arena;
	uint8_t bytes[2] = {0};

	(void)state;
	arena_init(&arena, PAGES);
	assert_true(arena_read(&arena, ARENA_LINEAR + PAGES * ARENA_PAGE - 2, bytes, 2));
	assert_false(arena_read(&arena, ARENA_LINEAR + PAGES * ARENA_PAGE - 1, bytes, 2));
	assert_true(arena_read(&arena, ARENA_LINEAR + ARENA_PAGE - 1, bytes, 2));
	assert_false(arena_read(&arena, ARENA_SCATTERED + 2 * PAGES * ARENA_PAGE, bytes, 1));
	assert_false(arena_read(&arena, 0, bytes, 1));
	assert_false(arena_write(&arena, UINT64_MAX, bytes, 2));
	assert_int_equal(arena.refused, 4);
	arena_done(&arena);
}

static void rights_are_of_pages(void **state)
{
	struct arena arena;
	uint8_t bytes[2] = {0};
	uint8_t *at;

	(void)state;
	arena_init(&arena, PAGES);
	at = arena_take(&arena, 3 * ARENA_PAGE, ARENA_PAGE);
	arena_allow(&arena, at + ARENA_PAGE, ARENA_PAGE, ARENA_READ);
	assert_true(arena_read(&arena, arena_linear(&arena, at) + ARENA_PAGE, bytes, 1));
	assert_false(arena_write(&arena, arena_linear(&arena, at) + ARENA_PAGE, bytes, 1));
	assert_false(arena_write(&arena, arena_linear(&arena, at) + ARENA_PAGE - 1, bytes, 2));
	assert_false(arena_write(&arena, arena_scattered(&arena, at + ARENA_PAGE), bytes, 1));
	assert_true(arena_write(&arena, arena_linear(&arena, at), bytes, 1));
	assert_true(arena_write(&arena, arena_linear(&arena, at) + 2 * ARENA_PAGE, bytes, 1));
	arena_allow(&arena, at, 1, 0);
	assert_false(arena_read(&arena, arena_linear(&arena, at), bytes, 1));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_windows_show_the_same_bytes),
		cmocka_unit_test(scattered_pages_have_no_neighbours),
		cmocka_unit_test(ends_are_ends),
		cmocka_unit_test(rights_are_of_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
