// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The NV configuration of the model. Headers and data words: what mstconfig 4.33 sends ("reset", "set"); positions:
 * mstflint's register table and TLV database.
 */
#include "tests/unit/sim/bench.h"

#define MNVDA 0x9024
#define MNVDI 0x9025
#define MNVQC 0x9030
#define MNVIA 0x9033
#define MNVGC 0x9034
#define MNVGN 0x9035

#define NEXT    0x00000000
#define CURRENT 0x00400000
#define FACTORY 0x00800000

#define DATA 0x1c /* of the TLV, in both mailboxes */

static uint8_t read_tlv(struct bench *b, uint32_t mode, uint32_t type)
{
	bench_access(b, MNVDA, BENCH_READ);
	bench_word(b, 0x10, mode | 4);
	bench_word(b, 0x14, type);
	return bench_run(b, 0x11c, 0x11c);
}

/* As mstconfig does: ovr_en, writer 9, the exact length, and no more bytes than that. */
static uint8_t write_tlv(struct bench *b, uint32_t type, const uint32_t *words, uint32_t count)
{
	bench_access(b, MNVDA, BENCH_WRITE);
	bench_word(b, 0x10, 0x02090000 | count * 4);
	bench_word(b, 0x14, type);
	for (uint32_t i = 0; i < count; i++)
		bench_word(b, DATA + i * 4, words[i]);
	return bench_run(b, DATA + count * 4, DATA + count * 4);
}

static uint32_t word_of(struct bench *b, uint32_t mode, uint32_t type, size_t at)
{
	assert_int_equal(read_tlv(b, mode, type), 0);
	return bench_got(b, DATA + at);
}

static void a_card_is_as_dumps_show_it(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(word_of(&b, NEXT, 0x01010107, 0), 0xff);
	assert_int_equal(bench_got(&b, 0x10) & 0x1ff, 4); /* length */
	assert_int_equal(bench_got(&b, 0x14), 0x01010107);
	assert_int_equal(word_of(&b, NEXT, 0x01010108, 0x04), 300);
	assert_int_equal(word_of(&b, NEXT, 0x01010108, 0x2c), 1019);
	assert_int_equal(word_of(&b, NEXT, 0x00000010, 0), 254);
	assert_int_equal(word_of(&b, FACTORY, 0x0000010a, 0) & 0x900, 0x100); /* uctx_en, no selective repeat */
	assert_int_equal(word_of(&b, CURRENT, 0x0000010a, 0) & 0x900, 0x900);
	assert_int_equal(word_of(&b, NEXT, 0x03000112, 0), 0x08000000);
}

static void what_is_written_waits_for_a_new_firmware(void **state)
{
	static const uint32_t mask = 8;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_tlv(&b, 0x01010107, &mask, 1), 0);
	assert_int_equal(word_of(&b, NEXT, 0x01010107, 0), 8);
	assert_int_equal(word_of(&b, CURRENT, 0x01010107, 0), 0xff);
	fw_reset(&b.fw);
	assert_int_equal(word_of(&b, CURRENT, 0x01010107, 0), 0xff);
	assert_int_equal(b.state.cong_status[1], 0xff);
	fw_firmware_reset(&b.fw);
	assert_int_equal(word_of(&b, CURRENT, 0x01010107, 0), 8);
	assert_int_equal(word_of(&b, NEXT, 0x01010107, 0), 8);
	assert_int_equal(word_of(&b, FACTORY, 0x01010107, 0), 0xff);
	/* and the firmware starts with it: of both protocols, priority 3 alone */
	assert_int_equal(b.state.cong_status[1], 8);
	assert_int_equal(b.state.cong_status[2], 8);
}

/* The published set of a whole ECN TLV comes out as the parameters of the congestion commands. */
static void dcqcn_starts_with_what_is_in_force(void **state)
{
	static const uint32_t ecn[17] = {
		[0] = 0xc0000000, [1] = 0x12c, [2] = 0x7fff, [3] = 1,  [5] = 5,
		[6] = 0x32,       [8] = 0x32,  [9] = 1,      [10] = 7, [11] = 0x3fb,
		[12] = 1,         [13] = 4,    [14] = 0x3ff, [15] = 4, [16] = 0x00003f0f,
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_tlv(&b, 0x01010108, ecn, 17), 0);
	fw_firmware_reset(&b.fw);
	assert_int_equal(ece_be32(b.state.cong[1] + 0x0c), 0x08800000); /* both clamps */
	assert_int_equal(ece_be32(b.state.cong[1] + 0x14), 300);
	assert_int_equal(ece_be32(b.state.cong[1] + 0x54), 7);
	assert_int_equal(ece_be32(b.state.cong[1] + 0x68), 1023);
	assert_int_equal(ece_be32(b.state.cong[2] + 0x18), 0x00003f0f); /* DSCP 63, priority 7, of the packet */
}

static void invalidating_goes_back_to_the_factory(void **state)
{
	static const uint32_t mask = 8, link = 4;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_tlv(&b, 0x01010107, &mask, 1), 0);
	assert_int_equal(write_tlv(&b, 0x01010012, &link, 1), 0);
	bench_access(&b, MNVDI, BENCH_WRITE);
	bench_word(&b, 0x10, 0x02090000);
	bench_word(&b, 0x14, 0x01010107);
	assert_int_equal(bench_run(&b, 0x1c, 0x1c), 0);
	assert_int_equal(word_of(&b, NEXT, 0x01010107, 0), 0xff);
	assert_int_equal(word_of(&b, NEXT, 0x01010012, 0), 4);
	bench_access(&b, MNVIA, BENCH_WRITE);
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
	assert_int_equal(word_of(&b, NEXT, 0x01010012, 0), 8);
	assert_int_equal(word_of(&b, NEXT, 0x0000010a, 0) & 0x800, 0);
	assert_int_equal(word_of(&b, CURRENT, 0x0000010a, 0) & 0x800, 0x800);
}

static void what_is_refused_changes_nothing(void **state)
{
	static const uint32_t words[2] = {0, 0};
	static const struct {
		uint32_t type, count;
		uint8_t status;
	} writes[] = {
		{0x00000999, 1, 0x03}, /* unknown */
		{0x0000010b, 1, 0x03}, /* a capability */
		{0x01000107, 1, 0x03}, /* port 0, as mstconfig's "reset NV_ROCE_CC" names it */
		{0x01020107, 1, 0x03}, /* a port that is not there */
		{0x00000107, 1, 0x03}, /* another class */
		{0x0000010a, 1, 0x03}, /* too short for the TLV */
	};
	struct fw_state before;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	before = b.state;
	for (size_t i = 0; i < sizeof(writes) / sizeof(writes[0]); i++)
		assert_int_equal(write_tlv(&b, writes[i].type, words, writes[i].count), writes[i].status);
	/* A write of what is in force, of another host's, and one whose data is not there. */
	bench_access(&b, MNVDA, BENCH_WRITE);
	bench_word(&b, 0x10, CURRENT | 4);
	bench_word(&b, 0x14, 0x01010107);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x03);
	bench_access(&b, MNVDA, BENCH_WRITE);
	bench_word(&b, 0x10, 0x204);
	bench_word(&b, 0x14, 0x03000112);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x03);
	bench_access(&b, MNVDA, BENCH_WRITE);
	bench_word(&b, 0x10, 4);
	bench_word(&b, 0x14, 0x01010107);
	assert_int_equal(bench_run(&b, 0x1c, 0x1c), 0x50);
	assert_int_equal(read_tlv(&b, 0x00c00000, 0x01010107), 0x03); /* no such mode */
	assert_int_equal(read_tlv(&b, NEXT, 0x00000999), 0x03);
	assert_memory_equal(&before.nv.word, &b.state.nv.word, sizeof(before.nv.word));
}

static void a_tlv_can_hold_nothing(void **state)
{
	static const uint32_t mask[8] = {1};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_tlv(&b, NEXT, 0x00000116), 0x05);
	assert_int_equal(write_tlv(&b, 0x00000116, mask, 8), 0);
	assert_int_equal(word_of(&b, NEXT, 0x00000116, 0), 1);
	assert_int_equal(read_tlv(&b, CURRENT, 0x00000116), 0x05);
	assert_int_equal(read_tlv(&b, FACTORY, 0x00000116), 0x05);
}

/* Zeros are stored too: a TLV of zeros is not one that holds nothing. */
static void zeros_are_a_value(void **state)
{
	static const uint32_t zeros[8] = {0};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_tlv(&b, 0x00000116, zeros, 8), 0);
	assert_int_equal(word_of(&b, NEXT, 0x00000116, 0), 0);
}

static void the_store_is_bounded(void **state)
{
	uint32_t ecn[17];
	struct fw_state before;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < 17; i++)
		ecn[i] = 0x1000 + (uint32_t)i;
	assert_int_equal(write_tlv(&b, 0x01010108, ecn, 17), 0);
	fw_firmware_reset(&b.fw);
	/* The same again needs room for what is in force and for what is next: 2 + 17 + 17 words. */
	for (size_t i = 0; i < 17; i++)
		ecn[i] += 0x100;
	before = b.state;
	assert_int_equal(write_tlv(&b, 0x01010108, ecn, 17), 0x0f);
	assert_memory_equal(&before.nv.word, &b.state.nv.word, sizeof(before.nv.word));
	assert_int_equal(word_of(&b, NEXT, 0x01010108, 0), 0x1000);
}

static void support_is_told(void **state)
{
	static const struct {
		uint32_t type, answer;
	} cases[] = {
		{0x0000010a, 0x13},                     /* both, version 1 */
		{0x0000010b, 0x01},                     /* a capability */
		{0x01010108, 0x13}, {0x01020108, 0x00}, /* one port */
		{0x00000999, 0x00}, {0x00000000, 0x00}, /* mstconfig's first question */
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bench_access(&b, MNVQC, BENCH_READ);
		bench_word(&b, 0x10, cases[i].type);
		assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
		assert_int_equal(bench_got(&b, 0x10), cases[i].type);
		assert_int_equal(bench_got(&b, 0x14), cases[i].answer);
	}
	bench_access(&b, MNVGC, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x3);
	/* A virtual function reaches none of it. */
	bench_up(&b, "cx7-vf");
	bench_access(&b, MNVGC, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x20, 0x20), 0x03);
}

static void what_is_stored_can_be_walked(void **state)
{
	static const uint32_t mask = 8;
	uint32_t pointer = 0, types[3] = {0};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_tlv(&b, 0x01010107, &mask, 1), 0);
	for (size_t i = 0; i < 3; i++) {
		bench_access(&b, MNVGN, BENCH_READ);
		bench_word(&b, 0x10, pointer);
		assert_int_equal(bench_run(&b, 0xac, 0xac), 0);
		pointer = bench_got(&b, 0x10);
		types[i] = bench_got(&b, 0x24);
	}
	assert_int_equal(types[0], 0x0000010a);
	assert_int_equal(types[1], 0x01010107);
	assert_int_equal(pointer, 0);
}

static void wrong_methods_are_refused(void **state)
{
	static const struct {
		uint16_t id, op_mod;
	} cases[] = {
		{MNVDI, BENCH_READ},  {MNVIA, BENCH_READ},  {MNVQC, BENCH_WRITE},
		{MNVGC, BENCH_WRITE}, {MNVGN, BENCH_WRITE},
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bench_access(&b, cases[i].id, cases[i].op_mod);
		assert_int_equal(bench_run(&b, 0x11c, 0x11c), 0x02);
		bench_access(&b, cases[i].id, !cases[i].op_mod);
		assert_int_equal(bench_run(&b, 0x14, 0x14), 0x50);
	}
}

/* Both functions of a card ask one store; what is a function's own they do not share. */
static void functions_share_a_store(void **state)
{
	static const uint32_t mask = 8, roce_off = 0x04000000;
	struct bench b[2];

	(void)state;
	bench_up(&b[0], "cx7-2p");
	bench_up(&b[1], "cx7-2p");
	b[1].fw.card = &b[0].state;
	fw_power_on_function(&b[1].fw, 1, 1);
	assert_int_equal(write_tlv(&b[1], 0x01010107, &mask, 1), 0);
	assert_int_equal(word_of(&b[0], NEXT, 0x01010107, 0), 8);
	assert_int_equal(word_of(&b[0], NEXT, 0x01020107, 0), 0xff);
	assert_int_equal(write_tlv(&b[1], 0x03000112, &roce_off, 1), 0);
	assert_int_equal(word_of(&b[1], NEXT, 0x03000112, 0), roce_off);
	assert_int_equal(word_of(&b[0], NEXT, 0x03000112, 0), 0x08000000);
	fw_firmware_reset(&b[0].fw);
	fw_reset(&b[1].fw);
	assert_int_equal(b[0].state.cong_status[1], 8);
	assert_int_equal(b[1].state.cong_status[1], 0xff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_is_as_dumps_show_it),
		cmocka_unit_test(what_is_written_waits_for_a_new_firmware),
		cmocka_unit_test(dcqcn_starts_with_what_is_in_force),
		cmocka_unit_test(invalidating_goes_back_to_the_factory),
		cmocka_unit_test(what_is_refused_changes_nothing),
		cmocka_unit_test(a_tlv_can_hold_nothing),
		cmocka_unit_test(zeros_are_a_value),
		cmocka_unit_test(the_store_is_bounded),
		cmocka_unit_test(support_is_told),
		cmocka_unit_test(what_is_stored_can_be_walked),
		cmocka_unit_test(wrong_methods_are_refused),
		cmocka_unit_test(functions_share_a_store),
	};

	return cmocka_run_group_tests_name("nv", tests, NULL, NULL);
}
