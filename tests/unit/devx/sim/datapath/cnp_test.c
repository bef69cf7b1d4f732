// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Congestion notification. What a CNP looks like: one captured on a ConnectX-4 Lx (the RoCE tests of scapy): traffic
 * class 0xc2, base transport header 81 00 ffff 40 QPN 00 000000, 16 zero bytes, 74 bytes in all. Commands as literal
 * words: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/datapath/cnp.h"
#include "devx/sim/fw/counter.h"

#define QPC        0x18
#define IPV4_GID   "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\x00\x00"
#define OWN_MAC    "\x0c\x42\xa1\x00\x00\x01"
#define SENDER_MAC "\x0c\x42\xa1\x00\x01\x02"
#define US         UINT64_C(1000)

/* The receiver of marked packets, with one connected queue pair whose other end is 0x000118. */
struct card {
	struct fw_state state;
	struct fw fw;
	struct dp dp;
	struct dp_queue queue;
	size_t sent;
	uint8_t last[WIRE_FRAME_MAX]; /* frame that was sent */
	size_t last_bytes;
	uint8_t frame[WIRE_FRAME_MAX]; /* that arrives */
	struct wire_packet packet;
};

static void transmit(void *ctx, uint64_t now_ns, const uint8_t *frame, size_t bytes)
{
	struct card *card = ctx;

	(void)now_ns;
	memcpy(card->last, frame, bytes);
	card->last_bytes = bytes;
	card->sent++;
}

static const struct dp_ops ops = {.transmit = transmit};

static void make_queue(struct card *card, uint32_t service, uint32_t qp_state)
{
	uint8_t create[0x110] = {0};
	uint8_t *ads = create + QPC + 0x18;

	ece_put_be32(create + QPC, qp_state << 28 | service << 16);
	ece_put_be32(create + QPC + 0x14, 0x000118);
	ads[0x09] = 1; /* source GID index */
	memcpy(ads + 0x10, IPV4_GID "\x02", 16);
	ads[0x21] = 26; /* DSCP */
	memcpy(ads + 0x26, SENDER_MAC, 6);
	card->queue = (struct dp_queue){.due_ns = DP_NEVER};
	card->queue.object = fw_object_add(card->fw.objects, FW_OBJECT_QP, create, sizeof(create));
	assert_non_null(card->queue.object);
}

static int up(void **state)
{
	struct card *card = calloc(1, sizeof(*card));
	uint8_t *address;

	assert_non_null(card);
	card->fw.type = fw_card_type_find("cx7");
	card->fw.state = &card->state;
	card->fw.objects = fw_objects_new();
	assert_non_null(card->fw.objects);
	fw_power_on(&card->fw, 1);
	card->dp.fw = &card->fw;
	card->dp.ops = &ops;
	card->dp.ctx = card;
	address = card->fw.objects->driver.roce_address[1];
	memcpy(address, "\0\0\0\0\0\0\0\0\0\0\0\0\x0a\x00\x00\x01", 16);
	memcpy(address + 0x12, OWN_MAC, 6);
	address[0x1b] = 2; /* version; layer 3 type 0 is IPv4 */
	make_queue(card, 0, 3);
	*state = card;
	return 0;
}

static int down(void **state)
{
	struct card *card = *state;

	fw_objects_free(card->fw.objects);
	free(card);
	return 0;
}

/* A packet of the other end arrives. */
static void arrives(struct card *card, uint8_t opcode, uint8_t traffic_class, uint16_t vlan)
{
	static const uint8_t payload[16] = {0x11, 0x11, 0x11, 0x11, 0x00, 0x00, 0x04, 0x56};
	struct wire_path path = {.network = WIRE_ROCE_V2_IPV4, .hop_limit = 64, .source_port = 0xc123};
	struct wire_bth bth = {.opcode = opcode, .pkey = 0xffff, .qpn = card->queue.object->id};
	size_t bytes;

	memcpy(path.dmac, OWN_MAC, 6);
	memcpy(path.smac, SENDER_MAC, 6);
	memcpy(path.dgid, IPV4_GID "\x01", 16);
	memcpy(path.sgid, IPV4_GID "\x02", 16);
	path.vlan = vlan;
	path.traffic_class = traffic_class;
	bytes = wire_frame_build(card->frame, &path, &bth, payload, sizeof(payload));
	assert_int_equal(wire_frame_parse(card->frame, bytes, &card->packet), 1);
}

/* A marked SEND with DSCP 26 at @now_ns; returns how many frames left the card for it. */
static size_t marked(struct card *card, uint64_t now_ns)
{
	size_t before = card->sent;

	card->dp.now_ns = now_ns;
	arrives(card, WIRE_RC_SEND_ONLY, 0x6b, WIRE_NO_VLAN);
	dp_cnp_marked(&card->dp, &card->queue, &card->packet);
	return card->sent - before;
}

/* MODIFY_CONG_PARAMS of the notification point: one select bit, one word of the block. */
static void modify_np(struct card *card, unsigned int select, size_t at, uint32_t value)
{
	uint8_t in[0x120] = {0x08, 0x25}, out[0x10];

	in[0x0b] = 2;
	ece_put_be32(in + 0x0c, 1U << select);
	ece_put_be32(in + 0x20 + at, value);
	fw_exec(&card->fw, 0, in, sizeof(in), out, sizeof(out));
	assert_int_equal(out[0], 0);
}

/* MODIFY_CONG_STATUS of one priority. */
static void enable(struct card *card, uint8_t protocol, uint8_t priority, bool on)
{
	uint8_t in[0x10] = {0x08, 0x23}, out[0x10];

	in[0x0b] = (uint8_t)(priority << 4 | protocol);
	in[0x0c] = on ? 0x80 : 0;
	fw_exec(&card->fw, 0, in, sizeof(in), out, sizeof(out));
	assert_int_equal(out[0], 0);
}

static void counts_are(const struct card *card, uint64_t of_marks, uint64_t sent)
{
	assert_int_equal(card->state.counter[FW_COUNT_NP_ECN_MARKED_ROCE_PACKETS], of_marks);
	assert_int_equal(card->state.counter[FW_COUNT_NP_CNP_SENT], sent);
}

static void a_mark_makes_a_cnp_as_cards_send_it(void **state)
{
	static const uint8_t cnp[] = {0x81, 0x00, 0xff, 0xff, 0x40, 0x00, 0x01, 0x18, 0, 0, 0, 0, 0, 0,
				      0,    0,    0,    0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0};
	struct card *card = *state;
	struct wire_packet packet;

	assert_int_equal(marked(card, 0), 1);
	assert_int_equal(card->last_bytes, 74);
	assert_memory_equal(card->last, SENDER_MAC OWN_MAC "\x08\x00\x45\xc2", 16);
	assert_memory_equal(card->last + 26, "\x0a\x00\x00\x01\x0a\x00\x00\x02", 8);
	assert_memory_equal(card->last + 36, "\x12\xb7", 2);
	assert_memory_equal(card->last + 42, cnp, sizeof(cnp));
	assert_int_equal(wire_frame_parse(card->last, card->last_bytes, &packet), 1);
	assert_true(wire_icrc_good(&packet));
	counts_are(card, 1, 1);
	assert_int_equal(card->state.rdma_tx_packets, 1);
}

/* 4 us at power-on. */
static void one_cnp_a_flow_in_each_interval(void **state)
{
	struct card *card = *state;

	assert_int_equal(marked(card, 100 * US), 1);
	assert_int_equal(marked(card, 100 * US), 0);
	assert_int_equal(marked(card, 104 * US - 1), 0);
	assert_int_equal(marked(card, 104 * US), 1);
	assert_int_equal(marked(card, 107 * US), 0);
	counts_are(card, 5, 2);
}

static void flows_do_not_wait_for_each_other(void **state)
{
	struct card *card = *state;
	struct dp_queue first = card->queue;

	assert_int_equal(marked(card, 0), 1);
	make_queue(card, 0, 3);
	assert_int_equal(marked(card, 0), 1);
	card->queue = first;
	assert_int_equal(marked(card, 1 * US), 1);
}

static void another_interval_acts_at_once(void **state)
{
	struct card *card = *state;

	assert_int_equal(marked(card, 0), 1);
	modify_np(card, 2, 0x14, 50);
	assert_int_equal(marked(card, 49 * US), 0);
	assert_int_equal(marked(card, 50 * US), 1);
	modify_np(card, 2, 0x14, 0);
	assert_int_equal(marked(card, 50 * US), 1);
	assert_int_equal(marked(card, 50 * US), 1);
}

static void dscp_is_the_configured_one(void **state)
{
	struct card *card = *state;

	modify_np(card, 3, 0x18, 46 << 8);
	assert_int_equal(marked(card, 0), 1);
	assert_int_equal(card->last[15], 0xba);
	modify_np(card, 3, 0x18, 0);
	assert_int_equal(marked(card, 10 * US), 1);
	assert_int_equal(card->last[15], 0x02);
}

static void tagged(struct card *card, uint64_t now_ns, uint16_t vlan, uint16_t wanted)
{
	card->dp.now_ns = now_ns;
	arrives(card, WIRE_RC_SEND_ONLY, 0x6b, vlan);
	dp_cnp_marked(&card->dp, &card->queue, &card->packet);
	assert_memory_equal(card->last + 12, "\x81\x00", 2);
	assert_int_equal(ece_be16(card->last + 14), wanted);
}

/* cnp_802p_prio is 6 at power-on; bit 3 of its word is cnp_prio_mode. */
static void a_tag_has_the_configured_priority_or_the_packets_own(void **state)
{
	struct card *card = *state;

	tagged(card, 0, 0x6064, 0xc064);
	modify_np(card, 4, 0x18, 2);
	tagged(card, 10 * US, 0x6064, 0x4064);
	modify_np(card, 4, 0x18, 8 | 2);
	tagged(card, 20 * US, 0x6064, 0x6064);
	assert_int_equal(card->sent, 3);
}

static uint64_t sent_with(const struct card *card, unsigned int priority)
{
	return card->fw.objects->traffic.priority[FW_TRANSMITTED][priority].packets;
}

/* Without a tag the port still knows it. */
static void the_port_counts_it_by_its_priority(void **state)
{
	struct card *card = *state;

	assert_int_equal(marked(card, 0), 1);
	assert_int_equal(sent_with(card, 6), 1);
	modify_np(card, 4, 0x18, 2);
	assert_int_equal(marked(card, 10 * US), 1);
	assert_int_equal(sent_with(card, 2), 1);
	modify_np(card, 4, 0x18, 8 | 2);
	assert_int_equal(marked(card, 20 * US), 1);
	assert_int_equal(sent_with(card, 0), 1);
	card->state.qos.trust = 2;
	assert_int_equal(marked(card, 30 * US), 1);
	assert_int_equal(sent_with(card, 6), 2); /* DSCP 48 */
}

static void a_notification_point_that_is_off_counts_marks_only(void **state)
{
	struct card *card = *state;

	enable(card, 2, 0, false);
	assert_int_equal(marked(card, 0), 0);
	counts_are(card, 1, 0);
	enable(card, 2, 5, true); /* one switch of all priorities */
	assert_int_equal(marked(card, 0), 1);
	counts_are(card, 2, 1);
}

/* The state can say it by priority; which one a packet has follows the port's trust. */
static void the_priority_of_the_packet_decides(void **state)
{
	struct card *card = *state;

	card->state.cong_status[2] = 1U << 3;
	assert_int_equal(marked(card, 0), 0); /* trust by tag, and there is none */
	card->state.qos.trust = 2;
	assert_int_equal(marked(card, 0), 1); /* DSCP 26 is priority 3 */
	card->state.qos.dscp_priority[26] = 4;
	assert_int_equal(marked(card, 10 * US), 0);
	card->state.qos.trust = 1;
	tagged(card, 20 * US, 0x6064, 0xc064);
	assert_int_equal(card->sent, 2);
}

static void both_kinds_of_connections_know_their_other_end(void **state)
{
	struct card *card = *state;

	make_queue(card, 1, 3);
	assert_int_equal(marked(card, 0), 1);
	assert_memory_equal(card->last + 47, "\x00\x01\x18", 3);
}

static void datagrams_say_who_sent_them(void **state)
{
	struct card *card = *state;

	make_queue(card, 2, 3);
	arrives(card, WIRE_UD_SEND, 0x6b, WIRE_NO_VLAN);
	dp_cnp_marked(&card->dp, &card->queue, &card->packet);
	assert_int_equal(card->sent, 1);
	assert_memory_equal(card->last + 47, "\x00\x04\x56", 3);
	card->dp.now_ns = 10 * US;
	card->packet.payload_bytes = 7;
	dp_cnp_marked(&card->dp, &card->queue, &card->packet);
	assert_int_equal(card->sent, 1);
}

static void who_does_not_receive_sends_no_cnp(void **state)
{
	static const uint32_t deaf[] = {0, 1, 6};
	struct card *card = *state;

	for (size_t i = 0; i < sizeof(deaf) / sizeof(deaf[0]); i++) {
		make_queue(card, 0, deaf[i]);
		assert_int_equal(marked(card, 0), 0);
	}
	make_queue(card, 0, 2);
	assert_int_equal(marked(card, 0), 1);
}

/* Who knows MAC and QPN is not yet the other end: a wrong source, or a wrong destination that has the right MAC. */
static void a_stranger_draws_no_cnp_from_a_connection(void **state)
{
	struct card *card = *state;

	for (uint32_t service = 0; service < 2; service++) {
		make_queue(card, service, 3);
		arrives(card, WIRE_RC_SEND_ONLY, 0x6b, WIRE_NO_VLAN);
		card->packet.path.sgid[15] = 3;
		dp_cnp_marked(&card->dp, &card->queue, &card->packet);
		arrives(card, WIRE_RC_SEND_ONLY, 0x6b, WIRE_NO_VLAN);
		card->packet.path.dgid[15] = 3;
		dp_cnp_marked(&card->dp, &card->queue, &card->packet);
		assert_int_equal(card->sent, 0);
		counts_are(card, 0, 0);
	}
	assert_int_equal(marked(card, 0), 1); /* nor did they use up its interval */
}

static void cnps_are_handled_or_ignored(struct card *card, uint64_t handled, uint64_t ignored)
{
	arrives(card, WIRE_CNP, 0xc2, WIRE_NO_VLAN);
	dp_cnp_received(&card->dp, &card->queue, &card->packet);
	assert_int_equal(card->state.counter[FW_COUNT_RP_CNP_HANDLED], handled);
	assert_int_equal(card->state.counter[FW_COUNT_RP_CNP_IGNORED], ignored);
}

static void a_reaction_point_handles_cnps_of_its_flows(void **state)
{
	struct card *card = *state;

	cnps_are_handled_or_ignored(card, 1, 0);
	enable(card, 1, 0, false);
	cnps_are_handled_or_ignored(card, 1, 1);
	enable(card, 1, 0, true);
	cnps_are_handled_or_ignored(card, 2, 1);
	make_queue(card, 0, 6);
	cnps_are_handled_or_ignored(card, 2, 2);
	dp_cnp_received(&card->dp, NULL, &card->packet);
	assert_int_equal(card->state.counter[FW_COUNT_RP_CNP_IGNORED], 3);
	assert_int_equal(card->sent, 0);
}

/* The CNP came with DSCP 48, priority 6; its flow has DSCP 26, priority 3. */
static void the_priority_of_the_flow_decides(void **state)
{
	struct card *card = *state;

	card->state.qos.trust = 2;
	card->state.cong_status[1] = 1U << 3;
	cnps_are_handled_or_ignored(card, 1, 0);
	card->state.cong_status[1] = 1U << 6;
	cnps_are_handled_or_ignored(card, 1, 1);
}

/* A datagram's queue pair has no path of its own; what lies in its place is nobody's. */
static void of_datagrams_the_priority_of_the_cnp_decides(void **state)
{
	struct card *card = *state;

	make_queue(card, 2, 3);
	card->state.qos.trust = 2;
	card->state.cong_status[1] = 1U << 6;
	cnps_are_handled_or_ignored(card, 1, 0);
	card->state.cong_status[1] = 1U << 3;
	cnps_are_handled_or_ignored(card, 1, 1);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, up, down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_mark_makes_a_cnp_as_cards_send_it),
		CASE(one_cnp_a_flow_in_each_interval),
		CASE(flows_do_not_wait_for_each_other),
		CASE(another_interval_acts_at_once),
		CASE(dscp_is_the_configured_one),
		CASE(a_tag_has_the_configured_priority_or_the_packets_own),
		CASE(the_port_counts_it_by_its_priority),
		CASE(a_notification_point_that_is_off_counts_marks_only),
		CASE(the_priority_of_the_packet_decides),
		CASE(both_kinds_of_connections_know_their_other_end),
		CASE(datagrams_say_who_sent_them),
		CASE(who_does_not_receive_sends_no_cnp),
		CASE(a_stranger_draws_no_cnp_from_a_connection),
		CASE(a_reaction_point_handles_cnps_of_its_flows),
		CASE(the_priority_of_the_flow_decides),
		CASE(of_datagrams_the_priority_of_the_cnp_decides),
	};

	return cmocka_run_group_tests_name("cnp", tests, NULL, NULL);
}
