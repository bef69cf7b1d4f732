// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The management tools' window, used as mstflint uses it. */
#include "tests/unit/sim/pci/guest.h"

#define WINDOW 0xc0

static uint32_t get(struct guest *g, uint32_t at)
{
	uint32_t word;

	assert_int_equal(guest_access(g, MSG_READ, 7, WINDOW + at, NULL, 4), 0);
	memcpy(&word, g->reply + 16, 4);
	return word;
}

static void set(struct guest *g, uint32_t at, uint32_t value)
{
	assert_int_equal(guest_access(g, MSG_WRITE, 7, WINDOW + at, &value, 4), 0);
}

static uint32_t peek(struct guest *g, uint32_t address)
{
	set(g, 0x10, address);
	assert_int_equal(get(g, 0x10), address | 0x80000000);
	return get(g, 0x14);
}

static void poke(struct guest *g, uint32_t address, uint32_t value)
{
	set(g, 0x14, value);
	set(g, 0x10, address | 0x80000000);
	assert_int_equal(get(g, 0x10), address);
}

static void spaces_are_announced(void **state)
{
	static const uint32_t spaces[] = {1, 2, 3, 10};
	struct guest g;
	size_t i;

	(void)state;
	guest_up(&g, "cx7");
	for (i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++) {
		set(&g, 0x04, spaces[i]);
		assert_int_equal(get(&g, 0x04), 0x20000000 | spaces[i]);
	}
	set(&g, 0x04, 7);
	assert_int_equal(get(&g, 0x04), 7);
	guest_down(&g);
}

static void the_semaphore_is_taken_once(void **state)
{
	struct guest g;
	uint32_t ticket;

	(void)state;
	guest_up(&g, "cx7");
	ticket = get(&g, 0x08);
	assert_int_not_equal(get(&g, 0x08), ticket);
	set(&g, 0x0c, 77);
	set(&g, 0x0c, 88);
	assert_int_equal(get(&g, 0x0c), 77);
	set(&g, 0x0c, 0);
	set(&g, 0x0c, 88);
	assert_int_equal(get(&g, 0x0c), 88);
	set(&g, 0x04, 10);
	poke(&g, 4, 5);
	poke(&g, 4, 6);
	assert_int_equal(peek(&g, 4), 5);
	guest_down(&g);
}

static void the_hardware_id_is_where_tools_look(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	set(&g, 0x04, 2);
	assert_int_equal(peek(&g, 0xf0014), 0x218);
	assert_int_equal(peek(&g, 0xf0010), 0);
	guest_down(&g);
}

static void operation(struct guest *g, uint16_t id, uint32_t method, uint32_t words)
{
	set(g, 0x04, 3);
	poke(g, 0x100000, 0x08040000); /* operation TLV: type 1, four words */
	poke(g, 0x100004, (uint32_t)id << 16 | method << 8 | 1);
	poke(g, 0x100010, 0x18000000 | (words + 1) << 16); /* register TLV: type 3 */
}

static uint32_t go(struct guest *g, uint32_t opcode)
{
	poke(g, 0, opcode << 16 | 1);
	return peek(g, 0);
}

static void a_register_is_written_and_read(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	operation(&g, 0x402c, 2, 32);
	poke(&g, 0x100014, 0x00000040); /* selective_repeat_forced_en: select and value */
	poke(&g, 0x100018, 0x00000040);
	assert_int_equal(go(&g, 0x9001), 0x90010000);
	assert_int_equal(peek(&g, 0x100000) & 0x7f00, 0);
	assert_int_equal(g.card->state.roce_accl[7], 0x45);
	operation(&g, 0x402c, 1, 32);
	poke(&g, 0x100014, 0);
	poke(&g, 0x100018, 0);
	assert_int_equal(go(&g, 0x9001), 0x90010000);
	assert_int_equal(peek(&g, 0x100004) & 0x8000, 0x8000);
	assert_int_equal(peek(&g, 0x100014), 0x1800065f);
	assert_int_equal(peek(&g, 0x100018), 0x00000045);
	guest_down(&g);
}

static void a_refusal_is_in_the_tlv(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	operation(&g, 0x7777, 1, 4);
	assert_int_equal(go(&g, 0x9001), 0x90010000);
	assert_int_equal(peek(&g, 0x100000), 0x08040400);
	guest_down(&g);
}

static void opcodes_are_known_or_refused(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	set(&g, 0x04, 3);
	assert_int_equal(peek(&g, 0x1000), 2048);
	assert_int_equal(go(&g, 0x8400), 0x84000000);
	assert_int_equal(peek(&g, 0x100000) & 0x20000000, 0x20000000);
	assert_int_equal(go(&g, 0x1234), 0x12340100);
	guest_down(&g);
}

static void wild_addresses_reach_nothing(void **state)
{
	struct guest g;
	uint32_t space;

	(void)state;
	guest_up(&g, "cx7");
	for (space = 0; space < 16; space++) {
		set(&g, 0x04, space);
		peek(&g, 0x3fffffff);
		poke(&g, 0x3ffffffc, 0xffffffff);
		poke(&g, 0x100000 + 2048, 0xffffffff);
	}
	set(&g, 0x04, 3);
	/* longer than the mailbox */
	operation(&g, 0x402c, 1, 0x7fe);
	go(&g, 0x9001);
	operation(&g, 0x402c, 1, 0x7ff);
	go(&g, 0x9001);
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spaces_are_announced),
		cmocka_unit_test(the_semaphore_is_taken_once),
		cmocka_unit_test(the_hardware_id_is_where_tools_look),
		cmocka_unit_test(a_register_is_written_and_read),
		cmocka_unit_test(a_refusal_is_in_the_tlv),
		cmocka_unit_test(opcodes_are_known_or_refused),
		cmocka_unit_test(wild_addresses_reach_nothing),
	};

	return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
