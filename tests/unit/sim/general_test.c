// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Registers about the card as a whole. Positions: mstflint's register table; of MCAM, MCQS and MCQI also mlx5_ifc.h. */
#include "tests/unit/sim/bench.h"

static uint8_t read_register(struct bench *b, uint16_t id, size_t bytes)
{
	bench_access(b, id, BENCH_READ);
	return bench_run(b, 0x10 + bytes, 0x10 + bytes);
}

static void a_card_says_who_it_is(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7-2p");
	fw_power_on(&b.fw, 0xb8cef60300112233);
	assert_int_equal(read_register(&b, 0x9020, 0xa0), 0);
	assert_int_equal(bench_got(&b, 0x10) & 0xffff, 0x1021);
	assert_int_equal(bench_got(&b, 0x14) >> 16, 2); /* ports */
	assert_int_equal(bench_got(&b, 0x18), 0x218);
	assert_int_equal(bench_got(&b, 0x20), 0xb8ce);
	assert_int_equal(bench_got(&b, 0x24), 0xf6112233);
	assert_memory_equal(b.out + 0x40, "MT_0000000834\0\0\0", 16);
	assert_int_equal(bench_got(&b, 0x54), 28);
	assert_int_equal(bench_got(&b, 0x58), 43);
	assert_int_equal(bench_got(&b, 0x5c), 1014);
}

/* A new firmware counts from its first command. */
static void uptime_starts_anew_with_the_firmware(void **state)
{
	const uint64_t second = 1000000000;
	uint8_t in[0xb0] = {0}, out[0xb0];
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	ece_put_be32(in, 0x08050000);
	ece_put_be32(in + 4, 1);
	ece_put_be32(in + 8, 0x9020);
	fw_exec(&b.fw, 100 * second, in, sizeof(in), out, sizeof(out));
	assert_int_equal(ece_be32(out + 0x2c), 0);
	fw_exec(&b.fw, 107 * second, in, sizeof(in), out, sizeof(out));
	assert_int_equal(ece_be32(out + 0x2c), 7);
	fw_firmware_reset(&b.fw);
	fw_exec(&b.fw, 108 * second, in, sizeof(in), out, sizeof(out));
	assert_int_equal(ece_be32(out + 0x2c), 0);
	assert_int_equal(read_register(&b, 0x912a, 0x40), 0);
	assert_int_equal(bench_got(&b, 0x14) & 0xf, 1); /* a warm reset */
}

static void the_card_tells_its_registers(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_register(&b, 0x907f, 0x48), 0);
	assert_int_equal(bench_got(&b, 0x18), 0x80000013); /* MCAM, MQIS, MCQI, MCQS */
	assert_int_equal(bench_got(&b, 0x20),
			 0x00398131); /* MNVGN, MNVGC, MNVIA, MNVQC, MROQ, MFRL, MNVDI, MNVDA, MGIR */
	assert_int_equal(bench_got(&b, 0x44), 1U << 21 | 0x19);
	/* reset_state of MFRL, pcie_outbound_stalled, tx_overflow_buffer_pkt, pcie_performance_group */
	bench_access(&b, 0x907f, BENCH_READ);
	bench_word(&b, 0x10, 2);
	assert_int_equal(bench_run(&b, 0x58, 0x58), 0);
	assert_int_equal(bench_got(&b, 0x20), 1U << 10); /* MRSI */
	bench_access(&b, 0x907f, BENCH_READ);
	bench_word(&b, 0x10, 4);
	assert_int_equal(bench_run(&b, 0x58, 0x58), 0x03);
}

/* Linux asks with the header alone and room for the data. */
static void the_running_firmware_is_a_component(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_register(&b, 0x9060, 0x10), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x80000000); /* the last one */
	assert_int_equal(bench_got(&b, 0x14) & 0xffff, 1); /* boot image */
	assert_int_equal(bench_got(&b, 0x18) >> 4 & 0x1f, 2);
	bench_access(&b, 0x9061, BENCH_READ);
	bench_word(&b, 0x18, 1); /* version */
	bench_word(&b, 0x24, 0x7c);
	assert_int_equal(bench_run(&b, 0x28, 0xa4), 0);
	assert_int_equal(bench_got(&b, 0x1c), 0x7c); /* bytes of information */
	assert_int_equal(bench_got(&b, 0x28 + 0x04), 28U << 24 | 45U << 16 | 1020);
	assert_string_equal((char *)b.out + 0x28 + 0x20, "28.45.1020");
	bench_access(&b, 0x9061, BENCH_READ);
	bench_word(&b, 0x18, 5);
	assert_int_equal(bench_run(&b, 0x28, 0xa4), 0x03);
	bench_access(&b, 0x9061, BENCH_READ);
	bench_word(&b, 0x10, 1); /* no such component */
	assert_int_equal(bench_run(&b, 0x28, 0xa4), 0x03);
	bench_access(&b, 0x9061, BENCH_READ);
	bench_word(&b, 0x18, 1);
	bench_word(&b, 0x20, 0xffffffff);
	assert_int_equal(bench_run(&b, 0x28, 0xa4), 0x03);
}

/* Eight bytes an access, as mstconfig reads it. */
static void the_model_has_a_name(void **state)
{
	char name[32] = "";
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (uint32_t offset = 0; offset < 24; offset += 8) {
		bench_access(&b, 0x9064, BENCH_READ);
		bench_word(&b, 0x10, 1);
		bench_word(&b, 0x18, offset << 16 | 8);
		if (bench_run(&b, 0x28, 0x28))
			break;
		memcpy(name + offset, b.out + 0x20, bench_got(&b, 0x18) & 0xffff);
	}
	assert_string_equal(name, "MCX75310AAS-NEAT");
	bench_access(&b, 0x9064, BENCH_READ);
	bench_word(&b, 0x10, 1);
	bench_word(&b, 0x18, 0xffff0008);
	assert_int_equal(bench_run(&b, 0x28, 0x28), 0x03);
	bench_access(&b, 0x9064, BENCH_READ);
	bench_word(&b, 0x10, 3);
	assert_int_equal(bench_run(&b, 0x28, 0x28), 0x03);
}

static void a_reset_is_armed_and_forgotten_by_it(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	assert_int_equal(read_register(&b, 0x9028, 8), 0);
	assert_int_equal(bench_got(&b, 0x14), 0x00000148); /* full chip, by PERST or link */
	bench_access(&b, 0x9028, BENCH_WRITE);
	bench_word(&b, 0x14, 0x48);
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0);
	assert_int_equal(b.state.nv.reset_trigger, 0x48);
	bench_access(&b, 0x9028, BENCH_WRITE);
	bench_word(&b, 0x14, 0x20000008); /* what fw_activate of devlink begins with */
	assert_int_equal(bench_run(&b, 0x18, 0x18), 0x03);
	assert_int_equal(b.state.nv.reset_trigger, 0x48);
	fw_firmware_reset(&b.fw);
	assert_int_equal(b.state.nv.reset_trigger, 0);
	assert_int_equal(read_register(&b, 0x902f, 0x20), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x00030048); /* valid, the old way */
	bench_access(&b, 0x902f, BENCH_READ);
	bench_word(&b, 0x10, 0x00000300);
	assert_int_equal(bench_run(&b, 0x30, 0x30), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x00000300); /* not valid */
}

static void what_is_read_only_cannot_be_written(void **state)
{
	static const uint16_t ids[] = {0x9020, 0x902f, 0x9060, 0x9061, 0x9064, 0x907f, 0x912a};
	struct bench b;

	(void)state;
	bench_up(&b, "cx7");
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		bench_access(&b, ids[i], BENCH_WRITE);
		assert_int_equal(bench_run(&b, 0xb0, 0xb0), 0x02);
		bench_access(&b, ids[i], BENCH_READ);
		assert_int_equal(bench_run(&b, 0x18, 0x18), 0x50);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_card_says_who_it_is),
		cmocka_unit_test(uptime_starts_anew_with_the_firmware),
		cmocka_unit_test(the_card_tells_its_registers),
		cmocka_unit_test(the_running_firmware_is_a_component),
		cmocka_unit_test(the_model_has_a_name),
		cmocka_unit_test(a_reset_is_armed_and_forgotten_by_it),
		cmocka_unit_test(what_is_read_only_cannot_be_written),
	};

	return cmocka_run_group_tests_name("general", tests, NULL, NULL);
}
