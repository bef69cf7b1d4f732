// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* READs whose requests or answers get lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU       1024
#define GO_BACK   0
#define FIRST_PSN 0x100 /* of driver_link */

static const uint32_t modes[] = {GO_BACK, PAIR_SELECTIVE};
#define MODES (sizeof(modes) / sizeof(modes[0]))

static bool lose_answers(struct pair *pair, const struct pair_packet *packet)
{
	(void)pair;
	return packet->from == 1;
}

static void selective_repeat_asks_for_answers_that_were_lost(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair_lose_chosen(pair, 1);
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 1, 1);
	pair_post(pair, DP_OP_READ, 0, 0, PAIR_MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, PAIR_MANY * MTU));
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 1, FIRST_PSN + i), pair_chosen(i) ? 2 : 1);
	/* 5; 77 and 78 in one; 300 */
	assert_int_equal(pair_counter(pair, 0, DRIVER_IMPLIED_NAK_SEQ_ERR), 3);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 4 + 3);
	pair_stop(pair);
}

static void go_back_asks_for_all_answers_from_there(void **state)
{
	struct pair *pair = pair_start(&driver_link, GO_BACK);

	(void)state;
	pair_lose(pair, 1, FIRST_PSN + 5, 1);
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 1, 1);
	pair_post(pair, DP_OP_READ, 0, 0, PAIR_MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, PAIR_MANY * MTU));
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 1, FIRST_PSN + i), i < 5 ? 1 : 2);
	assert_int_equal(pair_counter(pair, 0, DRIVER_IMPLIED_NAK_SEQ_ERR), 1);
	pair_stop(pair);
}

/* What the peer has changed since then shows which answers were taken: the first ones, or those that came again. */
static void answers_behind_a_gap_are_kept_or_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&driver_link, modes[i]);

		pair_lose(pair, 1, FIRST_PSN + 5, 1);
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

		pair_lose(pair, 1, FIRST_PSN + 5, 3);
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

		pair_lose(pair, 0, FIRST_PSN + 128, 1);
		pair_lose(pair, 1, FIRST_PSN + 5, 1);
		pair_delay(pair, 20 * DRIVER_US);
		pair_fill(pair, 1, 1);
		pair_post(pair, DP_OP_READ, 0, 0, 256 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 256 * MTU));
		assert_in_range(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0, 1);
		pair_stop(pair);
	}
}

static void the_only_read_that_may_be_under_way(void **state)
{
	struct driver_link link = driver_link;

	(void)state;
	link.log_reads = 0;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&link, modes[i]);

		pair_lose(pair, 1, FIRST_PSN + 5, 1);
		pair_delay(pair, 20 * DRIVER_US);
		pair_post(pair, DP_OP_READ, 0, 0, 20 * MTU);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 2);
		assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
		pair_stop(pair);
	}
}

/* When nothing moves any more, all that is missing is asked for, not one gap for each time-out. */
static void one_time_out_asks_for_all_answers(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair_lose(pair, 1, FIRST_PSN + 5, 2);
	pair_lose(pair, 1, FIRST_PSN + 300, 2);
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_READ, 0, 0, PAIR_MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 1);
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 1, FIRST_PSN + i), i == 5 || i == 300 ? 3 : 1);
	pair_stop(pair);
}

static void progress_makes_up_for_tries(void **state)
{
	struct driver_link link = driver_link;

	(void)state;
	link.retry_count = 1;
	for (size_t i = 0; i < MODES; i++) {
		struct pair *pair = pair_start(&link, modes[i]);

		pair_lose(pair, 1, FIRST_PSN + 5, 2);
		pair_lose(pair, 1, FIRST_PSN + 300, modes[i] == GO_BACK ? 4 : 3);
		pair_delay(pair, 20 * DRIVER_US);
		pair_post(pair, DP_OP_READ, 0, 0, PAIR_MANY * MTU);
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
	pair_lose(pair, 1, FIRST_PSN + 5, 1);
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

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(selective_repeat_asks_for_answers_that_were_lost),
	cmocka_unit_test(go_back_asks_for_all_answers_from_there),
	cmocka_unit_test(answers_behind_a_gap_are_kept_or_not),
	cmocka_unit_test(an_answer_may_get_lost_again_and_again),
	cmocka_unit_test(a_piece_of_a_read_that_got_lost),
	cmocka_unit_test(the_only_read_that_may_be_under_way),
	cmocka_unit_test(one_time_out_asks_for_all_answers),
	cmocka_unit_test(progress_makes_up_for_tries),
	cmocka_unit_test(a_gap_is_asked_for_once),
	cmocka_unit_test(an_acknowledge_behind_a_missing_answer_counts),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
