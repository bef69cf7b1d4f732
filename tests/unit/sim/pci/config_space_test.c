// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Configuration space and the initialization segment as a driver sees them. Places: linux/pci_regs.h, mlx5_init_seg. */
#include "tests/unit/sim/pci/guest.h"

static uint32_t config(struct guest *g, uint32_t at)
{
	uint32_t word;

	assert_int_equal(guest_access(g, MSG_READ, 7, at, NULL, 4), 0);
	memcpy(&word, g->reply + 16, 4);
	return word;
}

/* The place of a capability by walking the list, 0 when it is not there. */
static uint32_t capability(struct guest *g, uint8_t id)
{
	uint32_t at = config(g, 0x34) & 0xff;
	int steps;

	for (steps = 0; at && steps < 16; steps++) {
		if ((config(g, at) & 0xff) == id)
			return at;
		at = config(g, at) >> 8 & 0xff;
	}
	return 0;
}

static void a_function_is_recognised(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(config(&g, 0x00), 0x102115b3);
	assert_int_equal(config(&g, 0x08), 0x02000000);
	assert_int_equal(config(&g, 0x2c) & 0xffff, 0x15b3);
	guest_down(&g);
	guest_up(&g, "cx6dx");
	assert_int_equal(config(&g, 0x00), 0x101d15b3);
	guest_down(&g);
}

static void the_capabilities_are_complete(void **state)
{
	struct guest g;
	uint32_t at;

	(void)state;
	guest_up(&g, "cx7");
	at = capability(&g, 0x10);
	assert_int_not_equal(at, 0);
	assert_int_equal(config(&g, at + 0x04) >> 28 & 1, 1);         /* function-level reset */
	assert_int_equal(config(&g, at + 0x10) >> 16 & 0x3ff, 0x105); /* 32 GT/s, x16 */
	at = capability(&g, 0x11);
	assert_int_not_equal(at, 0);
	assert_int_equal(config(&g, at) >> 16 & 0x7ff, 7);
	assert_int_equal(config(&g, at + 4), 0x2000);
	assert_int_equal(config(&g, at + 8), 0x3000);
	assert_int_not_equal(capability(&g, 0x01), 0);
	assert_int_not_equal(capability(&g, 0x09), 0);
	guest_down(&g);
}

static void the_window_can_be_left_out(void **state)
{
	struct guest g;
	struct pci_config with;
	struct pci_config without;

	(void)state;
	guest_up(&g, "cx7");
	pci_config_init(&with, g.card->fw.type, true);
	pci_config_init(&without, g.card->fw.type, false);
	g.card->config = without;
	assert_int_equal(capability(&g, 0x09), 0);
	assert_int_not_equal(capability(&g, 0x01), 0);
	assert_int_equal(config(&g, 0xc8), 0);
	g.card->config = with;
	assert_int_not_equal(config(&g, 0xc8), 0); /* the ticket counter */
	assert_int_not_equal(capability(&g, 0x09), 0);
	guest_down(&g);
}

static void only_what_is_writable_is_written(void **state)
{
	struct guest g;
	const uint32_t command = 0x00000406;
	const uint32_t vendor = 0xdeadbeef;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, 0x04, &command, 4), 0);
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, 0x00, &vendor, 4), 0);
	assert_int_equal(config(&g, 0x04), 0x00100406);
	assert_int_equal(config(&g, 0x00), 0x102115b3);
	guest_down(&g);
}

static void the_initialization_segment_starts_a_driver(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_read32(&g, 0x00), 45U << 16 | 28); /* firmware 28.45 */
	assert_int_equal(guest_read32(&g, 0x04), 5U << 16 | 1020);
	assert_int_equal(guest_read32(&g, 0x14), (uint32_t)GUEST_QUEUE | 0x56); /* 32 entries of 64 bytes */
	assert_int_equal(guest_read32(&g, 0x1fc), 0);
	assert_int_equal(guest_read32(&g, 0x23c), 0);
	g.card->state.health_syndrome = 0x10;
	assert_int_equal(guest_read32(&g, 0x23c), 0x00100000);
	/* the driver writes the state of its interface with the address */
	guest_write32(&g, 0x14, 0x00002000 | 1U << 8);
	assert_int_equal(guest_read32(&g, 0x14), 0x00002156);
	guest_down(&g);
}

static void the_health_counter_and_the_timer_follow_the_clock(void **state)
{
	struct guest g;
	uint32_t before;

	(void)state;
	guest_up(&g, "cx7");
	g.now = 0x500000000ULL;
	before = guest_read32(&g, 0x1010);
	assert_int_equal(guest_read32(&g, 0x1000), 5);
	assert_int_equal(guest_read32(&g, 0x1004), 0);
	g.now += 2000000000;
	assert_int_not_equal(guest_read32(&g, 0x1010), before);
	guest_down(&g);
}

/* Bit 15 of PCI_EXP_DEVCTL; what was written to the card before is gone. */
static void a_function_level_reset_forgets(void **state)
{
	static const uint8_t command[2] = {0x06, 0x00}, reset[2] = {0x10, 0xa9}, others[2] = {0x10, 0x29};
	struct guest g;
	uint32_t at;

	(void)state;
	guest_up(&g, "cx7");
	at = capability(&g, 0x10);
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, 0x04, command, 2), 0);
	g.card->state.roce_accl[7] = 0x45;
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, at + 0x08, others, 2), 0);
	assert_int_equal(g.card->state.roce_accl[7], 0x45);
	assert_int_equal(guest_access(&g, MSG_WRITE, 7, at + 0x08, reset, 2), 0);
	assert_int_equal(g.card->state.roce_accl[7], 0x05);
	assert_int_equal(config(&g, 0x04) & 0xffff, 0);
	assert_int_equal(config(&g, at + 0x08) & 0x8000, 0);
	guest_down(&g);
}

static void odd_accesses_are_bytes_of_the_same_words(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_access(&g, MSG_READ, 0, 5, NULL, 2), 0);
	assert_memory_equal(g.reply + 16, "\x05\x03", 2); /* of 00 05 03 fc */
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_is_recognised),
		cmocka_unit_test(the_capabilities_are_complete),
		cmocka_unit_test(the_window_can_be_left_out),
		cmocka_unit_test(only_what_is_writable_is_written),
		cmocka_unit_test(the_initialization_segment_starts_a_driver),
		cmocka_unit_test(the_health_counter_and_the_timer_follow_the_clock),
		cmocka_unit_test(a_function_level_reset_forgets),
		cmocka_unit_test(odd_accesses_are_bytes_of_the_same_words),
	};

	return cmocka_run_group_tests_name("config_space", tests, NULL, NULL);
}
