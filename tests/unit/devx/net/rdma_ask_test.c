// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Answers that do not go on, and what refusals mean. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "devx/net/rdma.h"
#include "devx/net/rdma_ask.h"
#include "devx/net/rdma_port.h"
#include "tests/unit/devx/net/fake.h"

/* Empty tables, then one queue pair, again and again; or for ever. */
struct loop {
	unsigned int empty, rounds; /* 0 rounds: for ever */
	unsigned int sent;
};

static int give_empty(struct ece_os_reply *reply)
{
	struct nlmsghdr *header = fake_message(FAKE_RES_QP_GET);

	mnl_attr_put(header, 19, 0, NULL);
	return fake_give(reply, header);
}

static int give_qp(struct ece_os_reply *reply)
{
	struct nlmsghdr *header = fake_message(FAKE_RES_QP_GET);
	struct nlattr *table = mnl_attr_nest_start(header, 19);
	struct nlattr *entry = mnl_attr_nest_start(header, 20);

	mnl_attr_put_u32(header, 21, 262);
	mnl_attr_put_u8(header, 26, 2);
	mnl_attr_put_u8(header, 27, 3);
	mnl_attr_nest_end(header, entry);
	mnl_attr_nest_end(header, table);
	return fake_give(reply, header);
}

static int answer_loop(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	struct loop *loop = fake->arg;
	int err = 0;

	if (request->nlmsg_type != FAKE_RES_QP_GET)
		return -EINVAL;
	for (unsigned int r = 0; !err && (r < loop->rounds || !loop->rounds); r++) {
		for (unsigned int i = 0; !err && i < loop->empty; i++, loop->sent++)
			err = give_empty(reply);
		if (!err && loop->rounds)
			err = give_qp(reply);
	}
	return err;
}

/* Linux 6.1 and 7.2 send empty tables for ever when an entry does not fit. */
static void an_answer_without_end_is_stopped(void **state)
{
	struct loop loop = {.empty = 1};
	struct ece_rdma_use use;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_loop, &loop);
	assert_int_equal(ece_rdma_use(&fake.os, FAKE_INDEX, &use), -ELOOP);
	assert_int_equal(loop.sent, ECE_RDMA_EMPTY_MAX);
}

static void some_empty_messages_are_usual(void **state)
{
	struct loop loop = {.empty = ECE_RDMA_EMPTY_MAX - 1, .rounds = 3};
	struct ece_rdma_use use;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_loop, &loop);
	assert_int_equal(ece_rdma_use(&fake.os, FAKE_INDEX, &use), 0);
	assert_int_equal(use.qps, 3);
	loop.empty++;
	assert_int_equal(ece_rdma_use(&fake.os, FAKE_INDEX, &use), -ELOOP);
}

static int answer_nothing(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	(void)fake;
	(void)request;
	(void)reply;
	return 0;
}

static void no_answer_is_none(void **state)
{
	struct ece_rdma_counter *counters;
	struct ece_rdma_port port;
	struct ece_rdma_use use;
	struct fake fake;
	size_t count;

	(void)state;
	fake_up(&fake, answer_nothing, NULL);
	assert_int_equal(ece_rdma_counters(&fake.os, FAKE_INDEX, 1, &counters, &count), -EBADMSG);
	assert_int_equal(ece_rdma_port(&fake.os, FAKE_INDEX, 1, &port), -EBADMSG);
	/* an empty list has no message */
	assert_int_equal(ece_rdma_use(&fake.os, FAKE_INDEX, &use), 0);
	assert_int_equal(use.qps, 0);
}

static void refusals_have_words(void **state)
{
	struct ece_error e;

	(void)state;
	assert_int_equal(ece_rdma_failed(&e, -EPERM, "mlx5_0", "its sets", NULL), -EPERM);
	assert_int_equal(e.kind, ECE_ERROR_DENIED);
	assert_string_equal(e.text, "mlx5_0, its sets: this needs CAP_NET_ADMIN");
	assert_int_equal(ece_rdma_failed(&e, -EPROTONOSUPPORT, "mlx5_0", "its sets", ""), -EPROTONOSUPPORT);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_int_equal(ece_rdma_failed(&e, -EINVAL, "mlx5_0", "its sets", "Unknown attribute type"), -EINVAL);
	assert_string_equal(e.text,
			    "mlx5_0, its sets: the kernel refuses it without a reason (the kernel: Unknown attribute "
			    "type)");
	assert_int_equal(ece_rdma_failed(&e, -ELOOP, "mlx5_0", "its sets", NULL), -ELOOP);
	assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
	e.code = 7;
	assert_int_equal(ece_rdma_failed(&e, 0, "mlx5_0", "its sets", NULL), 0);
	assert_int_equal(e.code, 7);
}

static void devices_and_ports_are_found_by_name(void **state)
{
	struct ece_error e;
	struct fake fake;
	uint32_t index = 0;

	(void)state;
	fake_up(&fake, answer_nothing, NULL);
	assert_int_equal(ece_rdma_find(&fake.os, "mlx5_0", 1, &index, &e), 0);
	assert_int_equal(index, FAKE_INDEX);
	assert_int_equal(ece_rdma_find(&fake.os, "mlx5_0", 2, &index, &e), -ENODEV);
	assert_string_equal(e.text, "mlx5_0 has no port 2");
	assert_int_equal(ece_rdma_find(&fake.os, "mlx5_0", 0, &index, &e), -ENODEV);
	assert_int_equal(ece_rdma_find(&fake.os, "mlx5_9", 1, &index, &e), -ENODEV);
	assert_string_equal(e.text, "there is no RDMA device mlx5_9 in this network namespace");
}

/* The kernel's one word for four things. */
static int answer_status(struct fake *fake, const struct nlmsghdr *request, struct ece_os_reply *reply)
{
	const bool *has_counters = fake->arg;
	struct nlmsghdr *header = fake_message(FAKE_STAT_GET_STATUS);
	struct nlattr *table, *entry;

	if (request->nlmsg_type != FAKE_STAT_GET_STATUS || !*has_counters)
		return -EINVAL;
	table = mnl_attr_nest_start(header, 80);
	entry = mnl_attr_nest_start(header, 81);
	mnl_attr_put_strz(header, 82, "out_of_buffer");
	mnl_attr_put_u32(header, 94, 0);
	mnl_attr_nest_end(header, entry);
	mnl_attr_nest_end(header, table);
	return fake_give(reply, header);
}

static void no_counters_are_told_from_a_failure(void **state)
{
	bool has_counters = true;
	struct ece_error e;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_status, &has_counters);
	assert_int_equal(ece_rdma_counters_refused(&fake.os, "mlx5_0", FAKE_INDEX, 1, -EINVAL, &e), -EIO);
	assert_int_equal(e.kind, ECE_ERROR_REFUSED);
	has_counters = false;
	assert_int_equal(ece_rdma_counters_refused(&fake.os, "mlx5_0", FAKE_INDEX, 1, -EINVAL, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_int_equal(ece_rdma_counters_refused(&fake.os, "mlx5_0", FAKE_INDEX + 1, 1, -EINVAL, &e), -ENODEV);
	assert_int_equal(e.kind, ECE_ERROR_GONE);
	assert_int_equal(ece_rdma_counters_refused(&fake.os, "mlx5_7", 1, 1, -EINVAL, &e), -ENODEV);
	assert_int_equal(ece_rdma_counters_refused(&fake.os, "mlx5_0", FAKE_INDEX, 1, -ETIMEDOUT, &e), -ETIMEDOUT);
	assert_int_equal(e.kind, ECE_ERROR_TIMEOUT);
}

static void queue_pairs_have_a_limit(void **state)
{
	struct loop most = {.rounds = ECE_RDMA_QPS_MAX}, more = {.rounds = ECE_RDMA_QPS_MAX + 1};
	struct ece_rdma_qp *list = NULL;
	size_t count = 0;
	struct fake fake;

	(void)state;
	fake_up(&fake, answer_loop, &most);
	assert_int_equal(ece_rdma_qps(&fake.os, FAKE_INDEX, &list, &count), 0);
	assert_int_equal(count, ECE_RDMA_QPS_MAX);
	free(list);
	fake_up(&fake, answer_loop, &more);
	assert_int_equal(ece_rdma_qps(&fake.os, FAKE_INDEX, &list, &count), -E2BIG);
}

/* As many devices as @ctx says. */
static int give_devices(void *ctx, enum ece_os_netlink protocol, const void *request, size_t len,
			struct ece_os_reply *reply)
{
	const uint32_t *count = ctx;
	int err = 0;

	(void)protocol;
	(void)request;
	(void)len;
	for (uint32_t i = 0; !err && i < *count; i++) {
		struct nlmsghdr *header = fake_message(FAKE_GET);

		mnl_attr_put_u32(header, 3, 1);
		mnl_attr_put_u64(header, 4, 0);
		err = fake_give(reply, header);
	}
	return err;
}

static void devices_have_a_limit(void **state)
{
	const struct ece_os_ops ops = {.netlink = give_devices};
	uint32_t asked = ECE_RDMA_DEVICES_MAX;
	const struct ece_os os = {.ops = &ops, .ctx = &asked};
	struct ece_rdma_about *devices = NULL;
	size_t count = 0;

	(void)state;
	assert_int_equal(ece_rdma_devices(&os, &devices, &count), 0);
	assert_int_equal(count, ECE_RDMA_DEVICES_MAX);
	free(devices);
	asked++;
	assert_int_equal(ece_rdma_devices(&os, &devices, &count), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_without_end_is_stopped),
		cmocka_unit_test(some_empty_messages_are_usual),
		cmocka_unit_test(no_answer_is_none),
		cmocka_unit_test(refusals_have_words),
		cmocka_unit_test(devices_and_ports_are_found_by_name),
		cmocka_unit_test(no_counters_are_told_from_a_failure),
		cmocka_unit_test(queue_pairs_have_a_limit),
		cmocka_unit_test(devices_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
