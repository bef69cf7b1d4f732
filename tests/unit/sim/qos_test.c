// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Classes of service of the model. Positions: mlx5_ifc.h. */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/qos.h"

static uint32_t read_word(struct bench *b, uint16_t id, size_t bytes, size_t at)
{
	bench_access(b, id, BENCH_READ);
	assert_int_equal(bench_run(b, 0x10 + bytes, 0x10 + bytes), 0);
	return bench_got(b, 0x10 + at);
}

static void a_port_trusts_what_it_is_told(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x4002, 8, 4), 1); /* PCP */
	bench_access(&b, 0x4002, BENCH_WRITE);
	bench_word(&b, 0x14, 2); /* DSCP */
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
	assert_int_equal(read_word(&b, 0x4002, 8, 4), 2);
	bench_access(&b, 0x4002, BENCH_WRITE);
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0x03);
	assert_int_equal(read_word(&b, 0x4002, 8, 4), 2);
	bench_access(&b, 0x4002, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x14, 0x18), 0x50);
	fw_reset(&b.fw);
	assert_int_equal(read_word(&b, 0x4002, 8, 4), 1);
}

static void eight_dscps_share_a_priority_until_one_moves(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x4013, 0x84, 4), 0x00000000);
	assert_int_equal(read_word(&b, 0x4013, 0x84, 4 + 26 * 2), 0x00030003);
	assert_int_equal(read_word(&b, 0x4013, 0x84, 4 + 62 * 2), 0x00070007);
	bench_access(&b, 0x4013, BENCH_WRITE);
	bench_word(&b, 0x14 + 26 * 2, 0x00058004); /* 26 is not marked, 27 becomes 4 */
	assert_int_equal(bench_run(&b, 0x94, 0x94), 0);
	assert_int_equal(read_word(&b, 0x4013, 0x84, 4 + 26 * 2), 0x00030004);
	bench_access(&b, 0x4013, BENCH_WRITE);
	bench_word(&b, 0x14, 0x80018008); /* there is no priority 8: 0 does not move either */
	assert_int_equal(bench_run(&b, 0x94, 0x94), 0x03);
	assert_int_equal(read_word(&b, 0x4013, 0x84, 4), 0x00000000);
}

static void classes_take_what_is_marked(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x4005, 0x50, 8), 0x00070064); /* group 7, 100 % */
	bench_access(&b, 0x4005, BENCH_WRITE);
	bench_word(&b, 0x18, 0x8000001e);      /* class 0: only the group, to 0 */
	bench_word(&b, 0x10 + 64, 0x40050032); /* class 7: only the bandwidth, to 50 % */
	assert_int_equal(bench_run(&b, 0x60, 0x60), 0);
	assert_int_equal(read_word(&b, 0x4005, 0x50, 8), 0x00000064);
	assert_int_equal(read_word(&b, 0x4005, 0x50, 64), 0x00070032);
	bench_access(&b, 0x400a, BENCH_WRITE);
	bench_word(&b, 0x10, 3);
	bench_word(&b, 0x14, 5);
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
	bench_access(&b, 0x400a, BENCH_READ);
	bench_word(&b, 0x10, 3);
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
	assert_int_equal(bench_got(&b, 0x14), 5);
}

static void flow_control_moves_by_its_masks(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x5007, 0x20, 8), 0x80000000); /* global pause, no PFC */
	bench_access(&b, 0x5007, BENCH_WRITE);
	bench_word(&b, 0x14, 0x00080008); /* only priority 3 */
	bench_word(&b, 0x18, 0x20ff0000); /* and not the global pause */
	bench_word(&b, 0x1c, 0x00ff0000);
	assert_int_equal(bench_run(&b, 0x30, 0x30), 0);
	assert_int_equal(read_word(&b, 0x5007, 0x20, 8), 0x80080000);
	assert_int_equal(read_word(&b, 0x5007, 0x20, 12), 0x00080000);
}

static void dcbx_is_the_hosts_until_it_is_given_away(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x4020, 0x40, 0), 0xc0000000);
	assert_int_equal(read_word(&b, 0x4020, 0x40, 4), 0);
	bench_access(&b, 0x4020, BENCH_WRITE);
	bench_word(&b, 0x14, 3);
	bench_word(&b, 0x18, 0x80000000);
	assert_int_equal(bench_run(&b, 0x50, 0x50), 0);
	assert_int_equal(read_word(&b, 0x4020, 0x40, 4), 0x303);
	assert_int_equal(read_word(&b, 0x4020, 0x40, 8), 0x80000000);
}

/* PFCC: each watermark is taken where its mask says so; minor in the upper half. */
static void a_pause_storm_has_watermarks(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0x5007, 0x20, 0x10), 0);
	bench_access(&b, 0x5007, BENCH_WRITE);
	bench_word(&b, 0x10, 0x00010004); /* the critical one only */
	bench_word(&b, 0x20, 0x03e81f40);
	assert_int_equal(bench_run(&b, 0x30, 0x30), 0);
	assert_int_equal(read_word(&b, 0x5007, 0x20, 0x10), 0x00001f40);
	bench_access(&b, 0x5007, BENCH_WRITE);
	bench_word(&b, 0x10, 0x00010008);
	bench_word(&b, 0x20, 0x03e80000);
	assert_int_equal(bench_run(&b, 0x30, 0x30), 0);
	assert_int_equal(read_word(&b, 0x5007, 0x20, 0x10), 0x03e81f40);
}

static void buffers_have_cells_of_128_bytes(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_word(&b, 0xb01f, 0x4c, 0x44), 0x00800000);
}

static void the_port_tells_its_service_registers(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	/* QPTS and QPDPM, which Linux looks for, beside QETCR and QTCT */
	assert_int_equal(read_word(&b, 0x4019, 0x48, 0x14), 0x02080424);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_port_trusts_what_it_is_told),
		cmocka_unit_test(eight_dscps_share_a_priority_until_one_moves),
		cmocka_unit_test(classes_take_what_is_marked),
		cmocka_unit_test(flow_control_moves_by_its_masks),
		cmocka_unit_test(dcbx_is_the_hosts_until_it_is_given_away),
		cmocka_unit_test(a_pause_storm_has_watermarks),
		cmocka_unit_test(buffers_have_cells_of_128_bytes),
		cmocka_unit_test(the_port_tells_its_service_registers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
