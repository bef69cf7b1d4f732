// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Card types: what each has, and cards of several functions. */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/identity.h"

static uint32_t cap(struct bench *b, uint32_t type, uint16_t at)
{
	bench_word(b, 0x00, 0x01000000);
	bench_word(b, 0x04, type << 1);
	assert_int_equal(bench_run(b, 0x10, 0x1010), 0);
	return bench_got(b, 0x10 + at);
}

static uint8_t read_register(struct bench *b, uint16_t id, size_t bytes)
{
	bench_access(b, id, BENCH_READ);
	bench_word(b, 0x10, id == 0x506e ? 0x00010010 : 0);
	return bench_run(b, 0x10 + bytes, 0x10 + bytes);
}

static void types_are_told_apart_by_what_is_public(void **state)
{
	static const struct {
		const char *type, *psid;
		uint16_t device_id, hw_id, fw_major;
		uint8_t functions;
	} types[] = {
		{"cx4", "MT_2420110034", 0x1015, 0x20b, 14, 2},    {"cx6dx", "MT_0000000359", 0x101d, 0x212, 22, 1},
		{"cx7", "MT_0000000838", 0x1021, 0x218, 28, 1},    {"cx7-2p", "MT_0000000834", 0x1021, 0x218, 28, 2},
		{"cx7-vf", "MT_0000000838", 0x101e, 0x218, 28, 1}, {"bf3", "MT_0000001010", 0xa2dc, 0x21c, 32, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const struct fw_card_type *type = fw_card_type_find(types[i].type);

		assert_non_null(type);
		assert_string_equal(type->psid, types[i].psid);
		assert_int_equal(type->device_id, types[i].device_id);
		assert_int_equal(type->hw_id, types[i].hw_id);
		assert_int_equal(type->fw_major, types[i].fw_major);
		assert_int_equal(fw_card_functions(type), types[i].functions);
	}
}

static void an_old_card_has_the_first_selects_and_nothing_programmable(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx4");
	assert_int_equal(cap(&b, 0, 0x14) >> 28 & 1, 0); /* ece_support */
	assert_int_equal(cap(&b, 0, 0xd4), 0);           /* uctx_cap: no fwctl node */
	assert_int_equal(cap(&b, 0, 0x2c) >> 29 & 3, 3); /* congestion commands all the same */
	assert_int_equal(read_register(&b, 0x402c, 0x80), 0x50);
	assert_int_equal(read_register(&b, 0x402c, 0x40), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x0000000f);
	assert_int_equal(read_register(&b, 0x506e, 0xfc), 0x03);
}

static void a_virtual_function_is_refused_nearly_everything(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "cx7-vf");
	assert_int_equal(cap(&b, 0, 0x2c) >> 29 & 3, 0);
	assert_int_equal(cap(&b, 0, 0x28) >> 22 & 1, 0);
	assert_int_equal(cap(&b, 0, 0xd4), 0);
	assert_int_equal(read_register(&b, 0x402c, 0x80), 0x03);
	assert_int_equal(read_register(&b, 0x506e, 0xfc), 0x03);
	bench_word(&b, 0x00, 0x08240000);
	bench_word(&b, 0x08, 1);
	assert_int_equal(bench_run(&b, 0x10, 0x110), 0x03);
}

static void a_data_centre_card_has_the_algorithms_of_its_generation(void **state)
{
	struct bench b;

	(void)state;
	bench_up(&b, "bf3");
	assert_int_equal(read_register(&b, 0x506e, 0xfc), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x20), 0x00010304);
	assert_int_equal(read_register(&b, 0x402c, 0x80), 0);
	assert_int_equal(bench_got(&b, 0x10), 0x18000fff);
}

/* Two functions of one card on the bench. */
static void two_up(struct bench b[2], const char *type)
{
	bench_up(&b[0], type);
	bench_up(&b[1], type);
	b[1].fw.card = &b[0].state;
	fw_power_on_function(&b[0].fw, 0xa0, 0);
	fw_power_on_function(&b[1].fw, 0xa0, 1);
}

/* As ibv_devinfo shows a two-port card: GUIDs ...a0 and ...a1, system image GUID ...a0 for both. */
static void functions_have_numbers_of_their_own_and_one_card(void **state)
{
	struct bench b[2];

	(void)state;
	two_up(b, "cx4");
	assert_true(fw_node_guid(&b[0].state) == UINT64_C(0x0c42a103000000a0));
	assert_true(fw_node_guid(&b[1].state) == UINT64_C(0x0c42a103000000a1));
	assert_true(fw_system_image_guid(&b[1].state) == UINT64_C(0x0c42a103000000a0));
	assert_true(fw_mac(&b[1].state) == UINT64_C(0x0c42a10000a1));
	assert_true(fw_base_mac(&b[1].state) == UINT64_C(0x0c42a10000a0));
	assert_int_equal(cap(&b[0], 0, 0x04) & 0xffff, 0xa0);
	assert_int_equal(cap(&b[1], 0, 0x04) & 0xffff, 0xa1);
	assert_int_equal(cap(&b[0], 0, 0xc0) >> 16 & 0xff, 1);
	assert_int_equal(cap(&b[1], 0, 0xc0) >> 16 & 0xff, 2);
}

/* roce_tx_window_en, through one function, as the other reads it */
static uint32_t window_seen_by_the_other(const char *type)
{
	struct bench b[2];

	two_up(b, type);
	bench_access(&b[1], 0x402c, BENCH_WRITE);
	bench_word(&b[1], 0x10, 0x2);
	bench_word(&b[1], 0x14, 0x2);
	assert_int_equal(bench_run(&b[1], 0x90, 0x90), 0);
	assert_int_equal(read_register(&b[1], 0x402c, 0x80), 0);
	assert_int_equal(bench_got(&b[1], 0x14) & 0x2, 0x2);
	assert_int_equal(read_register(&b[0], 0x402c, 0x80), 0);
	return bench_got(&b[0], 0x14) & 0x2;
}

static void functions_have_registers_of_their_own_or_one(void **state)
{
	(void)state;
	assert_int_equal(window_seen_by_the_other("cx7-2p"), 0);
	assert_int_equal(window_seen_by_the_other("cx7-2p-shared"), 0x2);
}

/*
 * What rdma_cm and the usual programs need: reliable and unreliable connections, datagrams, atomic operations. What a
 * card says of ECE is what it offers. Positions: mlx5_ifc.h, cmd_hca_cap at 0x10 of the answer.
 */
static void every_card_can_be_connected(void **state)
{
	const struct fw_card_type *type;
	struct bench b;

	(void)state;
	for (size_t i = 0; (type = fw_card_type_at(i)); i++) {
		bench_up(&b, type->name);
		bench_word(&b, 0x00, 0x01000000);
		assert_int_equal(bench_run(&b, 0x10, 0x1010), 0);
		assert_int_equal(bench_got(&b, 0x10 + 0x44) & 0x7, 0x7);               /* ud, uc, rc */
		assert_int_equal(bench_got(&b, 0x10 + 0x40) & 0x2, 0x2);               /* atomic */
		assert_int_equal(bench_got(&b, 0x10 + 0x44) & 0x40000000, 0);          /* cq_resize */
		assert_int_equal(bench_got(&b, 0x10 + 0x14) >> 28 & 1, !!b.state.ece); /* ece_support */
		assert_int_equal(b.state.ece, type->ece_options);
		bench_word(&b, 0x00, 0x01000000);
		bench_word(&b, 0x04, 3 << 1);
		assert_int_equal(bench_run(&b, 0x10, 0x1010), 0);
		assert_int_equal(bench_got(&b, 0x10 + 0x10), 3); /* atomic_operations */
		assert_int_equal(bench_got(&b, 0x10 + 0x14), 8); /* atomic_size_qp */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_are_told_apart_by_what_is_public),
		cmocka_unit_test(an_old_card_has_the_first_selects_and_nothing_programmable),
		cmocka_unit_test(a_virtual_function_is_refused_nearly_everything),
		cmocka_unit_test(a_data_centre_card_has_the_algorithms_of_its_generation),
		cmocka_unit_test(functions_have_numbers_of_their_own_and_one_card),
		cmocka_unit_test(functions_have_registers_of_their_own_or_one),
		cmocka_unit_test(every_card_can_be_connected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
