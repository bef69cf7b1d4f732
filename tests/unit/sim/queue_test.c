// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What MODIFY changes of queues, and multicast groups. Positions: Linux mlx5_ifc.h, contexts at 0x20 (SQ, RQ, RMP; the
 * wq 0x30 behind it) or 0x10 (CQ, SRQ).
 */
#include "tests/unit/sim/bench.h"

#include "devx/sim/fw/mcg.h"

static uint32_t create(struct bench *b, uint16_t opcode)
{
	bench_word(b, 0x00, (uint32_t)opcode << 16);
	assert_int_equal(bench_run(b, 0x110, 0x10), 0);
	return bench_got(b, 0x08);
}

static uint8_t run(struct bench *b, uint16_t opcode, uint32_t number)
{
	bench_word(b, 0x00, (uint32_t)opcode << 16);
	bench_word(b, 0x08, number);
	return bench_run(b, 0x110, 0x110);
}

/* VLAN stripping, as ethtool switches it on a running queue. */
static void an_rq_takes_over_what_is_selected(void **state)
{
	struct bench b;
	uint32_t rq;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	rq = create(&b, 0x908);
	bench_word(&b, 0x20, 0x00100000); /* RST to RDY */
	assert_int_equal(run(&b, 0x909, rq), 0);
	bench_word(&b, 0x14, 1U << 1);
	bench_word(&b, 0x20, 0x30101234); /* vsd, scatter_fcs, and what is not selected */
	bench_word(&b, 0x2c, 0x07000000); /* counter_set_id */
	assert_int_equal(run(&b, 0x909, 1U << 28 | rq), 0);
	run(&b, 0x90b, rq);
	assert_int_equal(bench_got(&b, 0x20), 0x10100000);
	assert_int_equal(bench_got(&b, 0x2c), 0);
	bench_word(&b, 0x14, 1U << 3);
	bench_word(&b, 0x20, 0x00100000);
	bench_word(&b, 0x2c, 0x07000000);
	assert_int_equal(run(&b, 0x909, 1U << 28 | rq), 0);
	run(&b, 0x90b, rq);
	assert_int_equal(bench_got(&b, 0x20), 0x10100000);
	assert_int_equal(bench_got(&b, 0x2c), 0x07000000);
	bench_down(&b);
}

static void shared_queues_have_a_limit(void **state)
{
	struct bench b;
	uint32_t rmp, srq, xrc;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	rmp = create(&b, 0x90c);
	srq = create(&b, 0x700);
	xrc = create(&b, 0x705);
	bench_word(&b, 0x14, 1);
	bench_word(&b, 0x20, 0x00100000);
	bench_word(&b, 0x54, 0x00000123); /* lwm */
	assert_int_equal(run(&b, 0x90d, rmp), 0);
	run(&b, 0x90f, rmp);
	assert_int_equal(bench_got(&b, 0x20), 0x00100000);
	assert_int_equal(bench_got(&b, 0x54), 0x00000123);
	bench_word(&b, 0x0c, 0x00000045);
	assert_int_equal(run(&b, 0x703, srq), 0);
	run(&b, 0x702, srq);
	assert_int_equal(bench_got(&b, 0x2c), 0x00450000);
	bench_word(&b, 0x0c, 0x00000067);
	assert_int_equal(run(&b, 0x708, xrc), 0);
	run(&b, 0x707, xrc);
	assert_int_equal(bench_got(&b, 0x2c), 0x00670000);
	assert_int_equal(run(&b, 0x703, rmp), 0x05);
	bench_down(&b);
}

static void a_cq_is_moderated_and_not_resized(void **state)
{
	struct bench b;
	uint32_t cq;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	cq = create(&b, 0x400);
	bench_word(&b, 0x0c, 3);
	bench_word(&b, 0x20, 0x00100040); /* period 16, count 64 */
	assert_int_equal(run(&b, 0x403, cq), 0);
	run(&b, 0x402, cq);
	assert_int_equal(bench_got(&b, 0x20), 0x00100040);
	bench_word(&b, 0x04, 1);
	assert_int_equal(run(&b, 0x403, cq), 0x03);
	bench_word(&b, 0x00, 0x01000000);
	bench_word(&b, 0x04, 1);
	assert_int_equal(bench_run(&b, 0x10, 0x1010), 0);
	assert_int_equal(bench_got(&b, 0x10 + 0x44) & 0x40000000, 0); /* cq_resize */
	bench_down(&b);
}

static uint8_t group(struct bench *b, uint16_t opcode, uint32_t qpn, uint32_t gid)
{
	bench_word(b, 0x10, 0xff0e0000);
	bench_word(b, 0x1c, gid);
	return run(b, opcode, qpn);
}

static size_t members(const struct bench *b, uint32_t last_word, uint32_t *first)
{
	uint8_t gid[16] = {0xff, 0x0e};
	size_t at = 0, count = 0;
	uint32_t qpn;

	ece_put_be32(gid + 12, last_word);
	while ((qpn = fw_mcg_next(&b->fw, gid, &at))) {
		if (!count++)
			*first = qpn;
	}
	return count;
}

static void groups_have_members(void **state)
{
	struct bench b;
	uint32_t one, other, first = 0;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	one = create(&b, 0x500);
	other = create(&b, 0x500);
	assert_int_equal(group(&b, 0x806, one, 1), 0);
	assert_int_equal(group(&b, 0x806, one, 1), 0); /* already is */
	assert_int_equal(group(&b, 0x806, other, 1), 0);
	assert_int_equal(group(&b, 0x806, other, 2), 0);
	assert_int_equal(members(&b, 1, &first), 2);
	assert_int_equal(members(&b, 2, &first), 1);
	assert_int_equal(first, other);
	assert_int_equal(members(&b, 3, &first), 0);
	assert_int_equal(group(&b, 0x807, one, 1), 0);
	assert_int_equal(group(&b, 0x807, one, 1), 0x05);
	assert_int_equal(members(&b, 1, &first), 1);
	assert_int_equal(group(&b, 0x806, 0x9999, 1), 0x05);
	bench_down(&b);
}

static void groups_have_a_limit(void **state)
{
	struct bench b;
	uint32_t qpn, first;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = create(&b, 0x500);
	for (uint32_t i = 0; i < 1024; i++) {
		assert_int_equal(group(&b, 0x806, qpn, i), 0);
		assert_int_equal(group(&b, 0x806, qpn, i), 0);
	}
	assert_int_equal(group(&b, 0x806, qpn, 1024), 0x08);
	assert_int_equal(group(&b, 0x807, qpn, 0), 0);
	assert_int_equal(group(&b, 0x806, qpn, 1024), 0);
	assert_int_equal(members(&b, 1024, &first), 1);
	fw_reset(&b.fw);
	assert_int_equal(members(&b, 1024, &first), 0);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_rq_takes_over_what_is_selected),
		cmocka_unit_test(shared_queues_have_a_limit),
		cmocka_unit_test(a_cq_is_moderated_and_not_resized),
		cmocka_unit_test(groups_have_members),
		cmocka_unit_test(groups_have_a_limit),
	};

	return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
