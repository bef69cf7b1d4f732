// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Queue pairs: transitions, what they carry, ECE words. Positions: mlx5_ifc.h, context at 0x18. */
#include "tests/unit/sim/bench.h"

#define QPC 0x18

static uint32_t create(struct bench *b, uint32_t ece)
{
	bench_word(b, 0x00, 0x05000000);
	bench_word(b, 0x14, ece);
	assert_int_equal(bench_run(b, 0x110, 0x10), 0);
	return bench_got(b, 0x08);
}

static uint8_t move(struct bench *b, uint16_t opcode, uint32_t qpn, uint32_t ece)
{
	bench_word(b, 0x00, (uint32_t)opcode << 16);
	bench_word(b, 0x08, qpn);
	bench_word(b, 0x14, ece);
	return bench_run(b, 0x110, 0x10);
}

static void query(struct bench *b, uint32_t qpn)
{
	bench_word(b, 0x00, 0x050b0000);
	bench_word(b, 0x08, qpn);
	assert_int_equal(bench_run(b, 0x10, 0x110), 0);
}

static void states_follow_each_other(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = create(&b, 0);
	assert_int_equal(move(&b, 0x503, qpn, 0), 0x10);
	assert_int_equal(move(&b, 0x502, qpn, 0), 0);
	assert_int_equal(move(&b, 0x502, qpn, 0), 0x10);
	assert_int_equal(move(&b, 0x50e, qpn, 0), 0);
	assert_int_equal(move(&b, 0x503, qpn, 0), 0);
	assert_int_equal(move(&b, 0x504, qpn, 0), 0);
	assert_int_equal(move(&b, 0x505, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC) >> 28, 3);
	assert_int_equal(move(&b, 0x507, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC) >> 28, 6);
	assert_int_equal(move(&b, 0x50a, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC) >> 28, 0);
	assert_int_equal(move(&b, 0x502, qpn + 1, 0), 0x05);
	bench_down(&b);
}

static void a_transition_brings_its_own_fields(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	bench_word(&b, QPC + 0x7c, 0x000401); /* cqn_snd */
	qpn = create(&b, 0);
	bench_word(&b, QPC + 0x00, 0x00001800); /* pm_state 3 */
	bench_word(&b, QPC + 0x0c, 0x2a000000); /* counter_set_id */
	bench_word(&b, QPC + 0x90, 0x0000e000); /* rre, rwe, rae */
	bench_word(&b, QPC + 0xa8, 0x11111111); /* q_key */
	assert_int_equal(move(&b, 0x502, qpn, 0), 0);
	bench_word(&b, QPC + 0x08, 0x7e000000);     /* mtu 3, log_msg_max 30 */
	bench_word(&b, QPC + 0x14, 0x00000123);     /* remote_qpn */
	bench_word(&b, QPC + 0x44 - 4, 0xbeefcafe); /* end of the primary path: MAC */
	bench_word(&b, QPC + 0x90, 0x00800000);     /* log_rra_max 4 */
	bench_word(&b, QPC + 0x94, 0x0c0abcde);     /* min_rnr_nak, next_rcv_psn */
	assert_int_equal(move(&b, 0x503, qpn, 0), 0);
	bench_word(&b, QPC + 0x20, 0x70000000); /* ack_timeout 14 in a path that is empty otherwise */
	bench_word(&b, QPC + 0x70, 0x8047e000); /* log_ack_req_freq 8, log_sra_max 2, retry_count 7, rnr_retry 7 */
	bench_word(&b, QPC + 0x78, 0x00012345); /* next_send_psn */
	assert_int_equal(move(&b, 0x504, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC + 0x00), 0x30001800); /* RTS */
	assert_int_equal(bench_got(&b, QPC + 0x08), 0x7e000000);
	assert_int_equal(bench_got(&b, QPC + 0x0c), 0x2a000000);
	assert_int_equal(bench_got(&b, QPC + 0x14), 0x00000123);
	assert_int_equal(bench_got(&b, QPC + 0x20), 0x70000000);
	assert_int_equal(bench_got(&b, QPC + 0x44 - 4), 0xbeefcafe);
	assert_int_equal(bench_got(&b, QPC + 0x70), 0x8047e000);
	assert_int_equal(bench_got(&b, QPC + 0x78), 0x00012345);
	assert_int_equal(bench_got(&b, QPC + 0x7c), 0x000401);
	assert_int_equal(bench_got(&b, QPC + 0x90), 0x0080e000);
	assert_int_equal(bench_got(&b, QPC + 0x94), 0x0c0abcde);
	assert_int_equal(bench_got(&b, QPC + 0xa8), 0x11111111);
	bench_down(&b);
}

static uint32_t ready_to_send(struct bench *b, uint32_t ece)
{
	uint32_t qpn = create(b, 0x10000000);

	assert_int_equal(move(b, 0x502, qpn, 0), 0);
	assert_int_equal(move(b, 0x503, qpn, ece), 0);
	assert_int_equal(move(b, 0x504, qpn, 0), 0);
	return qpn;
}

static void optional_fields_need_their_bit(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = ready_to_send(&b, 0);
	bench_word(&b, QPC + 0x94, 0x05000000); /* min_rnr_nak */
	assert_int_equal(move(&b, 0x505, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC + 0x94), 0);
	bench_word(&b, 0x10, 1U << 6);
	bench_word(&b, QPC + 0x94, 0x05000000);
	assert_int_equal(move(&b, 0x505, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC + 0x94), 0x05000000);
	bench_down(&b);
}

/* Linux sets port and partition key on the way to INIT and sends zeros in their place later; port 0 cannot be queried. */
static void the_port_of_init_stays(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = create(&b, 0);
	bench_word(&b, QPC + 0x18, 0x00000007); /* pkey_index */
	bench_word(&b, QPC + 0x3c, 0x00010000); /* vhca_port_num */
	bench_word(&b, QPC + 0x90, 0x00012000); /* atomic_mode 1, rae */
	assert_int_equal(move(&b, 0x502, qpn, 0), 0);
	bench_word(&b, QPC + 0x24, 0x0fe12345); /* tclass, flow label: of the same path */
	assert_int_equal(move(&b, 0x503, qpn, 0), 0);
	assert_int_equal(move(&b, 0x504, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, QPC + 0x18), 0x00000007);
	assert_int_equal(bench_got(&b, QPC + 0x24), 0x0fe12345);
	assert_int_equal(bench_got(&b, QPC + 0x3c), 0x00010000);
	assert_int_equal(bench_got(&b, QPC + 0x90), 0x00012000);
	bench_down(&b);
}

/* As the data path does after an error of an unreliable send queue. */
static void put_into(struct bench *b, uint32_t qpn, uint32_t qp_state)
{
	struct fw_object *qp = fw_object_find(b->fw.objects, FW_OBJECT_QP, qpn);

	ece_put_be32(qp->create + QPC, qp_state << 28);
}

static void who_comes_back_to_rts_keeps_its_context(void **state)
{
	static const struct {
		uint32_t from;
		uint16_t opcode, other;
	} cases[] = {{4, 0x506, 0x50c}, {5, 0x50c, 0x506}};
	struct bench b;
	uint32_t qpn;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		bench_up_with_objects(&b, "cx7");
		qpn = create(&b, 0);
		assert_int_equal(move(&b, 0x502, qpn, 0), 0);
		assert_int_equal(move(&b, 0x503, qpn, 0), 0);
		bench_word(&b, QPC + 0x78, 0x00012345); /* next_send_psn */
		assert_int_equal(move(&b, 0x504, qpn, 0), 0);
		assert_int_equal(move(&b, cases[i].opcode, qpn, 0), 0x10);
		put_into(&b, qpn, cases[i].from);
		assert_int_equal(move(&b, cases[i].other, qpn, 0), 0x10);
		bench_word(&b, 0x10, 1U << 5);
		bench_word(&b, QPC + 0xa8, 0x22222222); /* q_key */
		assert_int_equal(move(&b, cases[i].opcode, qpn, 0), 0);
		query(&b, qpn);
		assert_int_equal(bench_got(&b, QPC) >> 28, 3);
		assert_int_equal(bench_got(&b, QPC + 0x78), 0x00012345);
		assert_int_equal(bench_got(&b, QPC + 0xa8), 0x22222222);
		bench_down(&b);
	}
}

static void creation_tells_what_the_card_offers(void **state)
{
	struct bench b;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	create(&b, 0x10000000);
	assert_int_equal(bench_got(&b, 0x0c), 0x30000003);
	create(&b, 0);
	assert_int_equal(bench_got(&b, 0x0c), 0);
	bench_down(&b);
}

static void both_ends_options_meet(void **state)
{
	static const struct {
		const char *type;
		uint32_t asked;
		uint32_t enabled;
	} cases[] = {
		{"cx7", 0x30000003, 0x30000003}, {"cx7", 0x20000001, 0x20000001},   {"cx7", 0x10000002, 0x10000002},
		{"cx7", 0x70000007, 0x30000003}, {"cx6dx", 0x30000003, 0x20000001}, {"cx6dx", 0x00000003, 0x00000000},
		{"cx7", 0x00000000, 0x00000000},
	};
	struct bench b;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint32_t qpn;

		bench_up_with_objects(&b, cases[i].type);
		qpn = ready_to_send(&b, cases[i].asked);
		query(&b, qpn);
		assert_int_equal(bench_got(&b, 0x14), cases[i].enabled);
		bench_down(&b);
	}
}

static void a_connected_qp_does_not_change_its_options(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx7");
	qpn = ready_to_send(&b, 0x20000001);
	assert_int_equal(move(&b, 0x505, qpn, 0x20000001), 0);
	assert_int_equal(move(&b, 0x505, qpn, 0x30000003), 0x03);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, 0x14), 0x20000001);
	assert_int_equal(move(&b, 0x50a, qpn, 0), 0);
	query(&b, qpn);
	assert_int_equal(bench_got(&b, 0x14), 0);
	bench_down(&b);
}

/* A user context asks for a QP that another one made; the uid is what the kernel stamps. */
static uint8_t query_as(struct bench *b, uint16_t uid, uint32_t qpn)
{
	bench_word(b, 0x00, 0x050b0000 | uid);
	bench_word(b, 0x08, qpn);
	return bench_run(b, 0x10, 0x110);
}

static void a_card_may_hide_the_qps_of_others(void **state)
{
	struct bench b;
	uint32_t qpn;

	(void)state;
	bench_up_with_objects(&b, "cx6dx-old");
	bench_word(&b, 0x00, 0x05000005);
	assert_int_equal(bench_run(&b, 0x110, 0x10), 0);
	qpn = bench_got(&b, 0x08);
	assert_int_equal(query_as(&b, 5, qpn), 0);
	assert_int_equal(query_as(&b, 0, qpn), 0);
	assert_int_equal(query_as(&b, 6, qpn), 0x05);
	bench_down(&b);
	bench_up_with_objects(&b, "cx7");
	qpn = create(&b, 0);
	assert_int_equal(query_as(&b, 6, qpn), 0);
	bench_down(&b);
}

/* The context of a target lies at 0x10 and has its ECE word at its end, 0x4c. */
static void a_target_settles_its_options_when_it_is_made(void **state)
{
	struct bench b;
	uint32_t dctn;

	(void)state;
	bench_up_with_objects(&b, "cx6dx");
	bench_word(&b, 0x00, 0x07100000);
	bench_word(&b, 0x4c, 0x30000003);
	assert_int_equal(bench_run(&b, 0x80, 0x10), 0);
	assert_int_equal(bench_got(&b, 0x0c), 0x20000001);
	dctn = bench_got(&b, 0x08);
	bench_word(&b, 0x00, 0x07130000);
	bench_word(&b, 0x08, dctn);
	assert_int_equal(bench_run(&b, 0x10, 0x50), 0);
	assert_int_equal(bench_got(&b, 0x4c), 0x20000001);
	bench_word(&b, 0x00, 0x07130000);
	bench_word(&b, 0x08, dctn + 1);
	assert_int_equal(bench_run(&b, 0x10, 0x50), 0x05);
	bench_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states_follow_each_other),
		cmocka_unit_test(a_transition_brings_its_own_fields),
		cmocka_unit_test(optional_fields_need_their_bit),
		cmocka_unit_test(the_port_of_init_stays),
		cmocka_unit_test(who_comes_back_to_rts_keeps_its_context),
		cmocka_unit_test(creation_tells_what_the_card_offers),
		cmocka_unit_test(both_ends_options_meet),
		cmocka_unit_test(a_connected_qp_does_not_change_its_options),
		cmocka_unit_test(a_card_may_hide_the_qps_of_others),
		cmocka_unit_test(a_target_settles_its_options_when_it_is_made),
	};

	return cmocka_run_group_tests_name("qp", tests, NULL, NULL);
}
