// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Queues wherever a driver may put them: in pages of 4 and 8 KiB, anywhere in the first one, in umems, and completion
 * entries of either size. Each ring goes round several times, so that every entry and every seam is used.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define ROUNDS  300
#define MESSAGE 48

struct where {
	struct driver_place place;
	bool wide;
	uint8_t log_send, log_receive, receive_sges, log_cq;
};

static void begin(struct couple *couple, const struct where *where)
{
	driver_start(&couple->driver, "cx7", "cx7");
	for (size_t i = 0; i < 2; i++) {
		struct driver_card *card = &couple->driver.card[i];
		const struct driver_cq_options cq = {
			.log_entries = where->log_cq, .wide = where->wide, .place = where->place};

		driver_make_cq(card, &couple->send_cq[i], &cq);
		driver_make_cq(card, &couple->receive_cq[i], &cq);
		driver_mr(card, &couple->mr[i], COUPLE_BYTES);
		driver_make_qp(card, &couple->qp[i],
			       &(struct driver_qp_options){.service = PRM_QP_RC,
							   .send_cq = &couple->send_cq[i],
							   .receive_cq = &couple->receive_cq[i],
							   .log_send = where->log_send,
							   .log_receive = where->log_receive,
							   .receive_sges = where->receive_sges,
							   .place = where->place});
	}
	driver_connect(&couple->qp[0], &couple->qp[1], &driver_link);
}

/* Requests of one to six blocks in turn, so that they lie across the end of the ring in every way. */
static void exchange(struct couple *couple, size_t round)
{
	struct driver_sge to = driver_sge(&couple->mr[1], round * 64, 1024);
	struct driver_sge sges[2];
	uint8_t bytes[256];
	struct driver_send send = {.opcode = DP_OP_SEND, .sges = sges, .sge_count = 2, .inline_data = bytes};
	struct driver_cqe cqe;

	couple_fill(couple->mr[0].bytes, 2048, (uint8_t)round);
	couple_fill(bytes, sizeof(bytes), (uint8_t)(round + 100));
	sges[0] = driver_sge(&couple->mr[0], 0, MESSAGE);
	sges[1] = driver_sge(&couple->mr[0], 1000, MESSAGE);
	send.inline_bytes = round % 6 * 50;
	driver_post_receive(&couple->qp[1], &to, 1);
	driver_post_send(&couple->qp[0], &send);
	assert_true(driver_wait(&couple->send_cq[0], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	assert_int_equal(cqe.counter, couple->qp[0].send_index);
	assert_true(driver_wait(&couple->receive_cq[1], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_int_equal(cqe.counter, (uint16_t)round);
	assert_int_equal(cqe.bytes, send.inline_bytes + 2 * MESSAGE);
	assert_memory_equal(couple->mr[1].bytes + round * 64, bytes, send.inline_bytes);
	assert_memory_equal(couple->mr[1].bytes + round * 64 + send.inline_bytes, couple->mr[0].bytes, MESSAGE);
	assert_memory_equal(couple->mr[1].bytes + round * 64 + send.inline_bytes + MESSAGE, couple->mr[0].bytes + 1000,
			    MESSAGE);
}

static void go_round(const struct where *where)
{
	struct couple couple;

	begin(&couple, where);
	for (size_t round = 0; round < ROUNDS; round++)
		exchange(&couple, round);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(couple.driver.card[i].memory.refused, 0);
	couple_stop(&couple);
}

static void in_pages(void **state)
{
	(void)state;
	go_round(&(struct where){.log_send = 6, .log_receive = 4, .receive_sges = 4, .log_cq = 5});
}

/* Every 64th of a page that a QP's rings can begin at; the last ones straddle pages. */
static void at_every_offset(void **state)
{
	(void)state;
	for (uint8_t offset = 1; offset < 64; offset += 6)
		go_round(&(struct where){.place = {.page_offset = offset % 32},
					 .log_send = 7,
					 .log_receive = 5,
					 .receive_sges = 8,
					 .log_cq = 6});
}

static void in_big_pages(void **state)
{
	(void)state;
	for (uint8_t offset = 0; offset < 32; offset += 7)
		go_round(&(struct where){.place = {.big_pages = true, .page_offset = offset},
					 .log_send = 8,
					 .log_receive = 6,
					 .receive_sges = 4,
					 .log_cq = 7});
}

static void in_umems(void **state)
{
	(void)state;
	for (uint8_t offset = 0; offset < 32; offset += 5)
		go_round(&(struct where){.place = {.umem = true, .big_pages = offset & 1, .page_offset = offset},
					 .log_send = 7,
					 .log_receive = 5,
					 .receive_sges = 2,
					 .log_cq = 6});
}

static void with_wide_completions(void **state)
{
	(void)state;
	go_round(&(struct where){.wide = true, .log_send = 6, .log_receive = 4, .receive_sges = 4, .log_cq = 5});
	go_round(&(struct where){.wide = true,
				 .place = {.umem = true, .page_offset = 9},
				 .log_send = 6,
				 .log_receive = 4,
				 .receive_sges = 4,
				 .log_cq = 6});
}

/* Hardly longer than one request. */
static void in_tiny_rings(void **state)
{
	(void)state;
	go_round(&(struct where){.log_send = 3, .log_receive = 1, .receive_sges = 2, .log_cq = 1});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_pages), cmocka_unit_test(at_every_offset),       cmocka_unit_test(in_big_pages),
		cmocka_unit_test(in_umems), cmocka_unit_test(with_wide_completions), cmocka_unit_test(in_tiny_rings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
