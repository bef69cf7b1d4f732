// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Resource dumps. Layout: Linux include/linux/mlx5/mlx5_ifc.h; types of control segments: mstflint. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/qp/dump.h"

#define DUMP_WORDS 82 /* info 4, command 5, resource 4 + 68, terminate 1 */
#define QPN        0x106

static uint8_t dump[0x2000];

/* As a card answers a driver that asked for QP 0x106 under type 0x1300. */
static size_t good_dump(void)
{
	static const uint32_t front[] = {
		0x0004fffe, 1,          0x218, 0x1c002d,             /* info */
		0x0005fffa, 0x13000001, QPN,   0,        0x00010000, /* command */
		0x00481300, 0,          QPN,   0,                    /* resource */
		0,          0,          0,     0,        0,
		0x30000003, 0x30000000, /* ECE at 0x14, state RTS */
	};

	memset(dump, 0, sizeof(dump));
	for (size_t i = 0; i < sizeof(front) / sizeof(front[0]); i++)
		ece_put_be32(dump + i * 4, front[i]);
	ece_put_be32(dump + (size_t)(DUMP_WORDS - 1) * 4, 0x0001fffb);
	return (size_t)DUMP_WORDS * 4;
}

static int find(size_t len, uint32_t qpn, const uint8_t **payload, struct ece_error *e)
{
	*payload = NULL;
	memset(e, 0, sizeof(*e));
	return ece_dump_find_qp(dump, len, qpn, payload, e);
}

static void segments_come_one_after_the_other(void **state)
{
	static const struct {
		uint16_t type;
		size_t len;
	} want[] = {{0xfffe, 16}, {0xfffa, 20}, {0x1300, 288}};
	struct ece_dump walk = {.bytes = dump, .len = good_dump()};
	struct ece_segment segment;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(ece_dump_next(&walk, &segment), 1);
		assert_int_equal(segment.type, want[i].type);
		assert_int_equal(segment.len, want[i].len);
	}
	assert_int_equal(ece_dump_next(&walk, &segment), 0);
	assert_int_equal(segment.type, 0xfffb);
}

static void a_queue_pair_is_found(void **state)
{
	const uint8_t *payload;
	struct ece_error e;

	(void)state;
	assert_int_equal(find(good_dump(), QPN, &payload, &e), 0);
	assert_ptr_equal(payload, dump + 52);
	assert_int_equal(ece_be32(payload + 0x14), 0x30000003);
}

/* At every length: a dump that was cut is never taken for a whole one. */
static void a_cut_dump_is_damaged(void **state)
{
	size_t len = good_dump();
	const uint8_t *payload;
	struct ece_error e;

	(void)state;
	for (size_t cut = 0; cut < len; cut++) {
		assert_int_equal(find(cut, QPN, &payload, &e), -EBADMSG);
		assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
	}
	good_dump();
	ece_put_be32(dump + 16, 0x0000fffa); /* no length at all */
	assert_int_equal(find(len, QPN, &payload, &e), -EBADMSG);
	good_dump();
	ece_put_be32(dump + 16, 0xfffffffa); /* beyond the end */
	assert_int_equal(find(len, QPN, &payload, &e), -EBADMSG);
	good_dump();
	ece_put_be32(dump, 0x0001fffa); /* a command without its fields */
	assert_int_equal(find(len, QPN, &payload, &e), -EBADMSG);
}

static void another_resource_is_none(void **state)
{
	size_t len = good_dump();
	const uint8_t *payload;
	struct ece_error e;

	(void)state;
	assert_int_equal(find(len, QPN + 1, &payload, &e), -ENODATA);
	assert_non_null(strstr(e.text, "nothing of QP 263"));
	ece_put_be32(dump + 20, 0x12000001); /* another type was asked for */
	assert_int_equal(find(len, QPN, &payload, &e), -ENODATA);
	good_dump();
	ece_put_be32(dump + 36, 0x00471300); /* a word short of an answer */
	ece_put_be32(dump + 36 + 0x47 * 4, 0x0001fffb);
	assert_int_equal(find(len, QPN, &payload, &e), -ENODATA);
}

static void an_error_of_the_card_is_told(void **state)
{
	const uint8_t *payload;
	struct ece_error e;
	size_t len;

	(void)state;
	len = good_dump();
	ece_put_be32(dump + 36, 0x000cfffc);
	ece_put_be32(dump + 40, 7);
	memset(dump + 44, 0, 40);
	strcpy((char *)dump + 52, "NO SUCH\nQP");
	ece_put_be32(dump + 36 + 48, 0x0001fffb);
	assert_int_equal(find(len, QPN, &payload, &e), -EREMOTEIO);
	assert_int_equal(e.kind, ECE_ERROR_REFUSED);
	assert_string_equal(e.text, "the card's dump is an error: syndrome 7, NO SUCH?QP");
}

static void a_dump_has_an_end(void **state)
{
	const uint8_t *payload;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(dump) / 4; i++)
		ece_put_be32(dump + i * 4, 0x0001fff9);
	ece_put_be32(dump + (size_t)(ECE_DUMP_SEGMENTS_MAX - 1) * 4, 0x0001fffb);
	assert_int_equal(find(sizeof(dump), QPN, &payload, &e), -ENODATA);
	ece_put_be32(dump + (size_t)(ECE_DUMP_SEGMENTS_MAX - 1) * 4, 0x0001fff9);
	ece_put_be32(dump + (size_t)ECE_DUMP_SEGMENTS_MAX * 4, 0x0001fffb);
	assert_int_equal(find(sizeof(dump), QPN, &payload, &e), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_come_one_after_the_other),
		cmocka_unit_test(a_queue_pair_is_found),
		cmocka_unit_test(a_cut_dump_is_damaged),
		cmocka_unit_test(another_resource_is_none),
		cmocka_unit_test(an_error_of_the_card_is_told),
		cmocka_unit_test(a_dump_has_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
