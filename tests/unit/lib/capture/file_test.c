// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Capture files: byte orders, precisions, pcapng, kinds of links, and what is damaged. Literal bytes of the formats. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "lib/capture/file.h"

/* draft-ietf-opsawg-pcap: magic, version 2.4, zone, accuracy, snapshot length, link type; second, part of it, kept, length */
#define LITTLE_HEADER(link) "\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0" link "\0\0\0"
#define LITTLE_RECORD                                      \
	"\xd2\x02\x96\x49\x40\xe2\x01\0\4\0\0\0\x64\0\0\0" \
	"abcd"
#define BIG_HEADER "\xa1\xb2\xc3\xd4\0\2\0\4\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\x01"
#define BIG_RECORD                                       \
	"\x49\x96\x02\xd2\0\x01\xe2\x40\0\0\0\4\0\0\0\4" \
	"abcd"
#define NANO_HEADER "\xa1\xb2\x3c\x4d\0\2\0\4\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\x01"
#define NANO_RECORD                                        \
	"\x49\x96\x02\xd2\x07\x5b\xcd\x15\0\0\0\4\0\0\0\4" \
	"abcd"

/* draft-ietf-opsawg-pcapng: section, interface of Ethernet, packet at 1234567890.123456 s */
#define NG_SECTION   "\x0a\x0d\x0d\x0a\0\0\0\x1c\x1a\x2b\x3c\x4d\0\1\0\0\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\x1c"
#define NG_INTERFACE "\0\0\0\1\0\0\0\x14\0\1\0\0\0\4\0\0\0\0\0\x14"
#define NG_PACKET                                                                    \
	"\0\0\0\6\0\0\0\x24\0\0\0\0\x00\x04\x62\xd5\x3c\x8a\xba\xc0\0\0\0\4\0\0\0\4" \
	"abcd"                                                                       \
	"\0\0\0\x24"

#define OPEN(bytes, file, e) open_bytes(bytes, sizeof(bytes) - 1, file, e)

static int open_bytes(const char *bytes, size_t len, struct capture_file **file, struct ece_error *e)
{
	FILE *stream = tmpfile();

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, len, stream), len);
	rewind(stream);
	return capture_file_of(stream, "a.pcap", file, e);
}

static void assert_packet(const char *bytes, size_t len, uint64_t time_ns, size_t wire)
{
	struct capture_file *file;
	struct capture_view packet;
	struct ece_error e;
	uint64_t at;

	assert_int_equal(open_bytes(bytes, len, &file, &e), 0);
	assert_int_equal(capture_file_link(file), CAPTURE_LINK_ETHERNET);
	assert_int_equal(capture_file_next(file, &packet, &at, &e), 1);
	assert_int_equal(at, time_ns);
	assert_int_equal(packet.len, 4);
	assert_int_equal(packet.wire, wire);
	assert_memory_equal(packet.at, "abcd", 4);
	assert_int_equal(capture_file_next(file, &packet, &at, &e), 0);
	capture_file_close(file);
}

#define ASSERT_PACKET(bytes, time_ns, wire) assert_packet(bytes, sizeof(bytes) - 1, time_ns, wire)

static void every_format_is_read(void **state)
{
	(void)state;
	ASSERT_PACKET(LITTLE_HEADER("\1") LITTLE_RECORD, 1234567890123456000, 100);
	ASSERT_PACKET(BIG_HEADER BIG_RECORD, 1234567890123456000, 4);
	ASSERT_PACKET(NANO_HEADER NANO_RECORD, 1234567890123456789, 4);
	ASSERT_PACKET(NG_SECTION NG_INTERFACE NG_PACKET, 1234567890123456000, 4);
}

/* Numbers of tcpdump.org/linktypes.html. */
static void links_are_told_apart(void **state)
{
	struct capture_file *file;
	struct ece_error e;

	(void)state;
	assert_int_equal(OPEN(LITTLE_HEADER("\x71"), &file, &e), 0);
	assert_int_equal(capture_file_link(file), CAPTURE_LINK_SLL);
	capture_file_close(file);
	assert_int_equal(OPEN(LITTLE_HEADER("\x65"), &file, &e), 0);
	assert_int_equal(capture_file_link(file), CAPTURE_LINK_IP);
	capture_file_close(file);
	assert_int_equal(OPEN(LITTLE_HEADER("\xe4"), &file, &e), 0);
	assert_int_equal(capture_file_link(file), CAPTURE_LINK_IP);
	capture_file_close(file);
	assert_int_equal(open_bytes("\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0\x14\1\0\0", 24, &file, &e), 0);
	assert_int_equal(capture_file_link(file), CAPTURE_LINK_SLL2);
	capture_file_close(file);
}

static void other_links_are_refused_by_name(void **state)
{
	struct capture_file *file = NULL;
	struct ece_error e;

	(void)state;
	assert_int_equal(OPEN(LITTLE_HEADER("\xf7"), &file, &e), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_non_null(strstr(e.text, "INFINIBAND (247)"));
	assert_string_equal(e.place, "a.pcap");
	assert_int_equal(OPEN(LITTLE_HEADER("\xc5"), &file, &e), -EPROTONOSUPPORT);
	assert_non_null(strstr(e.text, "ERF (197)"));
	assert_null(file);
}

static void what_is_no_capture_is_refused(void **state)
{
	struct capture_file *file = NULL;
	struct ece_error e;

	(void)state;
	assert_int_equal(OPEN("{\"version\": 1, \"fleet\": {}, \"and\": \"so on\"}", &file, &e), -EPROTO);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	assert_non_null(strstr(e.text, "no capture"));
	assert_int_equal(OPEN("", &file, &e), -EPROTO);
	assert_int_equal(OPEN("\xd4\xc3\xb2", &file, &e), -EPROTO);
	assert_int_equal(capture_file_open("/no/such/file.pcap", &file, &e), -ENOENT);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	assert_string_equal(e.place, "/no/such/file.pcap");
	assert_null(file);
	capture_file_close(NULL);
}

static void a_file_that_ends_in_a_packet_is_damaged(void **state)
{
	static const char bytes[] = LITTLE_HEADER("\1") LITTLE_RECORD LITTLE_RECORD;
	struct capture_file *file;
	struct capture_view packet;
	struct ece_error e;
	uint64_t at;

	(void)state;
	assert_int_equal(open_bytes(bytes, sizeof(bytes) - 2, &file, &e), 0);
	assert_int_equal(capture_file_next(file, &packet, &at, &e), 1);
	assert_int_equal(capture_file_next(file, &packet, &at, &e), -EPROTO);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	assert_string_equal(e.place, "a.pcap");
	capture_file_close(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_is_read),
		cmocka_unit_test(links_are_told_apart),
		cmocka_unit_test(other_links_are_refused_by_name),
		cmocka_unit_test(what_is_no_capture_is_refused),
		cmocka_unit_test(a_file_that_ends_in_a_packet_is_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
