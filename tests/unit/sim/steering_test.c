// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Which frames the port takes in and for which queue. Positions: mlx5_ifc.h; CREATE_RQT and MODIFY_RQT have the context
 * at 0x20 and its list at 0x110; the context of MODIFY_NIC_VPORT_CONTEXT is at 0x100 and its MAC list at 0x200.
 */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/steering.h"

#define LIST 0x110

static uint8_t create_table(struct bench *b, uint32_t most, uint32_t rqn)
{
	bench_word(b, 0x00, 0x09160000);
	bench_word(b, 0x34, most);
	bench_word(b, 0x38, 1);
	bench_word(b, LIST, rqn);
	return bench_run(b, LIST + 4, 0x10);
}

static uint8_t modify_table(struct bench *b, uint32_t table, const uint32_t *rqn, uint32_t count)
{
	bench_word(b, 0x00, 0x09170000);
	bench_word(b, 0x08, table);
	bench_word(b, 0x14, 1);
	bench_word(b, 0x38, count);
	for (uint32_t i = 0; i < count; i++)
		bench_word(b, LIST + 4 * i, rqn[i]);
	return bench_run(b, LIST + 4 * count, 0x10);
}

static void the_table_that_spreads_names_the_queue(void **state)
{
	const uint32_t channels[4] = {0x101, 0x102, 0x103, 0x104};
	const uint32_t drop = 0x200;
	struct bench b;
	uint32_t spreading, direct;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(fw_receive_queue(&b.fw, 0), 0);
	assert_int_equal(create_table(&b, 4, drop), 0);
	spreading = bench_got(&b, 0x08);
	assert_int_equal(create_table(&b, 1, 0x201), 0);
	direct = bench_got(&b, 0x08);
	assert_int_equal(fw_receive_queue(&b.fw, 7), drop);
	assert_int_equal(modify_table(&b, spreading, channels, 4), 0);
	assert_int_equal(modify_table(&b, direct, &drop, 1), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 0), 0x101);
	assert_int_equal(fw_receive_queue(&b.fw, 3), 0x104);
	assert_int_equal(fw_receive_queue(&b.fw, 5), 0x102);
	bench_down(&b);
}

static void a_later_table_does_not_take_over_and_a_gone_one_gives_nothing(void **state)
{
	const uint32_t channels[2] = {0x101, 0x102};
	const uint32_t others[2] = {0x301, 0x302};
	struct bench b;
	uint32_t first;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(create_table(&b, 2, 0x200), 0);
	first = bench_got(&b, 0x08);
	assert_int_equal(create_table(&b, 2, 0x200), 0);
	assert_int_equal(modify_table(&b, bench_got(&b, 0x08), others, 2), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 0), 0x301);
	assert_int_equal(modify_table(&b, first, channels, 2), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 0), 0x101);
	bench_word(&b, 0x00, 0x09180000);
	bench_word(&b, 0x08, first);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 0), 0);
	bench_down(&b);
}

static void a_table_that_begins_to_spread_is_the_one(void **state)
{
	const uint32_t channels[2] = {0x101, 0x102};
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(create_table(&b, 1, 0x200), 0);
	assert_int_equal(create_table(&b, 2, 0x201), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 1), 0x200);
	assert_int_equal(modify_table(&b, bench_got(&b, 0x08), channels, 2), 0);
	assert_int_equal(fw_receive_queue(&b.fw, 1), 0x102);
	bench_down(&b);
}

static void a_table_that_says_too_much_is_refused(void **state)
{
	const uint32_t channels[3] = {0x101, 0x102, 0x103};
	struct bench b;
	uint32_t table;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(create_table(&b, 4097, 0x200), 0x03);
	assert_int_equal(create_table(&b, 0, 0x200), 0x03);
	assert_int_equal(create_table(&b, 2, 0x200), 0);
	table = bench_got(&b, 0x08);
	assert_int_equal(modify_table(&b, table, channels, 3), 0x03);
	assert_int_equal(modify_table(&b, table + 1, channels, 2), 0x05);
	/* two entries announced, one sent */
	bench_word(&b, 0x00, 0x09170000);
	bench_word(&b, 0x08, table);
	bench_word(&b, 0x14, 1);
	bench_word(&b, 0x38, 2);
	assert_int_equal(bench_run(&b, LIST + 4, 0x10), 0x03);
	assert_int_equal(fw_receive_queue(&b.fw, 1), 0x200);
	bench_down(&b);
}

static bool takes(const struct bench *b, const char *mac)
{
	return fw_port_takes(&b->fw, (const uint8_t *)mac);
}

/* MODIFY_NIC_VPORT_CONTEXT with one select bit. */
static void vport(struct bench *b, uint32_t select, uint32_t word_f0)
{
	bench_word(b, 0x00, 0x07550000);
	bench_word(b, 0x0c, select);
	bench_word(b, 0x100 + 0xf0, word_f0);
}

static void frames_for_the_function_and_broadcasts_are_taken(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(fw_port_mac(&b.fw), 0x0c42a1000001);
	assert_true(takes(&b, "\x0c\x42\xa1\x00\x00\x01"));
	assert_true(takes(&b, "\xff\xff\xff\xff\xff\xff"));
	assert_false(takes(&b, "\x0c\x42\xa1\x00\x00\x02"));
	assert_false(takes(&b, "\x33\x33\x00\x00\x00\x01"));
	bench_down(&b);
}

static void lists_and_promiscuous_modes_open_the_port(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	vport(&b, 0x4, 0x01000002); /* two multicast addresses */
	bench_word(&b, 0x200, 0x00003333);
	bench_word(&b, 0x204, 0x00000001);
	bench_word(&b, 0x208, 0x00000100);
	bench_word(&b, 0x20c, 0x5e000001);
	assert_int_equal(bench_run(&b, 0x210, 0x10), 0);
	assert_true(takes(&b, "\x33\x33\x00\x00\x00\x01"));
	assert_true(takes(&b, "\x01\x00\x5e\x00\x00\x01"));
	assert_false(takes(&b, "\x01\x00\x5e\x00\x00\x02"));
	vport(&b, 0x4, 0x00000001); /* one unicast address */
	bench_word(&b, 0x200, 0x00000c42);
	bench_word(&b, 0x204, 0xa1000009);
	assert_int_equal(bench_run(&b, 0x208, 0x10), 0);
	assert_true(takes(&b, "\x0c\x42\xa1\x00\x00\x09"));
	vport(&b, 0x10, 0x40000000); /* all multicast */
	assert_int_equal(bench_run(&b, 0x200, 0x10), 0);
	assert_true(takes(&b, "\x01\x00\x5e\x00\x00\x02"));
	assert_false(takes(&b, "\x0c\x42\xa1\x00\x00\x02"));
	vport(&b, 0x10, 0x20000000); /* all */
	assert_int_equal(bench_run(&b, 0x200, 0x10), 0);
	assert_true(takes(&b, "\x0c\x42\xa1\x00\x00\x02"));
	bench_down(&b);
}

static void a_list_longer_than_its_command_is_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	vport(&b, 0x4, 0x01000001);
	assert_int_equal(bench_run(&b, 0x207, 0x10), 0x03);
	vport(&b, 0x4, 129);
	assert_int_equal(bench_run(&b, 0x200 + 129 * 8, 0x10), 0x03);
	assert_int_equal(b.fw.objects->driver.macs[0].count, 0);
	vport(&b, 0x4, 128);
	assert_int_equal(bench_run(&b, 0x200 + 128 * 8, 0x10), 0);
	assert_int_equal(b.fw.objects->driver.macs[0].count, 128);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_table_that_spreads_names_the_queue),
		cmocka_unit_test(a_later_table_does_not_take_over_and_a_gone_one_gives_nothing),
		cmocka_unit_test(a_table_that_begins_to_spread_is_the_one),
		cmocka_unit_test(a_table_that_says_too_much_is_refused),
		cmocka_unit_test(frames_for_the_function_and_broadcasts_are_taken),
		cmocka_unit_test(lists_and_promiscuous_modes_open_the_port),
		cmocka_unit_test(a_list_longer_than_its_command_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
