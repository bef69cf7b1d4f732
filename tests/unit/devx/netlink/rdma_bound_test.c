// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counter sets of queue pairs. Numbers: Linux include/uapi/rdma/rdma_netlink.h; shape of the list: nldev.c. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "devx/netlink/rdma_bound.h"
#include "tests/unit/devx/netlink/words.h"

#define STAT_SET 0x1410
#define STAT_GET 0x1411
#define STAT_DEL 0x1412

/* Set 5, of type RC and process 4711, with queue pairs 262 and 263 and the counter "abc" 9 */
static const uint32_t list[] = {
	16 + 8 + 4 + 4 + 40 + 28 + 28,
	STAT_GET,
	1,
	0,
	ATTR(1, 4),
	3,
	NEST(77, 4 + 40 + 28 + 28),
	NEST(78, 40 + 28 + 28),
	ATTR(3, 4),
	1,
	ATTR(79, 4),
	5,
	ATTR(74, 4),
	1,
	ATTR(26, 1),
	2,
	ATTR(28, 4),
	4711,
	NEST(19, 24),
	NEST(20, 8),
	ATTR(21, 4),
	262,
	NEST(20, 8),
	ATTR(21, 4),
	263,
	NEST(80, 24),
	NEST(81, 20),
	ATTR(82, 4),
	TEXT4('a', 'b', 'c', 0),
	ATTR(83, 8),
	9,
	0,
};

struct got {
	uint32_t qpns[4];
	size_t qps, counters, sets;
	struct ece_rdma_counter counter;
	struct ece_rdma_bound set;
	int stop_qp, stop_counter, stop_set;
};

static int keep_qp(void *arg, uint32_t qpn)
{
	struct got *got = arg;

	assert_true(got->qps < 4);
	got->qpns[got->qps++] = qpn;
	return got->stop_qp;
}

static int keep_counter(void *arg, const struct ece_rdma_counter *counter)
{
	struct got *got = arg;

	got->counters++;
	got->counter = *counter;
	return got->stop_counter;
}

static int keep_set(void *arg, const struct ece_rdma_bound *set)
{
	struct got *got = arg;

	got->sets++;
	got->set = *set;
	return got->stop_set;
}

static int parse(const uint32_t *message, size_t len, struct got *got)
{
	const struct ece_rdma_set_sink sink = {.qp = keep_qp, .counter = keep_counter, .set = keep_set, .arg = got};

	return ece_rdma_sets_parse(message, len, &sink);
}

static void a_set_is_read(void **state)
{
	struct got got = {.qps = 0};

	(void)state;
	assert_int_equal(parse(list, sizeof(list), &got), 0);
	assert_int_equal(got.sets, 1);
	assert_int_equal(got.set.id, 5);
	assert_int_equal(got.set.port, 1);
	assert_int_equal(got.set.mode, ECE_RDMA_BIND_AUTO);
	assert_true(got.set.by_type);
	assert_int_equal(got.set.type, ECE_RDMA_QP_RC);
	assert_true(got.set.by_pid);
	assert_int_equal(got.set.pid, 4711);
	assert_null(got.set.qpns);
	assert_int_equal(got.qps, 2);
	assert_int_equal(got.qpns[0], 262);
	assert_int_equal(got.qpns[1], 263);
	assert_int_equal(got.counters, 1);
	assert_string_equal(got.counter.name, "abc");
	assert_int_equal(got.counter.value, 9);
}

static void the_walk_ends_when_it_is_told_to(void **state)
{
	struct got qp = {.stop_qp = 3}, counter = {.stop_counter = 4}, set = {.stop_set = 5};

	(void)state;
	assert_int_equal(parse(list, sizeof(list), &qp), 3);
	assert_int_equal(qp.qps, 1);
	assert_int_equal(parse(list, sizeof(list), &counter), 4);
	assert_int_equal(counter.sets, 0);
	assert_int_equal(parse(list, sizeof(list), &set), 5);
	assert_int_equal(set.sets, 1);
}

static void every_cut_is_found(void **state)
{
	uint32_t cut[sizeof(list) / 4];
	struct got got;

	(void)state;
	for (uint32_t len = 0; len < sizeof(list); len += 4) {
		got = (struct got){.qps = 0};
		assert_int_equal(parse(list, len, &got), -EBADMSG);
		memcpy(cut, list, sizeof(list));
		cut[0] = len;
		if (len > 24)
			assert_int_equal(parse(cut, len, &got), -EBADMSG);
		assert_int_equal(got.sets, 0);
	}
}

/* Each of the three that say which set it is, made unknown in turn. */
static void half_a_set_is_damaged(void **state)
{
	static const size_t at[] = {8, 10, 12};
	uint32_t half[sizeof(list) / 4];
	struct got got;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		got = (struct got){.qps = 0};
		memcpy(half, list, sizeof(list));
		half[at[i]] = ATTR(250, 4);
		assert_int_equal(parse(half, sizeof(half), &got), -EBADMSG);
		assert_int_equal(got.sets, 0);
	}
	/* a queue pair without a number */
	got = (struct got){.qps = 0};
	memcpy(half, list, sizeof(list));
	half[20] = ATTR(250, 4);
	assert_int_equal(parse(half, sizeof(half), &got), -EBADMSG);
	assert_int_equal(got.qps, 0);
	/* a mode that is none */
	memcpy(half, list, sizeof(list));
	half[13] = 256;
	assert_int_equal(parse(half, sizeof(half), &got), -EBADMSG);
}

static void how_sets_are_bound_is_read(void **state)
{
	uint32_t message[] = {16 + 16 + 8, STAT_GET, 1, 0, ATTR(74, 4), 1, ATTR(76, 4), 3, ATTR(104, 1), 1};
	struct ece_rdma_binding binding;

	(void)state;
	assert_int_equal(ece_rdma_binding_parse(message, sizeof(message), &binding), 0);
	assert_int_equal(binding.mode, ECE_RDMA_BIND_AUTO);
	assert_int_equal(binding.mask, ECE_RDMA_BIND_BY_TYPE | ECE_RDMA_BIND_BY_PID);
	assert_true(binding.optional_known);
	assert_true(binding.optional);
	message[0] = 16 + 16;
	assert_int_equal(ece_rdma_binding_parse(message, sizeof(message), &binding), 0);
	assert_false(binding.optional_known);
	/* no mode is not "none" */
	message[4] = ATTR(250, 4);
	assert_int_equal(ece_rdma_binding_parse(message, sizeof(message), &binding), -EBADMSG);
	assert_int_equal(ece_rdma_binding_parse(message, 12, &binding), -EBADMSG);
}

static void a_new_set_has_a_number(void **state)
{
	uint32_t message[] = {16 + 16, STAT_SET, 1, 0, ATTR(79, 4), 5, ATTR(21, 4), 262};
	uint32_t id;

	(void)state;
	assert_int_equal(ece_rdma_bind_parse(message, sizeof(message), &id), 0);
	assert_int_equal(id, 5);
	message[5] = 0;
	assert_int_equal(ece_rdma_bind_parse(message, sizeof(message), &id), -EBADMSG);
	message[1] = STAT_GET;
	assert_int_equal(ece_rdma_bind_parse(message, sizeof(message), &id), -EBADMSG);
}

/* All name device 3, port 1, and that it is about queue pairs. */
#define HEAD(bytes, op) 16 + 24 + (bytes), 0x00010000 | (op), 0, 0, ATTR(1, 4), 3, ATTR(3, 4), 1, ATTR(75, 4), 19

static void requests_are_these_words(void **state)
{
	static const uint32_t binding[] = {HEAD(8, STAT_GET), ATTR(74, 4), 0},
			      by_type[] = {HEAD(16, STAT_SET), ATTR(74, 4), 1, ATTR(76, 4), 1},
			      bind_new[] = {HEAD(16, STAT_SET), ATTR(74, 4), 2, ATTR(21, 4), 262},
			      bind_to[] = {HEAD(24, STAT_SET), ATTR(74, 4), 2, ATTR(21, 4), 262, ATTR(79, 4), 5},
			      unbind[] = {HEAD(16, STAT_DEL), ATTR(79, 4), 5, ATTR(21, 4), 262},
			      sets[] = {16 + 16, 0x03010000 | STAT_GET, 0, 0, ATTR(1, 4), 3, ATTR(75, 4), 19};
	uint32_t buf[ECE_RDMA_REQUEST_MAX / 4] = {0};

	(void)state;
	assert_int_equal(ece_rdma_binding_request(3, 1, buf, sizeof(buf)), sizeof(binding));
	assert_memory_equal(buf, binding, sizeof(binding));
	assert_int_equal(ece_rdma_bind_auto_request(3, 1, 1, buf, sizeof(buf)), sizeof(by_type));
	assert_memory_equal(buf, by_type, sizeof(by_type));
	assert_int_equal(ece_rdma_bind_request(3, 1, 262, 0, buf, sizeof(buf)), sizeof(bind_new));
	assert_memory_equal(buf, bind_new, sizeof(bind_new));
	assert_int_equal(ece_rdma_bind_request(3, 1, 262, 5, buf, sizeof(buf)), sizeof(bind_to));
	assert_memory_equal(buf, bind_to, sizeof(bind_to));
	assert_int_equal(ece_rdma_unbind_request(3, 1, 262, 5, buf, sizeof(buf)), sizeof(unbind));
	assert_memory_equal(buf, unbind, sizeof(unbind));
	assert_int_equal(ece_rdma_sets_request(3, buf, sizeof(buf)), sizeof(sets));
	assert_memory_equal(buf, sets, sizeof(sets));
	assert_int_equal(ece_rdma_sets_request(3, buf, sizeof(buf) - 1), 0);
	assert_int_equal(ece_rdma_unbind_request(3, 1, 262, 5, buf, sizeof(buf) - 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_set_is_read),
		cmocka_unit_test(the_walk_ends_when_it_is_told_to),
		cmocka_unit_test(every_cut_is_found),
		cmocka_unit_test(half_a_set_is_damaged),
		cmocka_unit_test(how_sets_are_bound_is_read),
		cmocka_unit_test(a_new_set_has_a_number),
		cmocka_unit_test(requests_are_these_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
