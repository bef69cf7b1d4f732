// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What ends in the middle: QPs that are destroyed with packets under way, cards that are reset, links that go down; and
 * many of everything at once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/prm/roce_accl.h"
#include "devx/sim/datapath/rc.h"
#include "devx/sim/fw/object.h"
#include "tests/unit/devx/sim/datapath/couple.h"

#define OP_CREATE_QP 0x500

#define LONG_BYTES  60000
#define LONG_WRITES 10
#define MANY        150

static const struct wire_weather far_away = {.delay_ns = 50 * DRIVER_US};

static struct driver_link short_link(uint8_t retry_count)
{
	struct driver_link link = driver_link;

	link.mtu = 1;
	link.ack_timeout = 8; /* 1 ms */
	link.retry_count = retry_count;
	return link;
}

static void begin(struct couple *couple, const struct driver_link *link)
{
	couple_start(couple, PRM_QP_RC, link);
	/* Times are those of the QP, not of adaptive retransmission. */
	for (size_t i = 0; i < 2; i++)
		prm_set(couple->driver.card[i].state.roce_accl, &prm_roce_accl.roce_adp_retrans_en, 0);
	driver_weather(&couple->driver, &far_away);
}

/* A second QP of each card, to see that the card goes on. */
static void another_works(struct couple *couple)
{
	struct driver_cqe cqe;
	struct driver_qp qp[2];
	struct driver_cq cq[2];
	struct driver_mr mr[2];
	struct driver_sge sge;

	for (size_t i = 0; i < 2; i++) {
		struct driver_card *card = &couple->driver.card[i];

		driver_make_cq(card, &cq[i], &(struct driver_cq_options){.log_entries = 4});
		driver_mr(card, &mr[i], 4096);
		driver_make_qp(card, &qp[i], &(struct driver_qp_options){.service = PRM_QP_RC, .send_cq = &cq[i]});
	}
	driver_connect(&qp[0], &qp[1], &driver_link);
	couple_fill(mr[0].bytes, 4096, 9);
	sge = driver_sge(&mr[1], 0, 4096);
	driver_post_receive(&qp[1], &sge, 1);
	sge = driver_sge(&mr[0], 0, 4096);
	driver_post_send(&qp[0], &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1});
	assert_true(driver_wait(&cq[1], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_memory_equal(mr[0].bytes, mr[1].bytes, 4096);
	assert_true(driver_wait(&cq[0], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
}

/* More than the card keeps under way at once. */
static void start_long_write(struct couple *couple)
{
	for (size_t i = 0; i < LONG_WRITES; i++)
		couple_write(couple, 0, 0, LONG_BYTES);
	driver_run(&couple->driver, 60 * DRIVER_US);
	/* Something is there, something on its way, something not sent yet. */
	assert_int_equal(couple->mr[1].bytes[0], couple->mr[0].bytes[0]);
}

/* The completions of what was done, up to the first that is an error. */
static uint8_t first_error(struct couple *couple)
{
	struct driver_cqe cqe;

	do
		assert_true(driver_poll(&couple->send_cq[0], &cqe));
	while (cqe.opcode == DP_CQE_REQUESTER);
	return cqe.syndrome;
}

static void the_receiver_is_destroyed(void **state)
{
	struct driver_link link = short_link(2);
	struct couple couple;

	(void)state;
	begin(&couple, &link);
	start_long_write(&couple);
	driver_destroy_qp(&couple.qp[1]);
	driver_settle(&couple.driver);
	assert_int_equal(first_error(&couple), DP_SYNDROME_RETRIES);
	assert_int_equal(driver_qp_state(&couple.qp[0]), PRM_QP_ERR);
	another_works(&couple);
	couple_stop(&couple);
}

static void the_sender_is_destroyed(void **state)
{
	struct driver_link link = short_link(7);
	struct couple couple;
	uint32_t consumer = 0;

	(void)state;
	begin(&couple, &link);
	start_long_write(&couple);
	driver_destroy_qp(&couple.qp[0]);
	for (struct driver_cqe cqe; driver_poll(&couple.send_cq[0], &cqe);)
		consumer++;
	driver_settle(&couple.driver);
	assert_int_equal(couple.send_cq[0].consumer, consumer);
	assert_true(consumer < LONG_WRITES);
	another_works(&couple);
	couple_stop(&couple);
}

/* The completion queue goes first, as no driver may do it. */
static void the_completion_queue_is_destroyed(void **state)
{
	struct couple couple;

	(void)state;
	begin(&couple, NULL);
	start_long_write(&couple);
	driver_destroy_cq(&couple.send_cq[0]);
	driver_destroy_mr(&couple.mr[0]);
	driver_settle(&couple.driver);
	another_works(&couple);
	couple_stop(&couple);
}

static void a_card_is_reset(void **state)
{
	struct driver_link link = short_link(1);
	struct couple couple;

	(void)state;
	for (size_t which = 0; which < 2; which++) {
		begin(&couple, &link);
		start_long_write(&couple);
		driver_reset_card(&couple.driver.card[which]);
		driver_settle(&couple.driver);
		if (which == 1)
			assert_int_equal(first_error(&couple), DP_SYNDROME_RETRIES);
		another_works(&couple);
		couple_stop(&couple);
	}
}

/* Packets for a QP that was reset and connected anew, with other numbers, are nothing to it. */
static void packets_of_a_former_life_are_ignored(void **state)
{
	struct driver_link link = driver_link;
	struct driver_cqe cqe;
	struct couple couple;

	(void)state;
	begin(&couple, NULL);
	start_long_write(&couple);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(driver_qp_reset(&couple.qp[i]), 0);
	memset(couple.mr[1].bytes, 0, COUPLE_BYTES);
	link.psn[0] = 0x700000;
	link.psn[1] = 0x300000;
	driver_connect(&couple.qp[0], &couple.qp[1], &link);
	couple_receive(&couple, 1, 0, 3000);
	couple_send(&couple, 0, 0, 3000);
	driver_settle(&couple.driver);
	assert_true(driver_poll(&couple.receive_cq[1], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_int_equal(cqe.counter, 0);
	assert_memory_equal(couple.mr[1].bytes, couple.mr[0].bytes, 3000);
	for (size_t i = 3000; i < COUPLE_BYTES; i++)
		assert_int_equal(couple.mr[1].bytes[i], 0);
	assert_true(driver_poll(&couple.send_cq[0], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	assert_false(driver_poll(&couple.send_cq[0], &cqe));
	couple_stop(&couple);
}

static void a_link_comes_back_in_time(void **state)
{
	struct driver_link link = short_link(7);
	struct driver_cqe cqe;
	struct couple couple;

	(void)state;
	begin(&couple, &link);
	start_long_write(&couple);
	driver_link_up(&couple.driver.card[1], false);
	driver_run(&couple.driver, 2 * DRIVER_MS);
	driver_link_up(&couple.driver.card[1], true);
	driver_settle(&couple.driver);
	for (size_t i = 0; i < LONG_WRITES; i++) {
		assert_true(driver_poll(&couple.send_cq[0], &cqe));
		assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	}
	assert_memory_equal(couple.mr[0].bytes, couple.mr[1].bytes, LONG_BYTES);
	assert_true(driver_counter(&couple.driver.card[0], 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR) > 0);
	couple_stop(&couple);
}

static void a_link_stays_away(void **state)
{
	struct driver_link link = short_link(3);
	struct driver_cqe cqe;
	struct couple couple;

	(void)state;
	begin(&couple, &link);
	start_long_write(&couple);
	couple_send(&couple, 0, 0, 100);
	driver_link_up(&couple.driver.card[1], false);
	driver_settle(&couple.driver);
	assert_int_equal(first_error(&couple), DP_SYNDROME_RETRIES);
	while (driver_poll(&couple.send_cq[0], &cqe))
		assert_int_equal(cqe.syndrome, DP_SYNDROME_FLUSHED);
	assert_int_equal(couple.send_cq[0].consumer, LONG_WRITES + 1);
	/* The last one is not counted: only those that it recovers from. */
	assert_int_equal(driver_counter(&couple.driver.card[0], 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 3);
	driver_link_up(&couple.driver.card[1], true);
	another_works(&couple);
	couple_stop(&couple);
}

/* What waits on both sides is given back, in order, when a QP is moved to the error state. */
static void an_error_gives_everything_back(void **state)
{
	struct driver_cqe cqe;
	struct couple couple;

	(void)state;
	begin(&couple, NULL);
	for (size_t i = 0; i < 5; i++)
		couple_receive(&couple, 0, i * 64, 64);
	for (size_t i = 0; i < 7; i++)
		couple_write(&couple, 0, 0, 1000);
	assert_int_equal(driver_qp_error(&couple.qp[0]), 0);
	driver_settle(&couple.driver);
	for (uint16_t i = 0; i < 7; i++) {
		assert_true(driver_poll(&couple.send_cq[0], &cqe));
		assert_int_equal(cqe.syndrome, DP_SYNDROME_FLUSHED);
		assert_int_equal(cqe.counter, i);
	}
	for (uint16_t i = 0; i < 5; i++) {
		assert_true(driver_poll(&couple.receive_cq[0], &cqe));
		assert_int_equal(cqe.opcode, DP_CQE_RESPONDER_ERROR);
		assert_int_equal(cqe.syndrome, DP_SYNDROME_FLUSHED);
		assert_int_equal(cqe.counter, i);
	}
	/* Posted later, given back as well. */
	couple_write(&couple, 0, 0, 10);
	driver_settle(&couple.driver);
	assert_true(driver_poll(&couple.send_cq[0], &cqe));
	assert_int_equal(cqe.syndrome, DP_SYNDROME_FLUSHED);
	couple_stop(&couple);
}

struct crowd {
	struct driver driver;
	struct driver_cq cq[2];
	struct driver_mr mr[2];
	struct driver_qp qp[2][MANY];
};

static void crowd_begin(struct crowd *c)
{
	driver_start(&c->driver, "cx7", "cx7");
	for (size_t i = 0; i < 2; i++) {
		struct driver_card *card = &c->driver.card[i];

		driver_make_cq(card, &c->cq[i], &(struct driver_cq_options){.log_entries = 10});
		driver_mr(card, &c->mr[i], MANY * 2048);
		for (size_t n = 0; n < MANY; n++)
			driver_make_qp(card, &c->qp[i][n],
				       &(struct driver_qp_options){.service = PRM_QP_RC,
								   .send_cq = &c->cq[i],
								   .user_index = (uint32_t)n + 1});
	}
	couple_fill(c->mr[0].bytes, c->mr[0].length, 1);
	for (size_t n = 0; n < MANY; n++)
		driver_connect(&c->qp[0][n], &c->qp[1][n], &driver_link);
}

/* All QPs at once; each message to its own QP and place. */
static void many_talk_at_once(void **state)
{
	static struct crowd c;
	bool seen[MANY + 1] = {false};
	struct driver_cqe cqe;
	struct driver_sge sge;

	(void)state;
	crowd_begin(&c);
	for (size_t n = 0; n < MANY; n++) {
		sge = driver_sge(&c.mr[1], n * 2048, 2048);
		driver_post_receive(&c.qp[1][n], &sge, 1);
		sge = driver_sge(&c.mr[0], n * 2048, 2048);
		driver_post_send(&c.qp[0][n],
				 &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1});
	}
	driver_settle(&c.driver);
	for (size_t n = 0; n < MANY; n++) {
		assert_true(driver_poll(&c.cq[1], &cqe));
		assert_int_equal(cqe.bytes, 2048);
		assert_in_range(cqe.user_index, 1, MANY);
		assert_false(seen[cqe.user_index]);
		seen[cqe.user_index] = true;
		assert_true(driver_poll(&c.cq[0], &cqe));
		assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	}
	assert_memory_equal(c.mr[0].bytes, c.mr[1].bytes, c.mr[0].length);
	for (size_t n = 0; n < MANY; n++)
		for (size_t i = 0; i < 2; i++)
			driver_destroy_qp(&c.qp[i][n]);
	driver_settle(&c.driver);
	driver_stop(&c.driver);
}

/* One command that made a QP, to be sent again. */
struct kept {
	uint8_t in[DRIVER_MAILBOX_MAX];
	size_t bytes;
};

static void keep_create_qp(void *ctx, const uint8_t *in, size_t bytes)
{
	struct kept *kept = ctx;

	if (prm_get(in, &prm_mbox_in.opcode) != OP_CREATE_QP)
		return;
	memcpy(kept->in, in, bytes);
	kept->bytes = bytes;
}

/* The limit is refused, what is there works on, and a reset makes room. */
static void a_card_can_be_full(void **state)
{
	struct driver_cqe cqe;
	struct couple couple;
	uint8_t out[PRM_MBOX_MIN];
	struct kept kept = {0};
	size_t made = 0;

	(void)state;
	driver_start(&couple.driver, "cx7", "cx7");
	couple.driver.watch = keep_create_qp;
	couple.driver.watch_ctx = &kept;
	couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
	couple.driver.watch = NULL;
	driver_connect(&couple.qp[0], &couple.qp[1], &driver_link);
	while (!driver_command(&couple.driver.card[1], kept.in, kept.bytes, out, sizeof(out)))
		made++;
	assert_int_equal(prm_get(out, &prm_mbox_out.status), PRM_STATUS_NO_RESOURCES);
	assert_in_range(made, FW_OBJECTS_MAX - 100, FW_OBJECTS_MAX);
	couple_receive(&couple, 1, 0, 3000);
	couple_send(&couple, 0, 0, 3000);
	assert_true(driver_wait(&couple.receive_cq[1], &cqe));
	assert_memory_equal(couple.mr[0].bytes, couple.mr[1].bytes, 3000);
	driver_settle(&couple.driver);
	driver_reset_card(&couple.driver.card[1]);
	another_works(&couple);
	couple_stop(&couple);
}

/* All that connections may keep is in use: one more ends in the error state, and its driver is told. */
static void connections_are_bounded(void **state)
{
	struct driver_peer peer;
	struct driver_card *card;
	struct couple couple;

	(void)state;
	driver_start(&couple.driver, "cx7", "cx7");
	couple_make(&couple, PRM_QP_RC, &(struct driver_place){0});
	card = &couple.driver.card[1];
	peer = driver_peer_of(&couple.qp[0], &driver_link, driver_link.psn[0]);
	assert_int_equal(driver_qp_init(&couple.qp[1]), 0);
	card->dp->rc_bytes = RC_BYTES_MAX;
	assert_int_equal(driver_qp_rtr(&couple.qp[1], &driver_link, &peer, 0), 0);
	assert_int_equal(driver_qp_state(&couple.qp[1]), PRM_QP_ERR);
	assert_int_equal(card->events, 1);
	assert_int_equal(card->event[0].type, PRM_EVENT_QUEUE_CATASTROPHIC);
	card->dp->rc_bytes = 0;
	another_works(&couple);
	couple_stop(&couple);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_receiver_is_destroyed),
		cmocka_unit_test(the_sender_is_destroyed),
		cmocka_unit_test(the_completion_queue_is_destroyed),
		cmocka_unit_test(a_card_is_reset),
		cmocka_unit_test(packets_of_a_former_life_are_ignored),
		cmocka_unit_test(a_link_comes_back_in_time),
		cmocka_unit_test(a_link_stays_away),
		cmocka_unit_test(an_error_gives_everything_back),
		cmocka_unit_test(many_talk_at_once),
		cmocka_unit_test(a_card_can_be_full),
		cmocka_unit_test(connections_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
