// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Which counters there are, and those that are to be on. Numbers: Linux include/uapi/rdma/rdma_netlink.h; shape of the
 * answer as Linux 6.1 and 7.3 send it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_optional.h"
#include "tests/unit/devx/netlink/words.h"

#define STAT_SET        0x1410
#define STAT_GET_STATUS 0x1418

/* "rx" 0 always counts, "ce" 1 is off, "cnp" 2 is on */
static const uint32_t answer[] = {
	16 + 8 + 4 + 20 + 28 + 28,
	STAT_GET_STATUS,
	1,
	0,
	ATTR(1, 4),
	3,
	NEST(80, 20 + 28 + 28),
	NEST(81, 16),
	ATTR(82, 3),
	TEXT4('r', 'x', 0, 0),
	ATTR(94, 4),
	0,
	NEST(81, 24),
	ATTR(82, 3),
	TEXT4('c', 'e', 0, 0),
	ATTR(94, 4),
	1,
	ATTR(95, 1),
	0,
	NEST(81, 24),
	ATTR(95, 1),
	1,
	ATTR(94, 4),
	2,
	ATTR(82, 4),
	TEXT4('c', 'n', 'p', 0),
};

struct got {
	struct ece_rdma_counter_status status[4];
	size_t count;
	int stop;
};

static int keep(void *arg, const struct ece_rdma_counter_status *status)
{
	struct got *got = arg;

	assert_true(got->count < 4);
	got->status[got->count++] = *status;
	return got->stop;
}

static void counters_and_their_state_are_read(void **state)
{
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_status_parse(answer, sizeof(answer), keep, &got), 0);
	assert_int_equal(got.count, 3);
	assert_string_equal(got.status[0].name, "rx");
	assert_false(got.status[0].optional);
	assert_string_equal(got.status[1].name, "ce");
	assert_true(got.status[1].optional);
	assert_false(got.status[1].on);
	assert_int_equal(got.status[2].index, 2);
	assert_true(got.status[2].optional);
	assert_true(got.status[2].on);
	got = (struct got){.stop = -E2BIG};
	assert_int_equal(ece_rdma_status_parse(answer, sizeof(answer), keep, &got), -E2BIG);
	assert_int_equal(got.count, 1);
}

/* Without an index it would be counter 0. */
static void half_an_entry_is_damaged(void **state)
{
	static const uint32_t nameless[] = {16 + 16, STAT_GET_STATUS, 1, 0, NEST(80, 12), NEST(81, 8), ATTR(94, 4), 7},
			      without[] = {16 + 16,      STAT_GET_STATUS, 1,           0,
					   NEST(80, 12), NEST(81, 8),     ATTR(82, 3), TEXT4('r', 'x', 0, 0)};
	struct got got = {.count = 0};

	(void)state;
	assert_int_equal(ece_rdma_status_parse(nameless, sizeof(nameless), keep, &got), -EBADMSG);
	assert_int_equal(ece_rdma_status_parse(without, sizeof(without), keep, &got), -EBADMSG);
	assert_int_equal(got.count, 0);
}

static void every_cut_is_found(void **state)
{
	uint32_t cut[sizeof(answer) / 4];
	struct got got;

	(void)state;
	for (uint32_t len = 0; len < sizeof(answer); len += 4) {
		got = (struct got){.count = 0};
		assert_int_equal(ece_rdma_status_parse(answer, len, keep, &got), -EBADMSG);
		memcpy(cut, answer, sizeof(answer));
		cut[0] = len;
		if (len > 24)
			assert_int_equal(ece_rdma_status_parse(cut, len, keep, &got), -EBADMSG);
	}
}

/* The kernel wants NLA_F_NESTED on the list, and numbers without anything around them. */
static void the_set_is_these_words(void **state)
{
	static const uint32_t want[] = {
		16 + 16 + 4 + 16, 0x00010000 | STAT_SET, 0,  0,           ATTR(1, 4), 3, ATTR(3, 4), 1,
		NEST(80, 16),     ATTR(94, 4),           30, ATTR(94, 4), 32,
	};
	static const uint32_t none[] = {16 + 16 + 4, 0x00010000 | STAT_SET, 0, 0, ATTR(1, 4), 3, ATTR(3, 4), 1,
					NEST(80, 0)};
	uint32_t buf[ECE_RDMA_OPTIONAL_REQUEST_MAX / 4] = {0}, on[ECE_RDMA_COUNTERS_MAX + 1] = {30, 32};

	(void)state;
	assert_int_equal(ece_rdma_optional_request(3, 1, on, 2, buf, sizeof(buf)), sizeof(want));
	assert_memory_equal(buf, want, sizeof(want));
	assert_int_equal(ece_rdma_optional_request(3, 1, NULL, 0, buf, sizeof(buf)), sizeof(none));
	assert_memory_equal(buf, none, sizeof(none));
	assert_int_equal(ece_rdma_optional_request(3, 1, on, 2, buf, sizeof(buf) - 1), 0);
	assert_int_equal(ece_rdma_optional_request(3, 1, on, ECE_RDMA_COUNTERS_MAX, buf, sizeof(buf)),
			 16 + 16 + 4 + 8 * ECE_RDMA_COUNTERS_MAX);
	assert_int_equal(ece_rdma_optional_request(3, 1, on, ECE_RDMA_COUNTERS_MAX + 1, buf, sizeof(buf)), 0);
}

static void the_question_is_these_words(void **state)
{
	static const uint32_t want[] = {16 + 16, 0x00010000 | STAT_GET_STATUS, 0, 0, ATTR(1, 4), 3, ATTR(3, 4), 1};
	uint32_t buf[ECE_RDMA_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_rdma_status_request(3, 1, buf, sizeof(buf)), sizeof(want));
	assert_memory_equal(buf, want, sizeof(want));
	assert_int_equal(ece_rdma_status_request(3, 1, buf, sizeof(buf) - 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_and_their_state_are_read),
		cmocka_unit_test(half_an_entry_is_damaged),
		cmocka_unit_test(every_cut_is_found),
		cmocka_unit_test(the_set_is_these_words),
		cmocka_unit_test(the_question_is_these_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
