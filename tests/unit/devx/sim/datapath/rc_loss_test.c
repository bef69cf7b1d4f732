// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Reliable connections on a cable that loses packets: what is sent again, and that the data are right all the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/sim/datapath/rc.h"
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
	pair_lose_chosen(pair, 0);
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, PAIR_MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, PAIR_MANY * MTU));
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 0, FIRST_PSN + i), pair_chosen(i) ? 2 : 1);
	check_again(pair, 4);
	/* One gap is named at a time. */
	assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 4);
	assert_int_equal(pair_counter(pair, 1, DRIVER_OUT_OF_SEQUENCE), PAIR_MANY - 5 - 4);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 0);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
	pair_stop(pair);
}

/* A packet that was late anyhow makes the receiver name its gap once more; that must not begin a chain of repetitions. */
static void a_gap_named_twice_is_filled_once(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	pair_lose_chosen(pair, 0);
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, PAIR_MANY * MTU);
	driver_run(&pair->d, 25 * DRIVER_US);
	pair_inject(pair, 0, 1);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_in_range(pair_count(pair, 1, WIRE_RC_ACK), 5 + 1, 5 + 4);
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 0, FIRST_PSN + i), pair_chosen(i) ? 2 : 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 1);
	pair_stop(pair);
}

static void go_back_sends_the_window(void **state)
{
	struct pair *pair = pair_start(&driver_link, GO_BACK);

	(void)state;
	pair_lose(pair, 0, FIRST_PSN + 5, 1);
	pair_delay(pair, 20 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, PAIR_MANY * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, PAIR_MANY * MTU));
	for (uint32_t i = 0; i < PAIR_MANY; i++)
		assert_int_equal(pair_times_sent(pair, 0, FIRST_PSN + i), i < 5 ? 1 : 2);
	check_again(pair, PAIR_MANY - 5);
	assert_int_equal(pair_counter(pair, 0, DRIVER_PACKET_SEQ_ERR), 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_OUT_OF_SEQUENCE), PAIR_MANY - 6);
	assert_int_equal(pair_counter(pair, 1, DRIVER_DUPLICATE_REQUEST), 0);
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
	sent = pair_sent_by(pair, 0);
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
		pair_lose(pair, 0, FIRST_PSN + 5, 1);
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
	pair_lose(pair, 0, FIRST_PSN + 5, 1);
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, 40 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair_sent_by(pair, 0), 40 + 35);
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

		pair_lose(pair, 0, FIRST_PSN + 5, 1);
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

/* A cheap generator of its own for each run, so that a seed tells all. */
static uint32_t roll(uint32_t *dice, uint32_t below)
{
	*dice = *dice * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(*dice >> 8) * below >> 24);
}

#define SLOT  16384
#define SLOTS 30
#define HALF  (PAIR_BYTES / 2) /* each end works on its own half of both memories */
#define SUM   (HALF - 64)      /* where atomics add, behind all slots */

struct errand {
	enum dp_opcode opcode;
	size_t bytes;
};

static void post_entry(struct pair *pair, int end, size_t at, size_t bytes)
{
	struct driver_sge sge = driver_sge(&pair->mr[end], at, bytes);

	driver_post_receive(&pair->qp[end], &sge, 1);
}

static void post_errand(struct pair *pair, int end, size_t i, const struct errand *errand, bool fence)
{
	bool add = errand->opcode == DP_OP_FETCH_ADD;
	size_t at = (size_t)end * HALF + i * SLOT;
	struct driver_sge sge = driver_sge(&pair->mr[end], at, errand->bytes);

	driver_post_send(&pair->qp[end], &(struct driver_send){.opcode = errand->opcode,
							       .sges = &sge,
							       .sge_count = errand->bytes != 0,
							       .fence = fence,
							       .swap_add = 1,
							       .remote_address = pair->mr[!end].address +
										 (add ? (size_t)end * HALF + SUM : at),
							       .remote_key = pair->mr[!end].key});
}

/* One request, and the entry that it may need before or after it, when the peer has said already that it is not ready. */
static void random_errand(struct pair *pair, int end, size_t i, struct errand *errand, uint32_t *dice)
{
	static const enum dp_opcode opcodes[] = {DP_OP_SEND,      DP_OP_WRITE, DP_OP_READ,     DP_OP_SEND_IMM,
						 DP_OP_WRITE_IMM, DP_OP_NOP,   DP_OP_FETCH_ADD};
	bool early = roll(dice, 4);

	errand->opcode = opcodes[roll(dice, 7)];
	errand->bytes = roll(dice, SLOT / 2) * roll(dice, 3);
	if (errand->opcode == DP_OP_NOP)
		errand->bytes = 0;
	if (errand->opcode == DP_OP_FETCH_ADD)
		errand->bytes = 8;
	for (int turn = 0; turn < 2; turn++) {
		if (turn == early)
			post_errand(pair, end, i, errand, !roll(dice, 4));
		else if (errand->opcode == DP_OP_SEND || errand->opcode == DP_OP_SEND_IMM)
			post_entry(pair, !end, (size_t)end * HALF + i * SLOT, SLOT);
		else if (errand->opcode == DP_OP_WRITE_IMM)
			post_entry(pair, !end, 0, 0);
		driver_run(&pair->d, roll(dice, 3) ? 0 : roll(dice, 60) * DRIVER_US);
	}
}

static void check_errands(struct pair *pair, int end, const struct errand *errand)
{
	uint64_t sum, before, sums = 0;
	struct driver_cqe cqe;

	for (size_t i = 0; i < SLOTS; i++) {
		size_t at = (size_t)end * HALF + i * SLOT;

		do {
			assert_true(driver_poll(&pair->cq[end], &cqe));
			assert_int_equal(cqe.syndrome, 0);
		} while (cqe.opcode != DP_CQE_REQUESTER);
		assert_int_equal(cqe.sent_opcode, errand[i].opcode);
		if (errand[i].opcode != DP_OP_FETCH_ADD) {
			assert_true(pair_same(pair, at, at, errand[i].bytes));
			continue;
		}
		memcpy(&before, pair->mr[end].bytes + at, sizeof(before));
		assert_int_equal(before, sums++);
	}
	memcpy(&sum, pair->mr[!end].bytes + (size_t)end * HALF + SUM, sizeof(sum));
	assert_int_equal(sum, sums);
}

static void random_errands(struct pair *pair, uint32_t seed)
{
	struct errand errand[2][SLOTS];
	uint32_t dice = seed;

	for (int end = 0; end < 2; end++) {
		pair_fill(pair, end, seed + (unsigned int)end);
		memset(pair->mr[end].bytes + SUM, 0, sizeof(uint64_t));
		memset(pair->mr[end].bytes + HALF + SUM, 0, sizeof(uint64_t));
	}
	for (size_t i = 0; i < SLOTS; i++)
		for (int end = 0; end < 2; end++)
			random_errand(pair, end, i, &errand[end][i], &dice);
	driver_settle(&pair->d);
	for (int end = 0; end < 2; end++)
		check_errands(pair, end, errand[end]);
}

static void whatever_is_lost_the_data_are_right(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed < 40; seed++) {
		struct driver_link link = driver_link;
		struct wire_weather weather = {.loss_per_million = 10000 * (seed % 8), .seed = seed};
		struct pair *pair;

		link.mtu = (uint8_t)(1 + seed % 5);
		link.log_reads = (uint8_t)(seed % 4);
		pair = pair_start(&link, modes[seed / 2 % 2]);
		weather.delay_ns = seed % 3 * 10 * DRIVER_US;
		driver_weather(&pair->d, &weather);
		random_errands(pair, seed);
		pair_stop(pair);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(any_one_packet_may_be_lost),
	cmocka_unit_test(any_two_packets_may_be_lost),
	cmocka_unit_test(selective_repeat_sends_what_was_lost),
	cmocka_unit_test(a_gap_named_twice_is_filled_once),
	cmocka_unit_test(go_back_sends_the_window),
	cmocka_unit_test(going_back_costs_many_times_as_much),
	cmocka_unit_test(ends_that_differ_still_come_through),
	cmocka_unit_test(the_first_version_goes_back),
	cmocka_unit_test(duplicates_change_nothing),
	cmocka_unit_test(a_late_packet_closes_the_gap),
	cmocka_unit_test(whatever_is_lost_the_data_are_right),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
