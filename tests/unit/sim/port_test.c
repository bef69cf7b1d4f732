// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The port and its virtual port. Positions: mlx5_ifc.h. */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/counter.h"

static void the_vport_has_the_identity_of_the_card(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	fw_power_on(&b.fw, 0xabcde0);
	bench_word(&b, 0x00, 0x07540000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x24) & 0xffff, 1500);
	assert_int_equal(bench_got(&b, 0x10 + 0x38), 0x0c42a103);
	assert_int_equal(bench_got(&b, 0x10 + 0x3c), 0x00abcde0);
	assert_int_equal(bench_got(&b, 0x10 + 0xf4), 0x00000c42);
	assert_int_equal(bench_got(&b, 0x10 + 0xf8), 0xa1abcde0);
	bench_down(&b);
}

static void a_whole_guid_is_taken_as_it_is(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	fw_power_on(&b.fw, 0xb8cef60300112233);
	bench_word(&b, 0x00, 0x07540000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x38), 0xb8cef603);
	assert_int_equal(bench_got(&b, 0x10 + 0x3c), 0x00112233);
	assert_int_equal(bench_got(&b, 0x10 + 0xf4), 0x0000b8ce);
	assert_int_equal(bench_got(&b, 0x10 + 0xf8), 0xf6112233);
}

static void only_selected_fields_are_modified(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x00, 0x07550000);
	bench_word(&b, 0x0c, 0x00000002); /* roce_en */
	bench_word(&b, 0x100, 0x00000001);
	bench_word(&b, 0x124, 9000);
	assert_int_equal(bench_run(&b, 0x200, 0x10), 0);
	bench_word(&b, 0x00, 0x07540000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x10) & 1, 1);
	assert_int_equal(bench_got(&b, 0x10 + 0x24) & 0xffff, 1500);
	bench_down(&b);
}

static void roce_addresses_are_kept_by_index(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x00, 0x07610000);
	bench_word(&b, 0x08, 255U << 16);
	bench_word(&b, 0x1c, 0x0a000001);
	bench_word(&b, 0x28, 0x00000002);
	assert_int_equal(bench_run(&b, 0x30, 0x10), 0);
	bench_word(&b, 0x00, 0x07600000);
	bench_word(&b, 0x08, 255U << 16);
	assert_int_equal(bench_run(&b, 0x10, 0x30), 0);
	assert_int_equal(bench_got(&b, 0x1c), 0x0a000001);
	assert_int_equal(bench_got(&b, 0x28), 0x00000002);
	bench_word(&b, 0x00, 0x07610000);
	bench_word(&b, 0x08, 256U << 16);
	assert_int_equal(bench_run(&b, 0x30, 0x10), 0x03);
	bench_down(&b);
}

static void the_link_shows_in_state_and_registers(void **state)
{
	struct bench b;
	int down;

	(void)state;
	bench_up(&b, "cx7");
	for (down = 0; down < 2; down++) {
		b.state.link_down = (uint8_t)down;
		bench_word(&b, 0x00, 0x07500000);
		assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
		assert_int_equal(bench_got(&b, 0x0c), 0x0fa00010U | (down ? 0 : 1)); /* 400 Gb/s, admin up */
		bench_access(&b, 0x5006, BENCH_READ);
		assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
		assert_int_equal(bench_got(&b, 0x10) & 0xf0f, down ? 0x102 : 0x101);
		bench_access(&b, 0x5004, BENCH_READ);
		assert_int_equal(bench_run(&b, 0x50, 0x50), 0);
		assert_int_equal(bench_got(&b, 0x10 + 0x08), 1U << 16); /* 400GAUI-4 */
		assert_int_equal(bench_got(&b, 0x10 + 0x20), down ? 0 : 1U << 16);
		assert_int_equal(bench_got(&b, 0x10 + 0x24), 0);
	}
}

static void slower_ports_have_a_legacy_mode_too(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	bench_access(&b, 0x5004, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x50, 0x50), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x20), 1U << 9);  /* CAUI-4 */
	assert_int_equal(bench_got(&b, 0x10 + 0x24), 1U << 20); /* 100GBASE-CR4 */
}

static void the_port_tells_its_registers_and_features(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_access(&b, 0x507f, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x60, 0x60), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x08), 0x80004000); /* PCAM, PPCC */
	assert_int_equal(bench_got(&b, 0x10 + 0x0c), 0x00000002); /* PCMR */
	assert_int_equal(bench_got(&b, 0x10 + 0x14), 0x000001d8); /* PMTU, PTYS, PAOS, PFCC, PPCNT */
	assert_int_equal(bench_got(&b, 0x10 + 0x34), 0x00042219);
	/* rx_icrc_encapsulated, extended PTYS, pfcc_mask, rx_buffer_fullness, connector type, statistical group */
}

static void the_mtu_has_a_range(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_access(&b, 0x5003, BENCH_WRITE);
	bench_word(&b, 0x18, 9022U << 16);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
	bench_access(&b, 0x5003, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
	assert_int_equal(bench_got(&b, 0x14), 9978U << 16);
	assert_int_equal(bench_got(&b, 0x18), 9022U << 16);
	assert_int_equal(bench_got(&b, 0x1c), 9022U << 16);
	bench_access(&b, 0x5003, BENCH_WRITE);
	bench_word(&b, 0x18, 9979U << 16);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x03);
	bench_access(&b, 0x5003, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x1c, 0x20), 0x50);
	bench_down(&b);
}

static void tools_find_the_hardware_id(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	bench_access(&b, 0x9020, BENCH_READ);
	assert_int_equal(bench_run(&b, 0xb0, 0xb0), 0);
	assert_int_equal(bench_got(&b, 0x18), 0x212);
}

static void a_counter_set_must_exist(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x00, 0x07730000);
	bench_word(&b, 0x1c, 1);
	assert_int_equal(bench_run(&b, 0x20, 0x100), 0x05);
	bench_word(&b, 0x00, 0x07710000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	bench_word(&b, 0x00, 0x07730000);
	bench_word(&b, 0x1c, bench_got(&b, 0x08));
	assert_int_equal(bench_run(&b, 0x20, 0x100), 0);
	bench_down(&b);
}

static void counters_stand_where_they_were_put(void **state)
{
	struct bench b;
	uint32_t set;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(fw_counter_find("no_such_thing"), -1);
	b.state.counter[fw_counter_find("out_of_sequence")] = 5;
	b.state.counter[fw_counter_find("roce_slow_restart_trans")] = 7;
	b.state.counter[fw_counter_find("np_cnp_sent")] = 0x100000002;
	bench_word(&b, 0x00, 0x07710000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	set = bench_got(&b, 0x08);
	bench_word(&b, 0x00, 0x07730000);
	bench_word(&b, 0x18, 0x80000000); /* and clear */
	bench_word(&b, 0x1c, set);
	assert_int_equal(bench_run(&b, 0x20, 0x100), 0);
	assert_int_equal(bench_got(&b, 0x38), 5);
	assert_int_equal(bench_got(&b, 0xd8), 7);
	assert_int_equal(bench_got(&b, 0x50), 0);
	bench_word(&b, 0x00, 0x07730000);
	bench_word(&b, 0x1c, set);
	assert_int_equal(bench_run(&b, 0x20, 0x100), 0);
	assert_int_equal(bench_got(&b, 0x38), 0);
	bench_word(&b, 0x00, 0x08260000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x5c), 1); /* not aligned to its size */
	assert_int_equal(bench_got(&b, 0x60), 2);
	fw_reset(&b.fw);
	bench_word(&b, 0x00, 0x08260000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x60), 0);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_vport_has_the_identity_of_the_card),
		cmocka_unit_test(a_whole_guid_is_taken_as_it_is),
		cmocka_unit_test(only_selected_fields_are_modified),
		cmocka_unit_test(roce_addresses_are_kept_by_index),
		cmocka_unit_test(the_link_shows_in_state_and_registers),
		cmocka_unit_test(slower_ports_have_a_legacy_mode_too),
		cmocka_unit_test(the_port_tells_its_registers_and_features),
		cmocka_unit_test(the_mtu_has_a_range),
		cmocka_unit_test(tools_find_the_hardware_id),
		cmocka_unit_test(a_counter_set_must_exist),
		cmocka_unit_test(counters_stand_where_they_were_put),
	};

	return cmocka_run_group_tests_name("port", tests, NULL, NULL);
}
