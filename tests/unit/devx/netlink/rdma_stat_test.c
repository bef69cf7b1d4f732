// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Counters of an RDMA port. Numbers: Linux include/uapi/rdma/rdma_netlink.h; shape of the answer as Linux 6.1 and 7.3 send
 * it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_stat.h"
#include "tests/unit/devx/netlink/words.h"

#define STAT_GET 0x1411

/* np_cnp_sent 0x100000005, and "odd" 7 with the value first and something of a newer kernel behind it */
static const uint32_t answer[] = {
	16 + 8 + 12 + 8 + 4 + 32 + 32,
	STAT_GET,
	1,
	0,
	ATTR(1, 4),
	3,
	ATTR(2, 7),
	TEXT4('m', 'l', 'x', '5'),
	TEXT4('_', '0', 0, 0),
	ATTR(3, 4),
	1,
	NEST(80, 32 + 32),
	NEST(81, 28),
	ATTR(82, 12),
	TEXT4('n', 'p', '_', 'c'),
	TEXT4('n', 'p', '_', 's'),
	TEXT4('e', 'n', 't', 0),
	ATTR(83, 8),
	5,
	1,
	NEST(81, 28),
	ATTR(83, 8),
	7,
	0,
	ATTR(82, 4),
	TEXT4('o', 'd', 'd', 0),
	ATTR(250, 4),
	1,
};

struct got {
	struct ece_rdma_counter counter[4];
	size_t count;
	int stop;
};

static int keep(void *arg, const struct ece_rdma_counter *counter)
{
	struct got *got = arg;

	assert_true(got->count < 4);
	got->counter[got->count++] = *counter;
	return got->stop;
}

static void the_request_names_device_and_port(void **state)
{
	static const uint32_t want[] = {16 + 8 + 8, 0x00011411, 0, 0, ATTR(1, 4), 3, ATTR(3, 4), 1};
	uint32_t buf[ECE_RDMA_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_rdma_counters_request(3, 1, buf, sizeof(buf)), sizeof(want));
	assert_memory_equal(buf, want, sizeof(want));
	assert_int_equal(ece_rdma_counters_request(3, 1, buf, ECE_RDMA_REQUEST_MAX - 1), 0);
}

static void counters_are_read(void **state)
{
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_counters_parse(answer, sizeof(answer), keep, &got), 0);
	assert_int_equal(got.count, 2);
	assert_string_equal(got.counter[0].name, "np_cnp_sent");
	assert_int_equal(got.counter[0].value, UINT64_C(0x100000005));
	assert_string_equal(got.counter[1].name, "odd");
	assert_int_equal(got.counter[1].value, 7);
}

static void the_walk_ends_when_it_is_told_to(void **state)
{
	struct got got = {.stop = -E2BIG};

	(void)state;
	assert_int_equal(ece_rdma_counters_parse(answer, sizeof(answer), keep, &got), -E2BIG);
	assert_int_equal(got.count, 1);
}

/* A counter without a name or a value would be taken for zero, or for another. */
static void half_a_counter_is_damaged(void **state)
{
	static const uint32_t nameless[] = {16 + 4 + 16, STAT_GET, 1, 0, NEST(80, 16), NEST(81, 12), ATTR(83, 8), 5, 0};
	static const uint32_t empty[] = {
		16 + 4 + 24, STAT_GET, 1, 0, NEST(80, 24), NEST(81, 20), ATTR(82, 4), 0, ATTR(83, 8), 5, 0,
	};
	static const uint32_t without[] = {
		16 + 4 + 12, STAT_GET, 1, 0, NEST(80, 12), NEST(81, 8), ATTR(82, 4), TEXT4('a', 'b', 'c', 0),
	};
	static const uint32_t short_value[] = {
		16 + 4 + 20, STAT_GET, 1, 0, NEST(80, 20), NEST(81, 16), ATTR(82, 4), TEXT4('a', 'b', 'c', 0),
		ATTR(83, 4), 5,
	};
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_counters_parse(nameless, sizeof(nameless), keep, &got), -EBADMSG);
	assert_int_equal(ece_rdma_counters_parse(empty, sizeof(empty), keep, &got), -EBADMSG);
	assert_int_equal(ece_rdma_counters_parse(without, sizeof(without), keep, &got), -EBADMSG);
	assert_int_equal(ece_rdma_counters_parse(short_value, sizeof(short_value), keep, &got), -EBADMSG);
	assert_int_equal(got.count, 0);
}

static void a_name_that_does_not_fit_is_damaged(void **state)
{
	uint32_t message[16 / 4 + 2 + (4 + ECE_RDMA_COUNTER_NAME_MAX + 12) / 4] = {0};
	struct got got = {.count = 0};

	(void)state;
	message[0] = sizeof(message);
	message[1] = STAT_GET;
	message[4] = NEST(80, sizeof(message) - 20);
	message[5] = NEST(81, sizeof(message) - 24);
	message[6] = ATTR(82, ECE_RDMA_COUNTER_NAME_MAX);
	memset(&message[7], 'n', ECE_RDMA_COUNTER_NAME_MAX);
	message[7 + ECE_RDMA_COUNTER_NAME_MAX / 4] = ATTR(83, 8);
	assert_int_equal(ece_rdma_counters_parse(message, sizeof(message), keep, &got), -EBADMSG);
	((char *)&message[7])[ECE_RDMA_COUNTER_NAME_MAX - 1] = '\0';
	assert_int_equal(ece_rdma_counters_parse(message, sizeof(message), keep, &got), 0);
	assert_int_equal(got.count, 1);
}

static void every_cut_is_found(void **state)
{
	uint32_t cut[sizeof(answer) / 4];
	struct got got;

	(void)state;
	for (uint32_t len = 0; len < sizeof(answer); len += 4) {
		got = (struct got){.count = 0};
		memcpy(cut, answer, sizeof(answer));
		cut[0] = len;
		/* whole attributes before the table are an answer without counters */
		if (ece_rdma_counters_parse(cut, len, keep, &got) == 0)
			assert_true(len == 16 || len == 24 || len == 36 || len == 44);
		assert_int_equal(ece_rdma_counters_parse(answer, len, keep, &got), -EBADMSG);
	}
}

static void other_messages_are_refused(void **state)
{
	uint32_t other[sizeof(answer) / 4];
	struct got got = {.count = 0};

	(void)state;
	memcpy(other, answer, sizeof(answer));
	other[1] = 0x140a;
	assert_int_equal(ece_rdma_counters_parse(other, sizeof(other), keep, &got), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_request_names_device_and_port),   cmocka_unit_test(counters_are_read),
		cmocka_unit_test(the_walk_ends_when_it_is_told_to),    cmocka_unit_test(half_a_counter_is_damaged),
		cmocka_unit_test(a_name_that_does_not_fit_is_damaged), cmocka_unit_test(every_cut_is_found),
		cmocka_unit_test(other_messages_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
