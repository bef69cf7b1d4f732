// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Reliable connections on a cable that loses nothing: every operation, every size around packets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU 1024

/* Around packets, and around the pieces that long READs are asked for in. */
static const size_t sizes[] = {
	0,           1,         7,           8,       MTU - 1,       MTU,       MTU + 1,
	2 * MTU - 1, 2 * MTU,   2 * MTU + 1, 5 * MTU, 127 * MTU + 1, 128 * MTU, 128 * MTU + 1,
	300 * MTU,   600 * MTU, 777777,
};
#define SIZES (sizeof(sizes) / sizeof(sizes[0]))

static void write_of_every_size(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		pair_fill(pair, 0, (unsigned int)i);
		pair_fill(pair, 1, 1000);
		pair_post(pair, DP_OP_WRITE, 3, 5, sizes[i]);
		assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).sent_opcode, DP_OP_WRITE);
		assert_true(pair_same(pair, 3, 5, sizes[i]));
		assert_false(pair_same(pair, 3 + sizes[i], 5 + sizes[i], 16));
	}
	pair_nothing(pair, 1);
	assert_int_equal(pair_counter(pair, 1, DRIVER_RX_WRITE_REQUESTS), SIZES);
	pair_stop(pair);
}

static void read_of_every_size(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		pair_fill(pair, 1, (unsigned int)i);
		pair_fill(pair, 0, 1000);
		pair_post(pair, DP_OP_READ, 3, 5, sizes[i]);
		assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).bytes, sizes[i]);
		assert_true(pair_same(pair, 3, 5, sizes[i]));
		assert_false(pair_same(pair, 3 + sizes[i], 5 + sizes[i], 16));
	}
	pair_nothing(pair, 1);
	pair_stop(pair);
}

static void send_of_every_size(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_cqe cqe;

	(void)state;
	for (size_t i = 0; i < SIZES; i++) {
		pair_fill(pair, 0, (unsigned int)i);
		pair_fill(pair, 1, 1000);
		pair_receive(pair, 5, sizes[i] + 8);
		pair_post(pair, DP_OP_SEND, 3, 0, sizes[i]);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		cqe = pair_done(pair, 1, DP_CQE_SEND, 0);
		assert_int_equal(cqe.bytes, sizes[i]);
		assert_int_equal(cqe.counter, i);
		assert_int_equal(cqe.user_index, DRIVER_USER_INDEX);
		assert_int_equal(cqe.qpn, pair->qp[1].number);
		assert_true(pair_same(pair, 3, 5, sizes[i]));
		assert_false(pair_same(pair, 3 + sizes[i], 5 + sizes[i], 16));
	}
	pair_stop(pair);
}

static void every_mtu(void **state)
{
	struct driver_link link = driver_link;

	(void)state;
	for (link.mtu = 1; link.mtu <= 5; link.mtu++) {
		struct pair *pair = pair_start(&link, 0);
		size_t mtu = 128U << link.mtu;

		pair_fill(pair, 0, link.mtu);
		pair_post(pair, DP_OP_WRITE, 0, 64, 2 * mtu + 1);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 64, 2 * mtu + 1));
		assert_int_equal(pair->packet[0].bytes, 16 + mtu);
		assert_int_equal(pair->packet[1].bytes, mtu);
		assert_int_equal(pair->packet[2].bytes, 1);
		pair_stop(pair);
	}
}

/* The numbers on the wire are those of IBTA volume 1, table 38. */
static void packets_are_named_by_their_place(void **state)
{
	static const struct {
		enum dp_opcode opcode;
		size_t bytes;
		uint8_t packet[3];
		size_t packets;
	} cases[] = {
		{DP_OP_SEND, 8, {0x04}, 1},
		{DP_OP_SEND, 2 * MTU, {0x00, 0x02}, 2},
		{DP_OP_SEND, 3 * MTU, {0x00, 0x01, 0x02}, 3},
		{DP_OP_SEND_IMM, 8, {0x05}, 1},
		{DP_OP_SEND_IMM, 2 * MTU, {0x00, 0x03}, 2},
		{DP_OP_WRITE, 0, {0x0a}, 1},
		{DP_OP_WRITE, 3 * MTU, {0x06, 0x07, 0x08}, 3},
		{DP_OP_WRITE_IMM, 8, {0x0b}, 1},
		{DP_OP_WRITE_IMM, 2 * MTU, {0x06, 0x09}, 2},
		{DP_OP_READ, 3 * MTU, {0x0c}, 1},
		{DP_OP_FETCH_ADD, 8, {0x14}, 1},
		{DP_OP_COMPARE_SWAP, 8, {0x13}, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pair *pair = pair_start(&driver_link, 0);

		pair_receive(pair, 0, 4 * MTU);
		pair_post(pair, cases[i].opcode, 0, 0, cases[i].bytes);
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
		for (size_t j = 0; j < cases[i].packets; j++) {
			assert_int_equal(pair->packet[j].from, 0);
			assert_int_equal(pair->packet[j].opcode, cases[i].packet[j]);
			assert_int_equal(pair->packet[j].psn, 0x100 + j);
		}
		assert_int_equal(pair->packet[cases[i].packets].from, 1);
		pair_stop(pair);
	}
}

static void the_last_packet_is_solicited(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[0], 0, 3 * MTU);

	(void)state;
	pair_receive(pair, 0, 4 * MTU);
	driver_post_send(&pair->qp[0],
			 &(struct driver_send){.opcode = DP_OP_SEND, .sges = &sge, .sge_count = 1, .solicited = true});
	pair_done(pair, 1, DP_CQE_SEND, 0);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(pair->packet[i].solicited, i == 2);
	pair_stop(pair);
}

static void immediates_arrive(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_cqe cqe;

	(void)state;
	pair_receive(pair, 0, 64);
	pair_post(pair, DP_OP_SEND_IMM, 0, 0, 4);
	cqe = pair_done(pair, 1, DP_CQE_SEND_IMM, 0);
	assert_int_equal(cqe.immediate, 0x12345678);
	assert_int_equal(cqe.bytes, 4);

	pair_fill(pair, 0, 1);
	pair_receive(pair, 0, 0);
	pair_post(pair, DP_OP_WRITE_IMM, 0, 100, 3 * MTU);
	cqe = pair_done(pair, 1, DP_CQE_WRITE_IMM, 0);
	assert_int_equal(cqe.immediate, 0x12345678);
	assert_int_equal(cqe.bytes, 3 * MTU);
	assert_int_equal(cqe.counter, 1);
	assert_true(pair_same(pair, 0, 100, 3 * MTU));
	pair_stop(pair);
}

static void lists_and_inline_data_are_put_together(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge from[3] = {driver_sge(&pair->mr[0], 10, 1000), driver_sge(&pair->mr[0], 5000, 1),
				     driver_sge(&pair->mr[0], 9000, 3000)};
	struct driver_sge to[3] = {driver_sge(&pair->mr[1], 0, 7), driver_sge(&pair->mr[1], 100, 2000),
				   driver_sge(&pair->mr[1], 4000, 5000)};
	uint8_t sent[4001], received[4001];

	(void)state;
	pair_fill(pair, 0, 1);
	driver_post_receive(&pair->qp[1], to, 3);
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_SEND, .sges = from, .sge_count = 3});
	assert_int_equal(pair_done(pair, 1, DP_CQE_SEND, 0).bytes, sizeof(sent));
	memcpy(sent, pair->mr[0].bytes + 10, 1000);
	memcpy(sent + 1000, pair->mr[0].bytes + 5000, 1);
	memcpy(sent + 1001, pair->mr[0].bytes + 9000, 3000);
	memcpy(received, pair->mr[1].bytes, 7);
	memcpy(received + 7, pair->mr[1].bytes + 100, 2000);
	memcpy(received + 2007, pair->mr[1].bytes + 4000, 1994);
	assert_memory_equal(sent, received, sizeof(sent));

	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_WRITE,
							     .inline_data = "inside of it",
							     .inline_bytes = 12,
							     .remote_address = pair->mr[1].address + 20000,
							     .remote_key = pair->mr[1].key});
	driver_settle(&pair->d);
	assert_memory_equal(pair->mr[1].bytes + 20000, "inside of it", 12);
	pair_stop(pair);
}

static void read_scatters(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge to[2] = {driver_sge(&pair->mr[0], 10, 1500), driver_sge(&pair->mr[0], 5000, 2500)};

	(void)state;
	pair_fill(pair, 1, 1);
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_READ,
							     .sges = to,
							     .sge_count = 2,
							     .remote_address = pair->mr[1].address,
							     .remote_key = pair->mr[1].key});
	assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).bytes, 4000);
	assert_memory_equal(pair->mr[0].bytes + 10, pair->mr[1].bytes, 1500);
	assert_memory_equal(pair->mr[0].bytes + 5000, pair->mr[1].bytes + 1500, 2500);
	pair_stop(pair);
}

static void post_atomic(struct pair *pair, enum dp_opcode opcode, uint64_t swap_add, uint64_t compare, size_t to)
{
	struct driver_sge sge = driver_sge(&pair->mr[0], 0, 8);

	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = opcode,
							     .sges = &sge,
							     .sge_count = 1,
							     .swap_add = swap_add,
							     .compare = compare,
							     .remote_address = pair->mr[1].address + to,
							     .remote_key = pair->mr[1].key});
}

static uint64_t number_at(const struct pair *pair, int end, size_t at)
{
	uint64_t value;

	memcpy(&value, pair->mr[end].bytes + at, sizeof(value));
	return value;
}

static void atomics(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	uint64_t at = 40;

	(void)state;
	memcpy(pair->mr[1].bytes + 40, &at, sizeof(at));
	post_atomic(pair, DP_OP_FETCH_ADD, 2, 0, 40);
	assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).bytes, 8);
	assert_int_equal(number_at(pair, 0, 0), 40);
	assert_int_equal(number_at(pair, 1, 40), 42);
	post_atomic(pair, DP_OP_COMPARE_SWAP, 7, 41, 40);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(number_at(pair, 0, 0), 42);
	assert_int_equal(number_at(pair, 1, 40), 42);
	post_atomic(pair, DP_OP_COMPARE_SWAP, 7, 42, 40);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(number_at(pair, 0, 0), 42);
	assert_int_equal(number_at(pair, 1, 40), 7);
	assert_int_equal(pair_counter(pair, 1, DRIVER_RX_ATOMIC_REQUESTS), 3);
	pair_stop(pair);
}

static void make_changeable(struct pair *pair, int end, struct driver_mr *mr)
{
	driver_make_mr(&pair->d.card[end], mr,
		       &(struct driver_mr_options){.bytes = 4096, .rights = DRIVER_ALL, .changeable = true});
}

static void post_write_to(struct pair *pair, const struct driver_mr *mr)
{
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_WRITE,
							     .inline_data = "x",
							     .inline_bytes = 1,
							     .remote_address = mr->address,
							     .remote_key = mr->key});
}

static void a_send_may_invalidate_a_key_of_the_peer(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_mr mr;
	struct driver_cqe cqe;

	(void)state;
	make_changeable(pair, 1, &mr);
	post_write_to(pair, &mr);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_receive(pair, 0, 64);
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_SEND_INVALIDATE,
							     .inline_data = "four",
							     .inline_bytes = 4,
							     .immediate = mr.key});
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	cqe = pair_done(pair, 1, DP_CQE_SEND_INVALIDATE, 0);
	assert_int_equal(cqe.immediate, mr.key);
	assert_int_equal(cqe.bytes, 4);
	post_write_to(pair, &mr);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_REMOTE_ACCESS);
	pair_stop(pair);
}

static void a_key_that_may_not_be_invalidated(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_receive(pair, 0, 64);
	driver_post_send(&pair->qp[0],
			 &(struct driver_send){.opcode = DP_OP_SEND_INVALIDATE, .immediate = pair->mr[1].key});
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_LOCAL_PROTECTION);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_REMOTE_ACCESS);
	pair_stop(pair);
}

static void a_local_invalidate_takes_its_turn(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_mr mr;
	struct driver_sge sge;
	struct driver_send write = {.opcode = DP_OP_WRITE, .sges = &sge, .sge_count = 1};

	(void)state;
	make_changeable(pair, 0, &mr);
	sge = driver_sge(&mr, 0, 8);
	write.remote_address = pair->mr[1].address;
	write.remote_key = pair->mr[1].key;
	driver_post_send(&pair->qp[0], &write);
	driver_post_send(&pair->qp[0],
			 &(struct driver_send){.opcode = DP_OP_LOCAL_INVALIDATE, .fence = true, .immediate = mr.key});
	driver_post_send(&pair->qp[0], &write);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER_ERROR, DP_SYNDROME_LOCAL_PROTECTION);
	pair_stop(pair);
}

static void completions_come_in_order(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	static const enum dp_opcode mixed[] = {DP_OP_WRITE, DP_OP_READ,      DP_OP_SEND, DP_OP_NOP,
					       DP_OP_WRITE, DP_OP_FETCH_ADD, DP_OP_READ, DP_OP_WRITE_IMM};

	(void)state;
	pair_delay(pair, 5 * DRIVER_US);
	for (int i = 0; i < 40; i++) {
		pair_receive(pair, 0, 4096);
		pair_post(pair, mixed[i % 8], 0, 8192, mixed[i % 8] == DP_OP_FETCH_ADD ? 8 : 3000);
	}
	for (int i = 0; i < 40; i++)
		assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).sent_opcode, mixed[i % 8]);
	pair_nothing(pair, 0);
	pair_stop(pair);
}

static void only_signalled_requests_complete(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[0], 0, 100);
	struct driver_send send = {.opcode = DP_OP_WRITE,
				   .sges = &sge,
				   .sge_count = 1,
				   .unsignalled = true,
				   .remote_address = pair->mr[1].address,
				   .remote_key = pair->mr[1].key};
	uint16_t last;

	(void)state;
	for (int i = 0; i < 5; i++)
		driver_post_send(&pair->qp[0], &send);
	pair_nothing(pair, 0);
	send.unsignalled = false;
	last = driver_post_send(&pair->qp[0], &send);
	assert_int_equal(pair_done(pair, 0, DP_CQE_REQUESTER, 0).counter, last);
	pair_stop(pair);
}

static bool read_is_answered_before(const struct pair *pair, uint8_t opcode)
{
	bool answered = false;

	for (size_t i = 0; i < pair->packets; i++) {
		answered |= pair->packet[i].opcode == WIRE_RC_READ_ONLY;
		if (pair->packet[i].opcode == opcode)
			return answered;
	}
	return false;
}

static void a_fence_waits_for_answers(void **state)
{
	struct driver_send write = {.opcode = DP_OP_WRITE, .inline_data = "x", .inline_bytes = 1};

	(void)state;
	for (int fence = 0; fence < 2; fence++) {
		struct pair *pair = pair_start(&driver_link, 0);

		pair_delay(pair, 5 * DRIVER_US);
		pair_post(pair, DP_OP_READ, 0, 0, 8);
		write.remote_address = pair->mr[1].address;
		write.remote_key = pair->mr[1].key;
		write.fence = fence;
		driver_post_send(&pair->qp[0], &write);
		driver_settle(&pair->d);
		assert_int_equal(read_is_answered_before(pair, WIRE_RC_WRITE_ONLY), fence);
		pair_stop(pair);
	}
}

static void a_fence_behind_local_work(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_NOP});
	driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_WRITE,
							     .inline_data = "x",
							     .inline_bytes = 1,
							     .fence = true,
							     .remote_address = pair->mr[1].address,
							     .remote_key = pair->mr[1].key});
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

static void no_more_reads_under_way_than_agreed(void **state)
{
	struct driver_link link = driver_link;
	struct pair *pair;

	(void)state;
	link.log_reads = 1;
	pair = pair_start(&link, 0);
	pair_delay(pair, 5 * DRIVER_US);
	for (int i = 0; i < 6; i++)
		pair_post(pair, DP_OP_READ, 0, 0, 8);
	driver_run(&pair->d, 9 * DRIVER_US);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 2);
	driver_run(&pair->d, 10 * DRIVER_US);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 4);
	for (int i = 0; i < 6; i++)
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

/* 16 pieces of 128 packets in 777,777 bytes would be 6 and a bit; no more than the window of 512 is ever under way. */
static void the_window_bounds_what_is_under_way(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_delay(pair, 50 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, 700 * MTU);
	driver_run(&pair->d, 49 * DRIVER_US);
	assert_int_equal(pair->packets, 512);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, 700 * MTU));
	pair->packets = 0;
	pair_post(pair, DP_OP_READ, 0, 0, 700 * MTU);
	driver_run(&pair->d, 49 * DRIVER_US);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_READ_REQUEST), 4);
	driver_run(&pair->d, 50 * DRIVER_US);
	assert_int_equal(pair_count(pair, 1, WIRE_RC_READ_MIDDLE), 4 * 126);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

static void one_acknowledge_for_many(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	for (int i = 0; i < 20; i++)
		pair_post(pair, DP_OP_WRITE, 0, 0, 2 * MTU);
	driver_settle(&pair->d);
	assert_int_equal(pair_count(pair, 0, WIRE_RC_WRITE_FIRST), 20);
	assert_in_range(pair_count(pair, 1, WIRE_RC_ACK), 1, 3);
	for (int i = 0; i < 20; i++)
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

static void each_state_does_its_part(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_peer peer[2];
	struct driver_qp *qp = pair->qp;

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(driver_qp_reset(&qp[i]), 0);
		peer[i] = driver_peer_of(&qp[!i], &driver_link, driver_link.psn[!i]);
		assert_int_equal(driver_qp_init(&qp[i]), 0);
	}
	pair_receive(pair, 0, 64);
	assert_int_equal(driver_qp_rtr(&qp[0], &driver_link, &peer[0], 0), 0);
	pair_post(pair, DP_OP_SEND, 0, 0, 8);
	pair_nothing(pair, 0);
	assert_int_equal(pair->packets, 0);
	/* From ready to send on; the other end does not listen yet. */
	assert_int_equal(driver_qp_rts(&qp[0], &driver_link, driver_link.psn[0], 0), 0);
	driver_run(&pair->d, DRIVER_US);
	assert_int_equal(pair->packets, 1);
	assert_int_equal(pair->d.card[1].events, 0);
	/* It listens, answers, and tells its driver, once; it does not send of its own. */
	assert_int_equal(driver_qp_rtr(&qp[1], &driver_link, &peer[1], 0), 0);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 1, DP_CQE_SEND, 0);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_int_equal(pair->d.card[1].events, 1);
	assert_int_equal(pair->d.card[1].event[0].type, PRM_EVENT_COMMUNICATION_ESTABLISHED);
	pair_stop(pair);
}

static void both_directions_at_once(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[1], 0, 100000);

	(void)state;
	pair_delay(pair, 3 * DRIVER_US);
	pair_fill(pair, 0, 1);
	pair_fill(pair, 1, 2);
	pair_post(pair, DP_OP_WRITE, 0, 500000, 100000);
	driver_post_send(&pair->qp[1], &(struct driver_send){.opcode = DP_OP_READ,
							     .sges = &sge,
							     .sge_count = 1,
							     .remote_address = pair->mr[0].address + 300000,
							     .remote_key = pair->mr[0].key});
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_done(pair, 1, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 500000, 100000));
	assert_true(pair_same(pair, 300000, 0, 100000));
	pair_stop(pair);
}

/* A thousand requests and more: numbers and rings go round. */
static void numbers_go_round(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	for (int i = 0; i < 300; i++) {
		struct driver_sge sge = driver_sge(&pair->mr[1], 0, 3000);

		pair_fill(pair, 1, (unsigned int)i);
		driver_post_send(&pair->qp[1], &(struct driver_send){.opcode = DP_OP_WRITE,
								     .sges = &sge,
								     .sge_count = 1,
								     .remote_address = pair->mr[0].address,
								     .remote_key = pair->mr[0].key});
		pair_done(pair, 1, DP_CQE_REQUESTER, 0);
		assert_true(pair_same(pair, 0, 0, 3000));
	}
	pair_stop(pair);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(write_of_every_size),
	cmocka_unit_test(read_of_every_size),
	cmocka_unit_test(send_of_every_size),
	cmocka_unit_test(every_mtu),
	cmocka_unit_test(packets_are_named_by_their_place),
	cmocka_unit_test(the_last_packet_is_solicited),
	cmocka_unit_test(immediates_arrive),
	cmocka_unit_test(lists_and_inline_data_are_put_together),
	cmocka_unit_test(read_scatters),
	cmocka_unit_test(atomics),
	cmocka_unit_test(a_send_may_invalidate_a_key_of_the_peer),
	cmocka_unit_test(a_key_that_may_not_be_invalidated),
	cmocka_unit_test(a_local_invalidate_takes_its_turn),
	cmocka_unit_test(completions_come_in_order),
	cmocka_unit_test(only_signalled_requests_complete),
	cmocka_unit_test(a_fence_waits_for_answers),
	cmocka_unit_test(a_fence_behind_local_work),
	cmocka_unit_test(no_more_reads_under_way_than_agreed),
	cmocka_unit_test(the_window_bounds_what_is_under_way),
	cmocka_unit_test(one_acknowledge_for_many),
	cmocka_unit_test(each_state_does_its_part),
	cmocka_unit_test(both_directions_at_once),
	cmocka_unit_test(numbers_go_round),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
