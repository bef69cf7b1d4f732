// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Messages of the connection manager: those of Linux against tshark's reading of them, and bytes at the places of IBTA's tables. */
#include "tests/unit/lib/capture/bytes.h"

#include "lib/capture/message.h"

static struct capture_message read_frame(const char *hex)
{
	uint8_t frame[FRAME_BYTES];
	struct capture_view view = frame_of(hex, frame);
	struct capture_message message = {0};
	struct capture_mad mad;

	assert_int_equal(capture_packet_mad(CAPTURE_LINK_ETHERNET, &view, &mad), CAPTURE_GOOD);
	assert_int_equal(capture_message_read(&mad.mad, &message), CAPTURE_GOOD);
	return message;
}

static void a_request_is_read(void **state)
{
	struct capture_message m = read_frame(LINUX_REQ);

	(void)state;
	assert_int_equal(m.kind, CAPTURE_REQ);
	assert_int_equal(m.transaction, 0x00000003c6600d6d);
	assert_int_equal(m.local_id, 0x6d0d60c6);
	assert_int_equal(m.remote_id, 0);
	assert_true(m.has_word);
	assert_int_equal(m.word.vendor_id, 0x15b3);
	assert_int_equal(m.word.options, 0x30000003);
	assert_int_equal(m.qpn, 0x11d);
	assert_int_equal(m.psn, 0x608d8b);
	assert_int_equal(m.service_id, 0x1061dbb);
	assert_string_equal(m.transport, "RC");
	assert_memory_equal(m.local_gid, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\0\0\x01", 16);
	assert_memory_equal(m.remote_gid, "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\0\0\x02", 16);
}

static void an_answer_is_read(void **state)
{
	struct capture_message m = read_frame(LINUX_REP);

	(void)state;
	assert_int_equal(m.kind, CAPTURE_REP);
	assert_int_equal(m.transaction, 0x00000003c6600d6d);
	assert_int_equal(m.local_id, 0x6e0d60c6);
	assert_int_equal(m.remote_id, 0x6d0d60c6);
	assert_int_equal(m.word.vendor_id, 0x15b3);
	assert_int_equal(m.word.options, 0x20000001);
	assert_int_equal(m.qpn, 0x11c);
	assert_int_equal(m.psn, 0x68bb6d);
}

static void the_others_are_read(void **state)
{
	struct capture_message m = read_frame(LINUX_RTU);

	(void)state;
	assert_int_equal(m.kind, CAPTURE_RTU);
	assert_int_equal(m.local_id, 0x6d0d60c6);
	assert_int_equal(m.remote_id, 0x6e0d60c6);
	assert_false(m.has_word);
	m = read_frame(LINUX_DREQ);
	assert_int_equal(m.kind, CAPTURE_DREQ);
	assert_int_equal(m.remote_id, 0x6e0d60c6);
	m = read_frame(LINUX_DREP);
	assert_int_equal(m.kind, CAPTURE_DREP);
	m = read_frame(LINUX_REJ_FROM_NOBODY);
	assert_int_equal(m.kind, CAPTURE_REJ);
	assert_int_equal(m.local_id, 0x15b3);
	assert_int_equal(m.remote_id, 0x7e0d60c6);
	assert_int_equal(m.rejects, CAPTURE_REJECTS_REQ);
	assert_int_equal(m.reason, 8);
}

static void look_ups_are_read(void **state)
{
	struct capture_message m = read_frame(LINUX_SIDR_REQ);

	(void)state;
	assert_int_equal(m.kind, CAPTURE_SIDR_REQ);
	assert_int_equal(m.local_id, 0x780d60c6);
	assert_int_equal(m.service_id, 0x1111c06);
	m = read_frame(LINUX_SIDR_REP);
	assert_int_equal(m.kind, CAPTURE_SIDR_REP);
	assert_int_equal(m.local_id, 0x780d60c6);
	assert_int_equal(m.status, 0);
	assert_int_equal(m.qpn, 0x116);
	assert_int_equal(m.service_id, 0x1111c06);
	assert_int_equal(m.word.vendor_id, 0);
	assert_int_equal(m.word.options, 0x30000003);
}

/* A message of one kind with every byte of its body telling where it is. */
static struct capture_message read_numbered(uint8_t kind)
{
	uint8_t mad[CAPTURE_MAD_BYTES] = {1, 7, 2, 3, [8] = 0xa0, [15] = 0xa7, [17] = kind, [20] = 0xb0, [23] = 0xb3};
	struct capture_view view = {.at = mad, .len = sizeof(mad), .wire = sizeof(mad)};
	struct capture_message message;

	for (size_t i = 24; i < sizeof(mad); i++)
		mad[i] = (uint8_t)(i - 24);
	assert_int_equal(capture_message_read(&view, &message), CAPTURE_GOOD);
	assert_int_equal(message.kind, kind);
	assert_int_equal(message.transaction, 0xa0000000000000a7);
	assert_int_equal(message.local_id, 0x00010203);
	return message;
}

/* Offsets by Linux include/rdma/ibta_vol1_c12.h. */
static void fields_lie_where_the_standard_has_them(void **state)
{
	struct capture_message m = read_numbered(0x10);

	(void)state;
	assert_int_equal(m.word.vendor_id, 0x050607);
	assert_int_equal(m.word.options, 0xb00000b3);
	assert_int_equal(m.service_id, 0x08090a0b0c0d0e0f);
	assert_int_equal(m.qpn, 0x202122);
	assert_int_equal(m.psn, 0x2c2d2e);
	assert_int_equal(m.local_gid[0], 56);
	assert_int_equal(m.remote_gid[15], 87);
	m = read_numbered(0x13);
	assert_int_equal(m.remote_id, 0x04050607);
	assert_int_equal(m.word.vendor_id, 0x0f1317);
	assert_int_equal(m.qpn, 0x0c0d0e);
	assert_int_equal(m.psn, 0x141516);
	m = read_numbered(0x12);
	assert_int_equal(m.rejects, 0);
	assert_int_equal(m.reason, 0x0a0b);
	m = read_numbered(0x17);
	assert_int_equal(m.service_id, 0x08090a0b0c0d0e0f);
	m = read_numbered(0x18);
	assert_int_equal(m.status, 4);
	assert_int_equal(m.word.vendor_id, 0x06070b);
	assert_int_equal(m.qpn, 0x08090a);
	assert_int_equal(m.service_id, 0x0c0d0e0f10111213);
	for (uint8_t kind = 0x11; kind <= 0x1a; kind++)
		read_numbered(kind);
}

static void unknown_attributes_are_refused(void **state)
{
	uint8_t mad[CAPTURE_MAD_BYTES] = {1, 7, 2, 3};
	struct capture_view view = {.at = mad, .len = sizeof(mad), .wire = sizeof(mad)};
	struct capture_message message = {.qpn = 7};

	(void)state;
	for (unsigned int id = 0; id < 0x10000; id++) {
		mad[16] = (uint8_t)(id >> 8);
		mad[17] = (uint8_t)id;
		if (id < 0x10 || id > 0x1a)
			assert_int_equal(capture_message_read(&view, &message), CAPTURE_ATTRIBUTE);
	}
	assert_int_equal(message.qpn, 7);
}

/* Bytes of a MAD up to the last field that is read. */
static void a_cut_is_told(void **state)
{
	static const struct {
		uint8_t kind;
		size_t needs;
	} kinds[] = {{0x10, 112}, {0x11, 32}, {0x12, 36}, {0x13, 48}, {0x14, 32}, {0x15, 32},
		     {0x16, 32},  {0x17, 40}, {0x18, 44}, {0x19, 32}, {0x1a, 32}};

	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint8_t mad[CAPTURE_MAD_BYTES] = {1, 7, 2, 3, [17] = kinds[i].kind};
		struct capture_view view = {.at = mad, .len = kinds[i].needs, .wire = sizeof(mad)};
		struct capture_message message;

		assert_int_equal(capture_message_read(&view, &message), CAPTURE_GOOD);
		view.len--;
		assert_int_equal(capture_message_read(&view, &message), CAPTURE_CUT);
	}
}

static const char *transport(uint8_t service, uint8_t extended)
{
	uint8_t mad[CAPTURE_MAD_BYTES] = {1, 7, 2, 3, [17] = 0x10};
	struct capture_view view = {.at = mad, .len = sizeof(mad), .wire = sizeof(mad)};
	struct capture_message message;

	mad[24 + 43] = service;
	mad[24 + 51] = extended;
	assert_int_equal(capture_message_read(&view, &message), CAPTURE_GOOD);
	return message.transport;
}

static void transports_have_names(void **state)
{
	(void)state;
	/* the bits around them are a time-out, flow control, retries, and a shared receive queue */
	assert_string_equal(transport(0xf9, 0xf9), "RC");
	assert_string_equal(transport(0x02, 0), "UC");
	assert_string_equal(transport(0x04, 0), "RD");
	assert_string_equal(transport(0x06, 0xf9), "XRC");
	assert_string_equal(transport(0x06, 0), "?");
}

static void reasons_have_names(void **state)
{
	(void)state;
	assert_string_equal(capture_reason_text(35), "vendor option not supported");
	assert_string_equal(capture_reason_text(28), "consumer reject");
	assert_string_equal(capture_reason_text(10), "stale connection");
	assert_string_equal(capture_reason_text(34), "unknown reason");
	assert_string_equal(capture_reason_text(0), "unknown reason");
	assert_string_equal(capture_reason_text(65535), "unknown reason");
	assert_string_equal(capture_status_text(1), "service id not supported");
	assert_string_equal(capture_status_text(255), "unknown status");
	assert_string_equal(capture_kind_name(CAPTURE_SIDR_REP), "SIDR_REP");
	assert_string_equal(capture_kind_name((enum capture_kind)0x1b), "?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_request_is_read),
		cmocka_unit_test(an_answer_is_read),
		cmocka_unit_test(the_others_are_read),
		cmocka_unit_test(look_ups_are_read),
		cmocka_unit_test(fields_lie_where_the_standard_has_them),
		cmocka_unit_test(unknown_attributes_are_refused),
		cmocka_unit_test(a_cut_is_told),
		cmocka_unit_test(transports_have_names),
		cmocka_unit_test(reasons_have_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
