// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Reliable connections on a cable that loses packets: what is sent again, by whom, and when a connection gives up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/prm/roce_accl.h"
#include "devx/sim/datapath/rc.h"
#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU       1024
#define GO_BACK   0
#define FIRST_PSN 0x100 /* of driver_link */

static const uint32_t modes[] = {GO_BACK, PAIR_SELECTIVE};
#define MODES (sizeof(modes) / sizeof(modes[0]))

/* ->nth of all packets, from 0 on. */
static bool lose_nth(struct pair *pair, const struct pair_packet *packet)
{
	(void)packet;
	return pair->packets == pair->nth + 1;
}

static bool lose_nth_and_the_tenth_behind(struct pair *pair, const struct pair_packet *packet)
{
	(void)packet;
	return pair->packets == pair->nth + 1 || pair->packets == pair->nth + 11;
}

static bool lose_all(struct pair *pair, const struct pair_packet *packet)
{
	(void)pair;
	(void)packet;
	return true;
}

static bool lose_first_ack(struct pair *pair, const struct pair_packet *packet)
{
	return packet->opcode == WIRE_RC_ACK && !pair->nth++;
}

static bool sent_before(const struct pair *pair, const struct pair_packet *packet)
{
	for (size_t i = 0; i + 1 < pair->packets; i++)
		if (pair->packet[i].psn == packet->psn && pair->packet[i].from == packet->from)
			return true;
	return false;
}

/* Numbers of the exchanges below that get lost the first time. */
static bool chosen(uint32_t i)
{
	return i == 5 || i == 77 || i == 78 || i == 300;
}

static bool lose_chosen_requests(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 0 && chosen(packet->psn - FIRST_PSN) && !sent_before(pair, packet);
}

static bool lose_chosen_answers(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 1 && chosen(packet->psn - FIRST_PSN) && !sent_before(pair, packet);
}

static bool lose_sixth_request(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 0 && packet->psn == FIRST_PSN + 5 && !sent_before(pair, packet);
}

static bool lose_sixth_request_and_its_nak(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from ? !pair->nth++ : lose_sixth_request(pair, packet);
}

static bool lose_sixth_answer(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 1 && packet->psn == FIRST_PSN + 5 && !sent_before(pair, packet);
}

static bool lose_sixth_answer_three_times(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 1 && packet->psn == FIRST_PSN + 5 && pair->nth++ < 3;
}

static bool lose_two_answers_twice(struct pair *pair, const struct pair_packet *packet)
{
	return packet->from == 1 && (packet->psn == FIRST_PSN + 5 || packet->psn == FIRST_PSN + 300) && pair->nth++ < 4;
}

static bool lose_second_piece_and_sixth_answer(struct pair *pair, const struct pair_packet *packet)
{
	return packet->psn == FIRST_PSN + (packet->from ? 5 : 128) && !sent_before(pair, packet);
}

static bool lose_answers(struct pair *pair, const struct pair_packet *packet)
{
	(void)pair;
	return packet->from == 1;
}

static size_t times_sent(const struct pair *pair, int from, uint32_t psn)
{
	size_t n = 0;

	for (size_t i = 0; i < pair->packets; i++)
		n += pair->packet[i].from == from && pair->packet[i].psn == psn;
	return n;
}

static size_t sent_by(const struct pair *pair, int from)
{
	size_t n = 0;

	for (size_t i = 0; i < pair->packets; i++)
		n += pair->packet[i].from == from;
	return n;
}

/* The second one ->nth times. */
static bool lose_one_answer_twice_and_one_more_often(struct pair *pair, const struct pair_packet *packet)
{
	size_t times = packet->psn == FIRST_PSN + 5 ? 2 : packet->psn == FIRST_PSN + 300 ? pair->nth : 0;

	return packet->from == 1 && times_sent(pair, 1, packet->psn) <= times;
}

#define EXCHANGE 8

static void post_exchange(struct pair *pair)
{
	pair_fill(pair, 0, 1);
	pair_fill(pair, 1, 2);
	memset(pair->mr[1].bytes, 0, 8);
	pair_receive(pair, 10000, 8000);
	pair_receive(pair, 20000, 8000);
	pair_receive(pair, 0, 0);
	pair_post(pair, DP_OP_SEND, 10000, 0, 3 * MTU);
	pair_post(pair, DP_OP_WRITE, 30000, 30000, 5 * MTU + 1);
	pair_post(pair, DP_OP_READ, 40000, 40000, 4 * MTU);
	pair_post(pair, DP_OP_FETCH_ADD, 8, 0, 8);
	pair_post(pair, DP_OP_SEND_IMM, 20000, 0, 2 * MTU);
	pair_post(pair, DP_OP_READ, 50000, 50000, 100);
	pair_post(pair, DP_OP_READ, 60000, 60000, 3 * MTU);
	pair_post(pair, DP_OP_WRITE_IMM, 70000, 70000, 2 * MTU);
}

static void check_exchange(struct pair *pair)
{
	static const uint8_t order[EXCHANGE] = {DP_OP_SEND,     DP_OP_WRITE, DP_OP_READ, DP_OP_FETCH_ADD,
						DP_OP_SEND_IMM, DP_OP_READ,  DP_OP_READ, DP_OP_WRITE_IMM};
	uint64_t before;

	for (int i = 0; i < EXCHANGE; i++)
		assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).sent_opcode, order[i]);
	pair_nothing(pair, 0);
	pair_done(pair, 1, DP_CQE_SEND, 0);
	pair_done(pair, 1, DP_CQE_SEND_IMM, 0);
	pair_done(pair, 1, DP_CQE_WRITE_IMM, 0);
	pair_nothing(pair, 1);
	assert_true(pair_same(pair, 10000, 10000, 3 * MTU));
	assert_true(pair_same(pair, 20000, 20000, 2 * MTU));
	assert_true(pair_same(pair, 30000, 30000, 5 * MTU + 1));
	assert_true(pair_same(pair, 40000, 40000, 4 * MTU));
	assert_true(pair_same(pair, 50000, 50000, 100));
	assert_true(pair_same(pair, 60000, 60000, 3 * MTU));
	assert_true(pair_same(pair, 70000, 70000, 2 * MTU));
	/* An atomic that is sent again is not done again. */
	memcpy(&before, pair->mr[0].bytes + 8, sizeof(before));
	assert_int_equal(before, 0);
	assert_true(pair->mr[1].bytes[0] == 0);
}

static void sweep(bool (*lose)(struct pair *pair, const struct pair_packet *packet), uint64_t delay_ns, uint32_t mode)
{
	size_t n = 0, all;

	do {
		struct pair *pair = pair_start(&driver_link, mode);

		pair->lose = lose;
		pair->nth = n;
		pair_delay(pair, delay_ns);
		post_exchange(pair);
		check_exchange(pair);
		all = pair->packets;
		pair_stop(pair);
	} while (n++ < all);
	assert_true(n > 20);
}

static void any_one_packet_may_be_lost(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		sweep(lose_nth, 0, modes[i]);
		sweep(lose_nth, 10 * DRIVER_US, modes[i]);
	}
}

static void any_two_packets_may_be_lost(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++)
		sweep(lose_nth_and_the_tenth_behind, 10 * DRIVER_US, modes[i]);
}

/* 400 packets leave at once, as the window is 512 and the cable longer than all of them. */
#define MANY 400

static void check_again(struct pair *pair, uint64_t packets)
{
	struct dp_rc_view view;

	assert_true(dp_rc_view(dp_queue_find(pair->d.card[0].dp, FW_OBJECT_QP, pair->qp[0].number), &view));
	assert_int_equal(view.packets_again, packets);
	assert_int_equal(view.bytes_again, packets * MTU);
}

static void selective_repeat_sends_what_was_lost(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_chosen_requests;
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, MANY * MTU));
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 0, FIRST_PSN + i), chosen(i) ? 2 : 1);
	check_again(pair, 4);
	/* One gap is named at a time. */
	assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 4);
	assert_int_equal(pair_counter(pair, 1, DRIVER_OUT_OF_SEQUENCE), MANY - 5 - 4);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
	pair_stop(pair);
}

/* A packet that was late anyhow makes the receiver name its gap once more; that must not begin a chain of repetitions. */
static void a_gap_named_twice_is_filled_once(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_chosen_requests;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, MANY * MTU);
	driver_run(&pair->d, 25 * DRIVER_US);
	pair_inject(pair, 0, 1);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_in_range(pair_count(pair, 1, WIRE_RC_ACK), 5 + 1, 5 + 4);
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 0, FIRST_PSN + i), chosen(i) ? 2 : 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 1);
	pair_stop(pair);
}

static void go_back_sends_the_window(void **state)
{
	struct pair *pair = pair_start(&driver_link, GO_BACK);

	(void)state;
	pair->lose = lose_sixth_request;
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, MANY * MTU));
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 0, FIRST_PSN + i), i < 5 ? 1 : 2);
	check_again(pair, MANY - 5);
	assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_OUT_OF_SEQUENCE), MANY - 6);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 0);
	pair_stop(pair);
}

static void selective_repeat_asks_for_answers_that_were_lost(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_chosen_answers;
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 1, 1);
	pair_post(pair, DP_OP_READ, 0, 0, MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, MANY * MTU));
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 1, FIRST_PSN + i), chosen(i) ? 2 : 1);
	/* 5; 77 and 78 in one; 300 */
	assert_int_equal(pair_counter(pair, 0, DRIVER_IMPLIED_NAK_SEQ_ERR), 3);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 4 + 3);
	pair_stop(pair);
}

static void go_back_asks_for_all_answers_from_there(void **state)
{
	struct pair *pair = pair_start(&driver_link, GO_BACK);

	(void)state;
	pair->lose = lose_sixth_answer;
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 1, 1);
	pair_post(pair, DP_OP_READ, 0, 0, MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, MANY * MTU));
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 1, FIRST_PSN + i), i < 5 ? 1 : 2);
	assert_int_equal(pair_counter(pair, 0, DRIVER_IMPLIED_NAK_SEQ_ERR), 1);
	pair_stop(pair);
}

/* What the peer has changed since then shows which answers were taken: the first ones, or those that came again. */
static void answers_behind_a_gap_are_kept_or_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_sixth_answer;
		pair_delay(pair, 20 * DRIVER_US);
		memset(pair->mr[1].bytes, 'a', PAIR_BYTES);
		pair_post(pair, DP_OP_READ, 0, 0, 20 * MTU);
		driver_run(&pair->d, 50 * DRIVER_US);
		memset(pair->mr[1].bytes, 'b', PAIR_BYTES);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		for (size_t j = 0; j < 20; j++)
			assert_int_equal(pair->mr[0].bytes[j * MTU],
					 j == 5 || (j > 5 && modes[i] == GO_BACK) ? 'b' : 'a');
		pair_stop(pair);
	}
}

/* The first gap is asked for at once, the second time a clock must run out, and then it begins anew. */
static void an_answer_may_get_lost_again_and_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_sixth_answer_three_times;
		pair_delay(pair, 20 * DRIVER_US);
		pair_fill(pair, 1, 1);
		pair_post(pair, DP_OP_READ, 0, 0, 20 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 20 * MTU));
		assert_int_equal(pair_counter(pair, 0, DRIVER_IMPLIED_NAK_SEQ_ERR), modes[i] == GO_BACK ? 2 : 1);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), modes[i] == GO_BACK ? 1 : 2);
		pair_stop(pair);
	}
}

/* Pieces of a READ are asked for again as they were: the peer has not heard of the second one. */
static void a_piece_of_a_read_that_got_lost(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_second_piece_and_sixth_answer;
		pair_delay(pair, 20 * DRIVER_US);
		pair_fill(pair, 1, 1);
		pair_post(pair, DP_OP_READ, 0, 0, 256 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 256 * MTU));
		assert_in_range(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0, 1);
		pair_stop(pair);
	}
}

/* When nothing moves any more, all that is missing is asked for, not one gap for each time-out. */
static void one_time_out_asks_for_all_answers(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_two_answers_twice;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_READ, 0, 0, MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
	for (uint32_t i = 0; i < MANY; i++)
		assert_int_equal(times_sent(pair, 1, FIRST_PSN + i), i == 5 || i == 300 ? 3 : 1);
	pair_stop(pair);
}

static void progress_makes_up_for_tries(void **state)
{
	struct driver_link link = driver_link;

	(void)state;
	link.retry_count = 1;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&link, modes[i]);

		pair->lose = lose_one_answer_twice_and_one_more_often;
		pair->nth = modes[i] == GO_BACK ? 4 : 3;
		pair_delay(pair, 20 * DRIVER_US);
		pair_post(pair, DP_OP_READ, 0, 0, MANY * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 2);
		pair_stop(pair);
	}
}

/* However the answers behind it drop in, a gap is asked for once. */
static void a_gap_is_asked_for_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_answers;
		pair_delay(pair, 20 * DRIVER_US);
		pair_post(pair, DP_OP_READ, 0, 0, 20 * MTU);
		driver_run(&pair->d, 30 * DRIVER_US);
		for (size_t j = 0; j < 20; j++) {
			/* Frame 0 is the request. */
			if (j != 5)
				pair_inject(pair, 1 + j, 0);
			driver_turn(&pair->d);
		}
		assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 2);
		pair->lose = NULL;
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		pair_stop(pair);
	}
}

/* The acknowledge of the WRITE came while an answer before it was still missing; it counts all the same. */
static void an_acknowledge_behind_a_missing_answer_counts(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_sixth_answer;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_READ, 0, 0, 20 * MTU);
	pair_post(pair, DP_OP_WRITE, 0, 0, 2 * MTU);
	driver_run(&pair->d, 100 * DRIVER_US);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_WRITE_FIRST), 1);
	pair_stop(pair);
}

#define ROUNDS      150
#define ROUND_BYTES (64 * MTU)

/* How many packets are sent again when 1 % of 9,600 gets lost on a cable of 10 us. */
static size_t sent_again(uint32_t mode)
{
	struct pair *pair = pair_start(&driver_link, mode);
	struct wire_weather weather = {.loss_per_million = 10000, .delay_ns = 10 * DRIVER_US, .seed = 1};
	size_t sent;

	driver_weather(&pair->d, &weather);
	pair_fill(pair, 0, 1);
	for (int i = 0; i < ROUNDS; i++)
		pair_post(pair, DP_OP_WRITE, 0, (size_t)i % 8 * ROUND_BYTES, ROUND_BYTES);
	for (int i = 0; i < ROUNDS; i++)
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	for (size_t i = 0; i < 8; i++)
		assert_true(pair_same(pair, 0, i * ROUND_BYTES, ROUND_BYTES));
	sent = sent_by(pair, 0);
	pair_stop(pair);
	return sent - (size_t)ROUNDS * ROUND_BYTES / MTU;
}

/* 96 packets of 9,600 are expected to get lost; each costs itself, or what was under way behind it. */
static void going_back_costs_many_times_as_much(void **state)
{
	size_t selective = sent_again(PAIR_SELECTIVE), back = sent_again(GO_BACK);

	(void)state;
	print_message("sent again of 9600: %zu by selective repeat, %zu by going back\n", selective, back);
	assert_in_range(selective, 60, 140);
	assert_true(back > 20 * selective);
}

/* Each end by its own word, which negotiation makes the same; should they differ, the data must be right all the same. */
static void ends_that_differ_still_come_through(void **state)
{
	(void)state;
	for (int odd = 0; odd < 2; odd++) {
		struct driver_link link = driver_link;
		struct pair *pair;

		link.ece[odd] = PAIR_SELECTIVE;
		pair = pair_start(&link, 0);
		assert_int_equal(driver_qp_ece(&pair->qp[odd]), PAIR_SELECTIVE);
		assert_int_equal(driver_qp_ece(&pair->qp[!odd]), 0);
		pair->lose = lose_sixth_request;
		pair_delay(pair, 20 * DRIVER_US);
		pair_fill(pair, 0, 1);
		pair_post(pair, DP_OP_WRITE, 0, 0, 40 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 40 * MTU));
		pair_stop(pair);
	}
}

/* Version 1 has no selective repeat, whatever its bit 0 says. */
static void the_first_version_goes_back(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0x10000001);

	(void)state;
	pair->lose = lose_sixth_request;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, 40 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(sent_by(pair, 0), 40 + 35);
	pair_stop(pair);
}

static void duplicates_change_nothing(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);
		size_t frames;

		post_exchange(pair);
		driver_settle(&pair->d);
		frames = pair->frames;
		pair_fill(pair, 1, 9);
		pair_fill(pair, 0, 9);
		for (size_t j = 0; j < frames; j++)
			pair_inject(pair, j, !pair->packet[j].from);
		driver_settle(&pair->d);
		assert_true(pair_same(pair, 0, 0, PAIR_BYTES));
		assert_true(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST) > 10);
		for (int j = 0; j < EXCHANGE; j++)
			pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		pair_nothing(pair, 0);
		pair_stop(pair);
	}
}

static void a_late_packet_closes_the_gap(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_sixth_request;
		pair_delay(pair, 20 * DRIVER_US);
		pair_fill(pair, 0, 1);
		pair_post(pair, DP_OP_WRITE, 0, 0, 20 * MTU);
		driver_run(&pair->d, 25 * DRIVER_US);
		pair_inject(pair, 5, 1);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 20 * MTU));
		pair_stop(pair);
	}
}

/* 4.096 us << 14 = 67.108864 ms; the first try and seven more. */
#define ACK_TIME_NS UINT64_C(67108864)

static void nobody_answers(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_all;
		pair_post(pair, DP_OP_WRITE, 0, 0, 8);
		pair_post(pair, DP_OP_WRITE, 0, 0, 8);
		driver_run(&pair->d, 8 * ACK_TIME_NS - 1);
		assert_int_equal(driver_qp_state(&pair->qp[0]), PRM_QP_RTS);
		driver_run(&pair->d, 1);
		assert_int_equal(driver_qp_state(&pair->qp[0]), PRM_QP_ERR);
		pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_RETRIES);
		pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_FLUSHED);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 7);
		assert_int_equal(pair_counter(pair, 0, DRIVER_REQ_TRANSPORT_RETRIES_EXCEEDED), 1);
		assert_int_equal(times_sent(pair, 0, FIRST_PSN), 8);
		pair_stop(pair);
	}
}

static void without_a_time_out_nothing_is_sent_again(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 0;
	pair = pair_start(&link, 0);
	pair->lose = lose_all;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_run(&pair->d, 1000 * DRIVER_S);
	assert_int_equal(pair->packets, 1);
	assert_int_equal(driver_qp_state(&pair->qp[0]), PRM_QP_RTS);
	pair_stop(pair);
}

static void without_retries_the_first_gap_is_the_end(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.retry_count = 0;
	pair = pair_start(&link, 0);
	pair->lose = lose_sixth_request;
	pair_post(pair, DP_OP_WRITE, 0, 0, 40 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_RETRIES);
	assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 0);
	pair_stop(pair);
}

static void a_lost_acknowledge_is_asked_for_again(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair->lose = lose_first_ack;
		pair_post(pair, DP_OP_WRITE, 0, 0, 3 * MTU);
		driver_run(&pair->d, ACK_TIME_NS - 1);
		assert_int_equal(sent_by(pair, 0), 3);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
		assert_int_equal(sent_by(pair, 0), modes[i] == GO_BACK ? 6 : 4);
		assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), modes[i] == GO_BACK ? 3 : 1);
		pair_stop(pair);
	}
}

/* One time-out, one packet to ask by, and the gap is named again. */
static void a_lost_nak_is_asked_for_again(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair->lose = lose_sixth_request_and_its_nak;
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, 20 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, 20 * MTU));
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 1);
	assert_int_equal(sent_by(pair, 0), 20 + 1 + 1);
	pair_stop(pair);
}

/* Code 12 is 0.64 ms: IBTA volume 1, table 45. */
#define RNR_NS (640 * DRIVER_US)

static void a_receiver_that_is_not_ready_is_waited_for(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair_delay(pair, 10 * DRIVER_US);
		pair_fill(pair, 0, 1);
		pair_post(pair, DP_OP_WRITE, 0, 0, 8);
		pair_post(pair, DP_OP_SEND, 0, 0, 3 * MTU);
		pair_post(pair, DP_OP_WRITE, 0, 8000, 8);
		driver_run(&pair->d, RNR_NS);
		assert_int_equal(pair_count(pair, 0, WIRE_RC_SEND_FIRST), 1);
		driver_run(&pair->d, 2 * RNR_NS);
		assert_in_range(pair_count(pair, 0, WIRE_RC_SEND_FIRST), 3, 4);
		pair_receive(pair, 40000, 4 * MTU);
		for (int j = 0; j < 3; j++)
			pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		pair_done(pair, 1, DP_CQE_SEND, 0);
		pair_nothing(pair, 1);
		assert_true(pair_same(pair, 0, 40000, 3 * MTU));
		assert_true(pair_same(pair, 0, 8000, 8));
		assert_in_range(pair_counter(pair, 0, DRIVER_RNR_NAK_RETRY_ERR), 3, 4);
		assert_in_range(pair_counter(pair, 1, DRIVER_OUT_OF_BUFFER), 3, 4);
		assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 0);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
		pair_stop(pair);
	}
}

static void a_receiver_that_is_never_ready(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.rnr_retry = 2;
	pair = pair_start(&link, 0);
	pair_post(pair, DP_OP_WRITE_IMM, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_RNR_RETRIES);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_WRITE_ONLY_IMM), 3);
	assert_int_equal(pair_counter(pair, 0, DRIVER_RNR_NAK_RETRY_ERR), 2);
	assert_int_equal(pair_counter(pair, 0, DRIVER_REQ_RNR_RETRIES_EXCEEDED), 1);
	pair_stop(pair);
}

static void gaps_are_named_again_after_a_wait(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair_delay(pair, 10 * DRIVER_US);
		pair_post(pair, DP_OP_SEND, 0, 0, 8);
		driver_run(&pair->d, RNR_NS / 2);
		pair_receive(pair, 0, 8);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		pair->lose = lose_sixth_request;
		pair_post(pair, DP_OP_WRITE, 0, 0, 20 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 1);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
		pair_stop(pair);
	}
}

static void each_message_may_wait_for_the_receiver(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.rnr_retry = 2;
	pair = pair_start(&link, 0);
	for (int i = 0; i < 4; i++) {
		pair_post(pair, DP_OP_SEND, 0, 0, 8);
		driver_run(&pair->d, RNR_NS * 3 / 2);
		pair_receive(pair, 0, 8);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		pair_done(pair, 1, DP_CQE_SEND, 0);
	}
	assert_int_equal(pair_counter(pair, 0, DRIVER_RNR_NAK_RETRY_ERR), 8);
	pair_stop(pair);
}

/* The profile: base 16 us, first time 2^8, then a range of 2^8 to 2^12, each once; 2^14 in all. */
#define BASE_NS UINT64_C(16000)

static void set_adaptive(struct pair *pair, bool on)
{
	prm_set(pair->d.card[0].state.roce_accl, &prm_roce_accl.roce_adp_retrans_en, on);
}

static void adaptive_times_double(void **state)
{
	static const uint64_t at[] = {0, 256, 512, 1024, 2048, 4096};
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 18; /* 1.07 s, longer than all of these */
	pair = pair_start(&link, 0);
	set_adaptive(pair, true);
	pair->lose = lose_all;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	for (size_t i = 1; i < sizeof(at) / sizeof(at[0]); i++) {
		driver_run(&pair->d, (at[i] - at[i - 1]) * BASE_NS - 1);
		assert_int_equal(pair->packets, i);
		driver_run(&pair->d, 1);
		assert_int_equal(pair->packets, i + 1);
		assert_int_equal(pair_counter(pair, 0, DRIVER_ROCE_ADP_RETRANS), i);
	}
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_RETRIES);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
	assert_int_equal(driver_counter(&pair->d.card[0], 0, (enum driver_counter)0xcc), 1);
	pair_stop(pair);
}

/* 4.096 us << 5 = 131 us is less than 2^8 * 16 us. */
static void adaptive_times_are_never_longer_than_the_qp_s(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 5;
	pair = pair_start(&link, 0);
	set_adaptive(pair, true);
	pair->lose = lose_first_ack;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_run(&pair->d, 131072 - 1);
	assert_int_equal(sent_by(pair, 0), 1);
	driver_run(&pair->d, 1);
	assert_int_equal(sent_by(pair, 0), 2);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

static void acknowledges_have_the_dscp_that_the_register_says(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	uint8_t *reg = pair->d.card[1].state.roce_accl;

	(void)state;
	prm_set(reg, &prm_roce_accl.ack_dscp_force, 1);
	prm_set(reg, &prm_roce_accl.ack_dscp, 46);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair->packet[0].traffic_class >> 2, 0);
	assert_int_equal(pair->packet[1].opcode, WIRE_RC_ACK);
	assert_int_equal(pair->packet[1].traffic_class >> 2, 46);
	pair_stop(pair);
}

/* A cheap generator of its own for each run, so that a seed tells all. */
static uint32_t roll(uint32_t *dice, uint32_t below)
{
	*dice = *dice * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(*dice >> 8) * below >> 24);
}

#define SLOT  32768
#define SLOTS 30

static void random_requests(struct pair *pair, uint32_t seed)
{
	static const enum dp_opcode opcodes[] = {DP_OP_SEND, DP_OP_WRITE, DP_OP_READ, DP_OP_SEND_IMM, DP_OP_WRITE_IMM};
	size_t bytes[SLOTS];
	uint32_t dice = seed;

	pair_fill(pair, 0, seed);
	pair_fill(pair, 1, seed + 1);
	for (uint32_t i = 0; i < SLOTS; i++) {
		enum dp_opcode opcode = opcodes[roll(&dice, 5)];

		bytes[i] = roll(&dice, SLOT / 2) * roll(&dice, 3);
		if (opcode == DP_OP_SEND || opcode == DP_OP_SEND_IMM)
			pair_receive(pair, i * SLOT, SLOT);
		if (opcode == DP_OP_WRITE_IMM)
			pair_receive(pair, 0, 0);
		pair_post(pair, opcode, i * SLOT, i * SLOT, bytes[i]);
	}
	for (uint32_t i = 0; i < SLOTS; i++)
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	for (uint32_t i = 0; i < SLOTS; i++)
		assert_true(pair_same(pair, i * SLOT, i * SLOT, bytes[i]));
}

static void whatever_is_lost_the_data_are_right(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed < 40; seed++) {
		struct driver_link link = driver_link;
		struct wire_weather weather = {.loss_per_million = 10000 * (1 + seed % 8), .seed = seed};
		struct pair *pair;

		link.mtu = (uint8_t)(1 + seed % 5);
		link.log_reads = (uint8_t)(seed % 4);
		pair = pair_start(&link, modes[seed / 2 % 2]);
		weather.delay_ns = seed % 2 * 10 * DRIVER_US;
		driver_weather(&pair->d, &weather);
		random_requests(pair, seed);
		pair_stop(pair);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(any_one_packet_may_be_lost),
	cmocka_unit_test(any_two_packets_may_be_lost),
	cmocka_unit_test(selective_repeat_sends_what_was_lost),
	cmocka_unit_test(a_gap_named_twice_is_filled_once),
	cmocka_unit_test(go_back_sends_the_window),
	cmocka_unit_test(selective_repeat_asks_for_answers_that_were_lost),
	cmocka_unit_test(go_back_asks_for_all_answers_from_there),
	cmocka_unit_test(answers_behind_a_gap_are_kept_or_not),
	cmocka_unit_test(an_acknowledge_behind_a_missing_answer_counts),
	cmocka_unit_test(an_answer_may_get_lost_again_and_again),
	cmocka_unit_test(a_piece_of_a_read_that_got_lost),
	cmocka_unit_test(one_time_out_asks_for_all_answers),
	cmocka_unit_test(progress_makes_up_for_tries),
	cmocka_unit_test(a_gap_is_asked_for_once),
	cmocka_unit_test(going_back_costs_many_times_as_much),
	cmocka_unit_test(ends_that_differ_still_come_through),
	cmocka_unit_test(the_first_version_goes_back),
	cmocka_unit_test(duplicates_change_nothing),
	cmocka_unit_test(a_late_packet_closes_the_gap),
	cmocka_unit_test(nobody_answers),
	cmocka_unit_test(without_a_time_out_nothing_is_sent_again),
	cmocka_unit_test(without_retries_the_first_gap_is_the_end),
	cmocka_unit_test(a_lost_acknowledge_is_asked_for_again),
	cmocka_unit_test(a_lost_nak_is_asked_for_again),
	cmocka_unit_test(a_receiver_that_is_not_ready_is_waited_for),
	cmocka_unit_test(a_receiver_that_is_never_ready),
	cmocka_unit_test(gaps_are_named_again_after_a_wait),
	cmocka_unit_test(each_message_may_wait_for_the_receiver),
	cmocka_unit_test(adaptive_times_double),
	cmocka_unit_test(adaptive_times_are_never_longer_than_the_qp_s),
	cmocka_unit_test(acknowledges_have_the_dscp_that_the_register_says),
	cmocka_unit_test(whatever_is_lost_the_data_are_right),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
