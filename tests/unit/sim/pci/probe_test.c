// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What mlx5_core sends when it binds and when it lets go, in its order, through registers and guest memory. Commands
 * are literal words; the order was seen with Linux 6.1 and 7.3.
 */
#include "tests/unit/sim/pci/guest.h"

#include "devx/sim/fw/object.h"

static uint8_t out[0x1100];

static void short_ok(struct guest *g, uint32_t word0, uint32_t word1, uint32_t word2)
{
	uint8_t answer[16];

	assert_int_equal(guest_short(g, word0, word1, word2, answer), 0);
	memcpy(out, answer, sizeof(answer));
}

static void give_pages(struct guest *g, uint32_t when, uint32_t want)
{
	uint8_t in[0x10 + 8 * 8] = {0x01, 0x08};
	uint32_t i;

	short_ok(g, 0x01070000, when, 0);
	assert_int_equal(ece_be32(out + 0x0c), want);
	ece_put_be32(in + 0x04, 1);
	ece_put_be32(in + 0x0c, want);
	for (i = 0; i < want; i++)
		ece_put_be64(in + 0x10 + i * 8, 0x40300000 + when * 0x10000 + i * 0x1000);
	assert_int_equal(guest_run(g, in, 0x10 + want * 8, out, 16), 0);
	assert_int_equal(out[0], 0);
}

static void set_general_cap(struct guest *g)
{
	uint8_t in[0x1010] = {0};
	const uint8_t query[16] = {0x01, 0x00};

	assert_int_equal(guest_run(g, query, 16, out, 0x1010), 0);
	assert_int_equal(out[0], 0);
	memcpy(in + 0x10, out + 0x10, 0x1000);
	in[0] = 0x01;
	in[1] = 0x09;
	in[0x10 + 0x13] = 0x0a; /* log_max_qp */
	assert_int_equal(guest_run(g, in, sizeof(in), out, 16), 0);
	assert_int_equal(out[0], 0);
}

static void driver_binds(struct guest *g)
{
	uint8_t issi[16] = {0x01, 0x0a};
	const uint8_t enable[16] = {0x01, 0x04};

	assert_int_equal(guest_read32(g, 0x04) >> 16, 5);
	assert_int_equal(guest_read32(g, 0x1fc) >> 31, 0);
	assert_int_equal(guest_run(g, enable, 16, out, 12), 0);
	assert_int_equal(out[0], 0);
	assert_int_equal(guest_run(g, issi, 16, out, 0x70), 0);
	assert_int_equal(ece_be32(out + 0x6c) & 2, 2);
	short_ok(g, 0x010b0000, 0, 1);
	give_pages(g, 1, 4);
	set_general_cap(g);
	give_pages(g, 2, 8);
	short_ok(g, 0x01020000, 0, 0); /* INIT_HCA */
	short_ok(g, 0x08020000, 0, 0); /* ALLOC_UAR */
	assert_int_equal(ece_be32(out + 8), 16);
	guest_eq(g, 0, 0, 1U << 0x0a);
	guest_eq(g, 1, 1, 1U << 0x09);
	guest_eq(g, 2, 2, 1U << 0x0b);
	short_ok(g, 0x08000000, 0, 0); /* ALLOC_PD */
}

static void driver_lets_go(struct guest *g)
{
	uint8_t take[16] = {0x01, 0x08};

	short_ok(g, 0x08010000, 0, 1);
	short_ok(g, 0x03020000, 0, 6);
	short_ok(g, 0x03020000, 0, 5);
	short_ok(g, 0x03020000, 0, 4);
	short_ok(g, 0x08030000, 0, 16);
	short_ok(g, 0x01030000, 0, 0); /* TEARDOWN_HCA */
	ece_put_be32(take + 4, 2);
	ece_put_be32(take + 12, 512);
	assert_int_equal(guest_run(g, take, 16, out, 0x1010), 0);
	assert_int_equal(ece_be32(out + 8), 12);
	assert_int_equal(ece_be32(out + 0x14), 0x40327000);
	short_ok(g, 0x01050000, 0, 0); /* DISABLE_HCA */
}

static void a_driver_binds_and_lets_go(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	driver_binds(&g);
	assert_int_equal(fw_object_count(g.card->fw.objects, FW_OBJECT_NONE), 5);
	assert_true(guest_interrupts(&g, 0) > 0);
	driver_lets_go(&g);
	assert_int_equal(fw_object_count(g.card->fw.objects, FW_OBJECT_NONE), 0);
	guest_down(&g);
}

static void a_reset_makes_room_for_the_next_driver(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	driver_binds(&g);
	assert_int_equal(guest_call(&g, MSG_RESET, NULL, 0, NULL, 0), 0);
	guest_write32(&g, 0x14, (uint32_t)GUEST_QUEUE);
	driver_binds(&g);
	driver_lets_go(&g);
	guest_down(&g);
}

static void the_next_client_finds_a_fresh_card(void **state)
{
	const uint8_t version[] = {0, 0, 1, 0};
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	driver_binds(&g);
	close(g.fd);
	assert_true(pci_card_serve(g.card, 0) < 0);
	guest_attach(&g);
	assert_int_equal(guest_call(&g, MSG_VERSION, version, sizeof(version), NULL, 0), 0);
	/* its memory is gone with it: commands are not found */
	guest_write32(&g, 0x14, (uint32_t)GUEST_QUEUE);
	guest_put(&g, 0, (const uint8_t[16]){0x08, 0x0d}, 16, 16);
	guest_ring(&g, 1);
	assert_int_equal(guest_entry(&g, 0)[63], 1);
	guest_map(&g);
	guest_vectors(&g);
	driver_binds(&g);
	driver_lets_go(&g);
	guest_down(&g);
}

static void memory_taken_away_is_not_used(void **state)
{
	struct guest g;
	uint8_t unmap[24] = {24};
	const uint64_t base = GUEST_BASE;
	const uint64_t bytes = GUEST_BYTES;
	uint8_t before[4096];

	(void)state;
	guest_up(&g, "cx7");
	driver_binds(&g);
	memcpy(unmap + 8, &base, 8);
	memcpy(unmap + 16, &bytes, 8);
	guest_put(&g, 0, (const uint8_t[16]){0x08, 0x0d}, 16, 16);
	memcpy(before, guest_at(&g, GUEST_QUEUE), sizeof(before));
	assert_int_equal(guest_call(&g, MSG_DMA_UNMAP, unmap, sizeof(unmap), NULL, 0), 0);
	guest_ring(&g, 1);
	assert_memory_equal(guest_at(&g, GUEST_QUEUE), before, sizeof(before));
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_driver_binds_and_lets_go),
		cmocka_unit_test(a_reset_makes_room_for_the_next_driver),
		cmocka_unit_test(the_next_client_finds_a_fresh_card),
		cmocka_unit_test(memory_taken_away_is_not_used),
	};

	return cmocka_run_group_tests_name("probe", tests, NULL, NULL);
}
