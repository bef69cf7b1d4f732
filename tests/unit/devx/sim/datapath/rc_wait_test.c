// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* How long reliable connections wait, for an acknowledge or for a receiver, and when they give up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/prm/roce_accl.h"
#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU       1024
#define GO_BACK   0
#define FIRST_PSN 0x100 /* of driver_link */

static const uint32_t modes[] = {GO_BACK, PAIR_SELECTIVE};
#define MODES (sizeof(modes) / sizeof(modes[0]))

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

/* The next ->nth requests. */
static bool lose_first_times(struct pair *pair, const struct pair_packet *packet)
{
	if (packet->from || !pair->nth)
		return false;
	pair->nth--;
	return true;
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
		assert_int_equal(pair_times_sent(pair, 0, FIRST_PSN), 8);
		pair_stop(pair);
	}
}

/* The process slept over the time; the packet still lay on the cable. The second time is meant. */
static void who_sleeps_has_not_waited(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_turn(&pair->d);
	pair->d.now_ns += 2 * ACK_TIME_NS;
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_sent_by(pair, 0), 1);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);

	pair->lose = lose_first_times;
	pair->nth = 1;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_turn(&pair->d);
	pair->d.now_ns += 2 * ACK_TIME_NS;
	driver_run(&pair->d, ACK_TIME_NS - 1);
	assert_int_equal(pair_sent_by(pair, 0), 2);
	driver_run(&pair->d, 1);
	assert_int_equal(pair_sent_by(pair, 0), 3);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);

	/* Who sleeps each time waits all the same. */
	pair->nth = 1;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_turn(&pair->d);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(pair_sent_by(pair, 0), 4);
		pair->d.now_ns += 2 * ACK_TIME_NS;
		driver_turn(&pair->d);
	}
	assert_int_equal(pair_sent_by(pair, 0), 5);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
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
	pair_lose(pair, 0, FIRST_PSN + 5, 1);
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
		assert_int_equal(pair_sent_by(pair, 0), 3);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
		assert_int_equal(pair_sent_by(pair, 0), modes[i] == GO_BACK ? 6 : 4);
		assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), modes[i] == GO_BACK ? 3 : 1);
		pair_stop(pair);
	}
}

/* One time-out, one packet to ask by, and the gap is named again. */
static void a_lost_nak_is_asked_for_again(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair_lose(pair, 0, FIRST_PSN + 5, 1);
	pair_lose(pair, 1, FIRST_PSN + 5, 1);
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, 20 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, 20 * MTU));
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 1);
	assert_int_equal(pair_sent_by(pair, 0), 20 + 1 + 1);
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
		pair_lose(pair, 0, FIRST_PSN + 5, 1);
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

/* The second range is 2^13 to 2^15, each twice; the total is that of the QP: 4.096 us << 22, 7 times. */
static void adaptive_times_go_on_to_the_next_range(void **state)
{
	static const uint64_t at[] = {0, 256, 512, 1024, 2048, 4096, 8192, 16384, 24576, 40960, 57344};
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 22;
	pair = pair_start(&link, 0);
	set_adaptive(pair, true);
	prm_set(pair->d.card[0].state.roce_accl, &prm_roce_accl.qp_total_timeout, 1);
	pair->lose = lose_all;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	for (size_t i = 1; i < sizeof(at) / sizeof(at[0]); i++) {
		driver_run(&pair->d, (at[i] - at[i - 1]) * BASE_NS - 1);
		assert_int_equal(pair->packets, i);
		driver_run(&pair->d, 1);
		assert_int_equal(pair->packets, i + 1);
	}
	pair_stop(pair);
}

/* After 2^8, 2^8, 2^9 in vain it would be 2^10; an acknowledge makes 2^9 of it. */
static void an_acknowledge_makes_adaptive_times_shorter(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 18;
	pair = pair_start(&link, 0);
	set_adaptive(pair, true);
	pair->lose = lose_first_times;
	pair->nth = 3;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_ROCE_ADP_RETRANS), 3);
	pair->nth = 1;
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_run(&pair->d, 512 * BASE_NS - 1);
	assert_int_equal(pair_sent_by(pair, 0), 4 + 1);
	driver_run(&pair->d, 1);
	assert_int_equal(pair_sent_by(pair, 0), 4 + 2);
	pair_stop(pair);
}

/* 100 waits of 2^8 are more than the total of 2^14, but each of them was worth it. */
static void progress_begins_the_total_anew(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.ack_timeout = 18;
	pair = pair_start(&link, 0);
	set_adaptive(pair, true);
	pair->lose = lose_first_times;
	for (int i = 0; i < 100; i++) {
		pair->nth = 1;
		pair_post(pair, DP_OP_WRITE, 0, 0, 8);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	}
	assert_int_equal(pair_counter(pair, 0, DRIVER_ROCE_ADP_RETRANS), 100);
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
	assert_int_equal(pair_sent_by(pair, 0), 1);
	driver_run(&pair->d, 1);
	assert_int_equal(pair_sent_by(pair, 0), 2);
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

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(nobody_answers),
	cmocka_unit_test(who_sleeps_has_not_waited),
	cmocka_unit_test(without_a_time_out_nothing_is_sent_again),
	cmocka_unit_test(without_retries_the_first_gap_is_the_end),
	cmocka_unit_test(a_lost_acknowledge_is_asked_for_again),
	cmocka_unit_test(a_lost_nak_is_asked_for_again),
	cmocka_unit_test(a_receiver_that_is_not_ready_is_waited_for),
	cmocka_unit_test(a_receiver_that_is_never_ready),
	cmocka_unit_test(gaps_are_named_again_after_a_wait),
	cmocka_unit_test(each_message_may_wait_for_the_receiver),
	cmocka_unit_test(adaptive_times_double),
	cmocka_unit_test(adaptive_times_go_on_to_the_next_range),
	cmocka_unit_test(an_acknowledge_makes_adaptive_times_shorter),
	cmocka_unit_test(progress_begins_the_total_anew),
	cmocka_unit_test(adaptive_times_are_never_longer_than_the_qp_s),
	cmocka_unit_test(acknowledges_have_the_dscp_that_the_register_says),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
