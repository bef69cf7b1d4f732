// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Commands about the function: capabilities, pages, adapter. Positions: mlx5_ifc.h. */
#include "tests/unit/sim/bench.h"

static void query_cap(struct bench *b, uint32_t op_mod)
{
	bench_word(b, 0x00, 0x01000000);
	bench_word(b, 0x04, op_mod);
	assert_int_equal(bench_run(b, 0x10, 0x1010), 0);
}

static void the_general_page_says_what_a_driver_needs(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	query_cap(&b, 0x0000);
	assert_int_equal(bench_got(&b, 0x10 + 0x14) >> 28 & 1, 1);     /* ece_support */
	assert_int_equal(bench_got(&b, 0x10 + 0x28) >> 22 & 1, 1);     /* roce_accl */
	assert_int_equal(bench_got(&b, 0x10 + 0x2c) >> 29 & 3, 3);     /* cc_query_allowed, cc_modify_allowed */
	assert_int_equal(bench_got(&b, 0x10 + 0x34) & 0x3ff, 0x101);   /* Ethernet, one port */
	assert_int_equal(bench_got(&b, 0x10 + 0x40) & 0xc, 0xc);       /* eth_net_offloads, roce */
	assert_int_equal(bench_got(&b, 0x10 + 0x44) & 0xf, 0xf);       /* xrc, ud, uc, rc */
	assert_int_equal(bench_got(&b, 0x10 + 0x4c) >> 16 & 0x1f, 9);  /* log_bf_reg_size */
	assert_int_equal(bench_got(&b, 0x10 + 0x8c) >> 24 & 0x1f, 12); /* log_max_uctx */
	query_cap(&b, 0x0008);
	assert_int_equal(bench_got(&b, 0x10 + 0x10), 0x00060005); /* l3_type, roce_version */
	bench_down(&b);
}

static void an_unknown_page_is_empty_and_a_wild_one_refused(void **state)
{
	struct bench b;
	size_t at;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	query_cap(&b, 0x0012);
	for (at = 0x10; at < 0x1010; at += 4)
		assert_int_equal(bench_got(&b, at), 0);
	bench_word(&b, 0x00, 0x01000000);
	bench_word(&b, 0x04, 0x0080);
	assert_int_equal(bench_run(&b, 0x10, 0x1010), 0x03);
	bench_down(&b);
}

static void what_the_driver_sets_is_current_not_maximum(void **state)
{
	struct bench b;
	uint32_t maximum;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	query_cap(&b, 0x0000);
	maximum = bench_got(&b, 0x10 + 0x10);
	bench_word(&b, 0x00, 0x01090000);
	bench_word(&b, 0x10 + 0x10, 0x0a0b000c);
	assert_int_equal(bench_run(&b, 0x1010, 0x10), 0);
	query_cap(&b, 0x0001);
	assert_int_equal(bench_got(&b, 0x10 + 0x10), 0x0a0b000c);
	query_cap(&b, 0x0000);
	assert_int_equal(bench_got(&b, 0x10 + 0x10), maximum);
	fw_reset(&b.fw);
	query_cap(&b, 0x0001);
	assert_int_equal(bench_got(&b, 0x10 + 0x10), maximum);
	bench_down(&b);
}

static void a_bare_header_sets_nothing(void **state)
{
	struct bench b;
	uint32_t before;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	query_cap(&b, 0x0001);
	before = bench_got(&b, 0x10 + 0x10);
	bench_word(&b, 0x00, 0x01090000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0x50);
	query_cap(&b, 0x0001);
	assert_int_equal(bench_got(&b, 0x10 + 0x10), before);
	bench_down(&b);
}

/* Linux sends its endianness and zeros: the rest of the page stays, or no QP of rdma_cm could be connected. */
static void setting_the_atomic_page_does_not_erase_it(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x00, 0x01090000);
	bench_word(&b, 0x04, 0x0006);
	bench_word(&b, 0x18, 0x40000000);
	bench_word(&b, 0x20, 0x0000ffff);
	assert_int_equal(bench_run(&b, 0x1010, 0x10), 0);
	query_cap(&b, 0x0007);
	assert_int_equal(bench_got(&b, 0x18), 0x42000000);
	assert_int_equal(bench_got(&b, 0x20), 3);
	assert_int_equal(bench_got(&b, 0x24), 8);
	query_cap(&b, 0x0006);
	assert_int_equal(bench_got(&b, 0x18), 0x02000000);
	bench_down(&b);
}

static void cards_differ_in_vhca_id(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	fw_power_on(&b.fw, 0x123456);
	query_cap(&b, 0x0001);
	assert_int_equal(bench_got(&b, 0x10 + 0x04) & 0xffff, 0x3456);
}

static uint8_t pages(struct bench *b, uint32_t op_mod, uint32_t count, size_t in_len, size_t out_len)
{
	bench_word(b, 0x00, 0x01080000);
	bench_word(b, 0x04, op_mod);
	bench_word(b, 0x0c, count);
	return bench_run(b, in_len, out_len);
}

static void pages_come_back_as_they_were_given(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, 0x10, 0x00000001);
	bench_word(&b, 0x14, 0x23456000);
	bench_word(&b, 0x1c, 0x00789000);
	assert_int_equal(pages(&b, 1, 2, 0x20, 0x10), 0);
	/* room for one only */
	assert_int_equal(pages(&b, 2, 8, 0x10, 0x18), 0);
	assert_int_equal(bench_got(&b, 0x08), 1);
	assert_int_equal(bench_got(&b, 0x14), 0x00789000);
	assert_int_equal(pages(&b, 2, 8, 0x10, 0x50), 0);
	assert_int_equal(bench_got(&b, 0x08), 1);
	assert_int_equal(bench_got(&b, 0x10), 0x00000001);
	assert_int_equal(bench_got(&b, 0x14), 0x23456000);
	assert_int_equal(pages(&b, 2, 8, 0x10, 0x50), 0);
	assert_int_equal(bench_got(&b, 0x08), 0);
	bench_down(&b);
}

static void pages_that_are_not_in_the_mailbox_are_not_read(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(pages(&b, 1, 3, 0x20, 0x10), 0x50);
	assert_int_equal(pages(&b, 1, 0xffffffff, 0x1100, 0x10), 0x50);
	assert_int_equal(pages(&b, 7, 0, 0x10, 0x10), 0x03);
	bench_down(&b);
}

static void lent_pages_are_limited(void **state)
{
	struct bench b;
	size_t given;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	for (given = 0; given < FW_PAGES_MAX; given += 512)
		assert_int_equal(pages(&b, 1, 512, 0x1010, 0x10), 0);
	assert_int_equal(pages(&b, 1, 1, 0x18, 0x10), 0x08);
	bench_down(&b);
}

static void the_adapter_has_vendor_and_psid(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, 0x00, 0x01010000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	assert_int_equal(bench_got(&b, 0x28), 0x2c9);
	assert_memory_equal(b.out + 0x100, "MT_0000000838\0\0", 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_general_page_says_what_a_driver_needs),
		cmocka_unit_test(an_unknown_page_is_empty_and_a_wild_one_refused),
		cmocka_unit_test(what_the_driver_sets_is_current_not_maximum),
		cmocka_unit_test(a_bare_header_sets_nothing),
		cmocka_unit_test(setting_the_atomic_page_does_not_erase_it),
		cmocka_unit_test(cards_differ_in_vhca_id),
		cmocka_unit_test(pages_come_back_as_they_were_given),
		cmocka_unit_test(pages_that_are_not_in_the_mailbox_are_not_read),
		cmocka_unit_test(lent_pages_are_limited),
		cmocka_unit_test(the_adapter_has_vendor_and_psid),
	};

	return cmocka_run_group_tests_name("hca", tests, NULL, NULL);
}
