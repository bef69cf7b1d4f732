// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The way to the management datagram: every kind of link and network, and what is wrong with a packet. */
#include "tests/unit/lib/capture/bytes.h"

#define PACKET_MAX 1024
#define ROCE_BYTES (FRAME_BYTES - BTH_AT) /* from the base transport header on */
#define V4_FROM    "00000000000000000000ffff0a000001"
#define V4_TO      "00000000000000000000ffff0a000002"
#define V6_FROM    "fd000000000000000000000000000001"
#define V6_TO      "fd000000000000000000000000000002"
#define MACS       "0c42a1abcdf00c42a1abcde0"

/* UDP from port 54322 to 4791, 288 bytes. */
#define UDP_HEADER "d43212b701200000"
/* IPv4, 308 bytes, protocol 17, 10.0.0.1 to 10.0.0.2. */
#define IPV4_HEADER "4502013400004000401125b50a0000010a000002"

struct packet {
	uint8_t bytes[PACKET_MAX];
	size_t len;
};

/* What lies before the base transport header, as text, and behind it the REQ of Linux. */
static struct packet packet_of(const char *headers)
{
	uint8_t frame[FRAME_BYTES];
	struct packet packet = {.len = bytes_of(headers, packet.bytes)};

	frame_of(LINUX_REQ, frame);
	memcpy(packet.bytes + packet.len, frame + BTH_AT, ROCE_BYTES);
	packet.len += ROCE_BYTES;
	return packet;
}

static enum capture_verdict look(enum capture_link link, const struct packet *packet, struct capture_mad *mad)
{
	struct capture_view view = {.at = packet->bytes, .len = packet->len, .wire = packet->len};

	return capture_packet_mad(link, &view, mad);
}

static void assert_gid(const uint8_t *gid, const char *hex)
{
	uint8_t wanted[CAPTURE_GID_BYTES];

	bytes_of(hex, wanted);
	assert_memory_equal(gid, wanted, sizeof(wanted));
}

static void assert_req(enum capture_link link, const char *headers, const char *from, const char *to)
{
	struct packet packet = packet_of(headers);
	struct capture_mad mad = {0};

	assert_int_equal(look(link, &packet, &mad), CAPTURE_GOOD);
	assert_gid(mad.from, from);
	assert_gid(mad.to, to);
	assert_int_equal(mad.mad.len, CAPTURE_MAD_BYTES);
	assert_int_equal(mad.mad.wire, CAPTURE_MAD_BYTES);
	assert_memory_equal(mad.mad.at, "\x01\x07\x02\x03", 4);
	assert_ptr_equal(mad.mad.at, packet.bytes + packet.len - 4 - CAPTURE_MAD_BYTES);
}

static void assert_verdict(const char *headers, enum capture_verdict verdict)
{
	struct packet packet = packet_of(headers);
	struct capture_mad mad;

	assert_int_equal(look(CAPTURE_LINK_ETHERNET, &packet, &mad), verdict);
}

static void every_link_leads_to_it(void **state)
{
	(void)state;
	assert_req(CAPTURE_LINK_ETHERNET, MACS "0800" IPV4_HEADER UDP_HEADER, V4_FROM, V4_TO);
	/* from us, Ethernet, six bytes of an address, its padding, type */
	assert_req(CAPTURE_LINK_SLL,
		   "000400010006"
		   "0c42a1abcde0"
		   "0000"
		   "0800" IPV4_HEADER UDP_HEADER,
		   V4_FROM, V4_TO);
	/* type, interface 2, Ethernet, from us, six bytes of an address */
	assert_req(CAPTURE_LINK_SLL2,
		   "08000000"
		   "00000002"
		   "00010406"
		   "0c42a1abcde00000" IPV4_HEADER UDP_HEADER,
		   V4_FROM, V4_TO);
	assert_req(CAPTURE_LINK_IP, IPV4_HEADER UDP_HEADER, V4_FROM, V4_TO);
	assert_req(CAPTURE_LINK_IP,
		   "60000000"
		   "0120"
		   "11"
		   "40" V6_FROM V6_TO UDP_HEADER,
		   V6_FROM, V6_TO);
}

static void every_network_leads_to_it(void **state)
{
	struct packet packet;
	struct capture_mad mad;

	(void)state;
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "86dd"
			"60000000"
			"0120"
			"11"
			"40" V6_FROM V6_TO UDP_HEADER,
		   V6_FROM, V6_TO);
	/* a GRH: 280 bytes behind it, next header 0x1b */
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "8915"
			"60000000"
			"0118"
			"1b"
			"40" V6_FROM V6_TO,
		   V6_FROM, V6_TO);
	packet = packet_of(MACS "8915"
				"60000000"
				"0118"
				"1b"
				"40" V6_FROM V6_TO);
	assert_int_equal(look(CAPTURE_LINK_ETHERNET, &packet, &mad), CAPTURE_GOOD);
	assert_true(mad.roce_v1);
	packet = packet_of(MACS "0800" IPV4_HEADER UDP_HEADER);
	assert_int_equal(look(CAPTURE_LINK_ETHERNET, &packet, &mad), CAPTURE_GOOD);
	assert_false(mad.roce_v1 || mad.has_vlan);
	/* four bytes of options in IPv4 */
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "0800"
			"4602013800004000401125b50a0000010a000002"
			"01010100" UDP_HEADER,
		   V4_FROM, V4_TO);
	/* hop by hop, 16 bytes; destination, 8; a fragment that is the whole; authentication, 12 */
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "86dd"
			"60000000"
			"014c"
			"00"
			"40" V6_FROM V6_TO "3c01"
			"000000000000"
			"0000000000000000"
			"2c00"
			"000000000000"
			"3300000000000001"
			"1101"
			"00000000000000000000" UDP_HEADER,
		   V6_FROM, V6_TO);
}

static void tags_are_skipped(void **state)
{
	struct packet packet = packet_of(MACS "88a8"
					      "0064"
					      "8100"
					      "6065"
					      "0800" IPV4_HEADER UDP_HEADER);
	struct capture_mad mad = {0};

	(void)state;
	assert_int_equal(look(CAPTURE_LINK_ETHERNET, &packet, &mad), CAPTURE_GOOD);
	assert_true(mad.has_vlan);
	assert_int_equal(mad.vlan, 100);
	packet = packet_of(MACS "8100"
				"6065"
				"8915"
				"60000000"
				"0118"
				"1b"
				"40" V6_FROM V6_TO);
	assert_int_equal(look(CAPTURE_LINK_ETHERNET, &packet, &mad), CAPTURE_GOOD);
	assert_int_equal(mad.vlan, 101);
	assert_true(mad.roce_v1);
	/* libpcap puts the tag back behind a cooked header too */
	assert_req(CAPTURE_LINK_SLL,
		   "0004000100060c42a1abcde00000"
		   "8100"
		   "0064"
		   "0800" IPV4_HEADER UDP_HEADER,
		   V4_FROM, V4_TO);
}

static void tags_have_a_limit(void **state)
{
	(void)state;
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "8100"
			"00648100"
			"00648100"
			"00648100"
			"00648100"
			"00648100"
			"00648100"
			"00648100"
			"00640800" IPV4_HEADER UDP_HEADER,
		   V4_FROM, V4_TO);
	assert_verdict(MACS "8100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00648100"
			    "00640800" IPV4_HEADER UDP_HEADER,
		       CAPTURE_TAGS);
}

static void extension_headers_have_a_limit(void **state)
{
	(void)state;
	/* eight of 8 bytes: length 288 + 64 */
	assert_req(CAPTURE_LINK_ETHERNET,
		   MACS "86dd"
			"60000000"
			"0160"
			"3c"
			"40" V6_FROM V6_TO "3c00000000000000"
			"3c00000000000000"
			"3c00000000000000"
			"3c00000000000000"
			"3c00000000000000"
			"3c00000000000000"
			"3c00000000000000"
			"1100000000000000" UDP_HEADER,
		   V6_FROM, V6_TO);
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0168"
			    "3c"
			    "40" V6_FROM V6_TO "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "3c00000000000000"
			    "1100000000000000" UDP_HEADER,
		       CAPTURE_HEADERS);
	/* one that claims more than there is */
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0128"
			    "3c"
			    "40" V6_FROM V6_TO "11ff000000000000" UDP_HEADER,
		       CAPTURE_SHORT);
}

static void fragments_are_not_followed(void **state)
{
	(void)state;
	/* more to come; an offset */
	assert_verdict(MACS "0800"
			    "4502013400002000401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_FRAGMENT);
	assert_verdict(MACS "0800"
			    "4502013400000010401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_FRAGMENT);
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0128"
			    "2c"
			    "40" V6_FROM V6_TO "1100000100000001" UDP_HEADER,
		       CAPTURE_FRAGMENT);
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0128"
			    "2c"
			    "40" V6_FROM V6_TO "1100000800000001" UDP_HEADER,
		       CAPTURE_FRAGMENT);
}

static void what_is_no_roce_is_other(void **state)
{
	(void)state;
	assert_verdict(MACS "0806"
			    "0001",
		       CAPTURE_OTHER);
	/* a length of 802.3 */
	assert_verdict(MACS "0120"
			    "0001",
		       CAPTURE_OTHER);
	/* TCP; UDP to another port; of IPv6 no next header; a GRH with something else behind it */
	assert_verdict(MACS "0800"
			    "4502013400004000400625b50a0000010a000002" UDP_HEADER,
		       CAPTURE_OTHER);
	assert_verdict(MACS "0800" IPV4_HEADER "12b7d43201200000", CAPTURE_OTHER);
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0120"
			    "3b"
			    "40" V6_FROM V6_TO UDP_HEADER,
		       CAPTURE_OTHER);
	assert_verdict(MACS "8915"
			    "60000000"
			    "0118"
			    "1c"
			    "40" V6_FROM V6_TO,
		       CAPTURE_OTHER);
}

static void lengths_are_checked(void **state)
{
	(void)state;
	/* more than the frame has; less than its own header; a header of four words; another version */
	assert_verdict(MACS "0800"
			    "4502013500004000401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_LENGTH);
	assert_verdict(MACS "0800"
			    "4502001300004000401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_LENGTH);
	assert_verdict(MACS "0800"
			    "4402013400004000401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_LENGTH);
	assert_verdict(MACS "0800"
			    "5502013400004000401125b50a0000010a000002" UDP_HEADER,
		       CAPTURE_LENGTH);
	/* the same of UDP, IPv6 and a GRH */
	assert_verdict(MACS "0800" IPV4_HEADER "d43212b701210000", CAPTURE_LENGTH);
	assert_verdict(MACS "0800" IPV4_HEADER "d43212b700070000", CAPTURE_LENGTH);
	assert_verdict(MACS "86dd"
			    "60000000"
			    "0121"
			    "11"
			    "40" V6_FROM V6_TO UDP_HEADER,
		       CAPTURE_LENGTH);
	assert_verdict(MACS "86dd"
			    "50000000"
			    "0120"
			    "11"
			    "40" V6_FROM V6_TO UDP_HEADER,
		       CAPTURE_LENGTH);
	assert_verdict(MACS "8915"
			    "60000000"
			    "0119"
			    "1b"
			    "40" V6_FROM V6_TO,
		       CAPTURE_LENGTH);
	/* the datagram is shorter than the packet: what is behind it pads, and there is no whole MAD */
	assert_verdict(MACS "0800" IPV4_HEADER "d43212b701110000", CAPTURE_SHORT);
}

/* A change of one byte behind the network headers. */
static void assert_change(size_t at, uint8_t byte, enum capture_verdict verdict)
{
	uint8_t frame[FRAME_BYTES];
	struct capture_view view = frame_of(LINUX_REQ, frame);
	struct capture_mad mad;

	frame[at] = byte;
	assert_int_equal(capture_packet_mad(CAPTURE_LINK_ETHERNET, &view, &mad), verdict);
}

static void transport_and_class_are_checked(void **state)
{
	(void)state;
	assert_change(BTH_AT + 1, 0x41, CAPTURE_BTH);
	assert_change(BTH_AT + 7, 0x02, CAPTURE_DATA);
	assert_change(BTH_AT + 5, 0x01, CAPTURE_DATA);
	assert_change(BTH_AT, 0x65, CAPTURE_OPCODE);
	assert_change(BTH_AT, 0x04, CAPTURE_OPCODE);
	assert_change(BTH_AT, 0x81, CAPTURE_DATA); /* a CNP to QP1: IBTA annex A17 */
	assert_change(MAD_AT, 0x02, CAPTURE_MAD);
	assert_change(MAD_AT + 1, 0x03, CAPTURE_OTHER_MAD);
	assert_change(MAD_AT + 2, 0x01, CAPTURE_MAD);
	assert_change(MAD_AT + 3, 0x81, CAPTURE_METHOD);
}

/* The capture ends early, or the packet does. */
static void every_length_is_survived(void **state)
{
	uint8_t frame[FRAME_BYTES];
	struct capture_mad mad;

	(void)state;
	frame_of(LINUX_REQ, frame);
	for (size_t len = 0; len <= FRAME_BYTES; len++) {
		struct capture_view cut = {.at = frame, .len = len, .wire = FRAME_BYTES};
		struct capture_view shorter = {.at = frame, .len = len, .wire = len};
		enum capture_verdict whole = len < MAD_AT + 24 ? CAPTURE_CUT : CAPTURE_GOOD;

		assert_int_equal(capture_packet_mad(CAPTURE_LINK_ETHERNET, &cut, &mad), whole);
		if (!whole)
			assert_int_equal(mad.mad.len, len < MAD_AT + 256 ? len - MAD_AT : 256);
		whole = capture_packet_mad(CAPTURE_LINK_ETHERNET, &shorter, &mad);
		assert_int_equal(whole, len < NETWORK_AT + 20 ? CAPTURE_SHORT :
					len < FRAME_BYTES     ? CAPTURE_LENGTH :
								CAPTURE_GOOD);
	}
}

static void every_verdict_has_words(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < CAPTURE_VERDICT_COUNT; i++) {
		assert_non_null(capture_verdict_name((enum capture_verdict)i));
		assert_non_null(capture_verdict_text((enum capture_verdict)i));
		for (unsigned int j = 0; j < i; j++)
			assert_string_not_equal(capture_verdict_name((enum capture_verdict)i),
						capture_verdict_name((enum capture_verdict)j));
	}
	assert_false(capture_verdict_is_garbage(CAPTURE_OTHER_MAD));
	assert_true(capture_verdict_is_garbage(CAPTURE_CUT));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_link_leads_to_it),
		cmocka_unit_test(every_network_leads_to_it),
		cmocka_unit_test(tags_are_skipped),
		cmocka_unit_test(tags_have_a_limit),
		cmocka_unit_test(extension_headers_have_a_limit),
		cmocka_unit_test(fragments_are_not_followed),
		cmocka_unit_test(what_is_no_roce_is_other),
		cmocka_unit_test(lengths_are_checked),
		cmocka_unit_test(transport_and_class_are_checked),
		cmocka_unit_test(every_length_is_survived),
		cmocka_unit_test(every_verdict_has_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
