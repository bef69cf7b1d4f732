// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The fuzzer's harness over inputs that every compiler can make again; tests/fuzz/datapath.c is the long way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/hostile.h"

#define SEEDS       400
#define INPUT_BYTES 2048

/* xorshift64: the same bytes everywhere. */
static void fill(uint64_t seed, uint8_t *bytes, size_t count)
{
	uint64_t x = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;

	for (size_t i = 0; i < count; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		bytes[i] = (uint8_t)(x >> 32);
	}
}

static void hostile_hosts_come_to_nothing(void **state)
{
	struct hostile_result one, all = {0};
	uint8_t input[INPUT_BYTES];

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		fill(seed, input, sizeof(input));
		hostile_run(input, sizeof(input), &one);
		all.frames += one.frames;
		all.completions += one.completions;
		all.commands_done += one.commands_done;
		all.commands_refused += one.commands_refused;
		all.refused += one.refused;
	}
	/* A harness that no longer reaches the cards would pass as well. */
	assert_true(all.frames > 10 * SEEDS);
	assert_true(all.completions > 10 * SEEDS);
	assert_true(all.commands_done > SEEDS);
	assert_true(all.commands_refused > SEEDS);
	assert_true(all.refused > SEEDS / 8);
}

static void the_same_input_does_the_same(void **state)
{
	struct hostile_result one, other;
	uint8_t input[INPUT_BYTES];

	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		fill(seed, input, sizeof(input));
		hostile_run(input, sizeof(input), &one);
		hostile_run(input, sizeof(input), &other);
		assert_memory_equal(&one, &other, sizeof(one));
	}
}

static void an_empty_input_does_nothing(void **state)
{
	struct hostile_result result;

	(void)state;
	hostile_run((const uint8_t *)"", 0, &result);
	assert_int_equal(result.frames, 0);
	assert_int_equal(result.completions, 0);
	assert_int_equal(result.refused, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_input_does_nothing),
		cmocka_unit_test(the_same_input_does_the_same),
		cmocka_unit_test(hostile_hosts_come_to_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
