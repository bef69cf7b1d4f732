// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frames between two ece-connects, byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "tools/ece-connect/exchange.h"

/* 8 queue pairs by RDMA-CM, 65536 bytes, nonce 0x0102030405060708, port 18520, RoCE v2, MTU 1024, GID fd00::2 */
static const uint8_t hello_frame[] = {
	'E',  'C', 'E', 'C', 1, 1, 0,    48,                           /* head */
	0,    1,   2,   3,   0, 7, 0x48, 0x58,                         /* minor, mode, GID type, MTU, LID, port */
	0,    0,   0,   8,   0, 0, 1,    2,                            /* queue pairs, hold */
	0,    0,   0,   0,   0, 1, 0,    0,                            /* bytes */
	1,    2,   3,   4,   5, 6, 7,    8,                            /* nonce */
	0xfd, 0,   0,   0,   0, 0, 0,    0,    0, 0, 0, 0, 0, 0, 0, 2, /* GID */
};

static const struct exchange_hello hello = {
	.mode = CONNECT_CM,
	.qps = 8,
	.hold_ms = 0x102,
	.bytes = 65536,
	.nonce = 0x0102030405060708,
	.cm_port = 18520,
	.gid_type = 2,
	.mtu = 3,
	.lid = 7,
	.gid = {0xfd, [15] = 2},
};

static void a_greeting_is_these_bytes(void **state)
{
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	assert_int_equal(exchange_put_hello(frame, &hello), sizeof(hello_frame));
	assert_memory_equal(frame, hello_frame, sizeof(hello_frame));
}

static void these_bytes_are_a_greeting(void **state)
{
	struct exchange_hello got;
	enum exchange_kind kind;
	size_t len;

	(void)state;
	assert_int_equal(exchange_take_head(hello_frame, &kind, &len, NULL), 0);
	assert_int_equal(kind, EXCHANGE_HELLO);
	assert_int_equal(len, 48);
	assert_int_equal(exchange_take_hello(hello_frame + EXCHANGE_HEAD, len, &got, NULL), 0);
	assert_int_equal(got.mode, hello.mode);
	assert_int_equal(got.qps, hello.qps);
	assert_int_equal(got.bytes, hello.bytes);
	assert_int_equal(got.nonce, hello.nonce);
	assert_int_equal(got.cm_port, hello.cm_port);
	assert_int_equal(got.gid_type, hello.gid_type);
	assert_int_equal(got.mtu, hello.mtu);
	assert_int_equal(got.lid, hello.lid);
	assert_memory_equal(got.gid, hello.gid, sizeof(got.gid));
}

/* A later minor version may say more behind what is known. */
static void what_is_behind_is_left_unread(void **state)
{
	uint8_t body[64] = {0};
	struct exchange_hello got;

	(void)state;
	memcpy(body, hello_frame + EXCHANGE_HEAD, sizeof(hello_frame) - EXCHANGE_HEAD);
	body[0] = 9;
	memset(body + 48, 0xff, 16);
	assert_int_equal(exchange_take_hello(body, sizeof(body), &got, NULL), 0);
	assert_int_equal(got.qps, 8);
}

static void refuse_hello(size_t at, uint8_t byte)
{
	uint8_t body[48];
	struct exchange_hello got;
	struct ece_error e;

	memcpy(body, hello_frame + EXCHANGE_HEAD, sizeof(body));
	body[1] = 0; /* raw */
	assert_int_equal(exchange_take_hello(body, sizeof(body), &got, &e), 0);
	body[at] = byte;
	assert_int_equal(exchange_take_hello(body, sizeof(body), &got, &e), -EPROTO);
	assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
}

static void numbers_that_cannot_be_are_refused(void **state)
{
	struct exchange_hello got;
	struct exchange_qp qp;
	static const uint8_t large_qpn[8] = {1, 0, 0, 0, 0, 0, 0, 0}, large_psn[8] = {0, 0, 0, 0, 1, 0, 0, 0};

	(void)state;
	refuse_hello(1, CONNECT_MODE_COUNT);
	refuse_hello(3, 0); /* MTU */
	refuse_hello(3, 6);
	refuse_hello(11, 0);    /* no queue pair */
	refuse_hello(10, 0x10); /* too many */
	refuse_hello(12, 0x7f); /* hold */
	refuse_hello(16, 1);    /* bytes */
	assert_int_equal(exchange_take_hello(hello_frame + EXCHANGE_HEAD, 47, &got, NULL), -EPROTO);
	assert_int_equal(exchange_take_qp(large_qpn, 8, &qp, NULL), -EPROTO);
	assert_int_equal(exchange_take_qp(large_psn, 8, &qp, NULL), -EPROTO);
	assert_int_equal(exchange_take_qp(large_psn, 7, &qp, NULL), -EPROTO);
}

static void as_many_as_the_limits_say_are_taken(void **state)
{
	struct exchange_hello most = hello, got;
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	most.qps = CONNECT_QPS_MAX;
	most.bytes = CONNECT_BYTES_MAX;
	most.hold_ms = CONNECT_HOLD_MAX;
	exchange_put_hello(frame, &most);
	assert_int_equal(exchange_take_hello(frame + EXCHANGE_HEAD, 48, &got, NULL), 0);
	assert_int_equal(got.qps, 1024);
	assert_int_equal(got.bytes, UINT64_C(1) << 40);
	assert_int_equal(got.hold_ms, 600000);
	most.hold_ms++;
	exchange_put_hello(frame, &most);
	assert_int_equal(exchange_take_hello(frame + EXCHANGE_HEAD, 48, &got, NULL), -EPROTO);
	most.hold_ms--;
	most.qps++;
	exchange_put_hello(frame, &most);
	assert_int_equal(exchange_take_hello(frame + EXCHANGE_HEAD, 48, &got, NULL), -EPROTO);
}

static void a_queue_pair_is_these_bytes(void **state)
{
	static const uint8_t wanted[] = {'E', 'C', 'E', 'C', 1, 2, 0, 8, 0, 0x12, 0x34, 0x56, 0, 0xab, 0xcd, 0xef};
	struct exchange_qp qp = {.qpn = 0x123456, .psn = 0xabcdef}, got;
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	assert_int_equal(exchange_put_qp(frame, &qp), sizeof(wanted));
	assert_memory_equal(frame, wanted, sizeof(wanted));
	assert_int_equal(exchange_take_qp(wanted + EXCHANGE_HEAD, 8, &got, NULL), 0);
	assert_int_equal(got.qpn, qp.qpn);
	assert_int_equal(got.psn, qp.psn);
}

static struct connect_report some_report(void)
{
	struct connect_report report = {
		.qpn = 262,
		.supported = true,
		.has_agreed = true,
		.effective_by = ECE_EFFECTIVE_BY_DEVICE,
		.card = {ECE_VENDOR_NVIDIA, 0x30000003},
		.local = {ECE_VENDOR_NVIDIA, 0x30000001},
		.agreed = {ECE_VENDOR_NVIDIA, 0x20000001},
		.effective = {ECE_VENDOR_NVIDIA, 0x20000001},
		.allow = 1,
		.require = 1,
	};

	report.why[1] = ECE_MISSING_POLICY;
	return report;
}

static void a_report_is_these_bytes(void **state)
{
	static const uint8_t wanted[] = {
		'E', 'C', 'E',  'C',  1,    3, 0, 76, 0, 0, 1,    6,    3,    1, 0, 0, /* number, flags, read by */
		0,   0,   0x15, 0xb3, 0x30, 0, 0, 3,  0, 0, 0x15, 0xb3, 0x30, 0, 0, 1, /* card, offered */
		0,   0,   0x15, 0xb3, 0x20, 0, 0, 1,  0, 0, 0x15, 0xb3, 0x20, 0, 0, 1, /* agreed, in effect */
		0,   0,   0,    1,    0,    0, 0, 1,  0, 4,                            /* allow, require, why */
	};
	struct connect_report report = some_report(), got;
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	assert_int_equal(exchange_put_report(frame, &report), 8 + 76);
	assert_memory_equal(frame, wanted, sizeof(wanted));
	assert_int_equal(exchange_take_report(frame + EXCHANGE_HEAD, 76, &got, NULL), 0);
	assert_memory_equal(&got.card, &report.card, sizeof(got.card));
	assert_memory_equal(&got.effective, &report.effective, sizeof(got.effective));
	assert_int_equal(got.effective_by, ECE_EFFECTIVE_BY_DEVICE);
	assert_true(got.supported && got.has_agreed && !got.refused);
	assert_int_equal(got.require, 1);
	assert_int_equal(got.why[1], ECE_MISSING_POLICY);
	assert_int_equal(exchange_take_report(frame + EXCHANGE_HEAD, 75, &got, NULL), -EPROTO);
	report.refused = true;
	exchange_put_report(frame, &report);
	assert_int_equal(frame[EXCHANGE_HEAD + 4], 7);
	assert_int_equal(exchange_take_report(frame + EXCHANGE_HEAD, 76, &got, NULL), 0);
	assert_true(got.refused);
}

/* A later version may know more reasons, and more ways to read. */
static void reasons_of_a_later_version_are_unknown(void **state)
{
	struct connect_report report = some_report(), got;
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	exchange_put_report(frame, &report);
	frame[EXCHANGE_HEAD + 5] = 200;
	frame[EXCHANGE_HEAD + 48 + 27] = 200;
	assert_int_equal(exchange_take_report(frame + EXCHANGE_HEAD, 76, &got, NULL), 0);
	assert_int_equal(got.effective_by, ECE_EFFECTIVE_NOT_READ);
	assert_int_equal(got.why[27], ECE_MISSING_UNKNOWN);
}

static void a_farewell_has_only_letters(void **state)
{
	struct exchange_bye bye = {.kind = ECE_ERROR_UNKNOWN_NAME, .text = "no GID\n\033[31m\xc3\xa4"}, got;
	uint8_t frame[EXCHANGE_MAX];
	enum exchange_kind kind;
	size_t len;

	(void)state;
	assert_int_equal(exchange_put_bye(frame, &bye), 8 + 1 + 14);
	assert_int_equal(exchange_take_head(frame, &kind, &len, NULL), 0);
	assert_int_equal(kind, EXCHANGE_BYE);
	assert_int_equal(exchange_take_bye(frame + EXCHANGE_HEAD, len, &got, NULL), 0);
	assert_int_equal(got.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_string_equal(got.text, "no GID??[31m??");
}

static void a_long_farewell_is_cut(void **state)
{
	struct exchange_bye bye = {.kind = ECE_ERROR_IO}, got;
	uint8_t body[EXCHANGE_MAX];

	(void)state;
	memset(body, 'a', sizeof(body));
	assert_int_equal(exchange_take_bye(body, EXCHANGE_MAX - EXCHANGE_HEAD, &got, NULL), 0);
	assert_int_equal(strlen(got.text), EXCHANGE_TEXT_MAX);
	assert_int_equal(got.kind, ECE_ERROR_PROTOCOL);
	memset(bye.text, 'b', EXCHANGE_TEXT_MAX);
	assert_int_equal(exchange_put_bye(body, &bye), 8 + 1 + 400);
	assert_int_equal(exchange_take_bye(body, 0, &got, NULL), -EPROTO);
}

static void refuse_head(const uint8_t *head, int code, enum ece_error_kind kind, const char *part)
{
	enum exchange_kind got;
	struct ece_error e;
	size_t len;

	assert_int_equal(exchange_take_head(head, &got, &len, &e), code);
	assert_int_equal(e.kind, kind);
	assert_non_null(strstr(e.text, part));
}

static void strangers_are_told_apart(void **state)
{
	(void)state;
	refuse_head((const uint8_t *)"SSH-2.0-", -EPROTO, ECE_ERROR_PROTOCOL, "no ece-connect");
	refuse_head((const uint8_t *)"ECE\1\1\0\0\50", -EPROTO, ECE_ERROR_PROTOCOL, "no ece-connect");
	refuse_head((const uint8_t *)"ECEC\2\1\0\60", -EPROTONOSUPPORT, ECE_ERROR_VERSION, "version 2");
	refuse_head((const uint8_t *)"ECEC\1\0\0\60", -EPROTO, ECE_ERROR_PROTOCOL, "a message");
	refuse_head((const uint8_t *)"ECEC\1\6\0\60", -EPROTO, ECE_ERROR_PROTOCOL, "a message");
	refuse_head((const uint8_t *)"ECEC\1\1\1\371", -EPROTO, ECE_ERROR_PROTOCOL, "a message");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_greeting_is_these_bytes),
		cmocka_unit_test(these_bytes_are_a_greeting),
		cmocka_unit_test(what_is_behind_is_left_unread),
		cmocka_unit_test(numbers_that_cannot_be_are_refused),
		cmocka_unit_test(as_many_as_the_limits_say_are_taken),
		cmocka_unit_test(a_queue_pair_is_these_bytes),
		cmocka_unit_test(a_report_is_these_bytes),
		cmocka_unit_test(reasons_of_a_later_version_are_unknown),
		cmocka_unit_test(a_farewell_has_only_letters),
		cmocka_unit_test(a_long_farewell_is_cut),
		cmocka_unit_test(strangers_are_told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
