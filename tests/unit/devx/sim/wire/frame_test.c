// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RoCE packets: taken apart, put together, marked; and their invariant CRC. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <errno.h>
#include <stdlib.h>

/*
 * A notification packet that a ConnectX-4 Lx sent (scapy, test/contrib/roce.uts); other MAC addresses, which its CRC does not
 * cover.
 */
static const uint8_t cnp[] = {
	0x02, 0x00, 0x00, 0x00, 0x00, 0x02, 0x02, 0x00, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x45,
	0xc2, 0x00, 0x3c, 0x71, 0x8c, 0x40, 0x00, 0x40, 0x11, 0x91, 0x61, 0x0a, 0x00, 0x11, 0x01,
	0x0a, 0x00, 0x12, 0x01, 0x00, 0x00, 0x12, 0xb7, 0x00, 0x28, 0x00, 0x00, 0x81, 0x00, 0xff,
	0xff, 0x40, 0x00, 0x01, 0x18, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x82, 0xfd, 0x00, 0x2a,
};

#define IP_AT   14
#define UDP_AT  34
#define BTH_AT  42
#define ICRC_AT (sizeof(cnp) - WIRE_ICRC_BYTES)

static void a_real_packet_is_read(void **state)
{
	struct wire_packet p;

	(void)state;
	assert_int_equal(wire_frame_parse(cnp, sizeof(cnp), &p), 1);
	assert_int_equal(p.path.network, WIRE_ROCE_V2_IPV4);
	assert_int_equal(p.path.vlan, WIRE_NO_VLAN);
	assert_int_equal(p.path.traffic_class, 0xc2);
	assert_int_equal(p.path.hop_limit, 64);
	assert_memory_equal(p.path.sgid, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\x00\x11\x01", 16);
	assert_memory_equal(p.path.dgid, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\x00\x12\x01", 16);
	assert_memory_equal(p.path.smac, "\x02\0\0\0\0\x01", 6);
	assert_int_equal(p.bth.opcode, WIRE_CNP);
	assert_true(p.bth.becn);
	assert_false(p.bth.ack || p.bth.solicited || p.bth.migrated);
	assert_int_equal(p.bth.pkey, 0xffff);
	assert_int_equal(p.bth.qpn, 0x118);
	assert_int_equal(p.bth.psn, 0);
	assert_int_equal(p.payload_bytes, 16);
	assert_ptr_equal(p.payload, cnp + 54);
	assert_ptr_equal(p.network_header, cnp + IP_AT);
	assert_int_equal(p.frame_bytes, sizeof(cnp));
}

static void a_real_packet_is_built(void **state)
{
	static const uint8_t zeros[16];
	struct wire_path path = packet_path(WIRE_ROCE_V2_IPV4);
	struct wire_bth bth = {.opcode = WIRE_CNP, .becn = true, .pkey = 0xffff, .qpn = 0x118};
	uint8_t frame[WIRE_FRAME_MAX];
	uint8_t expected[sizeof(cnp)];

	(void)state;
	memcpy(path.dmac, cnp, 6);
	memcpy(path.smac, cnp + 6, 6);
	memcpy(path.sgid + 12, cnp + 26, 4);
	memcpy(path.dgid + 12, cnp + 30, 4);
	path.traffic_class = 0xc2;
	path.source_port = 0;
	assert_int_equal(wire_frame_build(frame, &path, &bth, zeros, 16), sizeof(cnp));
	/* Cards count their packets in the identification, which both checksums cover; here it is zero. */
	memcpy(expected, cnp, sizeof(cnp));
	memset(expected + IP_AT + 4, 0, 2);
	assert_int_equal(wire_sum(0, frame + IP_AT, 20), 0xffff);
	memcpy(expected + IP_AT + 10, "\x02\xee", 2); /* 0x9161 + 0x718c, ones' complement */
	assert_memory_equal(frame, expected, ICRC_AT);
}

static void the_real_crc_is_right(void **state)
{
	uint8_t frame[sizeof(cnp)];
	struct wire_packet p;
	size_t i;

	(void)state;
	assert_int_equal(wire_icrc(cnp, sizeof(cnp)), 0x82fd002a);
	assert_int_equal(wire_frame_parse(cnp, sizeof(cnp), &p), 1);
	assert_true(wire_icrc_good(&p));
	for (i = 0; i < sizeof(cnp); i++) {
		/* What may change on the way, and what is not of the packet, by the two annexes. */
		bool free = i < IP_AT || i == IP_AT + 1 || i == IP_AT + 8 || i == IP_AT + 10 || i == IP_AT + 11 ||
			    i == UDP_AT + 6 || i == UDP_AT + 7 || i == BTH_AT + 4;

		memcpy(frame, cnp, sizeof(cnp));
		frame[i] ^= 1;
		if (wire_frame_parse(frame, sizeof(frame), &p) == 1)
			assert_int_equal(wire_icrc_good(&p), free);
	}
}

/* SEND ONLY with "hello"; the CRCs come from zlib.crc32 of Python over headers that were packed and masked there. */
static void crcs_of_all_three_networks(void **state)
{
	static const struct {
		enum wire_network network;
		uint16_t vlan;
		size_t bytes;
		uint32_t icrc;
	} cases[] = {
		{WIRE_ROCE_V2_IPV4, WIRE_NO_VLAN, 14 + 20 + 8 + 12 + 8 + 4, 0x29cefd47},
		{WIRE_ROCE_V2_IPV6, WIRE_NO_VLAN, 14 + 40 + 8 + 12 + 8 + 4, 0xa4f11d11},
		{WIRE_ROCE_V2_IPV6, 0x6005, 18 + 40 + 8 + 12 + 8 + 4, 0xa4f11d11},
		{WIRE_ROCE_V1, WIRE_NO_VLAN, 14 + 40 + 12 + 8 + 4, 0x15f79e36},
	};
	struct wire_bth bth = {.opcode = WIRE_RC_SEND_ONLY, .pkey = 0xffff, .qpn = 0x123456, .psn = 0x654321};
	uint8_t frame[WIRE_FRAME_MAX];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct wire_path path = packet_path(cases[i].network);
		struct wire_packet p;

		path.vlan = cases[i].vlan;
		path.flow_label = cases[i].network == WIRE_ROCE_V2_IPV4 ? 0 : 0xabcde;
		assert_int_equal(wire_frame_build(frame, &path, &bth, (const uint8_t *)"hello", 5), cases[i].bytes);
		assert_int_equal(wire_icrc(frame, cases[i].bytes), cases[i].icrc);
		assert_int_equal(wire_frame_parse(frame, cases[i].bytes, &p), 1);
		assert_true(wire_icrc_good(&p));
	}
}

static void same_path(const struct wire_path *a, const struct wire_path *b)
{
	assert_int_equal(a->network, b->network);
	assert_memory_equal(a->dmac, b->dmac, 6);
	assert_memory_equal(a->smac, b->smac, 6);
	assert_memory_equal(a->dgid, b->dgid, 16);
	assert_memory_equal(a->sgid, b->sgid, 16);
	assert_int_equal(a->vlan, b->vlan);
	assert_int_equal(a->traffic_class, b->traffic_class);
	assert_int_equal(a->hop_limit, b->hop_limit);
	assert_int_equal(a->flow_label, b->flow_label);
	assert_int_equal(a->source_port, b->source_port);
}

static void same_bth(const struct wire_bth *a, const struct wire_bth *b)
{
	assert_int_equal(a->opcode, b->opcode);
	assert_int_equal(a->solicited, b->solicited);
	assert_int_equal(a->migrated, b->migrated);
	assert_int_equal(a->ack, b->ack);
	assert_int_equal(a->becn, b->becn);
	assert_int_equal(a->pkey, b->pkey);
	assert_int_equal(a->qpn, b->qpn);
	assert_int_equal(a->psn, b->psn);
}

static void a_path_and_a_header_come_back(void **state)
{
	struct wire_bth bth = {.opcode = WIRE_RC_WRITE_ONLY_IMM,
			       .solicited = true,
			       .migrated = true,
			       .ack = true,
			       .becn = true,
			       .pkey = 0x8001,
			       .qpn = 0xffffff,
			       .psn = 0xfffffe};
	struct wire_path path = packet_path(WIRE_ROCE_V2_IPV6);
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet p;
	size_t bytes;

	(void)state;
	memcpy(path.sgid, "\xfe\x80\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe", 16);
	path.traffic_class = 0xff;
	path.flow_label = 0xfffff;
	path.hop_limit = 1;
	path.vlan = 0xefff;
	bytes = wire_frame_build(frame, &path, &bth, (const uint8_t *)"abcdefg", 7);
	assert_int_equal(wire_frame_parse(frame, bytes, &p), 1);
	same_path(&p.path, &path);
	same_bth(&p.bth, &bth);
	assert_int_equal(p.payload_bytes, 7);
	assert_memory_equal(p.payload, "abcdefg", 7);
	/* What pads a short frame on Ethernet is not of the packet. */
	memset(frame + bytes, 0xee, 10);
	assert_int_equal(wire_frame_parse(frame, bytes + 10, &p), 1);
	assert_int_equal(p.frame_bytes, bytes);
	assert_true(wire_icrc_good(&p));
}

static void a_frame_has_a_limit(void **state)
{
	static uint8_t frame[WIRE_FRAME_MAX], payload[WIRE_FRAME_MAX];
	struct wire_path path = packet_path(WIRE_ROCE_V2_IPV6);
	struct wire_bth bth = {.opcode = WIRE_RC_SEND_ONLY};
	/* Ethernet with VLAN, IPv6, UDP, base transport header, CRC. */
	size_t most = WIRE_FRAME_MAX - 18 - 40 - 8 - 12 - 4;

	(void)state;
	path.vlan = 1;
	assert_int_equal(most % 4, 2);
	most -= 2; /* and what pads it */
	assert_int_equal(wire_frame_build(frame, &path, &bth, payload, most), WIRE_FRAME_MAX - 2);
	assert_int_equal(wire_frame_build(frame, &path, &bth, payload, most + 1), 0);
	assert_int_equal(wire_frame_build(frame, &path, &bth, payload, SIZE_MAX), 0);
}

/* The verdict on the real packet with one byte changed, or cut. */
static int verdict_with(size_t at, uint8_t value, size_t bytes)
{
	uint8_t frame[sizeof(cnp)];
	struct wire_packet p;

	memcpy(frame, cnp, sizeof(cnp));
	frame[at] = value;
	return wire_frame_parse(frame, bytes, &p);
}

static void what_is_no_roce_packet(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} other[] = {
		{12, 0x09},         /* another type */
		{IP_AT, 0x46},      /* options */
		{IP_AT, 0x65},      /* another version */
		{IP_AT + 6, 0x20},  /* more fragments */
		{IP_AT + 7, 0x01},  /* not the first */
		{IP_AT + 9, 6},     /* not UDP */
		{UDP_AT + 2, 0x13}, /* another port */
	};
	size_t i;

	(void)state;
	assert_int_equal(verdict_with(0, 2, sizeof(cnp)), 1);
	for (i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		assert_int_equal(verdict_with(other[i].at, other[i].value, sizeof(cnp)), 0);
	for (i = 0; i < UDP_AT + 8; i++)
		assert_int_equal(verdict_with(0, 2, i), 0);
}

static void lengths_that_contradict_each_other(void **state)
{
	size_t i;

	(void)state;
	for (i = UDP_AT + 8; i < sizeof(cnp); i++)
		assert_int_equal(verdict_with(0, 2, i), -EBADMSG);
	assert_int_equal(verdict_with(IP_AT + 3, 0x3b, sizeof(cnp)), -EBADMSG); /* of the packet */
	assert_int_equal(verdict_with(IP_AT + 3, 0x13, sizeof(cnp)), -EBADMSG); /* shorter than its header */
	assert_int_equal(verdict_with(UDP_AT + 5, 0x29, sizeof(cnp)), -EBADMSG);
	assert_int_equal(verdict_with(BTH_AT + 1, 0x01, sizeof(cnp)), -EBADMSG); /* version 1 */
}

/* A RoCEv1 or IPv6 frame of @bytes whose network header says @length. */
static int verdict_of_length(enum wire_network network, uint16_t length)
{
	struct wire_path path = packet_path(network);
	struct wire_bth bth = {.opcode = WIRE_RC_ACK};
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet p;
	size_t bytes = wire_frame_build(frame, &path, &bth, (const uint8_t *)"\0\0\0\1", 4);

	frame[18] = (uint8_t)(length >> 8);
	frame[19] = (uint8_t)length;
	if (network == WIRE_ROCE_V2_IPV6)
		memcpy(frame + 58, frame + 18, 2);
	return wire_frame_parse(frame, bytes, &p);
}

static void lengths_of_the_other_networks(void **state)
{
	(void)state;
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 20), 1);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 16), 1); /* the rest pads it */
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 15), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 12), -EBADMSG); /* no room for a CRC */
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 0), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 18), -EBADMSG); /* no multiple of 4 */
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 24), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V1, 0xffff), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V2_IPV6, 28), 1);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V2_IPV6, 23), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V2_IPV6, 20), -EBADMSG);
	assert_int_equal(verdict_of_length(WIRE_ROCE_V2_IPV6, 32), -EBADMSG);
}

/* An acknowledgement over another network than IPv4, with one byte changed. */
static int verdict_of_byte(enum wire_network network, size_t at, uint8_t value)
{
	struct wire_path path = packet_path(network);
	struct wire_bth bth = {.opcode = WIRE_RC_ACK};
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet p;
	size_t bytes = wire_frame_build(frame, &path, &bth, (const uint8_t *)"\0\0\0\1", 4);

	frame[at] = value;
	return wire_frame_parse(frame, bytes, &p);
}

static void headers_of_the_other_networks(void **state)
{
	(void)state;
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V1, 20, 0x1b), 1);
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V1, 20, 17), -EBADMSG); /* what follows */
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V1, 14, 0x46), -EBADMSG);
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V2_IPV6, 14, 0x46), 0);
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V2_IPV6, 20, 6), 0);
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V2_IPV6, 57, 0xb8), 0);
	assert_int_equal(verdict_of_byte(WIRE_ROCE_V2_IPV6, 59, 29), -EBADMSG); /* UDP says another length */
}

/* Cut anywhere, with nothing behind the cut: a sanitizer would see a byte too many. */
static void frames_that_are_cut(void **state)
{
	struct wire_path path = packet_path(WIRE_ROCE_V2_IPV6);
	struct wire_bth bth = {.opcode = WIRE_RC_ACK};
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet p;
	size_t whole, bytes;

	(void)state;
	path.vlan = 1;
	whole = wire_frame_build(frame, &path, &bth, (const uint8_t *)"\0\0\0\1", 4);
	for (bytes = 1; bytes < whole; bytes++) {
		uint8_t *cut = malloc(bytes);

		assert_non_null(cut);
		memcpy(cut, frame, bytes);
		assert_int_equal(wire_frame_parse(cut, bytes, &p), bytes < 18 + 40 + 8 ? 0 : -EBADMSG);
		assert_false(wire_frame_mark(cut, bytes));
		assert_int_equal(wire_icrc(cut, bytes), 0);
		free(cut);
	}
}

static void more_padding_than_data(void **state)
{
	uint8_t frame[WIRE_FRAME_MAX];
	size_t bytes = packet(frame, WIRE_RC_ACK, 0);
	struct wire_packet p;

	(void)state;
	assert_int_equal(wire_frame_parse(frame, bytes, &p), 1);
	frame[BTH_AT + 1] = 0x10;
	assert_int_equal(wire_frame_parse(frame, bytes, &p), -EBADMSG);
}

static uint8_t class_after_mark(enum wire_network network, uint8_t traffic_class, bool expected)
{
	struct wire_path path = packet_path(network);
	struct wire_bth bth = {.opcode = WIRE_RC_SEND_ONLY, .pkey = 0xffff};
	uint8_t frame[WIRE_FRAME_MAX];
	struct wire_packet p;
	size_t bytes;

	path.traffic_class = traffic_class;
	bytes = wire_frame_build(frame, &path, &bth, (const uint8_t *)"mark", 4);
	assert_int_equal(wire_frame_mark(frame, bytes), expected);
	assert_int_equal(wire_frame_parse(frame, bytes, &p), 1);
	assert_true(wire_icrc_good(&p));
	if (network == WIRE_ROCE_V2_IPV4)
		assert_int_equal(wire_sum(0, frame + IP_AT, 20), 0xffff);
	return p.path.traffic_class;
}

static void a_mark_is_for_those_who_understand_it(void **state)
{
	(void)state;
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV4, 0x6a, true), 0x6b);
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV4, 0x69, true), 0x6b);
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV4, 0x68, false), 0x68);
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV4, 0x6b, false), 0x6b);
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV6, 0xfe, true), 0xff);
	assert_int_equal(class_after_mark(WIRE_ROCE_V2_IPV6, 0xfc, false), 0xfc);
	assert_int_equal(class_after_mark(WIRE_ROCE_V1, 0x6a, false), 0x6a);
}

/* RFC 1071, section 3: the sum of these is ddf2. */
static void sums(void **state)
{
	static const uint8_t bytes[] = {0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7};

	(void)state;
	assert_int_equal(wire_sum(0, bytes, 8), 0xddf2);
	assert_int_equal(wire_sum(0xffffffff, bytes, 8), 0xddf2);
	assert_int_equal(wire_sum(wire_sum(0, bytes, 4), bytes + 4, 4), 0xddf2);
	assert_int_equal(wire_sum(0, bytes, 7), 0xdcfb); /* its last byte is the upper one: ddf2 - f7 */
	assert_int_equal(wire_sum(0, bytes, 6), 0xe6fa); /* without the last word: ddf2 - f6f7 */
	assert_int_equal(wire_sum(0, bytes, 5), 0xe605); /* e6fa - f5 */
	assert_int_equal(wire_sum(5, bytes, 0), 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_real_packet_is_read),
		cmocka_unit_test(a_real_packet_is_built),
		cmocka_unit_test(the_real_crc_is_right),
		cmocka_unit_test(crcs_of_all_three_networks),
		cmocka_unit_test(a_path_and_a_header_come_back),
		cmocka_unit_test(a_frame_has_a_limit),
		cmocka_unit_test(what_is_no_roce_packet),
		cmocka_unit_test(lengths_that_contradict_each_other),
		cmocka_unit_test(lengths_of_the_other_networks),
		cmocka_unit_test(headers_of_the_other_networks),
		cmocka_unit_test(frames_that_are_cut),
		cmocka_unit_test(more_padding_than_data),
		cmocka_unit_test(a_mark_is_for_those_who_understand_it),
		cmocka_unit_test(sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
