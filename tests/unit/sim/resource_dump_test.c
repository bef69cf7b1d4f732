// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * RESOURCE_DUMP in its inline form: the menu, a QP, pieces, and what is refused. Positions: Linux mlx5_ifc.h
 * (resource_dump, 0x100 bytes; inline data at 0x30); the DMA form is tested with the PCI card.
 */
#include "tests/unit/sim/bench.h"

#define REG    0x10          /* in both mailboxes */
#define DATA   (REG + 0x30)  /* inline data */
#define WHOLE  (REG + 0x100) /* both mailboxes */
#define INLINE 0x40000000
#define MENU   0xffff

static uint32_t make_qp(struct bench *b, uint32_t ece)
{
	uint32_t qpn;

	bench_word(b, 0x00, 0x05000000);
	bench_word(b, 0x14, 0x10000000);
	bench_word(b, 0x18, 0x00020000); /* UD */
	assert_int_equal(bench_run(b, 0x110, 0x10), 0);
	qpn = bench_got(b, 0x08);
	bench_word(b, 0x00, 0x05020000);
	bench_word(b, 0x08, qpn);
	bench_word(b, 0x14, ece);
	assert_int_equal(bench_run(b, 0x110, 0x10), 0);
	return qpn;
}

static uint8_t dump(struct bench *b, uint32_t first, uint32_t index1, uint64_t opaque)
{
	bench_access(b, 0xc000, BENCH_READ);
	bench_word(b, REG, INLINE | first);
	bench_word(b, REG + 0x08, index1);
	bench_word(b, REG + 0x18, (uint32_t)(opaque >> 32));
	bench_word(b, REG + 0x1c, (uint32_t)opaque);
	return bench_run(b, WHOLE, WHOLE);
}

/* The menu names the segment; its number stands in the first word of the record. */
static uint32_t query_qp_type(struct bench *b)
{
	assert_int_equal(dump(b, MENU, 0, 0), 0);
	return bench_got(b, DATA + 16 + 20 + 8) & 0xffff;
}

static void the_menu_has_query_qp(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(dump(&b, 0x00050000 | MENU, 0, 0), 0);
	assert_int_equal(bench_got(&b, REG) & 0x8fffffff, 0x0006ffff); /* no more, the next number, the type */
	assert_int_equal(bench_got(&b, REG + 0x24), 16 + 20 + 8 + 52 + 4);
	assert_int_equal(bench_got(&b, DATA), 0x0004fffe);      /* info */
	assert_int_equal(bench_got(&b, DATA + 16), 0x0005fffa); /* command */
	assert_int_equal(bench_got(&b, DATA + 20) >> 16, MENU);
	assert_int_equal(bench_got(&b, DATA + 36), 0x000fffff); /* menu */
	assert_int_equal(bench_got(&b, DATA + 40), 1);
	assert_int_equal(bench_got(&b, DATA + 44) & 0xffff0000, 0x00030000); /* index 1 is needed */
	assert_string_equal((const char *)b.out + DATA + 48, "PRM_QUERY_QP");
	assert_int_equal(bench_got(&b, DATA + 96), 0x0001fffb); /* terminate */
	bench_down(&b);
}

/* 328 bytes come in two pieces of the 208 that fit; device_opaque carries on. */
static void a_qp_comes_in_pieces(void **state)
{
	uint8_t all[512];
	struct bench b;
	uint32_t qpn, type, size;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = make_qp(&b, 0x30000002);
	type = query_qp_type(&b);
	assert_int_equal(dump(&b, type, qpn, 0), 0);
	assert_int_equal(bench_got(&b, REG) >> 31, 1);
	size = bench_got(&b, REG + 0x24);
	assert_int_equal(size, 208);
	memcpy(all, b.out + DATA, size);
	assert_int_equal(dump(&b, 0x00010000 | type, qpn, ece_be64(b.out + REG + 0x18)), 0);
	assert_int_equal(bench_got(&b, REG) >> 31, 0);
	assert_int_equal(bench_got(&b, REG + 0x24), 120);
	memcpy(all + size, b.out + DATA, 120);

	assert_int_equal(ece_be32(all + 36), 0x00480000 | type); /* 16 + 0x110 bytes */
	assert_int_equal(ece_be32(all + 36 + 0x08), qpn);
	assert_int_equal(ece_be32(all + 52), 0);                 /* status */
	assert_int_equal(ece_be32(all + 52 + 0x14), 0x30000002); /* ECE */
	assert_int_equal(ece_be32(all + 52 + 0x18), 0x10020000); /* INIT, UD */
	assert_int_equal(ece_be32(all + 324), 0x0001fffb);
	bench_down(&b);
}

static void what_is_not_there_is_an_error_segment(void **state)
{
	struct bench b;
	uint32_t type;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	type = query_qp_type(&b);
	assert_int_equal(dump(&b, type, 0x999, 0), 0);
	assert_int_equal(bench_got(&b, DATA + 36), 0x000cfffc);
	assert_int_equal(dump(&b, 0x0042, 0, 0), 0);
	assert_int_equal(bench_got(&b, DATA + 36), 0x000cfffc);
	assert_int_equal(bench_got(&b, DATA + 36 + 48), 0x0001fffb);
	bench_down(&b);
}

static void nonsense_is_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	assert_int_equal(dump(&b, MENU, 0, 100), 0x03);        /* behind the end */
	assert_int_equal(dump(&b, MENU, 0, UINT64_MAX), 0x03); /* far behind */
	bench_access(&b, 0xc000, BENCH_READ);
	bench_word(&b, REG, MENU);
	assert_int_equal(bench_run(&b, WHOLE, WHOLE), 0x03); /* into memory, but no room */
	bench_access(&b, 0xc000, BENCH_READ);
	bench_word(&b, REG, MENU);
	bench_word(&b, REG + 0x24, 4096);
	assert_int_equal(bench_run(&b, WHOLE, WHOLE), 0x05); /* no such memory key, and no memory here */
	bench_access(&b, 0xc000, BENCH_READ);
	bench_word(&b, REG, INLINE | MENU);
	assert_int_equal(bench_run(&b, WHOLE - 4, WHOLE), 0x50);
	bench_access(&b, 0xc000, BENCH_READ);
	bench_word(&b, REG, INLINE | MENU);
	assert_int_equal(bench_run(&b, WHOLE, WHOLE - 4), 0x51);
	bench_down(&b);
}

static void an_old_card_has_none(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx6dx-old");
	assert_int_equal(dump(&b, MENU, 0, 0), 0x03);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_menu_has_query_qp),
		cmocka_unit_test(a_qp_comes_in_pieces),
		cmocka_unit_test(what_is_not_there_is_an_error_segment),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(an_old_card_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
