// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Commands through the queue: delivery, delays, resets, events. Positions: struct mlx5_cmd_layout and mlx5_eqe. */
#include "tests/unit/sim/pci/guest.h"

#include "devx/sim/fw/fault.h"
#include "devx/sim/fw/object.h"

static const uint8_t nop[16] = {0x08, 0x0d};

static uint8_t deliver(struct guest *g)
{
	guest_ring(g, 1);
	assert_int_equal(guest_entry(g, 0)[63] & 1, 0);
	return guest_entry(g, 0)[63] >> 1;
}

static void commands_are_delivered_or_say_why_not(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	guest_put(&g, 0, nop, 16, 16);
	assert_int_equal(deliver(&g), 0x00);
	guest_put(&g, 0, nop, 16, 16);
	guest_entry(&g, 0)[0] = 6;
	assert_int_equal(deliver(&g), 0x10);
	guest_put(&g, 0, nop, 16, 16);
	ece_put_be32(guest_entry(&g, 0) + 4, 7);
	assert_int_equal(deliver(&g), 0x07);
	ece_put_be32(guest_entry(&g, 0) + 4, (1 << 20) + 1);
	guest_entry(&g, 0)[63] = 1;
	assert_int_equal(deliver(&g), 0x07);
	guest_put(&g, 0, nop, 16, 16);
	ece_put_be32(guest_entry(&g, 0) + 56, UINT32_MAX);
	assert_int_equal(deliver(&g), 0x08);
	guest_down(&g);
}

static void mailboxes_are_checked(void **state)
{
	struct guest g;
	const uint8_t set_cap[0x1010] = {0x01, 0x09};
	const uint8_t query_cap[16] = {0x01, 0x00};

	(void)state;
	guest_up(&g, "cx7");
	guest_put(&g, 0, set_cap, sizeof(set_cap), 16);
	assert_int_equal(deliver(&g), 0x00);
	guest_put(&g, 0, set_cap, sizeof(set_cap), 16);
	((uint8_t *)guest_at(&g, GUEST_IN + 2 * 1024))[573] ^= 1;
	assert_int_equal(deliver(&g), 0x02);
	guest_put(&g, 0, set_cap, sizeof(set_cap), 16);
	ece_put_be32((uint8_t *)guest_at(&g, GUEST_IN + 1024) + 568, 7);
	assert_int_equal(deliver(&g), 0x03);
	guest_put(&g, 0, set_cap, sizeof(set_cap), 16);
	ece_put_be64((uint8_t *)guest_at(&g, GUEST_IN) + 560, 0x1000);
	assert_int_equal(deliver(&g), 0x05);
	guest_put(&g, 0, query_cap, 16, 0x1010);
	ece_put_be64(guest_entry(&g, 0) + 48, 0x1000);
	assert_int_equal(deliver(&g), 0x04);
	guest_down(&g);
}

static void an_answer_can_be_shorter_than_a_mailbox(void **state)
{
	struct guest g;
	const uint8_t enable[16] = {0x01, 0x04};
	uint8_t out[16];

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(guest_run(&g, enable, 16, out, 12), 0);
	assert_int_equal(out[0], 0);
	guest_down(&g);
}

static void the_entry_is_signed(void **state)
{
	struct guest g;
	uint8_t sum = 0;
	size_t i;

	(void)state;
	guest_up(&g, "cx7");
	guest_put(&g, 0, nop, 16, 16);
	assert_int_equal(deliver(&g), 0);
	for (i = 0; i < 64; i++)
		sum ^= guest_entry(&g, 0)[i];
	assert_int_equal(sum, 0xff);
	guest_down(&g);
}

static void an_entry_that_the_driver_owns_is_left_alone(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	guest_put(&g, 0, nop, 16, 16);
	guest_entry(&g, 0)[63] = 0;
	guest_ring(&g, 1);
	assert_int_equal(g.card->state.commands, 0);
	guest_write32(&g, 0x14, 0xfffff000);
	guest_ring(&g, UINT32_MAX);
	assert_int_equal(g.card->state.commands, 0);
	guest_down(&g);
}

static void a_held_back_answer_does_not_hold_the_others(void **state)
{
	struct guest g;
	struct fw_fault rule = {.opcode = 0x80d, .action = FW_FAULT_DELAY, .delay_ms = 700, .left = 1};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(fw_fault_add(&g.card->state, &rule), 0);
	guest_put(&g, 3, nop, 16, 16);
	guest_ring(&g, 1U << 3);
	assert_int_equal(guest_entry(&g, 3)[63], 1);
	guest_put(&g, 0, nop, 16, 16);
	assert_int_equal(deliver(&g), 0);
	/* rung again: still the same command */
	guest_ring(&g, 1U << 3);
	assert_int_equal(g.card->state.commands, 2);
	assert_true(pci_card_tick(g.card, 699999999) == 700000000);
	assert_int_equal(guest_entry(&g, 3)[63], 1);
	assert_true(pci_card_tick(g.card, 700000000) == FW_NEVER);
	assert_int_equal(guest_entry(&g, 3)[63], 0);
	guest_down(&g);
}

static void a_reset_forgets_what_waits(void **state)
{
	struct guest g;
	struct fw_fault rule = {.opcode = 0x80d, .action = FW_FAULT_DELAY, .delay_ms = 1, .left = 1};

	(void)state;
	guest_up(&g, "cx7");
	guest_eq(&g, 0, 0, 1U << 9);
	assert_int_equal(fw_fault_add(&g.card->state, &rule), 0);
	guest_put(&g, 3, nop, 16, 16);
	guest_ring(&g, 1U << 3);
	assert_int_equal(guest_call(&g, MSG_RESET, NULL, 0, NULL, 0), 0);
	assert_true(pci_card_tick(g.card, 0) == FW_NEVER);
	assert_int_equal(guest_entry(&g, 3)[63], 1);
	assert_int_equal(guest_read32(&g, 0x14), 0x56);
	assert_int_equal(fw_object_count(g.card->fw.objects, FW_OBJECT_EQ), 0);
	guest_down(&g);
}

static void a_vanished_card_reads_as_ones(void **state)
{
	struct guest g;
	struct fw_fault rule = {.opcode = 0x80d, .action = FW_FAULT_VANISH, .left = 1};

	(void)state;
	guest_up(&g, "cx7");
	assert_int_equal(fw_fault_add(&g.card->state, &rule), 0);
	guest_put(&g, 0, nop, 16, 16);
	guest_ring(&g, 1);
	assert_int_equal(guest_entry(&g, 0)[63], 1);
	assert_true(pci_card_tick(g.card, UINT64_MAX - 1) == FW_NEVER);
	assert_int_equal(guest_read32(&g, 0x0), 0xffffffff);
	assert_int_equal(guest_access(&g, MSG_READ, 7, 0, NULL, 4), 0);
	assert_memory_equal(g.reply + 16, "\xff\xff\xff\xff", 4);
	fw_fault_clear(&g.card->state);
	assert_int_equal(guest_read32(&g, 0x4) >> 16, 5);
	guest_down(&g);
}

static void an_event_tells_that_a_command_is_done(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	memset(guest_at(&g, GUEST_EQ), 0xff, 4096);
	/* this command makes the queue, so it is still polled for */
	guest_eq(&g, 0, 5, 1U << 0xa);
	assert_int_equal(guest_interrupts(&g, 5), 0);
	assert_int_equal(guest_eqe(&g, 0, 0)[63], 0xff);
	guest_put(&g, 4, nop, 16, 16);
	guest_put(&g, 31, nop, 16, 16);
	guest_ring(&g, 1U << 4);
	assert_int_equal(guest_interrupts(&g, 5), 1);
	assert_int_equal(guest_eqe(&g, 0, 0)[1], 0x0a);
	assert_int_equal(ece_be32(guest_eqe(&g, 0, 0) + 32), 1U << 4);
	assert_int_equal(guest_eqe(&g, 0, 0)[63], 0);
	guest_ring(&g, 1U << 31);
	assert_int_equal(ece_be32(guest_eqe(&g, 0, 1) + 32), 1U << 31);
	guest_down(&g);
}

static void events_go_round(void **state)
{
	struct guest g;
	uint8_t eqn;
	int i;

	(void)state;
	guest_up(&g, "cx7");
	eqn = guest_eq(&g, 0, 0, 1U << 0xa);
	for (i = 0; i < 64; i++) {
		guest_put(&g, 0, nop, 16, 16);
		guest_ring(&g, 1);
		assert_int_equal(guest_eqe(&g, 0, (uint32_t)i)[63], 0);
	}
	guest_eq_read(&g, eqn, 1);
	guest_put(&g, 0, nop, 16, 16);
	guest_ring(&g, 1);
	assert_int_equal(guest_eqe(&g, 0, 0)[63], 1);
	assert_int_equal(guest_eqe(&g, 0, 1)[63], 0);
	guest_down(&g);
}

#define CQ_AT     (GUEST_EQ + 2 * 4096)
#define SQ_AT     (GUEST_EQ + 3 * 4096)
#define RECORD_AT (GUEST_EQ + 4 * 4096) /* of the queue pair; that of the CQ lies 8 bytes behind it */

/* CREATE_CQ on EQ @eqn with 16 entries. Returns its number. */
static uint32_t make_cq(struct guest *g, uint8_t eqn)
{
	uint8_t in[0x118] = {0x04, 0x00};
	uint8_t out[16];

	ece_put_be32(in + 0x1c, 4U << 24);
	ece_put_be32(in + 0x24, eqn);
	ece_put_be64(in + 0x48, RECORD_AT + 8);
	ece_put_be64(in + 0x110, CQ_AT);
	assert_int_equal(guest_run(g, in, sizeof(in), out, 16), 0);
	return ece_be32(out + 8);
}

static void move_qp(struct guest *g, uint16_t opcode, uint32_t qpn)
{
	uint8_t in[0x110] = {(uint8_t)(opcode >> 8), (uint8_t)opcode};
	uint8_t out[16];

	ece_put_be32(in + 8, qpn);
	assert_int_equal(guest_run(g, in, sizeof(in), out, 16), 0);
	assert_int_equal(out[0], 0);
}

/* A queue pair as drivers make it for their own registrations: type 12, 16 blocks to send, nothing to receive. */
static uint32_t make_qp(struct guest *g, uint32_t cqn)
{
	uint8_t in[0x118] = {0x05, 0x00};
	uint8_t out[16];
	uint32_t qpn;

	ece_put_be32(in + 0x18, 12U << 16);
	ece_put_be32(in + 0x20, 4U << 11);
	ece_put_be32(in + 0x94, cqn);
	ece_put_be64(in + 0xb8, RECORD_AT);
	ece_put_be32(in + 0xc4, 3U << 24);
	ece_put_be64(in + 0x110, SQ_AT);
	assert_int_equal(guest_run(g, in, sizeof(in), out, 16), 0);
	qpn = ece_be32(out + 8);
	move_qp(g, 0x502, qpn);
	move_qp(g, 0x503, qpn);
	move_qp(g, 0x504, qpn);
	return qpn;
}

/* A no-op of one block that wants a completion. */
static void post_nop(struct guest *g, uint32_t qpn, uint16_t index)
{
	uint8_t *block = guest_at(g, SQ_AT + index % 16 * 64ULL);

	memset(block, 0, 64);
	ece_put_be32(block, (uint32_t)index << 8);
	ece_put_be32(block + 4, qpn << 8 | 1);
	block[11] = 0x08;
	ece_put_be32(guest_at(g, RECORD_AT + 4), index + 1U);
}

static void what_is_rung_completes(void **state)
{
	struct guest g;
	const uint8_t *entry;
	uint32_t cqn, qpn;

	(void)state;
	guest_up(&g, "cx7");
	memset(guest_at(&g, CQ_AT), 0xff, 4096);
	cqn = make_cq(&g, guest_eq(&g, 1, 3, 0));
	qpn = make_qp(&g, cqn);
	entry = guest_at(&g, CQ_AT);
	/* not armed: an entry, no event */
	post_nop(&g, qpn, 0);
	guest_doorbell(&g, 0x10800, 0, qpn << 8);
	assert_int_equal(entry[63], 0xff);
	assert_int_equal(pci_card_tick(g.card, g.now), FW_NEVER);
	assert_int_equal(ece_be32(entry + 56), qpn);
	assert_int_equal(ece_be32(entry + 60), 0);
	assert_int_equal(guest_interrupts(&g, 3), 0);
	/* armed with an old consumer index: the event comes at once */
	guest_doorbell(&g, 0x10020, 0, cqn);
	assert_int_equal(guest_interrupts(&g, 3), 1);
	assert_int_equal(guest_eqe(&g, 1, 0)[1], 0);
	assert_int_equal(ece_be32(guest_eqe(&g, 1, 0) + 56), cqn);
	/* armed with the right one: it comes with the next completion, once */
	guest_doorbell(&g, 0x10020, 1, cqn);
	assert_int_equal(guest_interrupts(&g, 3), 0);
	post_nop(&g, qpn, 1);
	post_nop(&g, qpn, 2);
	guest_doorbell(&g, 0x10900, 0x00000200, qpn << 8);
	pci_card_tick(g.card, g.now);
	assert_int_equal(guest_interrupts(&g, 3), 1);
	assert_int_equal(ece_be32(entry + 128 + 60), 0x00020000);
	guest_down(&g);
}

/* Drivers copy a short request behind the doorbell, 64 bytes at a time. */
static void a_doorbell_may_bring_its_request(void **state)
{
	uint8_t request[64] = {0};
	struct guest g;
	uint32_t qpn;

	(void)state;
	guest_up(&g, "cx7");
	memset(guest_at(&g, CQ_AT), 0xff, 4096);
	qpn = make_qp(&g, make_cq(&g, guest_eq(&g, 1, 3, 0)));
	post_nop(&g, qpn, 0);
	ece_put_be32(request + 4, qpn << 8 | 1);
	assert_int_equal(guest_access(&g, MSG_WRITE, 0, 0x10900, request, sizeof(request)), 0);
	pci_card_tick(g.card, g.now);
	assert_int_equal(ece_be32((uint8_t *)guest_at(&g, CQ_AT) + 56), qpn);
	guest_down(&g);
}

/* The objects are gone with a reset, and with them what was rung. */
static void a_reset_forgets_what_was_rung(void **state)
{
	struct guest g;
	uint32_t qpn;

	(void)state;
	guest_up(&g, "cx7");
	memset(guest_at(&g, CQ_AT), 0xff, 4096);
	qpn = make_qp(&g, make_cq(&g, guest_eq(&g, 1, 3, 0)));
	post_nop(&g, qpn, 0);
	guest_doorbell(&g, 0x10800, 0, qpn << 8);
	assert_int_equal(guest_call(&g, MSG_RESET, NULL, 0, NULL, 0), 0);
	assert_int_equal(pci_card_tick(g.card, g.now), FW_NEVER);
	assert_int_equal(((uint8_t *)guest_at(&g, CQ_AT))[63], 0xff);
	guest_down(&g);
}

static void wild_doorbells_do_nothing(void **state)
{
	struct guest g;

	(void)state;
	guest_up(&g, "cx7");
	guest_doorbell(&g, 0x10800, 0, 0xffffff00);
	guest_doorbell(&g, 0x10020, 0, 0xffffff);
	guest_doorbell(&g, 0x1fff800, UINT32_MAX, UINT32_MAX);
	guest_write32(&g, 0x10800, 0);
	guest_down(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_delivered_or_say_why_not),
		cmocka_unit_test(mailboxes_are_checked),
		cmocka_unit_test(an_answer_can_be_shorter_than_a_mailbox),
		cmocka_unit_test(the_entry_is_signed),
		cmocka_unit_test(an_entry_that_the_driver_owns_is_left_alone),
		cmocka_unit_test(a_held_back_answer_does_not_hold_the_others),
		cmocka_unit_test(a_reset_forgets_what_waits),
		cmocka_unit_test(a_vanished_card_reads_as_ones),
		cmocka_unit_test(an_event_tells_that_a_command_is_done),
		cmocka_unit_test(events_go_round),
		cmocka_unit_test(what_is_rung_completes),
		cmocka_unit_test(a_doorbell_may_bring_its_request),
		cmocka_unit_test(a_reset_forgets_what_was_rung),
		cmocka_unit_test(wild_doorbells_do_nothing),
	};

	return cmocka_run_group_tests_name("cmd_queue", tests, NULL, NULL);
}
