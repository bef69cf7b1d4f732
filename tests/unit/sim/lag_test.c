// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Link aggregation of two functions. Layout: Linux include/linux/mlx5/mlx5_ifc.h (lagc and its commands). */
#include "tests/unit/sim/bench.h"

static uint8_t create(struct bench *b, uint32_t remap)
{
	bench_word(b, 0x00, 0x08400000);
	bench_word(b, 0x0c, remap);
	return bench_run(b, 0x10, 0x10);
}

static uint8_t plain(struct bench *b, uint32_t opcode)
{
	bench_word(b, 0x00, opcode << 16);
	return bench_run(b, 0x10, 0x10);
}

/* what openucx does with any answer but this one: it prints an error, for every card it finds */
static void shows_no_lag(struct bench *b)
{
	assert_int_equal(plain(b, 0x842), 0);
	assert_int_equal(bench_got(b, 0x08), 0);
	assert_int_equal(bench_got(b, 0x0c), 0);
}

static void a_lag_is_made_changed_and_gone(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7-2p");
	shows_no_lag(&b);
	assert_int_equal(create(&b, 0x02000001), 0);
	assert_int_equal(create(&b, 0x02000001), 0x09);
	assert_int_equal(plain(&b, 0x842), 0);
	assert_int_equal(bench_got(&b, 0x0c), 0x02000001);
	/* both queues to port 1 */
	bench_word(&b, 0x00, 0x08410000);
	bench_word(&b, 0x0c, 0x1);
	bench_word(&b, 0x14, 0x01000001);
	assert_int_equal(bench_run(&b, 0x18, 0x10), 0);
	assert_int_equal(plain(&b, 0x842), 0);
	assert_int_equal(bench_got(&b, 0x0c), 0x01000001);
	assert_int_equal(plain(&b, 0x843), 0);
	shows_no_lag(&b);
	assert_int_equal(plain(&b, 0x843), 0x05);
	bench_down(&b);
}

static void a_reset_ends_it(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7-2p");
	assert_int_equal(create(&b, 0x02000001), 0);
	fw_reset(&b.fw);
	shows_no_lag(&b);
	bench_down(&b);
}

static void a_card_with_one_port_has_none(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(create(&b, 0x02000001), 0x03);
	shows_no_lag(&b);
	assert_int_equal(plain(&b, 0x843), 0x05);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lag_is_made_changed_and_gone),
		cmocka_unit_test(a_reset_ends_it),
		cmocka_unit_test(a_card_with_one_port_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
