// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ROCE_ACCL 0x402c. Offsets: mstflint's register table; values: NVIDIA's sample output. */
#include "tests/unit/sim/bench.h"

#define REG 0x10 /* of the register in the mailboxes */

static uint8_t read_reg(struct bench *b, size_t bytes)
{
	bench_access(b, 0x402c, BENCH_READ);
	return bench_run(b, REG + bytes, REG + bytes);
}

static uint8_t write_reg(struct bench *b, uint32_t select, uint32_t values)
{
	bench_access(b, 0x402c, BENCH_WRITE);
	bench_word(b, REG + 0x00, select);
	bench_word(b, REG + 0x04, values);
	return bench_run(b, REG + b->fw.type->roce_accl_bytes, REG + b->fw.type->roce_accl_bytes);
}

static uint32_t values_now(struct bench *b)
{
	assert_int_equal(read_reg(b, b->fw.type->roce_accl_bytes), 0);
	return bench_got(b, REG + 0x04);
}

/* "Adaptive Retransmission: Parameters Control": selects 0-4, 6, 9, 10, 27, 28; adp_retrans, slow_restart on */
static void cx7_reads_as_nvidias_sample(void **state)
{
	static const uint8_t expected[0x10] = {
		0x18, 0x00, 0x06, 0x5f, 0x00, 0x00, 0x00, 0x05, 0x41, 0x00, 0x0f, 0xa0,
	};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_reg(&b, 0x80), 0);
	assert_memory_equal(b.out + REG, expected, sizeof(expected));
	for (size_t i = REG + 0x10; i < REG + 0x80; i++)
		assert_int_equal(b.out[i], 0);
}

static void types_support_different_fields(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx6dx");
	assert_int_equal(read_reg(&b, 0x40), 0);
	assert_int_equal(bench_got(&b, REG), 0x0000027f);
	bench_up(&b, "cx6dx-old");
	assert_int_equal(read_reg(&b, 0x40), 0);
	assert_int_equal(bench_got(&b, REG), 0x0000000f);
}

static void only_the_selected_field_changes(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_reg(&b, 0x00000040, 0x00000042), 0);
	assert_int_equal(values_now(&b), 0x00000045);
	assert_int_equal(bench_got(&b, REG), 0x1800065f);
	assert_int_equal(write_reg(&b, 0x00000000, 0xffffffff), 0);
	assert_int_equal(values_now(&b), 0x00000045);
	assert_int_equal(write_reg(&b, 0x00000045, 0x00000000), 0);
	assert_int_equal(values_now(&b), 0x00000000);
}

static void one_select_covers_force_and_dscp(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_reg(&b, 0x00000200, 0x0000fe00), 0);
	assert_int_equal(values_now(&b), 0x0000fe05);
}

static void an_unsupported_select_is_refused_whole(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_reg(&b, 0x00000060, 0x00000060), 0x03); /* 5: forced adaptive routing */
	assert_int_equal(values_now(&b), 0x00000005);
	assert_int_equal(write_reg(&b, 0x00800000, 0x00800000), 0x03); /* no field at all */
	bench_up(&b, "cx6dx-old");
	assert_int_equal(write_reg(&b, 0x00000040, 0x00000040), 0x03);
	assert_int_equal(values_now(&b), 0x00000005);
}

static void the_length_is_that_of_the_firmware(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_reg(&b, 0x50), 0x50);
	assert_int_equal(read_reg(&b, 0x84), 0x50);
	bench_up(&b, "cx6dx");
	assert_int_equal(read_reg(&b, 0x80), 0x50);
	bench_access(&b, 0x402c, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x50, 0x4c), 0x51);
}

/* mstflint 4.31 sends 0x40 bytes to every card; seen in a virtual machine */
static void newer_firmware_takes_the_older_form(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_reg(&b, 0x40), 0);
	assert_int_equal(bench_got(&b, REG), 0x1800065f);
	bench_access(&b, 0x402c, BENCH_WRITE);
	bench_word(&b, REG + 0x00, 0x00000040);
	bench_word(&b, REG + 0x04, 0x00000040);
	assert_int_equal(bench_run(&b, REG + 0x40, REG + 0x40), 0);
	assert_int_equal(values_now(&b), 0x00000045);
}

static void limits_cannot_be_written(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_access(&b, 0x402c, BENCH_WRITE);
	bench_word(&b, REG + 0x00, 0x1800065f);
	bench_word(&b, REG + 0x08, 0x7f3fffff);
	assert_int_equal(bench_run(&b, 0x90, 0x90), 0);
	assert_int_equal(read_reg(&b, 0x80), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0x41000fa0);
}

static void reserved_burst_sizes_are_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (uint32_t size = 0; size < 8; size++)
		assert_int_equal(write_reg(&b, 0x400, size << 24), size <= 2 || size == 7 ? 0 : 0x03);
	assert_int_equal(values_now(&b), 0x07000005);
}

/* mlxreg reads the register and writes back all of it with one field changed. */
static void write_back_of_all_that_was_read_works(void **state)
{
	struct bench b;
	uint8_t reg[0x80];

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_reg(&b, 0x80), 0);
	memcpy(reg, b.out + REG, sizeof(reg));
	reg[7] |= 0x40;
	bench_access(&b, 0x402c, BENCH_WRITE);
	memcpy(b.in + REG, reg, sizeof(reg));
	assert_int_equal(bench_run(&b, 0x90, 0x90), 0);
	assert_int_equal(values_now(&b), 0x00000045);
}

static uint8_t write_profile(struct bench *b, uint32_t id, uint32_t word0)
{
	bench_access(b, 0x402c, BENCH_WRITE);
	bench_word(b, REG + 0x00, 0x10000000);
	bench_word(b, REG + 0x04, id << 28);
	bench_word(b, REG + 0x10, word0);
	bench_word(b, REG + 0x14, 0x0a000102);
	bench_word(b, REG + 0x18, 0x00010401);
	bench_word(b, REG + 0x1c, 0x00010601);
	bench_word(b, REG + 0x20, 0x00010801);
	bench_word(b, REG + 0x24, 0x00010a01);
	return bench_run(b, 0x90, 0x90);
}

/* A read with the index of the user's profile. */
static uint8_t read_profile(struct bench *b, uint32_t id)
{
	bench_access(b, 0x402c, BENCH_READ);
	bench_word(b, REG + 0x04, id << 28);
	return bench_run(b, 0x90, 0x90);
}

static void profile_one_is_the_users(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_profile(&b, 2, 0x10400004), 0x03); /* there is no second one */
	assert_int_equal(write_profile(&b, 1, 0x10400005), 0x03); /* base not a power of two */
	assert_int_equal(write_profile(&b, 1, 0x10400002), 0x03); /* below 4000 ns */
	assert_int_equal(write_profile(&b, 1, 0x10800004), 0x03); /* unit is not microseconds */
	assert_int_equal(write_profile(&b, 1, 0x50400004), 0x03); /* five ranges */
	assert_int_equal(write_profile(&b, 1, 0x11400004), 0x03); /* starts with a range that is not in use */
	assert_int_equal(write_profile(&b, 1, 0x44408000), 0x03);
	assert_int_equal(write_profile(&b, 1, 0x00400004), 0x03); /* no range */
	assert_int_equal(write_profile(&b, 1, 0x00000000), 0x03); /* nothing at all */
	assert_int_equal(read_profile(&b, 1), 0);
	assert_int_equal(bench_got(&b, REG + 0x10), 0x20400010);
	assert_int_equal(write_profile(&b, 1, 0x43408000), 0);
	assert_int_equal(read_profile(&b, 1), 0);
	assert_int_equal(bench_got(&b, REG + 0x04), 0x10000005);
	assert_int_equal(bench_got(&b, REG + 0x10), 0x43408000);
	assert_int_equal(bench_got(&b, REG + 0x14), 0x0a000102);
	assert_int_equal(bench_got(&b, REG + 0x24), 0x00010a01);
	assert_int_equal(read_profile(&b, 2), 0x03);
}

static void a_profile_needs_its_select_and_its_id(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_profile(&b, 0, 0x10400004), 0); /* the built-in one stays as it is */
	assert_int_equal(read_profile(&b, 1), 0);
	assert_int_equal(bench_got(&b, REG + 0x10), 0x20400010);
	bench_access(&b, 0x402c, BENCH_WRITE);
	bench_word(&b, REG + 0x04, 1U << 28);
	bench_word(&b, REG + 0x10, 0x10400004);
	assert_int_equal(bench_run(&b, 0x90, 0x90), 0); /* not selected */
	assert_int_equal(values_now(&b), 0x00000005);
	assert_int_equal(read_profile(&b, 1), 0);
	assert_int_equal(bench_got(&b, REG + 0x10), 0x20400010);
}

/* As in NVIDIA's sample output, which asks for no profile. */
static void without_an_index_no_profile_shows(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_profile(&b, 0), 0);
	assert_int_equal(bench_got(&b, REG + 0x04), 0x00000005);
	for (size_t at = 0x10; at < 0x40; at += 4)
		assert_int_equal(bench_got(&b, REG + at), 0);
	/* A card without profiles does not know the index. */
	bench_up(&b, "cx6dx");
	bench_access(&b, 0x402c, BENCH_READ);
	bench_word(&b, REG + 0x04, 3U << 28);
	assert_int_equal(bench_run(&b, 0x50, 0x50), 0);
	assert_int_equal(bench_got(&b, REG + 0x04), 0x00000005);
}

static uint8_t write_ranges(struct bench *b, uint32_t word0, uint32_t range0, uint32_t range1)
{
	bench_access(b, 0x402c, BENCH_WRITE);
	bench_word(b, REG + 0x00, 0x10000000);
	bench_word(b, REG + 0x04, 0x10000000);
	bench_word(b, REG + 0x10, word0);
	bench_word(b, REG + 0x18, range0);
	bench_word(b, REG + 0x1c, range1);
	return bench_run(b, 0x90, 0x90);
}

static void ranges_ascend(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_ranges(&b, 0x20400004, 0x00010401, 0x00010401), 0x03);
	assert_int_equal(write_ranges(&b, 0x20400004, 0x00010401, 0x00010301), 0x03);
	assert_int_equal(write_ranges(&b, 0x20400004, 0x00010401, 0x00010501), 0);
	/* What is not in use is not looked at. */
	assert_int_equal(write_ranges(&b, 0x10400004, 0x00010401, 0x00010001), 0);
}

/* No type of the model offers all fields; one that does, for the ones that are left. */
static void every_select_commits_its_own_bits(void **state)
{
	static const struct fw_word all[] = {{0x00, 0x18000fff}, {0x08, 0x41000fa0}};
	static const struct {
		uint8_t bit;
		uint32_t values, limits;
	} fields[] = {
		{0, 0x00000001, 0},  {1, 0x00000002, 0},  {2, 0x00000004, 0},  {3, 0x00000008, 0}, {4, 0x00000010, 0},
		{5, 0x00000020, 0},  {6, 0x00000040, 0},  {7, 0x00000080, 0},  {8, 0x00000100, 0}, {9, 0x0000fe00, 0},
		{10, 0x07000000, 0}, {11, 0, 0x00100000}, {27, 0x08000000, 0},
	};
	struct fw_card_type type;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	type = *b.fw.type;
	type.roce_accl = (struct fw_page){all, 2};
	b.fw.type = &type;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		fw_power_on(&b.fw, 1);
		bench_access(&b, 0x402c, BENCH_WRITE);
		bench_word(&b, REG + 0x00, 1U << fields[i].bit);
		bench_word(&b, REG + 0x04, 0xffffffff);
		bench_word(&b, REG + 0x08, 0x00100000);
		assert_int_equal(bench_run(&b, 0x90, 0x90), 0);
		assert_int_equal(values_now(&b), fields[i].values);
		assert_int_equal(bench_got(&b, REG + 0x08), 0x41000fa0 | fields[i].limits);
	}
}

static void the_probe_mode_has_two_values(void **state)
{
	static const struct fw_word probe[] = {{0x00, 0x00000800}};
	struct fw_card_type type;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	type = *b.fw.type;
	type.roce_accl = (struct fw_page){probe, 1};
	b.fw.type = &type;
	fw_power_on(&b.fw, 1);
	for (uint32_t mode = 0; mode < 4; mode++) {
		bench_access(&b, 0x402c, BENCH_WRITE);
		bench_word(&b, REG + 0x00, 0x00000800);
		bench_word(&b, REG + 0x08, mode << 20);
		assert_int_equal(bench_run(&b, 0x90, 0x90), mode <= 1 ? 0 : 0x03);
	}
	assert_int_equal(read_reg(&b, 0x80), 0);
	assert_int_equal(bench_got(&b, REG + 0x08), 0x00100000);
}

static void a_card_may_not_have_it(void **state)
{
	struct fw_card_type type;
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	type = *b.fw.type;
	type.roce_accl_bytes = 0;
	b.fw.type = &type;
	assert_int_equal(read_reg(&b, 0x80), 0x03);
}

static void a_write_answers_no_values(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_reg(&b, 0x40, 0x40), 0);
	for (size_t i = 0; i < 0x90; i++)
		assert_int_equal(b.out[i], 0);
}

static void a_reset_brings_the_defaults_back(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(write_reg(&b, 0x40, 0x40), 0);
	fw_reset(&b.fw);
	assert_int_equal(values_now(&b), 0x00000005);
}

static void other_registers_and_methods_are_refused(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	bench_access(&b, 0x402d, BENCH_READ);
	assert_int_equal(bench_run(&b, 0x90, 0x90), 0x03);
	bench_access(&b, 0x402c, 2);
	assert_int_equal(bench_run(&b, 0x90, 0x90), 0x02);
}

/* ACCESS_REGISTER_USER: what a user context may read is data of the card type, and it may write nothing. */
static void users_read_what_the_card_grants(void **state)
{
	static const struct {
		const char *type;
		uint16_t id, op_mod;
		uint8_t status;
	} cases[] = {
		{"cx6dx", 0x402c, BENCH_READ, 0x02}, /* not advertised */
		{"cx7", 0x402c, BENCH_READ, 0x03},       {"cx7-user", 0x402c, BENCH_READ, 0x00},
		{"cx7-user", 0x402c, BENCH_WRITE, 0x02}, {"cx7-user", 0x5003, BENCH_READ, 0x03},
	};
	struct bench b;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bench_up(&b, cases[i].type);
		bench_access(&b, cases[i].id, cases[i].op_mod);
		bench_word(&b, 0x00, 0x0b0c0000);
		assert_int_equal(bench_run(&b, 0x90, 0x90), cases[i].status);
		assert_int_equal(bench_got(&b, 0x10), cases[i].status ? 0 : 0x1800065f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cx7_reads_as_nvidias_sample),
		cmocka_unit_test(types_support_different_fields),
		cmocka_unit_test(only_the_selected_field_changes),
		cmocka_unit_test(one_select_covers_force_and_dscp),
		cmocka_unit_test(an_unsupported_select_is_refused_whole),
		cmocka_unit_test(the_length_is_that_of_the_firmware),
		cmocka_unit_test(newer_firmware_takes_the_older_form),
		cmocka_unit_test(limits_cannot_be_written),
		cmocka_unit_test(reserved_burst_sizes_are_refused),
		cmocka_unit_test(write_back_of_all_that_was_read_works),
		cmocka_unit_test(profile_one_is_the_users),
		cmocka_unit_test(a_profile_needs_its_select_and_its_id),
		cmocka_unit_test(without_an_index_no_profile_shows),
		cmocka_unit_test(ranges_ascend),
		cmocka_unit_test(every_select_commits_its_own_bits),
		cmocka_unit_test(the_probe_mode_has_two_values),
		cmocka_unit_test(a_card_may_not_have_it),
		cmocka_unit_test(a_write_answers_no_values),
		cmocka_unit_test(a_reset_brings_the_defaults_back),
		cmocka_unit_test(other_registers_and_methods_are_refused),
		cmocka_unit_test(users_read_what_the_card_grants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
