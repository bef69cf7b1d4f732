// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Messages of the RDMA resource tracker. Numbers: Linux include/uapi/rdma/rdma_netlink.h; shape of the answers as Linux
 * 6.1 and 7.3 send them.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_port.h"
#include "tests/unit/devx/netlink/words.h"

enum {
	GET = 0x1401,
	RES_QP_GET = 0x140a,
	RES_QP_GET_RAW = 0x1413,
	RES_CTX_GET = 0x1416,
};

static const uint32_t device[] = {
	16 + 8 + 12 + 8 + 12,
	GET,
	1,
	0,
	ATTR(1, 4),
	3, /* index 3 */
	ATTR(2, 7),
	TEXT4('m', 'l', 'x', '5'),
	TEXT4('_', '0', 0, 0),
	ATTR(3, 4),
	2,
	ATTR(4, 8),
	0x12345678,
	0x9abcdef0, /* capabilities: passed over */
};

static const uint32_t qps[] = {
	16 + 8 + 4 + 84 + 76,
	RES_QP_GET,
	1,
	0,
	ATTR(1, 4),
	3,
	ATTR(19, 84 + 76),
	/* of a process, connected */
	ATTR(20, 80),
	ATTR(3, 4),
	1,
	ATTR(21, 4),
	262,
	ATTR(28, 4),
	148,
	ATTR(22, 4),
	263,
	ATTR(23, 4),
	7,
	ATTR(24, 4),
	9,
	ATTR(25, 1),
	0,
	ATTR(26, 1),
	2,
	ATTR(27, 1),
	3,
	ATTR(60, 4),
	5,
	/* of the kernel, nested flag set as newer kernels may */
	ATTR(0x8000 | 20, 72),
	ATTR(3, 4),
	1,
	ATTR(21, 4),
	1,
	ATTR(29, 8),
	TEXT4('i', 'b', '_', 'c'),
	TEXT4('o', 'r', 'e', 0),
	ATTR(24, 4),
	0,
	ATTR(26, 1),
	1,
	ATTR(27, 1),
	3,
	ATTR(98, 4),
	TEXT4('D', 'C', 'T', 0),
	ATTR(250, 8),
	1,
	2,
};

static const uint32_t raw[] = {
	16 + 8 + 12, RES_QP_GET_RAW, 1, 0, ATTR(1, 4), 3, ATTR(85, 8), 0x11111111, 0x22222222,
};

static const uint32_t contexts[] = {
	16 + 8 + 4 + 20 + 12, RES_CTX_GET,  1,           0, ATTR(1, 4),  3,
	ATTR(86, 20 + 12),    ATTR(87, 16), ATTR(64, 4), 0, ATTR(28, 4), 148,
	ATTR(87, 8),          ATTR(64, 4),  1,
};

struct got {
	struct ece_rdma_qp qp[4];
	struct ece_rdma_context context[4];
	size_t count;
	int stop;
};

static int keep_qp(void *arg, const struct ece_rdma_qp *qp)
{
	struct got *got = arg;

	got->qp[got->count++] = *qp;
	return got->stop;
}

static int keep_context(void *arg, const struct ece_rdma_context *context)
{
	struct got *got = arg;

	got->context[got->count++] = *context;
	return got->stop;
}

static void requests_are_these_words(void **state)
{
	uint32_t buf[ECE_RDMA_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_rdma_devices_request(buf, sizeof(buf)), 16);
	assert_int_equal(buf[0], 16);
	assert_int_equal(buf[1], 0x03010000 | GET); /* request, dump */
	assert_int_equal(ece_rdma_qps_request(3, buf, sizeof(buf)), 32);
	assert_int_equal(buf[1], 0x03010000 | RES_QP_GET);
	assert_int_equal(buf[4], ATTR(1, 4));
	assert_int_equal(buf[5], 3);
	assert_int_equal(buf[6], ATTR(97, 1));
	assert_int_equal(buf[7] & 0xff, 1);
	assert_int_equal(ece_rdma_contexts_request(3, buf, sizeof(buf)), 32);
	assert_int_equal(buf[1], 0x03010000 | RES_CTX_GET);
	assert_int_equal(ece_rdma_qp_raw_request(3, 1, 262, buf, sizeof(buf)), 40);
	assert_int_equal(buf[1], 0x00010000 | RES_QP_GET_RAW); /* no dump */
	assert_int_equal(buf[4], ATTR(1, 4));
	assert_int_equal(buf[6], ATTR(3, 4));
	assert_int_equal(buf[7], 1);
	assert_int_equal(buf[8], ATTR(21, 4));
	assert_int_equal(buf[9], 262);
	assert_int_equal(ece_rdma_qps_request(3, buf, sizeof(buf) - 1), 0);
}

static void a_device_is_read(void **state)
{
	struct ece_rdma_about d;

	(void)state;
	assert_int_equal(ece_rdma_device_parse(device, sizeof(device), &d), 0);
	assert_int_equal(d.index, 3);
	assert_int_equal(d.ports, 2);
	assert_string_equal(d.name, "mlx5_0");
}

static void queue_pairs_are_read(void **state)
{
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_qps_parse(qps, sizeof(qps), keep_qp, &got), 0);
	assert_int_equal(got.count, 2);
	assert_int_equal(got.qp[0].qpn, 262);
	assert_int_equal(got.qp[0].port, 1);
	assert_int_equal(got.qp[0].pid, 148);
	assert_true(got.qp[0].has_remote);
	assert_int_equal(got.qp[0].remote_qpn, 263);
	assert_int_equal(got.qp[0].type, ECE_RDMA_QP_RC);
	assert_int_equal(got.qp[0].state, ECE_RDMA_QP_RTS);
	assert_string_equal(got.qp[0].kernel_owner, "");
	assert_int_equal(got.qp[1].qpn, 1);
	assert_int_equal(got.qp[1].pid, 0);
	assert_false(got.qp[1].has_remote);
	assert_int_equal(got.qp[1].type, ECE_RDMA_QP_GSI);
	assert_string_equal(got.qp[1].kernel_owner, "ib_core");
	assert_string_equal(got.qp[1].subtype, "DCT");
	got = (struct got){.stop = -E2BIG};
	assert_int_equal(ece_rdma_qps_parse(qps, sizeof(qps), keep_qp, &got), -E2BIG);
	assert_int_equal(got.count, 1);
}

static void contexts_are_read(void **state)
{
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_contexts_parse(contexts, sizeof(contexts), keep_context, &got), 0);
	assert_int_equal(got.count, 2);
	assert_int_equal(got.context[0].pid, 148);
	assert_int_equal(got.context[1].id, 1);
	assert_int_equal(got.context[1].pid, 0); /* it cannot be seen from here */
}

static void a_dump_is_handed_out_as_it_is(void **state)
{
	const uint8_t *bytes;
	size_t len;

	(void)state;
	assert_int_equal(ece_rdma_qp_raw_parse(raw, sizeof(raw), &bytes, &len), 0);
	assert_int_equal(len, 8);
	assert_memory_equal(bytes, &raw[7], 8);
}

static void an_empty_dump_is_none(void **state)
{
	static const uint32_t empty[] = {16 + 4, RES_QP_GET_RAW, 1, 0, ATTR(85, 0)};
	static const uint32_t none[] = {16 + 8, RES_QP_GET_RAW, 1, 0, ATTR(1, 4), 3};
	const uint8_t *bytes;
	size_t len;

	(void)state;
	assert_int_equal(ece_rdma_qp_raw_parse(empty, sizeof(empty), &bytes, &len), -ENODATA);
	assert_int_equal(ece_rdma_qp_raw_parse(none, sizeof(none), &bytes, &len), -ENODATA);
}

/* Every cut of a good message is a fault, and so is every other type. */
static void damaged_messages_are_refused(void **state)
{
	struct got got = {.count = 0};
	uint32_t copy[sizeof(qps) / 4];
	struct ece_rdma_about d;
	const uint8_t *bytes;
	size_t len;

	(void)state;
	for (len = 0; len < sizeof(qps); len += 4) {
		got.count = 0;
		assert_int_equal(ece_rdma_qps_parse(qps, len, keep_qp, &got), -EBADMSG);
		memcpy(copy, qps, sizeof(qps));
		copy[0] = (uint32_t)len;
		got.count = 0;
		if (len > 28)
			assert_int_equal(ece_rdma_qps_parse(copy, sizeof(copy), keep_qp, &got), -EBADMSG);
	}
	assert_int_equal(ece_rdma_qps_parse(device, sizeof(device), keep_qp, &got), -EBADMSG);
	assert_int_equal(ece_rdma_device_parse(qps, sizeof(qps), &d), -EBADMSG);
	assert_int_equal(ece_rdma_qp_raw_parse(qps, sizeof(qps), &bytes, &len), -EBADMSG);
	assert_int_equal(ece_rdma_contexts_parse(qps, sizeof(qps), keep_context, &got), -EBADMSG);
}

/* A state of 0 is RESET and a type of 0 is a real one: what was not told must not look like them. */
static void half_a_queue_pair_is_refused(void **state)
{
	static const uint32_t half[] = {
		16 + 8 + 4 + 20, RES_QP_GET,   1,           0,   ATTR(1, 4),  3,
		ATTR(19, 20),    ATTR(20, 16), ATTR(21, 4), 262, ATTR(26, 1), 2,
	};
	static const uint32_t nameless[] = {16 + 8, GET, 1, 0, ATTR(1, 4), 3};
	struct got got = {.count = 0};
	struct ece_rdma_about d;

	(void)state;
	assert_int_equal(ece_rdma_qps_parse(half, sizeof(half), keep_qp, &got), -EBADMSG);
	assert_int_equal(got.count, 0);
	assert_int_equal(ece_rdma_device_parse(nameless, sizeof(nameless), &d), -EBADMSG);
}

static void names_are_those_of_iproute2(void **state)
{
	(void)state;
	assert_string_equal(ece_rdma_qp_type_name(2), "RC");
	assert_string_equal(ece_rdma_qp_type_name(8), "RAW_PACKET");
	assert_string_equal(ece_rdma_qp_type_name(255), "DRIVER");
	assert_null(ece_rdma_qp_type_name(5));
	assert_null(ece_rdma_qp_type_name(11));
	assert_string_equal(ece_rdma_qp_state_name(6), "ERR");
	assert_null(ece_rdma_qp_state_name(7));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_these_words),      cmocka_unit_test(a_device_is_read),
		cmocka_unit_test(queue_pairs_are_read),          cmocka_unit_test(contexts_are_read),
		cmocka_unit_test(a_dump_is_handed_out_as_it_is), cmocka_unit_test(an_empty_dump_is_none),
		cmocka_unit_test(damaged_messages_are_refused),  cmocka_unit_test(half_a_queue_pair_is_refused),
		cmocka_unit_test(names_are_those_of_iproute2),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
