// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Congestion control commands. Offsets: Linux include/linux/mlx5/mlx5_ifc.h; select bits:
 * drivers/infiniband/hw/mlx5/cong.c; defaults: public mlxconfig dumps.
 */
#include "tests/unit/sim/bench.h"

#define QUERY_BLOCK  0x10
#define MODIFY_BLOCK 0x20

static uint8_t query(struct bench *b, uint8_t protocol)
{
	bench_word(b, 0x00, 0x08240000);
	bench_word(b, 0x08, protocol);
	return bench_run(b, 0x10, 0x110);
}

static uint32_t field(struct bench *b, uint8_t protocol, uint16_t at)
{
	assert_int_equal(query(b, protocol), 0);
	return bench_got(b, QUERY_BLOCK + at);
}

/* One word of the block, with these select bits. */
static uint8_t modify(struct bench *b, uint8_t protocol, uint32_t select, uint16_t at, uint32_t word)
{
	bench_word(b, 0x00, 0x08250000);
	bench_word(b, 0x08, protocol);
	bench_word(b, 0x0c, select);
	bench_word(b, MODIFY_BLOCK + at, word);
	return bench_run(b, 0x120, 0x10);
}

static void reaction_point_reads_its_defaults(void **state)
{
	static const struct {
		uint16_t at;
		uint32_t value;
	} defaults[] = {
		{0x00, 0}, {0x04, 0},    {0x08, 0}, {0x0c, 0x00800000}, {0x10, 0},    {0x14, 300}, {0x18, 32767},
		{0x1c, 1}, {0x20, 0},    {0x24, 5}, {0x28, 50},         {0x2c, 11},   {0x30, 50},  {0x34, 1},
		{0x54, 0}, {0x58, 1019}, {0x5c, 1}, {0x60, 4},          {0x68, 1023}, {0x6c, 0},   {0xfc, 0},
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(query(&b, 1), 0);
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		assert_int_equal(bench_got(&b, QUERY_BLOCK + defaults[i].at), defaults[i].value);
}

static void notification_point_reads_its_defaults(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	assert_int_equal(field(&b, 2, 0x14), 4);
	assert_int_equal(field(&b, 2, 0x18), 0x00003006); /* DSCP 48, priority 6 */
}

/* Every field of the kernel's list: a select bit changes its own word and no other. */
static void each_select_bit_commits_its_field(void **state)
{
	static const struct {
		uint8_t protocol, bit;
		uint16_t at;
		uint32_t sent, now;
	} fields[] = {
		{1, 1, 0x0c, 0x08000000, 0x08800000},
		{1, 2, 0x0c, 0x00000000, 0x00000000},
		{1, 3, 0x14, 55, 55},
		{1, 4, 0x18, 1000, 1000},
		{1, 5, 0x1c, 5, 5},
		{1, 6, 0x20, 40000, 40000},
		{1, 7, 0x24, 40, 40},
		{1, 8, 0x28, 400, 400},
		{1, 9, 0x30, 25, 25},
		{1, 10, 0x34, 100, 100},
		{1, 11, 0x54, 85000, 85000},
		{1, 12, 0x58, 1020, 1020},
		{1, 13, 0x5c, 55, 55},
		{1, 14, 0x60, 50, 50},
		{1, 15, 0x68, 512, 512},
		{1, 16, 0x2c, 10, 10},
		{2, 2, 0x14, 50, 50},
		{2, 3, 0x18, 0x1a00, 0x1a06},
		{2, 4, 0x18, 0x000b, 0x300b},
		{3, 0, 0x10, 0x801a, 0x801a},
	};
	struct bench b;
	uint8_t before[0x110];

	(void)state;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		bench_up(&b, "cx7");
		assert_int_equal(query(&b, fields[i].protocol), 0);
		memcpy(before, b.out, sizeof(before));
		ece_put_be32(before + QUERY_BLOCK + fields[i].at, fields[i].now);
		assert_int_equal(modify(&b, fields[i].protocol, 1U << fields[i].bit, fields[i].at, fields[i].sent), 0);
		assert_int_equal(query(&b, fields[i].protocol), 0);
		assert_memory_equal(b.out, before, sizeof(before));
	}
}

/* NVIDIA, "DCQCN CC parameters"; whole words. */
static void ranges_end_where_they_should(void **state)
{
	static const struct {
		uint8_t protocol, bit;
		uint16_t at;
		uint32_t min, max;
	} ranges[] = {
		{1, 3, 0x14, 0, 131071},     {1, 4, 0x18, 0, 0xffffffff},  {1, 5, 0x1c, 0, 31},
		{1, 6, 0x20, 0, 0xffffffff}, {1, 7, 0x24, 0, 0xffffffff},  {1, 8, 0x28, 0, 0xffffffff},
		{1, 9, 0x30, 0, 100},        {1, 10, 0x34, 1, 0xffffffff}, {1, 11, 0x54, 0, 0xffffffff},
		{1, 12, 0x58, 0, 1023},      {1, 13, 0x5c, 1, 131071},     {1, 14, 0x60, 1, 0xffffffff},
		{1, 15, 0x68, 1, 1023},      {1, 16, 0x2c, 10, 11},        {2, 2, 0x14, 0, 131071},
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		uint8_t protocol = ranges[i].protocol;
		uint32_t select = 1U << ranges[i].bit;
		uint16_t at = ranges[i].at;

		assert_int_equal(modify(&b, protocol, select, at, ranges[i].min), 0);
		assert_int_equal(field(&b, protocol, at), ranges[i].min);
		if (ranges[i].min)
			assert_int_equal(modify(&b, protocol, select, at, ranges[i].min - 1), 0x03);
		assert_int_equal(modify(&b, protocol, select, at, ranges[i].max), 0);
		assert_int_equal(field(&b, protocol, at), ranges[i].max);
		if (ranges[i].max < UINT32_MAX)
			assert_int_equal(modify(&b, protocol, select, at, ranges[i].max + 1), 0x03);
		assert_int_equal(field(&b, protocol, at), ranges[i].max);
	}
}

/* Flags and parts of words: all ones, all zeros, and nothing beside them. */
static void parts_of_words_stay_inside(void **state)
{
	static const struct {
		uint8_t protocol, bit;
		uint16_t at;
		uint32_t mask, defaults;
	} parts[] = {
		{1, 1, 0x0c, 0x08000000, 0x00800000}, {1, 2, 0x0c, 0x00800000, 0x00800000},
		{2, 3, 0x18, 0x00003f00, 0x00003006}, {2, 4, 0x18, 0x0000000f, 0x00003006},
		{3, 0, 0x10, 0x0000803f, 0x00000000},
	};
	struct bench b;

	(void)state;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		uint32_t beside = parts[i].defaults & ~parts[i].mask;

		bench_up(&b, "cx7");
		assert_int_equal(field(&b, parts[i].protocol, parts[i].at), parts[i].defaults);
		assert_int_equal(modify(&b, parts[i].protocol, 1U << parts[i].bit, parts[i].at, UINT32_MAX), 0);
		assert_int_equal(field(&b, parts[i].protocol, parts[i].at), beside | parts[i].mask);
		assert_int_equal(modify(&b, parts[i].protocol, 1U << parts[i].bit, parts[i].at, 0), 0);
		assert_int_equal(field(&b, parts[i].protocol, parts[i].at), beside);
	}
}

static void unselected_words_are_not_looked_at(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(modify(&b, 1, 0, 0x24, 40), 0);
	assert_int_equal(modify(&b, 1, 1U << 8, 0x24, 40), 0); /* hai_rate, sent as 0 */
	assert_int_equal(field(&b, 1, 0x24), 5);
	assert_int_equal(field(&b, 1, 0x28), 0);
}

static void several_fields_go_in_one_command(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, MODIFY_BLOCK + 0x28, 400);
	assert_int_equal(modify(&b, 1, 1U << 7 | 1U << 8, 0x24, 40), 0);
	assert_int_equal(field(&b, 1, 0x24), 40);
	assert_int_equal(field(&b, 1, 0x28), 400);
}

static void six_bits_are_six_bits(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(modify(&b, 2, 1U << 3, 0x18, 99U << 8), 0);
	assert_int_equal(field(&b, 2, 0x18), 35U << 8 | 6);
}

static void bad_values_change_nothing(void **state)
{
	static const struct {
		uint8_t bit;
		uint16_t at;
		uint32_t value;
	} bad[] = {
		{16, 0x2c, 9},      {16, 0x2c, 12}, {9, 0x30, 101}, {10, 0x34, 0},    {12, 0x58, 1024},  {13, 0x5c, 0},
		{13, 0x5c, 131072}, {14, 0x60, 0},  {15, 0x68, 0},  {15, 0x68, 1024}, {3, 0x14, 131072}, {5, 0x1c, 32},
	};
	struct bench b;
	uint8_t before[0x110];

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(query(&b, 1), 0);
	memcpy(before, b.out, sizeof(before));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(modify(&b, 1, 1U << bad[i].bit, bad[i].at, bad[i].value), 0x03);
		assert_int_equal(query(&b, 1), 0);
		assert_memory_equal(b.out, before, sizeof(before));
	}
	/* A good field does not pass beside a bad one */
	bench_word(&b, MODIFY_BLOCK + 0x2c, 12);
	assert_int_equal(modify(&b, 1, 1U << 7 | 1U << 16, 0x24, 40), 0x03);
	assert_int_equal(field(&b, 1, 0x24), 5);
}

static void unknown_select_bits_are_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(modify(&b, 1, 1U << 0, 0x24, 40), 0x03);
	assert_int_equal(modify(&b, 1, 1U << 17 | 1U << 7, 0x24, 40), 0x03);
	assert_int_equal(modify(&b, 2, 1U << 5, 0x18, 0), 0x03);
	assert_int_equal(field(&b, 1, 0x24), 5);
}

static void protocols_are_one_two_and_sometimes_three(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(query(&b, 0), 0x03);
	assert_int_equal(query(&b, 3), 0);
	assert_int_equal(query(&b, 4), 0x03);
	bench_up(&b, "cx6dx"); /* without roce_cc_general */
	assert_int_equal(query(&b, 3), 0x03);
	assert_int_equal(bench_got(&b, 0x04), 0x325a82);
	assert_int_equal(modify(&b, 3, 1, 0x10, 0x801a), 0x03);
	assert_int_equal(bench_got(&b, 0x04), 0x325a82);
}

static void the_lengths_are_the_kernels(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, 0x00, 0x08240000);
	bench_word(&b, 0x08, 1);
	assert_int_equal(bench_run(&b, 0x10, 0x10c), 0x51);
	bench_word(&b, 0x00, 0x08250000);
	bench_word(&b, 0x08, 1);
	assert_int_equal(bench_run(&b, 0x11c, 0x10), 0x50);
}

static uint32_t status_of(struct bench *b, uint8_t priority, uint8_t protocol)
{
	bench_word(b, 0x00, 0x08220000);
	bench_word(b, 0x08, (uint32_t)priority << 4 | protocol);
	assert_int_equal(bench_run(b, 0x10, 0x10), 0);
	return bench_got(b, 0x0c);
}

static uint8_t enable(struct bench *b, uint8_t priority, uint8_t protocol, bool on)
{
	bench_word(b, 0x00, 0x08230000);
	bench_word(b, 0x08, (uint32_t)priority << 4 | protocol);
	bench_word(b, 0x0c, (uint32_t)on << 31);
	return bench_run(b, 0x10, 0x10);
}

static void status_is_per_priority_on_older_firmware(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	assert_int_equal(status_of(&b, 3, 1), 0x80000000);
	assert_int_equal(enable(&b, 3, 1, false), 0);
	assert_int_equal(status_of(&b, 3, 1), 0);
	for (uint8_t priority = 0; priority < 8; priority++)
		assert_int_equal(status_of(&b, priority, 1), priority == 3 ? 0 : 0x80000000);
	assert_int_equal(status_of(&b, 3, 2), 0x80000000);
	assert_int_equal(enable(&b, 7, 1, false), 0);
	assert_int_equal(status_of(&b, 7, 1), 0);
	assert_int_equal(enable(&b, 3, 1, true), 0);
	assert_int_equal(status_of(&b, 3, 1), 0x80000000);
}

/* Release notes of 28.45.1020, known issue 4394475; the notification point always was one switch. */
static void status_is_global_elsewhere(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(enable(&b, 3, 1, false), 0);
	assert_int_equal(status_of(&b, 4, 1), 0);
	assert_int_equal(status_of(&b, 3, 2), 0x80000000);
	bench_up(&b, "cx6dx");
	assert_int_equal(enable(&b, 3, 2, false), 0);
	assert_int_equal(status_of(&b, 4, 2), 0);
}

/* tag_enable is a bit of each priority and stays what it was set to. */
static void the_tag_is_kept(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	bench_word(&b, 0x00, 0x08230000);
	bench_word(&b, 0x08, 0x31);
	bench_word(&b, 0x0c, 0xc0000000);
	assert_int_equal(bench_run(&b, 0x10, 0x10), 0);
	assert_int_equal(status_of(&b, 3, 1), 0xc0000000);
	assert_int_equal(status_of(&b, 4, 1), 0x80000000);
	assert_int_equal(status_of(&b, 3, 2), 0x80000000);
}

static void status_has_eight_priorities_and_two_protocols(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(enable(&b, 8, 1, true), 0x03);
	assert_int_equal(enable(&b, 0, 3, true), 0x03);
	assert_int_equal(enable(&b, 0, 0, true), 0x03);
}

static void statistics_are_zero(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_word(&b, 0x00, 0x08260000);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0);
	for (size_t i = 0; i < 0x110; i++)
		assert_int_equal(b.out[i], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reaction_point_reads_its_defaults),
		cmocka_unit_test(notification_point_reads_its_defaults),
		cmocka_unit_test(each_select_bit_commits_its_field),
		cmocka_unit_test(ranges_end_where_they_should),
		cmocka_unit_test(parts_of_words_stay_inside),
		cmocka_unit_test(unselected_words_are_not_looked_at),
		cmocka_unit_test(several_fields_go_in_one_command),
		cmocka_unit_test(six_bits_are_six_bits),
		cmocka_unit_test(bad_values_change_nothing),
		cmocka_unit_test(unknown_select_bits_are_refused),
		cmocka_unit_test(protocols_are_one_two_and_sometimes_three),
		cmocka_unit_test(the_lengths_are_the_kernels),
		cmocka_unit_test(status_is_per_priority_on_older_firmware),
		cmocka_unit_test(status_is_global_elsewhere),
		cmocka_unit_test(the_tag_is_kept),
		cmocka_unit_test(status_has_eight_priorities_and_two_protocols),
		cmocka_unit_test(statistics_are_zero),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
