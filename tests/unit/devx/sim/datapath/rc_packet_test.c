// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Reliable connections and packets that no good peer sends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/datapath/rc.h"
#include "devx/sim/wire/frame.h"
#include "tests/unit/devx/sim/datapath/pair.h"

#define MTU       1024
#define FIRST_PSN 0x100 /* of driver_link: what the second end expects */

/* Ethernet, IPv4, UDP, transport header, data, invariant CRC. */
#define FRAME_BYTES (14 + 20 + 8 + 12 + MTU + 4)

struct forged {
	uint8_t opcode;
	uint32_t psn;
	bool ack;
	uint8_t payload[4200];
	size_t bytes;
	bool stranger;  /* from another address */
	bool wrong_crc; /* a bit of the data is another one than the invariant CRC covers */
	bool v1;        /* RoCE v1, with the bits of congestion in its route header */
};

/* A packet for the second end, as if from the first. */
static void forge(struct pair *pair, int to, const struct forged *forged)
{
	struct driver_card *card = &pair->d.card[to];
	struct wire_path path = {.network = WIRE_ROCE_V2_IPV4, .vlan = WIRE_NO_VLAN, .hop_limit = 64};
	struct wire_bth bth = {
		.opcode = forged->opcode,
		.psn = forged->psn,
		.ack = forged->ack,
		.pkey = WIRE_PKEY,
		.qpn = pair->qp[to].number,
	};
	uint8_t frame[WIRE_FRAME_MAX];
	size_t bytes;

	memcpy(path.dmac, card->mac, sizeof(path.dmac));
	memcpy(path.smac, pair->d.card[!to].mac, sizeof(path.smac));
	driver_gid(card, DRIVER_GID_IPV4, path.dgid);
	driver_gid(&pair->d.card[!to], DRIVER_GID_IPV4, path.sgid);
	path.sgid[15] ^= forged->stranger;
	if (forged->v1) {
		path.network = WIRE_ROCE_V1;
		path.traffic_class = WIRE_ECN_MARKED;
	}
	bytes = wire_frame_build(frame, &path, &bth, forged->payload, forged->bytes);
	frame[bytes - WIRE_ICRC_BYTES - 1] ^= forged->wrong_crc;
	dp_receive(card->dp, pair->d.now_ns, frame, bytes);
}

static size_t put_reth(struct pair *pair, uint8_t *at, uint32_t bytes)
{
	ece_put_be64(at, pair->mr[1].address);
	ece_put_be32(at + 8, pair->mr[1].key);
	ece_put_be32(at + 12, bytes);
	return 16;
}

/* What is wrong, and the extended header that belongs to it. @total: of a READ or WRITE; then a RETH is in front. */
struct wrong {
	uint8_t before; /* a good first packet of this opcode comes before it; 0xff: none */
	uint8_t opcode;
	size_t bytes; /* of data */
	bool reth;
	uint32_t total;
	uint8_t syndrome; /* of the answer */
};

static const struct wrong wrongs[] = {
	/* in the middle of nothing */
	{0xff, WIRE_RC_SEND_MIDDLE, MTU, false, 0, 0x61},
	{0xff, WIRE_RC_SEND_LAST, 8, false, 0, 0x61},
	{0xff, WIRE_RC_WRITE_MIDDLE, MTU, false, 0, 0x61},
	{0xff, WIRE_RC_WRITE_LAST_IMM, 8, false, 0, 0x61},
	/* another message before the end of one */
	{WIRE_RC_SEND_FIRST, WIRE_RC_SEND_FIRST, MTU, false, 0, 0x61},
	{WIRE_RC_SEND_FIRST, WIRE_RC_WRITE_LAST, 8, false, 0, 0x61},
	{WIRE_RC_SEND_FIRST, WIRE_RC_WRITE_ONLY, 8, true, 8, 0x61},
	{WIRE_RC_WRITE_FIRST, WIRE_RC_SEND_LAST, 8, false, 0, 0x61},
	{WIRE_RC_WRITE_FIRST, WIRE_RC_READ_REQUEST, 0, true, 8, 0x61},
	{WIRE_RC_WRITE_FIRST, WIRE_RC_FETCH_ADD, 12, true, 8, 0x61},
	/* lengths */
	{0xff, WIRE_RC_SEND_FIRST, MTU - 4, false, 0, 0x61},
	{0xff, WIRE_RC_SEND_ONLY, MTU + 4, false, 0, 0x61},
	{WIRE_RC_SEND_FIRST, WIRE_RC_SEND_MIDDLE, MTU + 4, false, 0, 0x61},
	{WIRE_RC_SEND_FIRST, WIRE_RC_SEND_LAST, 0, false, 0, 0x61},
	{0xff, WIRE_RC_WRITE_ONLY, 8, true, 9, 0x61},
	{0xff, WIRE_RC_WRITE_ONLY, 8, true, 7, 0x61},
	{0xff, WIRE_RC_WRITE_FIRST, MTU, true, MTU, 0x61},
	{0xff, WIRE_RC_WRITE_FIRST, MTU, true, 0xffffffff, 0x61},
	{WIRE_RC_WRITE_FIRST, WIRE_RC_WRITE_LAST, 12, false, 0, 0x61},
	{WIRE_RC_WRITE_FIRST, WIRE_RC_WRITE_MIDDLE, MTU, false, 0, 0x61},
	{0xff, WIRE_RC_READ_REQUEST, 0, true, 0x40000001, 0x61},
	{0xff, WIRE_RC_READ_REQUEST, 4, true, 8, 0x61},
	/* headers that are not whole */
	{0xff, WIRE_RC_WRITE_ONLY, 12, false, 0, 0x61},
	{0xff, WIRE_RC_READ_REQUEST, 12, false, 0, 0x61},
	{0xff, WIRE_RC_SEND_ONLY_IMM, 0, false, 0, 0x61},
	{0xff, WIRE_RC_FETCH_ADD, 24, false, 0, 0x61},
	{0xff, WIRE_RC_COMPARE_SWAP, 32, false, 0, 0x61},
	/* no such thing */
	{0xff, 0x15, 8, false, 0, 0x61},
	{0xff, 0x18, 8, false, 0, 0x61},
	{0xff, 0x1f, 8, false, 0, 0x61},
};

static uint32_t send_first(struct pair *pair, uint8_t opcode)
{
	struct forged first = {.opcode = opcode, .psn = FIRST_PSN};

	if (opcode == 0xff)
		return FIRST_PSN;
	/* Eight bytes of it are still to come. */
	if (opcode == WIRE_RC_WRITE_FIRST)
		first.bytes = put_reth(pair, first.payload, MTU + 8);
	first.bytes += MTU;
	forge(pair, 1, &first);
	return FIRST_PSN + 1;
}

static void check_wrong(const struct wrong *wrong)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged forged = {.opcode = wrong->opcode, .ack = true};

	pair_receive(pair, 0, 4 * MTU);
	forged.psn = send_first(pair, wrong->before);
	if (wrong->reth)
		forged.bytes = put_reth(pair, forged.payload, wrong->total);
	forged.bytes += wrong->bytes;
	forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_true(pair->packets);
	assert_int_equal(pair->packet[pair->packets - 1].opcode, WIRE_RC_ACK);
	assert_int_equal(pair->packet[pair->packets - 1].syndrome, wrong->syndrome);
	assert_int_equal(pair->packet[pair->packets - 1].psn, forged.psn);
	assert_int_equal(driver_qp_state(&pair->qp[1]), PRM_QP_ERR);
	/* The entry that was taken or not is flushed, once. */
	pair_done(pair, 1, DP_CQE_RESPONDER_ERROR, DP_SYNDROME_FLUSHED);
	pair_nothing(pair, 1);
	assert_int_equal(pair->d.card[1].events, 1);
	assert_int_equal(pair->d.card[1].event[0].type, PRM_EVENT_QUEUE_INVALID_REQUEST);
	pair_stop(pair);
}

static void what_is_against_the_rules_ends_the_connection(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrongs) / sizeof(wrongs[0]); i++)
		check_wrong(&wrongs[i]);
}

/* The answer to the READ and the refusal behind it wait to be sent; what comes meanwhile is not even looked at. */
static void after_a_refusal_nothing_is_received(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged bad = {.opcode = WIRE_RC_SEND_MIDDLE, .psn = FIRST_PSN, .bytes = MTU};
	struct forged good = {.opcode = WIRE_RC_WRITE_ONLY, .psn = FIRST_PSN, .ack = true};

	(void)state;
	good.bytes = put_reth(pair, good.payload, 8) + 8;
	memset(good.payload + 16, 'x', 8);
	for (int i = 0; i < 300; i++)
		forge(pair, 1, &bad);
	forge(pair, 1, &good);
	driver_settle(&pair->d);
	assert_int_equal(pair->mr[1].bytes[0], 0);
	assert_int_equal(pair_count(pair, 1, WIRE_RC_ACK), 1);
	assert_int_equal(pair->packet[0].syndrome, 0x61);
	pair_stop(pair);
}

static void strangers_are_not_heard(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged forged = {.opcode = WIRE_RC_SEND_MIDDLE, .psn = FIRST_PSN, .stranger = true};

	(void)state;
	forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_int_equal(pair->packets, 0);
	assert_int_equal(driver_qp_state(&pair->qp[1]), PRM_QP_RTS);
	pair_stop(pair);
}

/* Each of these would be a message of eight bytes for the posted entry, were it not for one thing. */
static void what_is_damaged_or_of_another_service_is_dropped(void **state)
{
	static const struct forged wrong[] = {
		{.opcode = WIRE_RC_SEND_ONLY, .psn = FIRST_PSN, .bytes = 8, .wrong_crc = true},
		{.opcode = WIRE_UC + WIRE_RC_SEND_ONLY, .psn = FIRST_PSN, .bytes = 8},
		{.opcode = WIRE_UD_SEND, .psn = FIRST_PSN, .bytes = 8},
		{.opcode = 0xc4, .psn = FIRST_PSN, .bytes = 8},
	};
	struct forged good = {.opcode = WIRE_RC_SEND_ONLY, .psn = FIRST_PSN, .bytes = 8};
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	pair_receive(pair, 0, 64);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		forge(pair, 1, &wrong[i]);
		pair_nothing(pair, 1);
		assert_int_equal(pair->d.card[1].dp->dropped, i + 1);
	}
	assert_int_equal(pair->packets, 0);
	forge(pair, 1, &good);
	assert_int_equal(pair_done(pair, 1, DP_CQE_SEND, 0).bytes, 8);
	pair_stop(pair);
}

/* RoCE v1 has no marks: what stands there in a route header is its traffic class. */
static void a_route_header_carries_no_mark(void **state)
{
	struct forged forged = {.opcode = WIRE_RC_SEND_MIDDLE, .psn = FIRST_PSN, .v1 = true};
	struct pair *pair = pair_start(&driver_link, 0);

	(void)state;
	forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_int_equal(fw_counter_value(&pair->d.card[1].fw, FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS), 0);
	assert_int_equal(pair->packets, 0);
	pair_stop(pair);
}

static void acknowledges_of_what_was_never_sent(void **state)
{
	static const uint8_t syndromes[] = {0x1f, 0x00, 0x20, 0x60, 0x61, 0x62, 0x63, 0x7f, 0x80, 0xff};
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);

	(void)state;
	for (size_t i = 0; i < sizeof(syndromes); i++) {
		for (uint32_t psn = FIRST_PSN - 2; psn < FIRST_PSN + 2; psn++) {
			struct forged forged = {.opcode = WIRE_RC_ACK, .psn = psn, .bytes = 4};

			forged.payload[0] = syndromes[i];
			forge(pair, 0, &forged);
		}
	}
	driver_settle(&pair->d);
	assert_int_equal(driver_qp_state(&pair->qp[0]), PRM_QP_RTS);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair_stop(pair);
}

/* The peer was not ready, so the sender went back; then the acknowledge of the first time comes after all. */
static void an_acknowledge_may_come_late(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged late = {.opcode = WIRE_RC_ACK, .psn = FIRST_PSN + 4, .bytes = 4};
	struct driver_cqe cqe;

	(void)state;
	pair_post(pair, DP_OP_SEND, 0, 0, 3 * MTU);
	pair_post(pair, DP_OP_SEND, 0, 0, 3 * MTU);
	driver_run(&pair->d, 100 * DRIVER_US);
	late.payload[0] = 0x1f;
	forge(pair, 0, &late);
	assert_true(driver_poll(&pair->cq[0], &cqe));
	assert_false(driver_poll(&pair->cq[0], &cqe));
	late.psn++;
	forge(pair, 0, &late);
	assert_true(driver_poll(&pair->cq[0], &cqe));
	assert_int_equal(cqe.syndrome, 0);
	pair->packets = 0;
	driver_settle(&pair->d);
	assert_int_equal(pair->packets, 0);
	pair_post(pair, DP_OP_WRITE, 0, 0, 8);
	driver_run(&pair->d, DRIVER_US);
	assert_int_equal(pair->packet[0].opcode, WIRE_RC_WRITE_ONLY);
	assert_int_equal(pair->packet[0].psn, FIRST_PSN + 6);
	pair_stop(pair);
}

/* The NAK and the acknowledge behind it arrive at once: nothing is left to be sent again. */
static void an_acknowledge_takes_a_nak_back(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);
	struct forged answer = {.opcode = WIRE_RC_ACK, .psn = FIRST_PSN + 5, .bytes = 4};

	(void)state;
	pair_delay(pair, 20 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, 20 * MTU);
	driver_run(&pair->d, DRIVER_US);
	answer.payload[0] = 0x60;
	forge(pair, 0, &answer);
	answer.payload[0] = 0x1f;
	answer.psn = FIRST_PSN + 19;
	forge(pair, 0, &answer);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	/* The number that shares its place with the one named above is lost indeed. */
	pair_lose(pair, 0, FIRST_PSN + 5 + RC_WINDOW, 1);
	pair_post(pair, DP_OP_WRITE, 0, 0, 600 * MTU);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	for (uint32_t i = 0; i < 620; i++)
		assert_int_equal(pair_times_sent(pair, 0, FIRST_PSN + i), i == 5 + RC_WINDOW ? 2 : 1);
	assert_int_equal(pair_counter(pair, 0, DRIVER_LOCAL_ACK_TIMEOUT_ERR), 0);
	pair_stop(pair);
}

static void a_gap_that_closes_at_once_is_not_named(void **state)
{
	(void)state;
	for (int selective = 0; selective < 2; selective++) {
		struct pair *pair = pair_start(&driver_link, selective ? PAIR_SELECTIVE : 0);
		struct forged forged = {.opcode = WIRE_RC_SEND_ONLY, .psn = FIRST_PSN + 1, .ack = true, .bytes = 8};

		pair_receive(pair, 0, 64);
		pair_receive(pair, 0, 64);
		forge(pair, 1, &forged);
		forged.psn = FIRST_PSN;
		forge(pair, 1, &forged);
		driver_settle(&pair->d);
		for (size_t i = 0; i < pair->packets; i++)
			assert_int_equal(pair->packet[i].syndrome, 0x1f);
		assert_int_equal(pair->packet[pair->packets - 1].psn, FIRST_PSN + (selective ? 1 : 0));
		pair_stop(pair);
	}
}

static void answers_of_another_kind_or_size_are_not_taken(void **state)
{
	static const struct {
		uint8_t opcode;
		size_t bytes;
	} answers[] = {
		{WIRE_RC_READ_ONLY, 4 + 104}, {WIRE_RC_READ_ONLY, 4 + 96}, {WIRE_RC_READ_ONLY, 3},
		{WIRE_RC_READ_MIDDLE, 104},   {WIRE_RC_ATOMIC_ACK, 4 + 8}, {WIRE_RC_ATOMIC_ACK, 4 + 100},
	};
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_cqe cqe;

	(void)state;
	pair_fill(pair, 1, 1);
	pair_delay(pair, 50 * DRIVER_US);
	pair_post(pair, DP_OP_READ, 0, 0, 100);
	driver_run(&pair->d, DRIVER_US);
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		forge(pair, 0,
		      &(struct forged){.opcode = answers[i].opcode, .psn = FIRST_PSN, .bytes = answers[i].bytes});
	assert_false(driver_poll(&pair->cq[0], &cqe));
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	assert_true(pair_same(pair, 0, 0, 100));
	pair_stop(pair);
}

static void an_early_packet_is_kept_once(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);
	struct dp *dp = pair->d.card[1].dp;
	size_t before = dp->rc_bytes;

	(void)state;
	for (int i = 0; i < 3; i++)
		forge(pair, 1, &(struct forged){.opcode = WIRE_RC_SEND_MIDDLE, .psn = FIRST_PSN + 9, .bytes = MTU});
	assert_int_equal(dp->rc_bytes - before, FRAME_BYTES);
	pair_stop(pair);
}

/* More early packets than a window has are not kept. */
static void early_packets_are_bounded(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);
	struct dp *dp = pair->d.card[1].dp;
	size_t before = dp->rc_bytes;

	(void)state;
	for (uint32_t i = 1; i < 5000; i++)
		forge(pair, 1, &(struct forged){.opcode = WIRE_RC_SEND_MIDDLE, .psn = FIRST_PSN + i, .bytes = MTU});
	assert_int_equal(dp->rc_bytes - before, 511 * FRAME_BYTES);
	assert_int_equal(driver_qp_error(&pair->qp[1]), 0);
	assert_int_equal(dp->rc_bytes, before);
	driver_destroy_qp(&pair->qp[1]);
	assert_int_equal(dp->rc_bytes, 0);
	pair_stop(pair);
}

static void a_hoard_of_duplicate_reads_is_bounded(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged forged = {.opcode = WIRE_RC_READ_REQUEST, .psn = FIRST_PSN};

	(void)state;
	pair_post(pair, DP_OP_READ, 0, 0, 64);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	forged.bytes = put_reth(pair, forged.payload, 64);
	pair->packets = 0;
	for (int i = 0; i < 1000; i++)
		forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_int_equal(pair_count(pair, 1, WIRE_RC_READ_ONLY), 127);
	pair_stop(pair);
}

/* A READ that begins with what was asked for already and goes on behind it was never asked for. */
static void a_duplicate_reaches_no_further_than_the_first(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct forged forged = {.opcode = WIRE_RC_READ_REQUEST, .psn = FIRST_PSN};

	(void)state;
	pair_post(pair, DP_OP_READ, 0, 0, 64);
	pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	pair->packets = 0;
	forged.bytes = put_reth(pair, forged.payload, MTU + 1);
	forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_int_equal(pair->packets, 0);
	forged.bytes = put_reth(pair, forged.payload, MTU);
	forge(pair, 1, &forged);
	driver_settle(&pair->d);
	assert_int_equal(pair_count(pair, 1, WIRE_RC_READ_ONLY), 1);
	pair_stop(pair);
}

static uint64_t last_atomic_answer(const struct pair *pair)
{
	struct wire_packet packet;

	assert_int_equal(wire_frame_parse(pair->frame[pair->frames - 1].bytes, pair->frame[pair->frames - 1].length,
					  &packet),
			 1);
	assert_int_equal(packet.bth.opcode, WIRE_RC_ATOMIC_ACK);
	return ece_be64(packet.payload + 4);
}

/* Each by the answer that it had the first time, though the memory is another by now. */
static void duplicate_atomics_are_answered_not_done(void **state)
{
	struct pair *pair = pair_start(&driver_link, 0);
	struct driver_sge sge = driver_sge(&pair->mr[0], 0, 8);
	uint64_t value;

	(void)state;
	for (int i = 0; i < 3; i++) {
		driver_post_send(&pair->qp[0], &(struct driver_send){.opcode = DP_OP_FETCH_ADD,
								     .sges = &sge,
								     .sge_count = 1,
								     .swap_add = 7,
								     .remote_address = pair->mr[1].address,
								     .remote_key = pair->mr[1].key});
		pair_done(pair, 0, DP_CQE_REQUESTER, 0);
	}
	/* Frames are request and answer by turns. */
	for (size_t i = 0; i < 3; i++) {
		pair_inject(pair, 2 * i, 1);
		driver_settle(&pair->d);
		assert_int_equal(last_atomic_answer(pair), 7 * i);
	}
	memcpy(&value, pair->mr[1].bytes, sizeof(value));
	assert_int_equal(value, 21);
	pair_stop(pair);
}

static uint32_t roll(uint32_t *dice, uint32_t below)
{
	*dice = *dice * 1664525 + 1013904223;
	return (uint32_t)((uint64_t)(*dice >> 8) * below >> 24);
}

static void random_packet(struct pair *pair, uint32_t *dice)
{
	int to = (int)roll(dice, 2);
	uint32_t expected = to ? FIRST_PSN : driver_link.psn[1];
	struct forged forged = {
		.opcode = (uint8_t)roll(dice, 0x20),
		.psn = (expected + roll(dice, 8) - 2 + (roll(dice, 10) ? 0 : roll(dice, 0x1000000))) & 0xffffff,
		.ack = roll(dice, 2),
		.bytes = roll(dice, 3) ? roll(dice, 40) : MTU,
	};

	for (size_t i = 0; i < forged.bytes; i++)
		forged.payload[i] = (uint8_t)roll(dice, 256);
	if (roll(dice, 2) && forged.bytes >= 16)
		put_reth(pair, forged.payload, roll(dice, 3000));
	forge(pair, to, &forged);
}

static void random_packets_do_no_harm(void **state)
{
	(void)state;
	for (uint32_t seed = 0; seed < 100; seed++) {
		struct pair *pair = pair_start(&driver_link, seed % 2 ? PAIR_SELECTIVE : 0);
		uint32_t dice = seed;

		for (int i = 0; i < 8; i++) {
			pair_receive(pair, 0, 4096);
			pair_post(pair, i % 2 ? DP_OP_READ : DP_OP_WRITE, 0, 0, 3000);
		}
		for (int i = 0; i < 40; i++) {
			random_packet(pair, &dice);
			if (!roll(&dice, 4))
				driver_turn(&pair->d);
		}
		driver_settle(&pair->d);
		for (int end = 0; end < 2; end++) {
			driver_destroy_qp(&pair->qp[end]);
			assert_int_equal(pair->d.card[end].dp->rc_bytes, 0);
		}
		pair_stop(pair);
	}
}

static void a_view_tells_what_happened(void **state)
{
	struct pair *pair = pair_start(&driver_link, PAIR_SELECTIVE);
	struct dp *dp = pair->d.card[0].dp;
	struct dp_rc_view view;

	(void)state;
	pair_delay(pair, 10 * DRIVER_US);
	pair_post(pair, DP_OP_WRITE, 0, 0, 10 * MTU);
	driver_run(&pair->d, DRIVER_US);
	assert_true(dp_rc_view(dp_queue_find(dp, FW_OBJECT_QP, pair->qp[0].number), &view));
	assert_true(view.selective);
	assert_int_equal(view.send_psn, FIRST_PSN + 10);
	assert_int_equal(view.in_flight, 10);
	assert_int_equal(view.requests, 1);
	driver_settle(&pair->d);
	assert_true(dp_rc_view(dp_queue_find(dp, FW_OBJECT_QP, pair->qp[0].number), &view));
	assert_int_equal(view.in_flight, 0);
	assert_int_equal(view.packets_again, 0);
	dp = pair->d.card[1].dp;
	assert_true(dp_rc_view(dp_queue_find(dp, FW_OBJECT_QP, pair->qp[1].number), &view));
	assert_int_equal(view.receive_psn, FIRST_PSN + 10);
	assert_int_equal(view.msn, 1);
	assert_int_equal(driver_qp_reset(&pair->qp[1]), 0);
	assert_false(dp_rc_view(dp_queue_find(dp, FW_OBJECT_QP, pair->qp[1].number), &view));
	pair_stop(pair);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(what_is_against_the_rules_ends_the_connection),
	cmocka_unit_test(after_a_refusal_nothing_is_received),
	cmocka_unit_test(strangers_are_not_heard),
	cmocka_unit_test(what_is_damaged_or_of_another_service_is_dropped),
	cmocka_unit_test(a_route_header_carries_no_mark),
	cmocka_unit_test(acknowledges_of_what_was_never_sent),
	cmocka_unit_test(an_acknowledge_may_come_late),
	cmocka_unit_test(an_acknowledge_takes_a_nak_back),
	cmocka_unit_test(a_gap_that_closes_at_once_is_not_named),
	cmocka_unit_test(answers_of_another_kind_or_size_are_not_taken),
	cmocka_unit_test(an_early_packet_is_kept_once),
	cmocka_unit_test(early_packets_are_bounded),
	cmocka_unit_test(a_hoard_of_duplicate_reads_is_bounded),
	cmocka_unit_test(a_duplicate_reaches_no_further_than_the_first),
	cmocka_unit_test(duplicate_atomics_are_answered_not_done),
	cmocka_unit_test(random_packets_do_no_harm),
	cmocka_unit_test(a_view_tells_what_happened),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}
