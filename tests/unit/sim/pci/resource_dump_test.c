// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * RESOURCE_DUMP as mlx5_core asks for it: a memory key, ACCESS_REG with the method "write", data into guest memory.
 * Source: Linux drivers/net/ethernet/mellanox/mlx5/core/diag/rsc_dump.c.
 */
#include "tests/unit/sim/pci/guest.h"

#define PAGE  (GUEST_BASE + 0x300000)
#define REG   0x10
#define BYTES (REG + 0x100)

static uint8_t out[BYTES];

static uint32_t make_mkey(struct guest *g)
{
	uint8_t in[0x110] = {0x02, 0x00};
	uint8_t answer[16];

	assert_int_equal(guest_run(g, in, sizeof(in), answer, sizeof(answer)), 0);
	assert_int_equal(answer[0], 0);
	return (ece_be32(answer + 8) & 0xffffff) << 8 | 0x2b;
}

static uint8_t read_menu(struct guest *g, uint32_t mkey, uint32_t size, uint64_t address)
{
	uint8_t in[BYTES] = {0x08, 0x05};

	ece_put_be32(in + 0x08, 0xc000);
	ece_put_be32(in + REG, 0xffff);
	ece_put_be32(in + REG + 0x20, mkey);
	ece_put_be32(in + REG + 0x24, size);
	ece_put_be64(in + REG + 0x28, address);
	assert_int_equal(guest_run(g, in, sizeof(in), out, sizeof(out)), 0);
	return out[0];
}

static void the_menu_lands_in_memory(void **state)
{
	struct guest g;
	uint32_t mkey;

	(void)state;
	guest_up(&g, "cx7");
	mkey = make_mkey(&g);
	memset(guest_at(&g, PAGE), 0xaa, 4096);
	assert_int_equal(read_menu(&g, mkey, 4096, PAGE), 0);
	assert_int_equal(ece_be32(out + REG), 0x0001ffff);
	assert_int_equal(ece_be32(out + REG + 0x24), 100);
	assert_int_equal(ece_be32(guest_at(&g, PAGE)), 0x0004fffe);
	assert_string_equal((const char *)guest_at(&g, PAGE + 48), "PRM_QUERY_QP");
	assert_int_equal(ece_be32(guest_at(&g, PAGE + 96)), 0x0001fffb);
	assert_int_equal(ece_be32(guest_at(&g, PAGE + 100)), 0xaaaaaaaa);
	guest_down(&g);
}

static void a_small_page_gets_pieces(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(read_menu(&g, make_mkey(&g), 64, PAGE), 0);
	assert_int_equal(ece_be32(out + REG), 0x8001ffff);
	assert_int_equal(ece_be32(out + REG + 0x24), 64);
	guest_down(&g);
}

static void foreign_memory_is_refused(void **state)
{
	struct guest g;
	uint32_t mkey;

	(void)state;
	guest_up(&g, "cx7");
	mkey = make_mkey(&g);
	assert_int_equal(read_menu(&g, mkey + 0x100, 4096, PAGE), 0x05);
	assert_int_equal(read_menu(&g, mkey, 4096, GUEST_BASE - 4096), 0x05);
	assert_int_equal(read_menu(&g, mkey, 4096, GUEST_BASE + GUEST_BYTES - 64), 0x05);
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_menu_lands_in_memory),
		cmocka_unit_test(a_small_page_gets_pieces),
		cmocka_unit_test(foreign_memory_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
