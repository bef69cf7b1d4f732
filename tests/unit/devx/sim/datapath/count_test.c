// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frames at the port, from literal bytes: which kind, which priority. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/base/be.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/datapath/count.h"
#include "devx/sim/datapath/internal.h"

#define OWN       "\x0c\x42\xa1\x00\x00\x01"
#define OTHER     "\x0c\x42\xa1\x00\x00\x02"
#define GROUP     "\x01\x00\x5e\x00\x00\x01"
#define EVERYBODY "\xff\xff\xff\xff\xff\xff"

static struct fw_state card;
static struct fw fw;
static struct dp dp;

static int up(void **state)
{
	(void)state;
	fw = (struct fw){.type = fw_card_type_find("cx7"), .state = &card, .objects = fw_objects_new()};
	assert_non_null(fw.objects);
	fw_power_on(&fw, 1);
	dp.fw = &fw;
	return 0;
}

static int down(void **state)
{
	(void)state;
	fw_objects_free(fw.objects);
	return 0;
}

#define COUNT(bytes) dp_count_frame(&dp, FW_RECEIVED, (const uint8_t *)(bytes), sizeof(bytes) - 1)

static void packet(const char *to, uint8_t traffic_class, uint8_t priority)
{
	struct wire_path path = {.traffic_class = traffic_class, .priority = priority, .vlan = WIRE_NO_VLAN};

	memcpy(path.dmac, to, sizeof(path.dmac));
	dp_count_packet(&dp, FW_RECEIVED, &path, &(struct wire_bth){0}, 0, 100);
}

static uint64_t packets(enum fw_frame_kind kind)
{
	return fw_frames_of(&fw, FW_RECEIVED, kind).packets;
}

static uint64_t of_priority(unsigned int priority)
{
	return fw.objects->traffic.priority[FW_RECEIVED][priority].packets;
}

static void the_address_tells_the_kind(void **state)
{
	(void)state;
	COUNT(OWN OTHER "\x08\x06");
	COUNT(GROUP OTHER "\x08\x06");
	COUNT(EVERYBODY OTHER "\x08\x06");
	packet(OWN, 0, 0);
	packet(GROUP, 0, 0);
	for (unsigned int kind = 0; kind < FW_FRAME_KINDS; kind++)
		assert_int_equal(packets((enum fw_frame_kind)kind), 1);
	assert_int_equal(fw_frames_of(&fw, FW_RECEIVED, FW_FRAME_UNICAST).bytes, 14);
	assert_int_equal(fw_frames_of(&fw, FW_TRANSMITTED, FW_FRAME_UNICAST).packets, 0);
}

/* DSCP 26 and 48; by the map of power-on that is priority 3 and 6. */
static void a_trusted_dscp_tells_the_priority(void **state)
{
	(void)state;
	card.qos.trust = 2;
	COUNT(OWN OTHER "\x08\x00\x45\x6a");
	COUNT(OWN OTHER "\x86\xdd\x6c\x20");
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x00\x45\xc2");
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x06");
	assert_int_equal(of_priority(3), 1);
	assert_int_equal(of_priority(6), 2);
	assert_int_equal(of_priority(1), 0);
	assert_int_equal(of_priority(0), 1);
}

static void a_trusted_tag_tells_the_priority(void **state)
{
	(void)state;
	COUNT(OWN OTHER "\x08\x00\x45\x6a");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08\x00\x45\xc2");
	assert_int_equal(of_priority(0), 1);
	assert_int_equal(of_priority(5), 1);
	card.qos.trust = 3; /* both: the tag of what is no IP packet */
	COUNT(OWN OTHER "\x81\x00\x20\x64\x08\x06");
	assert_int_equal(of_priority(1), 1);
}

static void packets_have_a_priority_without_a_tag(void **state)
{
	(void)state;
	packet(OWN, 0xc2, 4);
	assert_int_equal(of_priority(4), 1);
	card.qos.trust = 2;
	packet(OWN, 0xc2, 4);
	assert_int_equal(of_priority(4), 1);
	assert_int_equal(of_priority(6), 1);
	assert_int_equal(fw_frames_of(&fw, FW_RECEIVED, FW_FRAME_RDMA_UNICAST).bytes, 200);
}

static uint32_t run(uint8_t *in, size_t bytes)
{
	uint8_t out[0x20];

	fw_exec(&fw, 0, in, bytes, out, sizeof(out));
	memset(in, 0, bytes);
	assert_int_equal(out[0], 0);
	return ece_be32(out + 8);
}

static void put(uint8_t *in, size_t at, uint32_t value)
{
	ece_put_be32(in + at, value);
}

/*
 * A root table (7: received, 8: sent) whose one entry counts what has @value where @mask has bits, in the word @at of
 * the match parameters: create_flow_table_in, set_flow_table_root_in, create_flow_group_in, set_fte_in of mlx5_ifc.h.
 */
static uint32_t flow_counter(uint32_t type, size_t at, uint32_t mask, uint32_t value)
{
	static uint8_t in[0x400];
	uint32_t table, group, counter;

	put(in, 0x00, 0x09390000);
	counter = run(in, 0x10);
	put(in, 0x00, 0x09300000);
	put(in, 0x10, type << 24);
	table = run(in, 0x40);
	put(in, 0x00, 0x092f0000);
	put(in, 0x10, type << 24);
	put(in, 0x14, table);
	run(in, 0x40);
	put(in, 0x00, 0x09330000);
	put(in, 0x10, type << 24);
	put(in, 0x14, table);
	put(in, 0x40 + at, mask);
	group = run(in, 0x400);
	put(in, 0x00, 0x09360000);
	put(in, 0x10, type << 24);
	put(in, 0x14, table);
	put(in, 0x44, group);
	put(in, 0x4c, 0x9); /* allow and count */
	put(in, 0x54, 1);
	put(in, 0x80 + at, value);
	put(in, 0x340, counter);
	run(in, 0x348);
	return counter;
}

static uint32_t flow_packets(uint32_t counter)
{
	uint8_t in[0x20] = {0x09, 0x3b}, out[0x20];

	put(in, 0x1c, counter);
	fw_exec(&fw, 0, in, sizeof(in), out, sizeof(out));
	return ece_be32(out + 0x14);
}

/* ip_ecn and ip_version are in the word 0x10, bth_opcode in 0x54, source_sqn in 0x40, bth_dst_qp in 0x68. */
static void flow_tables_see_what_was_received(void **state)
{
	struct wire_path path = {.network = WIRE_ROCE_V2_IPV6, .traffic_class = 0x6b, .vlan = WIRE_NO_VLAN};
	struct wire_bth bth = {.opcode = WIRE_RC_SEND_ONLY, .qpn = 0x123};
	uint32_t marked = flow_counter(7, 0x10, 0x00031e00, 0x00030c00);

	(void)state;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	assert_int_equal(flow_packets(marked), 1);
	path.network = WIRE_ROCE_V2_IPV4;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	path.network = WIRE_ROCE_V1;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	path.network = WIRE_ROCE_V2_IPV6;
	path.traffic_class = 0x6a;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	assert_int_equal(flow_packets(marked), 1);
}

static void flow_tables_see_queue_pairs_and_opcodes(void **state)
{
	struct wire_path path = {.vlan = WIRE_NO_VLAN};
	struct wire_bth bth = {.opcode = WIRE_CNP, .qpn = 0x123};
	uint32_t notified = flow_counter(7, 0x54, 0x000000ff, 0x81);
	uint32_t sent = flow_counter(8, 0x40, 0x00ffffff, 0x456), to;

	(void)state;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	dp_count_packet(&dp, FW_TRANSMITTED, &path, &bth, 0x456, 100);
	dp_count_packet(&dp, FW_TRANSMITTED, &path, &bth, 0x123, 100);
	assert_int_equal(flow_packets(notified), 1);
	assert_int_equal(flow_packets(sent), 1);
	to = flow_counter(7, 0x68, 0x00ffffff, 0x123);
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	bth.qpn = 0x456;
	dp_count_packet(&dp, FW_RECEIVED, &path, &bth, 0, 100);
	assert_int_equal(flow_packets(to), 1);
	assert_int_equal(flow_packets(notified), 1);
}

static void cut_frames_do_no_harm(void **state)
{
	(void)state;
	card.qos.trust = 2;
	COUNT(OWN OTHER "\x08");
	assert_int_equal(packets(FW_FRAME_UNICAST), 0);
	COUNT(OWN OTHER "\x08\x00\x45");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08");
	COUNT(OWN OTHER "\x81\x00\xa0\x64\x08\x00\x45");
	assert_int_equal(packets(FW_FRAME_UNICAST), 3);
	assert_int_equal(of_priority(0), 3);
	/* what lies behind the end is not looked at */
	dp_count_frame(&dp, FW_RECEIVED, (const uint8_t *)OWN OTHER "\x08\x00\x45\x6a", 15);
	assert_int_equal(of_priority(0), 4);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, up, down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_address_tells_the_kind),
		CASE(a_trusted_dscp_tells_the_priority),
		CASE(a_trusted_tag_tells_the_priority),
		CASE(packets_have_a_priority_without_a_tag),
		CASE(flow_tables_see_what_was_received),
		CASE(flow_tables_see_queue_pairs_and_opcodes),
		CASE(cut_frames_do_no_harm),
	};

	return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}
