// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Extended headers, against bytes that are written here as IBTA volume 1, 9.3, draws them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "devx/sim/wire/extended.h"

static void of_a_datagram(void **state)
{
	static const uint8_t bytes[WIRE_DETH_BYTES] = {0x80, 0x01, 0x00, 0x00, 0xee, 0x12, 0x34, 0x56};
	static const uint8_t without_reserved[WIRE_DETH_BYTES] = {0x80, 0x01, 0x00, 0x00, 0x00, 0x12, 0x34, 0x56};
	struct wire_deth deth;
	uint8_t built[WIRE_DETH_BYTES];

	(void)state;
	wire_deth_get(bytes, &deth);
	assert_int_equal(deth.qkey, 0x80010000);
	assert_int_equal(deth.source, 0x123456);
	deth.source |= 0xee000000;
	wire_deth_put(built, &deth);
	assert_memory_equal(built, without_reserved, sizeof(built));
}

static void of_rdma(void **state)
{
	static const uint8_t bytes[WIRE_RETH_BYTES] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
						       0xa1, 0xa2, 0xa3, 0xa4, 0x00, 0x01, 0x00, 0x02};
	struct wire_reth reth;
	uint8_t built[WIRE_RETH_BYTES];

	(void)state;
	wire_reth_get(bytes, &reth);
	assert_int_equal(reth.address, UINT64_C(0x0102030405060708));
	assert_int_equal(reth.key, 0xa1a2a3a4);
	assert_int_equal(reth.bytes, 0x00010002);
	wire_reth_put(built, &reth);
	assert_memory_equal(built, bytes, sizeof(built));
}

static void of_an_atomic(void **state)
{
	static const uint8_t bytes[WIRE_ATOMIC_BYTES] = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0xa1, 0xa2,
							 0xa3, 0xa4, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18,
							 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28};
	struct wire_atomic atomic;
	uint8_t built[WIRE_ATOMIC_BYTES];

	(void)state;
	wire_atomic_get(bytes, &atomic);
	assert_int_equal(atomic.address, UINT64_C(0x0102030405060708));
	assert_int_equal(atomic.key, 0xa1a2a3a4);
	assert_int_equal(atomic.swap_add, UINT64_C(0x1112131415161718));
	assert_int_equal(atomic.compare, UINT64_C(0x2122232425262728));
	wire_atomic_put(built, &atomic);
	assert_memory_equal(built, bytes, sizeof(built));
}

static void of_an_acknowledge(void **state)
{
	uint8_t built[WIRE_AETH_BYTES];

	(void)state;
	wire_aeth_put(built, 0x60, 0xff000007);
	assert_memory_equal(built, "\x60\x00\x00\x07", sizeof(built));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_datagram),
		cmocka_unit_test(of_rdma),
		cmocka_unit_test(of_an_atomic),
		cmocka_unit_test(of_an_acknowledge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
