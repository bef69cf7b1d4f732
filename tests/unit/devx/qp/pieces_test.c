// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The card's dump in pieces, from a card that a test makes up: the register is answered here. */
#include "tests/unit/devx/qp/host.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/request.h"
#include "devx/base/be.h"

#define DATA 0x30

/* What is wrong with the card. */
static struct {
	bool endless, no_turn, no_data, too_much, no_menu_entry;
	int err;
	size_t reads;
} card;

/* A menu of one piece: info, command, menu with one record, end. */
static size_t menu(uint8_t *data)
{
	static const uint32_t words[] = {0x0004fffe, 1, 0, 0,          0x0005fffa, 0xffff0000,
					 0,          0, 0, 0x000fffff, 1,          0x00031300};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		ece_put_be32(data + i * 4, words[i]);
	memcpy(data + 48, card.no_menu_entry ? "PRM_QUERY_CQ" : "PRM_QUERY_QP", 13);
	ece_put_be32(data + 96, 0x0001fffb);
	return 100;
}

struct ece_result __wrap_ece_access_reg(const struct ece_backend *backend, struct ece_doors *doors,
					enum prm_access_reg_method method, uint16_t id, uint8_t *reg, size_t len);

struct ece_result __wrap_ece_access_reg(const struct ece_backend *backend, struct ece_doors *doors,
					enum prm_access_reg_method method, uint16_t id, uint8_t *reg, size_t len)
{
	uint32_t first = ece_be32(reg);
	uint32_t turn = (first >> 16 & 0xf) + (card.no_turn ? 0 : 1);
	size_t size;

	(void)doors;
	assert_int_equal(method, PRM_ACCESS_REG_READ);
	assert_int_equal(id, 0xc000);
	assert_int_equal(len, 0x100);
	assert_int_equal(first >> 30 & 1, 1); /* inline */
	card.reads++;
	if (card.err)
		return (struct ece_result){.err = card.err, .backend = backend->id};
	size = (first & 0xffff) == 0xffff && !card.endless ? menu(reg + DATA) : 208;
	if (card.too_much)
		size = 212;
	ece_put_be32(reg + 0x24, card.no_data ? 0 : (uint32_t)size);
	ece_put_be32(reg, (card.endless ? 0x80000000 : 0) | (turn & 0xf) << 16 | (first & 0xffff));
	return (struct ece_result){.backend = backend->id};
}

/* Reads one that is in no list, on a kernel without fwctl. */
static void read_and_fail(const char *why, size_t reads)
{
	struct ece_qp_reading reading;
	struct ece_error e;
	struct ece_qp qp;
	struct host h;

	host_up(&h, "cx7", "6.1", 0);
	card.reads = 0;
	assert_int_equal(ece_qp_find(h.qps, h.qp[HOST_DEVX].qpn, &qp, &reading, &e), -ENOENT);
	if (!strstr(e.text, why))
		fail_msg("\"%s\" is not in \"%s\"", why, e.text);
	assert_int_equal(card.reads, reads);
	host_down(&h);
	memset(&card, 0, sizeof(card));
}

static void a_dump_without_end_is_given_up(void **state)
{
	(void)state;
	card.endless = true;
	read_and_fail("has no end", 64);
}

static void pieces_have_their_turn(void **state)
{
	(void)state;
	card.no_turn = true;
	read_and_fail("do not fit together", 1);
	card.no_data = true;
	read_and_fail("do not fit together", 1);
	card.too_much = true;
	read_and_fail("do not fit together", 1);
}

static void a_menu_may_lack_queue_pairs(void **state)
{
	(void)state;
	card.no_menu_entry = true;
	read_and_fail("menu has no dump of queue pairs", 1);
}

static void a_register_may_be_refused(void **state)
{
	(void)state;
	card.err = -EBUSY;
	read_and_fail("vsc: ", 1);
}

/* A menu, then a dump of zeros. */
static void a_dump_may_be_damaged(void **state)
{
	(void)state;
	read_and_fail("vsc: the card's dump of QP", 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dump_without_end_is_given_up), cmocka_unit_test(pieces_have_their_turn),
		cmocka_unit_test(a_menu_may_lack_queue_pairs),    cmocka_unit_test(a_register_may_be_refused),
		cmocka_unit_test(a_dump_may_be_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
