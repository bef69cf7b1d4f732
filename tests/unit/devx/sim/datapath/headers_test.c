// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Headers, checksums and large sends. The frames are literals; their checksums were computed by another program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/sim/datapath/segment.h"

/* TCP over IPv4, five bytes of data. */
static const uint8_t tcp4[] = {
	0x0c, 0x42, 0xa1, 0x00, 0x00, 0x02, 0x0c, 0x42, 0xa1, 0x00, 0x00, 0x01, 0x08, 0x00, 0x45,
	0x00, 0x00, 0x2d, 0x10, 0x00, 0x40, 0x00, 0x40, 0x06, 0x16, 0xc9, 0x0a, 0x00, 0x00, 0x01,
	0x0a, 0x00, 0x00, 0x02, 0x12, 0x34, 0x00, 0x50, 0x01, 0x02, 0x03, 0x04, 0x11, 0x22, 0x33,
	0x44, 0x50, 0x18, 0x20, 0x00, 0xdd, 0x02, 0x00, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f,
};

/* UDP over IPv6, three bytes of data. */
static const uint8_t udp6[] = {
	0x0c, 0x42, 0xa1, 0x00, 0x00, 0x02, 0x0c, 0x42, 0xa1, 0x00, 0x00, 0x01, 0x86, 0xdd, 0x60, 0x00, 0x00,
	0x00, 0x00, 0x0b, 0x11, 0x40, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42, 0xa1, 0xff,
	0xfe, 0x00, 0x00, 0x01, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42, 0xa1, 0xff, 0xfe,
	0x00, 0x00, 0x02, 0x30, 0x39, 0x30, 0x39, 0x00, 0x0b, 0x72, 0x77, 0x6f, 0x64, 0x64,
};

/* The same with data that makes the sum 0xffff, so that its complement would say "no checksum". */
static const uint8_t udp6_zero[] = {
	0x0c, 0x42, 0xa1, 0x00, 0x00, 0x02, 0x0c, 0x42, 0xa1, 0x00, 0x00, 0x01, 0x86, 0xdd, 0x60, 0x00,
	0x00, 0x00, 0x00, 0x0a, 0x11, 0x40, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42,
	0xa1, 0xff, 0xfe, 0x00, 0x00, 0x01, 0xfe, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x0e, 0x42,
	0xa1, 0xff, 0xfe, 0x00, 0x00, 0x02, 0x30, 0x39, 0x30, 0x39, 0x00, 0x0a, 0xff, 0xff, 0x45, 0xde,
};

#define TCP4_L4       34
#define TCP4_CHECKSUM (TCP4_L4 + 16)
#define TCP4_HEAD     54
#define UDP6_L4       54
#define UDP6_HEAD     62

/* The frame with checksums wiped and filled in again. */
static void refill(uint8_t *frame, const uint8_t *from, size_t bytes, size_t checksum_at, bool l3, bool l4)
{
	struct dp_headers headers;

	memcpy(frame, from, bytes);
	if (l3)
		memset(frame + 24, 0xee, 2);
	memset(frame + checksum_at, 0xee, 2);
	dp_headers_find(frame, bytes, false, &headers);
	dp_checksum_fill(frame, &headers, l3, l4);
}

static void headers_are_found(void **state)
{
	struct dp_headers headers;

	(void)state;
	dp_headers_find(tcp4, sizeof(tcp4), false, &headers);
	assert_int_equal(headers.ip, 4);
	assert_int_equal(headers.protocol, 6);
	assert_int_equal(headers.l3, 14);
	assert_int_equal(headers.l4, TCP4_L4);
	assert_int_equal(headers.end, sizeof(tcp4));
	dp_headers_find(udp6, sizeof(udp6), false, &headers);
	assert_int_equal(headers.ip, 6);
	assert_int_equal(headers.protocol, 17);
	assert_int_equal(headers.l4, UDP6_L4);
	assert_int_equal(headers.end, sizeof(udp6));
}

static void tags_and_padding_do_not_confuse(void **state)
{
	uint8_t frame[sizeof(tcp4) + 8 + 3] = {0};
	struct dp_headers headers;

	(void)state;
	memcpy(frame, tcp4, 12);
	memcpy(frame + 12, "\x88\xa8\x00\x05\x81\x00\x00\x64", 8);
	memcpy(frame + 20, tcp4 + 12, sizeof(tcp4) - 12);
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.l3, 22);
	assert_int_equal(headers.l4, TCP4_L4 + 8);
	assert_int_equal(headers.end, sizeof(tcp4) + 8);
	assert_true(dp_checksum_l4_good(frame, &headers));
}

static void extension_headers_are_stepped_over(void **state)
{
	uint8_t frame[sizeof(udp6) + 16];
	struct dp_headers headers;

	(void)state;
	memcpy(frame, udp6, UDP6_L4);
	frame[19] += 16;
	frame[20] = 0;
	memcpy(frame + UDP6_L4, "\x3c\0\x01\x04\0\0\0\0\x11\0\x01\x04\0\0\0\0", 16);
	memcpy(frame + UDP6_L4 + 16, udp6 + UDP6_L4, sizeof(udp6) - UDP6_L4);
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.protocol, 17);
	assert_int_equal(headers.l4, UDP6_L4 + 16);
	assert_true(dp_checksum_l4_good(frame, &headers));
	frame[UDP6_L4 + 9] = 30; /* longer than the packet */
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.protocol, 0);
}

static void what_is_cut_off_or_contradicts_itself_is_nothing(void **state)
{
	uint8_t frame[sizeof(tcp4)];
	struct dp_headers headers;
	size_t bytes;

	(void)state;
	for (bytes = 0; bytes < sizeof(tcp4); bytes++) {
		dp_headers_find(tcp4, bytes, false, &headers);
		assert_int_equal(headers.ip, 0);
	}
	for (bytes = 0; bytes < sizeof(udp6); bytes++) {
		dp_headers_find(udp6, bytes, false, &headers);
		assert_int_equal(headers.ip, 0);
	}
	memcpy(frame, tcp4, sizeof(tcp4));
	frame[14] = 0x44; /* 16 bytes of header */
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.ip, 0);
	memcpy(frame, tcp4, sizeof(tcp4));
	frame[17] = 19; /* no room for the header itself */
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.ip, 0);
	frame[17] = 39; /* nor for that of TCP */
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.ip, 4);
	assert_int_equal(headers.protocol, 0);
}

static void a_fragment_has_no_transport_header(void **state)
{
	uint8_t frame[sizeof(tcp4)];
	struct dp_headers headers;

	(void)state;
	memcpy(frame, tcp4, sizeof(tcp4));
	frame[20] = 0x20;
	dp_headers_find(frame, sizeof(frame), false, &headers);
	assert_int_equal(headers.ip, 4);
	assert_int_equal(headers.protocol, 0);
	assert_false(dp_checksum_l4_good(frame, &headers));
}

static void checksums_are_filled_in_where_asked(void **state)
{
	uint8_t frame[sizeof(udp6)];

	(void)state;
	refill(frame, tcp4, sizeof(tcp4), TCP4_CHECKSUM, true, true);
	assert_memory_equal(frame, tcp4, sizeof(tcp4));
	refill(frame, tcp4, sizeof(tcp4), TCP4_CHECKSUM, true, false);
	assert_memory_equal(frame, tcp4, TCP4_CHECKSUM);
	assert_memory_equal(frame + TCP4_CHECKSUM, "\xee\xee", 2);
	refill(frame, udp6, sizeof(udp6), UDP6_L4 + 6, false, true);
	assert_memory_equal(frame, udp6, sizeof(udp6));
	refill(frame, udp6_zero, sizeof(udp6_zero), UDP6_L4 + 6, false, true);
	assert_memory_equal(frame, udp6_zero, sizeof(udp6_zero));
}

static void wrong_checksums_are_noticed(void **state)
{
	uint8_t frame[sizeof(udp6)];
	struct dp_headers headers;

	(void)state;
	memcpy(frame, tcp4, sizeof(tcp4));
	dp_headers_find(frame, sizeof(tcp4), false, &headers);
	assert_true(dp_checksum_l3_good(frame, &headers));
	assert_true(dp_checksum_l4_good(frame, &headers));
	frame[sizeof(tcp4) - 1] ^= 1;
	assert_true(dp_checksum_l3_good(frame, &headers));
	assert_false(dp_checksum_l4_good(frame, &headers));
	frame[22] ^= 1;
	assert_false(dp_checksum_l3_good(frame, &headers));
	memcpy(frame, udp6, sizeof(udp6));
	dp_headers_find(frame, sizeof(udp6), false, &headers);
	assert_true(dp_checksum_l4_good(frame, &headers));
	memset(frame + UDP6_L4 + 6, 0, 2); /* IPv6 has no UDP without one */
	assert_false(dp_checksum_l4_good(frame, &headers));
}

static void both_directions_of_a_flow_hash_alike(void **state)
{
	uint8_t back[sizeof(tcp4)];
	struct dp_headers headers;

	(void)state;
	memcpy(back, tcp4, sizeof(tcp4));
	memcpy(back + 26, tcp4 + 30, 4);
	memcpy(back + 30, tcp4 + 26, 4);
	memcpy(back + 34, tcp4 + 36, 2);
	memcpy(back + 36, tcp4 + 34, 2);
	dp_headers_find(tcp4, sizeof(tcp4), false, &headers);
	assert_int_equal(dp_flow_hash(tcp4, &headers), dp_flow_hash(back, &headers));
	back[37] ^= 1;
	assert_int_not_equal(dp_flow_hash(tcp4, &headers), dp_flow_hash(back, &headers));
}

/* Headers of a large send: lengths and checksums are the driver's guess, the identification runs over. */
static void large_head(uint8_t head[TCP4_HEAD])
{
	memcpy(head, tcp4, TCP4_HEAD);
	memcpy(head + 16, "\x00\x00\xff\xff", 4);
	memset(head + 24, 0xee, 2);
	head[47] = 0x99; /* CWR, ACK, PSH, FIN */
	memset(head + TCP4_CHECKSUM, 0xee, 2);
}

static void a_large_send_is_cut_into_tcp_segments(void **state)
{
	static const uint8_t piece[3][24] = {
		/* from the length of the IPv4 packet to its addresses, then sequence number, flags and checksum */
		{0x00, 0x2c, 0xff, 0xff, 0x26, 0xca, 0x01, 0x02, 0x03, 0x04, 0x90, 0x5b, 0x97},
		{0x00, 0x2c, 0x00, 0x00, 0x26, 0xca, 0x01, 0x02, 0x03, 0x08, 0x10, 0x54, 0x0b},
		{0x00, 0x2a, 0x00, 0x01, 0x26, 0xcb, 0x01, 0x02, 0x03, 0x0c, 0x19, 0xb7, 0x64},
	};
	static const char data[] = "abcdefghij";
	uint8_t head[TCP4_HEAD], frame[TCP4_HEAD + 4];
	struct dp_segments segments;
	size_t i;

	(void)state;
	large_head(head);
	assert_true(dp_segments_plan(head, sizeof(head), 10, 4, &segments));
	assert_int_equal(segments.count, 3);
	for (i = 0; i < 3; i++) {
		memcpy(frame, head, sizeof(head));
		memcpy(frame + sizeof(head), data + 4 * i, dp_segment_bytes(&segments, i));
		dp_segment_finish(&segments, i, frame);
		assert_memory_equal(frame + 16, piece[i], 4);
		assert_memory_equal(frame + 24, piece[i] + 4, 2);
		assert_memory_equal(frame + 38, piece[i] + 6, 4);
		assert_int_equal(frame[47], piece[i][10]);
		assert_memory_equal(frame + TCP4_CHECKSUM, piece[i] + 11, 2);
	}
	assert_int_equal(dp_segment_bytes(&segments, 2), 2);
}

static void a_large_send_of_udp_has_its_lengths_mended(void **state)
{
	uint8_t frame[UDP6_HEAD + 4];
	struct dp_segments segments;

	(void)state;
	memcpy(frame, udp6, UDP6_HEAD);
	assert_true(dp_segments_plan(udp6, UDP6_HEAD, 6, 4, &segments));
	assert_int_equal(segments.count, 2);
	memcpy(frame + UDP6_HEAD, "abcd", 4);
	dp_segment_finish(&segments, 0, frame);
	assert_memory_equal(frame + 18, "\x00\x0c", 2);
	assert_memory_equal(frame + UDP6_L4 + 4, "\x00\x0c\x81\x13", 4);
	memcpy(frame + UDP6_HEAD, "ef", 2);
	dp_segment_finish(&segments, 1, frame);
	assert_memory_equal(frame + 18, "\x00\x0a", 2);
	assert_memory_equal(frame + UDP6_L4 + 4, "\x00\x0a\xe0\x77", 4);
}

static void a_large_send_that_cannot_be_is_refused(void **state)
{
	uint8_t head[TCP4_HEAD];
	struct dp_segments segments;

	(void)state;
	large_head(head);
	assert_false(dp_segments_plan(head, sizeof(head), 10, 0, &segments));
	assert_false(dp_segments_plan(head, sizeof(head) - 1, 10, 4, &segments));
	assert_false(dp_segments_plan(head, 12, 10, 4, &segments));
	assert_false(dp_segments_plan(head, 0, 10, 4, &segments));
	assert_true(dp_segments_plan(head, sizeof(head), 4 * 1024, 4, &segments));
	assert_int_equal(segments.count, 1024);
	assert_false(dp_segments_plan(head, sizeof(head), 4 * 1024 + 1, 4, &segments));
	assert_true(dp_segments_plan(head, sizeof(head), 60000, 16384 - TCP4_HEAD, &segments));
	assert_false(dp_segments_plan(head, sizeof(head), 60000, 16385 - TCP4_HEAD, &segments));
	head[46] = 0x60; /* a longer TCP header than there is */
	assert_false(dp_segments_plan(head, sizeof(head), 10, 4, &segments));
	head[46] = 0x40; /* a shorter one */
	assert_false(dp_segments_plan(head, sizeof(head), 10, 4, &segments));
	head[46] = 0x50;
	head[12] = 0x88; /* neither IPv4 nor IPv6 */
	assert_false(dp_segments_plan(head, sizeof(head), 10, 4, &segments));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(headers_are_found),
		cmocka_unit_test(tags_and_padding_do_not_confuse),
		cmocka_unit_test(extension_headers_are_stepped_over),
		cmocka_unit_test(what_is_cut_off_or_contradicts_itself_is_nothing),
		cmocka_unit_test(a_fragment_has_no_transport_header),
		cmocka_unit_test(checksums_are_filled_in_where_asked),
		cmocka_unit_test(wrong_checksums_are_noticed),
		cmocka_unit_test(both_directions_of_a_flow_hash_alike),
		cmocka_unit_test(a_large_send_is_cut_into_tcp_segments),
		cmocka_unit_test(a_large_send_of_udp_has_its_lengths_mended),
		cmocka_unit_test(a_large_send_that_cannot_be_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
