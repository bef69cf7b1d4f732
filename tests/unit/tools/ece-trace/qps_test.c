// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is remembered of queue pairs, and how many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tools/ece-trace/preload/qps.h"

/* Addresses as an allocator gives them. */
static const void *key(size_t n)
{
	return (const void *)(uintptr_t)(0x7f0000000000 + 64 * n);
}

static void put_get_take(void **state)
{
	struct trace_qp qp = {.key = key(1), .qpn = 7}, found = {.qpn = 99};

	(void)state;
	assert_false(trace_qps_get(key(1), &found));
	assert_int_equal(found.qpn, 99);
	assert_true(trace_qps_put(&qp));
	assert_true(trace_qps_get(key(1), &found));
	assert_int_equal(found.qpn, 7);
	qp.qpn = 8;
	assert_true(trace_qps_put(&qp));
	assert_true(trace_qps_take(key(1), &found));
	assert_int_equal(found.qpn, 8);
	assert_false(trace_qps_take(key(1), &found));
}

static void so_many_and_no_more(void **state)
{
	struct trace_qp qp = {.qpn = 1};
	size_t count = 0;

	(void)state;
	for (; count < 262144; count++) {
		qp.key = key(count);
		qp.qpn = (uint32_t)count;
		assert_true(trace_qps_put(&qp));
	}
	qp.key = key(count);
	assert_false(trace_qps_put(&qp));
	/* one that is known can still be changed, and one that goes makes room */
	qp.key = key(5);
	assert_true(trace_qps_put(&qp));
	assert_true(trace_qps_take(key(6), &qp));
	assert_int_equal(qp.qpn, 6);
	qp.key = key(count);
	assert_true(trace_qps_put(&qp));
	for (size_t i = 0; i <= count; i++)
		assert_true(trace_qps_take(key(i), &qp) == (i != 6));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(put_get_take),
		cmocka_unit_test(so_many_and_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
