// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Marks on the cable between two connected cards: CNPs, what they look like and what both ends count, as the commands
 * say that the toolkit sends. Layouts: Linux include/linux/mlx5/mlx5_ifc.h, as literal offsets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "devx/base/be.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define SENDER      0
#define RECEIVER    1
#define PROTOCOL_RP 1
#define PROTOCOL_NP 2

/* Places in the answer of QUERY_CONG_STATISTICS, low words. */
enum { RP_IGNORED = 0x1c, RP_HANDLED = 0x24, NP_MARKED = 0x58, NP_SENT = 0x60 };

static uint32_t statistic(struct pair *pair, int end, size_t at)
{
	uint8_t in[0x10] = {0x08, 0x26}, out[0x110];

	assert_int_equal(driver_command(&pair->d.card[end], in, sizeof(in), out, sizeof(out)), 0);
	return ece_be32(out + at);
}

/* MODIFY_CONG_PARAMS of the receiver's notification point: one select bit, one word of the block. */
static void modify_np(struct pair *pair, unsigned int select, size_t at, uint32_t value)
{
	uint8_t in[0x120] = {0x08, 0x25}, out[0x10];

	in[0x0b] = PROTOCOL_NP;
	ece_put_be32(in + 0x0c, 1U << select);
	ece_put_be32(in + 0x20 + at, value);
	assert_int_equal(driver_command(&pair->d.card[RECEIVER], in, sizeof(in), out, sizeof(out)), 0);
}

static void interval(struct pair *pair, uint32_t us)
{
	modify_np(pair, 2, 0x14, us);
}

/* MODIFY_CONG_STATUS of priority 0. */
static void enable(struct pair *pair, int end, uint8_t protocol, bool on)
{
	uint8_t in[0x10] = {0x08, 0x23}, out[0x10];

	in[0x0b] = protocol;
	in[0x0c] = on ? 0x80 : 0;
	assert_int_equal(driver_command(&pair->d.card[end], in, sizeof(in), out, sizeof(out)), 0);
}

/* QPTS: trust the DSCP. */
static void trust_dscp(struct pair *pair, int end)
{
	uint8_t in[0x18] = {0x08, 0x05}, out[0x18];

	in[0x0a] = 0x40;
	in[0x0b] = 0x02;
	in[0x11] = 1; /* local port */
	in[0x17] = 2;
	assert_int_equal(driver_command(&pair->d.card[end], in, sizeof(in), out, sizeof(out)), 0);
}

/* PPCNT, counters of a priority; @at in its set. */
static uint32_t of_priority(struct pair *pair, int end, uint8_t priority, size_t at)
{
	uint8_t in[0x110] = {0x08, 0x05}, out[0x110];

	in[0x07] = 1; /* read */
	in[0x0a] = 0x50;
	in[0x0b] = 0x08;
	in[0x11] = 1;
	in[0x13] = 0x10;
	in[0x17] = priority;
	assert_int_equal(driver_command(&pair->d.card[end], in, sizeof(in), out, sizeof(out)), 0);
	return ece_be32(out + 0x18 + at);
}

static void mark_next(struct pair *pair, uint32_t count)
{
	driver_weather(&pair->d, &(struct wire_weather){.delay_ns = 5000, .mark_next = count});
}

static void write_one(struct pair *pair)
{
	struct driver_cqe cqe;

	pair_post(pair, DP_OP_WRITE, 0, 0, 512);
	driver_settle(&pair->d);
	assert_true(driver_poll(&pair->cq[SENDER], &cqe));
	assert_int_equal(cqe.opcode, DP_CQE_REQUESTER);
}

/* The one CNP on the cable. */
static const struct pair_packet *cnp(const struct pair *pair)
{
	for (size_t i = 0; i < pair->packets; i++)
		if (pair->packet[i].opcode == WIRE_CNP)
			return &pair->packet[i];
	return NULL;
}

static void a_mark_comes_back_as_a_cnp(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	mark_next(pair, 1);
	write_one(pair);
	write_one(pair);
	assert_int_equal(pair_count(pair, RECEIVER, WIRE_CNP), 1);
	assert_int_equal(pair_count(pair, SENDER, WIRE_CNP), 0);
	assert_int_equal(cnp(pair)->traffic_class, 0xc2); /* DSCP 48, ECN capable */
	assert_int_equal(statistic(pair, RECEIVER, NP_MARKED), 1);
	assert_int_equal(statistic(pair, RECEIVER, NP_SENT), 1);
	assert_int_equal(statistic(pair, SENDER, RP_HANDLED), 1);
	assert_int_equal(statistic(pair, SENDER, RP_IGNORED), 0);
	assert_int_equal(statistic(pair, SENDER, NP_MARKED), 0);
	assert_int_equal(of_priority(pair, RECEIVER, 6, 0x4c), 1); /* tx_frames, with cnp_802p_prio */
	pair_stop(pair);
}

/* Marked packets leave 1 us after each other; their acknowledges are not marked. Returns the CNPs for them. */
static size_t cnps_for(struct pair *pair, unsigned int packets)
{
	size_t before = pair_count(pair, RECEIVER, WIRE_CNP);
	struct driver_cqe cqe;

	for (unsigned int i = 0; i < packets; i++) {
		mark_next(pair, 1);
		pair_post(pair, DP_OP_WRITE, 0, 0, 512);
		driver_turn(&pair->d);
		driver_run(&pair->d, 1000);
	}
	driver_settle(&pair->d);
	while (driver_poll(&pair->cq[SENDER], &cqe))
		;
	return pair_count(pair, RECEIVER, WIRE_CNP) - before;
}

static void the_interval_bounds_the_cnps_of_a_flow(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	assert_int_equal(cnps_for(pair, 20), 5); /* one in 4 us */
	interval(pair, 0);
	assert_int_equal(cnps_for(pair, 20), 20);
	interval(pair, 10);
	driver_run(&pair->d, 10000);
	assert_int_equal(cnps_for(pair, 20), 2);
	assert_int_equal(statistic(pair, RECEIVER, NP_MARKED), 60);
	assert_int_equal(statistic(pair, RECEIVER, NP_SENT), 27);
	assert_int_equal(statistic(pair, SENDER, RP_HANDLED), 27);
	pair_stop(pair);
}

static void each_point_can_be_off(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	enable(pair, RECEIVER, PROTOCOL_NP, false);
	mark_next(pair, 1);
	write_one(pair);
	assert_null(cnp(pair));
	assert_int_equal(statistic(pair, RECEIVER, NP_MARKED), 1);
	enable(pair, RECEIVER, PROTOCOL_NP, true);
	enable(pair, SENDER, PROTOCOL_RP, false);
	mark_next(pair, 1);
	write_one(pair);
	assert_int_equal(statistic(pair, RECEIVER, NP_SENT), 1);
	assert_int_equal(statistic(pair, SENDER, RP_HANDLED), 0);
	assert_int_equal(statistic(pair, SENDER, RP_IGNORED), 1);
	pair_stop(pair);
}

static void another_dscp_is_another_priority(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	trust_dscp(pair, SENDER);
	trust_dscp(pair, RECEIVER);
	modify_np(pair, 3, 0x18, 40 << 8);
	mark_next(pair, 1);
	write_one(pair);
	assert_int_equal(cnp(pair)->traffic_class, 40 << 2 | 2);
	assert_int_equal(of_priority(pair, RECEIVER, 5, 0x4c), 1); /* tx_frames */
	assert_int_equal(of_priority(pair, SENDER, 5, 0x24), 1);   /* rx_frames */
	assert_int_equal(of_priority(pair, SENDER, 5, 0x04), 74);  /* rx_octets */
	assert_int_equal(of_priority(pair, SENDER, 6, 0x24), 0);
	pair_stop(pair);
}

/* An acknowledge that is marked makes a CNP the other way. */
static void both_ends_are_both_points(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	mark_next(pair, 2);
	write_one(pair);
	assert_int_equal(statistic(pair, RECEIVER, NP_SENT), 1);
	assert_int_equal(statistic(pair, SENDER, NP_MARKED), 1);
	assert_int_equal(statistic(pair, SENDER, NP_SENT), 1);
	assert_int_equal(statistic(pair, RECEIVER, RP_HANDLED), 1);
	pair_stop(pair);
}

static bool lose_first(struct pair *pair, const struct pair_packet *packet)
{
	return !packet->from && packet->psn == driver_link.psn[0] && !pair->nth++;
}

/* As auto mode of "rdma statistic qp" has it: RTS2RTS of a connected QP with a set of its own. */
static void a_set_can_be_changed_under_way(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_card *card = &pair->d.card[SENDER];
	uint32_t set = driver_make_counters(card);
	uint8_t in[0x110] = {0x05, 0x05}, out[0x10];

	(void)state;
	ece_put_be32(in + 0x08, pair->qp[SENDER].number);
	ece_put_be32(in + 0x10, 1U << 25);
	ece_put_be32(in + 0x18 + 0x0c, set << 24);
	assert_int_equal(driver_command(card, in, sizeof(in), out, sizeof(out)), 0);
	pair->lose = lose_first;
	pair_post(pair, DP_OP_WRITE, 0, 0, 4096);
	pair_done(pair, SENDER, DP_CQE_REQUESTER, 0);
	assert_int_equal(driver_counter(card, set, DRIVER_PACKET_SEQ_ERR), 1);
	assert_int_equal(driver_counter(card, 0, DRIVER_PACKET_SEQ_ERR), 0);
	pair_stop(pair);
}

/* QUERY_QP: next_send_psn at 0x78 of the context, next_rcv_psn at 0x94. */
static void psns_are_those_of_the_data_path(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	uint8_t in[0x10] = {0x05, 0x0b}, out[0x110];

	(void)state;
	pair_post(pair, DP_OP_WRITE, 0, 0, 3 * 1024);
	pair_done(pair, SENDER, DP_CQE_REQUESTER, 0);
	ece_put_be32(in + 0x08, pair->qp[SENDER].number);
	assert_int_equal(driver_command(&pair->d.card[SENDER], in, sizeof(in), out, sizeof(out)), 0);
	assert_int_equal(ece_be32(out + 0x18 + 0x78) & 0xffffff, driver_link.psn[0] + 3);
	assert_int_equal(ece_be32(out + 0x18 + 0x94) & 0xffffff, driver_link.psn[1]);
	ece_put_be32(in + 0x08, pair->qp[RECEIVER].number);
	assert_int_equal(driver_command(&pair->d.card[RECEIVER], in, sizeof(in), out, sizeof(out)), 0);
	assert_int_equal(ece_be32(out + 0x18 + 0x94) & 0xffffff, driver_link.psn[0] + 3);
	pair_stop(pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mark_comes_back_as_a_cnp),
		cmocka_unit_test(the_interval_bounds_the_cnps_of_a_flow),
		cmocka_unit_test(each_point_can_be_off),
		cmocka_unit_test(another_dscp_is_another_priority),
		cmocka_unit_test(both_ends_are_both_points),
		cmocka_unit_test(a_set_can_be_changed_under_way),
		cmocka_unit_test(psns_are_those_of_the_data_path),
	};

	return cmocka_run_group_tests_name("congestion", tests, NULL, NULL);
}
