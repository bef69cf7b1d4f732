// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A receive queue shared by two QPs: entries go in the order of the list, completions tell whose they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/couple.h"

#define QPS         2
#define ENTRY_BYTES 256
#define MESSAGE     100
#define LOG_ENTRIES 3
#define ENTRIES     (1 << LOG_ENTRIES)
#define EVENT_LIMIT 0x14 /* MLX5_EVENT_TYPE_SRQ_RQ_LIMIT */
#define LOW_WATER   3

struct shared {
	struct driver driver;
	struct driver_cq cq[2]; /* of senders, of receivers */
	struct driver_mr from, to;
	struct driver_srq srq;
	struct driver_qp sender[QPS], receiver[QPS];
};

static void begin(struct shared *s, uint16_t low_water, bool umem)
{
	struct driver_card *one, *other;

	driver_start(&s->driver, "cx7", "cx7");
	one = &s->driver.card[0];
	other = &s->driver.card[1];
	driver_make_cq(one, &s->cq[0], &(struct driver_cq_options){.log_entries = 7});
	driver_make_cq(other, &s->cq[1], &(struct driver_cq_options){.log_entries = 7});
	driver_mr(one, &s->from, 4096);
	driver_mr(other, &s->to, ENTRIES * ENTRY_BYTES);
	driver_make_srq(other, &s->srq,
			&(struct driver_srq_options){
				.log_entries = LOG_ENTRIES, .low_water = low_water, .place = {.umem = umem}});
	for (size_t i = 0; i < QPS; i++) {
		driver_make_qp(one, &s->sender[i],
			       &(struct driver_qp_options){.service = PRM_QP_RC, .send_cq = &s->cq[0]});
		driver_make_qp(other, &s->receiver[i],
			       &(struct driver_qp_options){.service = PRM_QP_RC,
							   .send_cq = &s->cq[1],
							   .srq = &s->srq,
							   .user_index = (uint32_t)(0x100 + i)});
		driver_connect(&s->sender[i], &s->receiver[i], &driver_link);
	}
}

/* Entry n of the ring is always over the n-th piece of memory. */
static void post(struct shared *s)
{
	struct driver_sge sge = driver_sge(&s->to, (size_t)s->srq.tail * ENTRY_BYTES, ENTRY_BYTES);

	driver_post_srq(&s->srq, &sge, 1);
}

static void send(struct shared *s, size_t qp, uint8_t what)
{
	struct driver_sge sge = driver_sge(&s->from, what, MESSAGE);

	driver_post_send(&s->sender[qp], &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1});
}

static void expect(struct shared *s, size_t qp, uint8_t what, uint16_t entry)
{
	struct driver_cqe cqe;

	assert_true(driver_wait(&s->cq[1], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_SEND);
	assert_int_equal(cqe.qpn, s->receiver[qp].number);
	assert_int_equal(cqe.user_index, 0x100 + qp);
	assert_int_equal(cqe.counter, entry);
	assert_int_equal(cqe.bytes, MESSAGE);
	assert_memory_equal(s->to.bytes + (size_t)entry * ENTRY_BYTES, s->from.bytes + what, MESSAGE);
}

static void entries_go_to_whoever_comes(bool umem)
{
	static const uint8_t who[] = {0, 1, 1, 0, 1, 0};
	struct shared s;

	begin(&s, 0, umem);
	couple_fill(s.from.bytes, s.from.length, 3);
	for (size_t i = 0; i < sizeof(who); i++)
		post(&s);
	for (size_t i = 0; i < sizeof(who); i++) {
		send(&s, who[i], (uint8_t)i);
		expect(&s, who[i], (uint8_t)i, (uint16_t)i);
	}
	driver_stop(&s.driver);
}

static void in_pages(void **state)
{
	(void)state;
	entries_go_to_whoever_comes(false);
}

static void in_a_umem(void **state)
{
	(void)state;
	entries_go_to_whoever_comes(true);
}

/* Entries are given back in another order than they were used in; the list then runs through the ring as it likes. */
static void entries_come_back_in_any_order(void **state)
{
	/* The card takes them in the order in which they were freed. */
	static const uint16_t freed[] = {3, 0};
	struct shared s;

	(void)state;
	begin(&s, 0, false);
	couple_fill(s.from.bytes, s.from.length, 3);
	for (size_t i = 0; i < ENTRIES - 1; i++)
		post(&s);
	for (size_t i = 0; i < ENTRIES - 1; i++) {
		send(&s, i % QPS, (uint8_t)i);
		expect(&s, i % QPS, (uint8_t)i, (uint16_t)i);
	}
	for (size_t i = 0; i < 2; i++)
		driver_free_srq(&s.srq, freed[i]);
	/* 7 was free all the time. */
	for (size_t i = 0; i < 3; i++)
		post(&s);
	send(&s, 0, 40);
	expect(&s, 0, 40, 7);
	send(&s, 1, 41);
	expect(&s, 1, 41, 3);
	send(&s, 0, 42);
	expect(&s, 0, 42, 0);
	driver_stop(&s.driver);
}

/* An empty queue makes senders wait, both of them, until there is an entry for each. */
static void an_empty_queue_makes_all_wait(void **state)
{
	struct driver_cqe cqe;
	struct shared s;

	(void)state;
	begin(&s, 0, false);
	couple_fill(s.from.bytes, s.from.length, 3);
	send(&s, 0, 1);
	send(&s, 1, 2);
	driver_run(&s.driver, 20 * DRIVER_MS);
	assert_false(driver_poll(&s.cq[1], &cqe));
	assert_false(driver_poll(&s.cq[0], &cqe));
	post(&s);
	post(&s);
	driver_settle(&s.driver);
	for (size_t i = 0; i < 2; i++) {
		assert_true(driver_poll(&s.cq[1], &cqe));
		assert_int_equal(cqe.opcode, DP_CQE_SEND);
		assert_true(driver_poll(&s.cq[0], &cqe));
		assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
	}
	driver_stop(&s.driver);
}

static size_t limit_events(const struct driver_card *card)
{
	size_t count = 0;

	for (size_t i = 0; i < card->events && i < DRIVER_EVENTS_MAX; i++)
		count += card->event[i].type == EVENT_LIMIT;
	return count;
}

/* The event comes once, when fewer entries are left than the mark says. */
static void a_low_water_mark_is_told_once(void **state)
{
	struct shared s;

	(void)state;
	begin(&s, LOW_WATER, false);
	for (size_t i = 0; i < 6; i++)
		post(&s);
	for (size_t i = 0; i < 3; i++) {
		send(&s, 0, (uint8_t)i);
		expect(&s, 0, (uint8_t)i, (uint16_t)i);
	}
	assert_int_equal(limit_events(&s.driver.card[1]), 0);
	for (size_t i = 3; i < 6; i++) {
		send(&s, 1, (uint8_t)i);
		expect(&s, 1, (uint8_t)i, (uint16_t)i);
	}
	assert_int_equal(limit_events(&s.driver.card[1]), 1);
	driver_stop(&s.driver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_pages),
		cmocka_unit_test(in_a_umem),
		cmocka_unit_test(entries_come_back_in_any_order),
		cmocka_unit_test(an_empty_queue_makes_all_wait),
		cmocka_unit_test(a_low_water_mark_is_told_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
