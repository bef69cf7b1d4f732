// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Event queues that run full. Consumer doorbells as Linux drivers/net/ethernet/mellanox/mlx5/core/eq.c writes them:
 * offsets 0x40 and 0x48 of a UAR page, EQ number << 24 | index, 4 bytes.
 */
#include "tests/unit/sim/pci/guest.h"

#include "devx/sim/fw/object.h"
#include "devx/sim/pci/event_queue.h"

#define ENTRIES   64
#define EVENT     0x18
#define EQ_ARM    0x10040
#define EQ_UPDATE 0x10048

/* A guest with one EQ for EVENT on vector 1, and what the card logged. */
struct storm {
	struct guest g;
	uint8_t eqn;
	unsigned int lines;
	char last[128];
};

static void log_line(void *ctx, const char *line)
{
	struct storm *s = ctx;

	s->lines++;
	strncpy(s->last, line, sizeof(s->last) - 1);
}

static void begin(struct storm *s)
{
	memset(s, 0, sizeof(*s));
	guest_up(&s->g, "cx7");
	s->eqn = guest_eq(&s->g, 0, 1, 1U << EVENT);
	s->g.card->log = log_line;
	s->g.card->log_ctx = s;
}

/* @count events, whose sub types are @first and on. */
static void blow(struct storm *s, unsigned int first, unsigned int count)
{
	static const uint8_t data[PRM_EQE_DATA_BYTES];

	for (unsigned int i = first; i < first + count; i++)
		pci_event(s->g.card, EVENT, (uint8_t)i, data);
}

static void entry_is(struct storm *s, uint32_t index, uint8_t sub_type, uint8_t owner)
{
	assert_int_equal(guest_eqe(&s->g, 0, index)[3], sub_type);
	assert_int_equal(guest_eqe(&s->g, 0, index)[63] & 1, owner);
}

static void unread_entries_stay(void **state)
{
	struct storm s;

	(void)state;
	begin(&s);
	blow(&s, 0, ENTRIES);
	assert_int_equal(guest_interrupts(&s.g, 1), ENTRIES);
	assert_int_equal(s.lines, 0);
	blow(&s, 100, 3);
	for (uint32_t i = 0; i < ENTRIES; i++)
		entry_is(&s, i, (uint8_t)i, 0);
	assert_int_equal(guest_interrupts(&s.g, 1), 0);
	assert_int_equal(s.lines, 1);
	assert_non_null(strstr(s.last, "event 0x18 lost"));
	assert_non_null(strstr(s.last, "is full"));
	guest_down(&s.g);
}

static void it_goes_on_where_the_driver_has_read(void **state)
{
	static const uint64_t doorbells[] = {EQ_ARM, EQ_UPDATE};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct storm s;

		begin(&s);
		blow(&s, 0, ENTRIES + 5);
		guest_write32(&s.g, doorbells[i], (uint32_t)s.eqn << 24 | 2);
		assert_int_equal(s.lines, 2);
		assert_non_null(strstr(s.last, "lost: 5"));
		blow(&s, 200, 3);
		entry_is(&s, 0, 200, 1);
		entry_is(&s, 1, 201, 1);
		entry_is(&s, 2, 2, 0);
		assert_int_equal(s.lines, 3);
		guest_down(&s.g);
	}
}

/* Before, ahead of what was written, of another queue, half a word, another place: the queue is as full as it was. */
static void nonsense_makes_no_room(void **state)
{
	struct storm s;

	(void)state;
	begin(&s);
	blow(&s, 0, ENTRIES);
	guest_eq_read(&s.g, s.eqn, 0);
	guest_eq_read(&s.g, s.eqn, ENTRIES + 1);
	guest_eq_read(&s.g, s.eqn, 0xffffff);
	guest_eq_read(&s.g, (uint8_t)(s.eqn + 1), 2);
	guest_write32(&s.g, 0x10044, (uint32_t)s.eqn << 24 | 2);
	assert_int_equal(guest_access(&s.g, MSG_WRITE, 0, EQ_UPDATE, &s.eqn, 1), 0);
	blow(&s, 100, 1);
	entry_is(&s, 0, 0, 0);
	assert_int_equal(s.lines, 1);
	guest_eq_read(&s.g, s.eqn, 4);
	guest_eq_read(&s.g, s.eqn, 1);
	blow(&s, 100, 4);
	entry_is(&s, 3, 103, 1);
	guest_down(&s.g);
}

static void completions_find_it_full_too(void **state)
{
	struct storm s;

	(void)state;
	begin(&s);
	blow(&s, 0, ENTRIES);
	pci_event_completion(s.g.card, s.eqn, 7);
	entry_is(&s, 0, 0, 0);
	guest_eq_read(&s.g, s.eqn, ENTRIES);
	pci_event_completion(s.g.card, s.eqn, 7);
	assert_int_equal(guest_eqe(&s.g, 0, 0)[1], 0);
	assert_int_equal(ece_be32(guest_eqe(&s.g, 0, 0) + 56), 7);
	guest_down(&s.g);
}

/* The doorbell has 24 bits of what the card counts in 32. */
static void the_index_goes_round(void **state)
{
	struct fw_object *eq;
	struct storm s;

	(void)state;
	begin(&s);
	eq = fw_object_find(s.g.card->fw.objects, FW_OBJECT_EQ, s.eqn);
	assert_non_null(eq);
	eq->producer = 0xffffff;
	eq->consumer = 0xffffff;
	blow(&s, 0, ENTRIES);
	assert_int_equal(s.lines, 0);
	blow(&s, 100, 1);
	assert_int_equal(s.lines, 1);
	guest_eq_read(&s.g, s.eqn, 0);
	blow(&s, 200, 2);
	entry_is(&s, 63, 200, 0);
	entry_is(&s, 0, 1, 0);
	guest_down(&s.g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unread_entries_stay),    cmocka_unit_test(it_goes_on_where_the_driver_has_read),
		cmocka_unit_test(nonsense_makes_no_room), cmocka_unit_test(completions_find_it_full_too),
		cmocka_unit_test(the_index_goes_round),
	};

	return cmocka_run_group_tests_name("event_queue", tests, NULL, NULL);
}
