// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Connections between cards of every kind, as the connection manager makes them: the client's REQ carries what its card
 * offers, the server asks its card for that and answers what came of it, the client asks for the answer. What is in
 * effect must be the intersection, on both ends. Words: facts of the model in devx/sim/fw/qp.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define TYPES   4
#define NOTHING 0

static const char *const types[TYPES] = {"cx7", "bf3", "cx6dx", "cx4"};
static const uint32_t offers[TYPES] = {0x30000003, 0x30000003, 0x20000001, NOTHING};
static const uint32_t common[TYPES][TYPES] = {
	{0x30000003, 0x30000003, 0x20000001, NOTHING},
	{0x30000003, 0x30000003, 0x20000001, NOTHING},
	{0x20000001, 0x20000001, 0x20000001, NOTHING},
	{NOTHING, NOTHING, NOTHING, NOTHING},
};

/* In which transition the two ends ask for options. */
enum when { IN_RTR, IN_RTS, IN_BOTH };

static void up_to_rtr(struct driver_qp *qp, const struct driver_qp *other, uint32_t psn, uint32_t ece)
{
	struct driver_peer peer = driver_peer_of(other, &driver_link, psn);

	assert_int_equal(driver_qp_init(qp), 0);
	assert_int_equal(driver_qp_rtr(qp, &driver_link, &peer, ece), 0);
}

/* Returns what the server's REP carries. */
static uint32_t negotiate(struct couple *couple, uint32_t req, enum when when)
{
	struct driver_qp *client = &couple->qp[0], *server = &couple->qp[1];
	uint32_t rep;

	up_to_rtr(server, client, driver_link.psn[0], when == IN_RTS ? 0 : req);
	assert_int_equal(driver_qp_rts(server, &driver_link, driver_link.psn[1], when == IN_RTR ? 0 : req), 0);
	rep = server->ece;
	up_to_rtr(client, server, driver_link.psn[1], when == IN_RTS ? 0 : rep);
	assert_int_equal(driver_qp_rts(client, &driver_link, driver_link.psn[0], when == IN_RTR ? 0 : rep), 0);
	return rep;
}

static void data_arrives(struct couple *couple)
{
	struct driver_cqe cqe;

	couple_receive(couple, 1, 0, 5000);
	couple_send(couple, 0, 0, 5000);
	driver_settle(&couple->driver);
	assert_true(driver_poll(&couple->receive_cq[1], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_memory_equal(couple->mr[0].bytes, couple->mr[1].bytes, 5000);
}

static void begin(struct couple *couple, const char *client, const char *server)
{
	driver_start(&couple->driver, client, server);
}

static void offer(struct couple *couple, size_t card, uint32_t word)
{
	couple->driver.card[card].state.ece = word;
}

static void check(struct couple *couple, uint32_t req, uint32_t expected, enum when when)
{
	uint32_t rep = negotiate(couple, req, when);

	assert_int_equal(rep, expected);
	assert_int_equal(driver_qp_ece(&couple->qp[0]), expected);
	assert_int_equal(driver_qp_ece(&couple->qp[1]), expected);
	data_arrives(couple);
	couple_stop(couple);
}

static void card_types_meet(void **state)
{
	struct couple couple;

	(void)state;
	for (size_t c = 0; c < TYPES; c++)
		for (size_t s = 0; s < TYPES; s++)
			for (enum when when = IN_RTR; when <= IN_BOTH; when++) {
				begin(&couple, types[c], types[s]);
				couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
				assert_int_equal(couple.qp[0].ece_offer, offers[c]);
				assert_int_equal(couple.qp[1].ece_offer, offers[s]);
				check(&couple, couple.qp[0].ece_offer, common[c][s], when);
			}
}

static void words_meet(void **state)
{
	static const struct {
		uint32_t client, server, expected;
	} rows[] = {
		{0x30000003, 0x30000003, 0x30000003}, {0x30000003, 0x20000001, 0x20000001},
		{0x10000002, 0x30000003, 0x10000002}, {0x30000003, 0x10000002, 0x10000002},
		{0x30000003, NOTHING, NOTHING},       {NOTHING, 0x30000003, NOTHING},
		{0x20000001, 0x30000002, 0x20000000}, {0x3000ffff, 0x30001234, 0x30001234},
	};
	struct couple couple;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin(&couple, "cx7", "cx7");
		offer(&couple, 0, rows[i].client);
		offer(&couple, 1, rows[i].server);
		couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
		assert_int_equal(couple.qp[0].ece_offer, rows[i].client);
		check(&couple, couple.qp[0].ece_offer, rows[i].expected, IN_RTR);
	}
}

/* Another vendor's REQ: the server's library asks its card for nothing, and answers nothing. */
static void who_does_not_ask_gets_nothing(void **state)
{
	struct couple couple;

	(void)state;
	begin(&couple, "cx7", "cx7");
	couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
	check(&couple, NOTHING, NOTHING, IN_BOTH);
}

/* Where only one end asks, that end alone believes in options: why the answer must travel back. */
static void one_end_alone_is_told_apart(void **state)
{
	struct driver_link link = driver_link;
	struct couple couple;

	(void)state;
	begin(&couple, "cx7", "cx7");
	couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
	link.ece[0] = 0x30000003;
	driver_connect(&couple.qp[0], &couple.qp[1], &link);
	assert_int_equal(driver_qp_ece(&couple.qp[0]), 0x30000003);
	assert_int_equal(driver_qp_ece(&couple.qp[1]), NOTHING);
	data_arrives(&couple);
	couple_stop(&couple);
}

static void a_reset_forgets_options(void **state)
{
	struct driver_link link = driver_link;
	struct couple couple;

	(void)state;
	begin(&couple, "cx7", "cx7");
	couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
	link.ece[0] = link.ece[1] = 0x30000003;
	driver_connect(&couple.qp[0], &couple.qp[1], &link);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(driver_qp_reset(&couple.qp[i]), 0);
		assert_int_equal(driver_qp_ece(&couple.qp[i]), NOTHING);
	}
	link.ece[0] = link.ece[1] = 0x20000001;
	driver_connect(&couple.qp[0], &couple.qp[1], &link);
	assert_int_equal(driver_qp_ece(&couple.qp[0]), 0x20000001);
	assert_int_equal(driver_qp_ece(&couple.qp[1]), 0x20000001);
	data_arrives(&couple);
	couple_stop(&couple);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(card_types_meet),
		cmocka_unit_test(words_meet),
		cmocka_unit_test(who_does_not_ask_gets_nothing),
		cmocka_unit_test(one_end_alone_is_told_apart),
		cmocka_unit_test(a_reset_forgets_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
