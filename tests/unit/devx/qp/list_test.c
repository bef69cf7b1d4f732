// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What the kernel lists of queue pairs and of their owners. */
#include "tests/unit/devx/qp/host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void all_but_those_of_devx_are_listed(void **state)
{
	struct ece_qp *list;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "6.1", 0);
	assert_int_equal(ece_qps_list(h.qps, &list, &count, NULL), 0);
	assert_int_equal(count, HOST_QPS - 1);
	assert_int_equal(list[0].qpn, 1);
	assert_string_equal(list[0].type, "GSI");
	assert_true(list[0].kernel);
	assert_string_equal(list[0].owner, "ib_core");
	assert_int_equal(list[1].qpn, h.qp[HOST_ONE].qpn);
	assert_string_equal(list[1].type, "RC");
	assert_string_equal(list[1].state, "RTS");
	assert_int_equal(list[1].port, 1);
	assert_true(list[1].has_remote);
	assert_int_equal(list[1].remote_qpn, h.qp[HOST_TWO].qpn);
	assert_int_equal(list[1].pid, 4711);
	assert_false(list[1].kernel);
	assert_string_equal(list[1].owner, "trainer");
	assert_string_equal(list[3].state, "RESET");
	assert_int_equal(list[3].port, 0);
	assert_false(list[3].has_remote);
	free(list);
	host_down(&h);
}

static void a_user_sees_the_list_too(void **state)
{
	struct ece_qp *list;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "7.x", SIM_UNPRIVILEGED);
	assert_int_equal(ece_qps_list(h.qps, &list, &count, NULL), 0);
	assert_int_equal(count, HOST_QPS - 1);
	free(list);
	host_down(&h);
}

static void who_has_the_device_open_is_told(void **state)
{
	struct ece_qp_user *users;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	assert_int_equal(ece_qps_users(h.qps, &users, &count, NULL), 0);
	assert_int_equal(count, 2);
	assert_int_equal(users[0].pid, 4711);
	assert_string_equal(users[0].comm, "trainer");
	assert_string_equal(users[1].comm, "idle");
	free(users);
	host_down(&h);
}

static void no_device_is_no_list(void **state)
{
	struct ece_error e;
	struct ece_qp *list;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	strcpy(h.card.rdma, "mlx5_9"); /* renamed since it was found */
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), -ENODEV);
	assert_int_equal(e.kind, ECE_ERROR_NO_DOOR);
	assert_non_null(strstr(e.text, "does not know mlx5_0"));
	ece_qps_close(h.qps);
	h.info.rdma[0] = '\0';
	assert_int_equal(ece_qps_open(&h.os, &h.info, &h.qps, NULL), 0);
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), -ENODEV);
	assert_non_null(strstr(e.text, "mlx5_ib"));
	ece_qps_close(h.qps);
	h.info.rdma_elsewhere = true;
	assert_int_equal(ece_qps_open(&h.os, &h.info, &h.qps, NULL), 0);
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), -ENODEV);
	assert_string_equal(e.text, "0000:01:00.0 has no RDMA device: it is in another network namespace");
	host_down(&h);
}

/* Netlink that says what a test wants; everything else is the simulated kernel's. */
static struct {
	const struct ece_os_ops *inner;
	uint16_t type; /* of the message that is answered here */
	int err;
	size_t times; /* how often the answer comes */
	const void *message;
	size_t len;
} forged;

static int forged_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
			  struct ece_os_reply *reply)
{
	uint16_t type;
	int err = forged.err;

	memcpy(&type, (const char *)request + 4, sizeof(type));
	if (type != forged.type)
		return forged.inner->netlink(ctx, family, request, len, reply);
	for (size_t i = 0; !err && i < forged.times; i++)
		err = reply->each(reply->arg, forged.message, forged.len);
	return err;
}

static void forge(struct host *h, struct ece_os_ops *ops, uint16_t type)
{
	*ops = *h->os.ops;
	forged.inner = h->os.ops;
	forged.type = type;
	forged.err = 0;
	forged.times = 0;
	ops->netlink = forged_netlink;
	h->os.ops = ops;
}

static void a_list_has_a_limit(void **state)
{
	/* one RC queue pair in RTS: 16 + 8 + 4 + 28 bytes */
	static const uint32_t message[] = {
		56, 0x140a,       1, 0, 1 << 16 | 8, 0, 19 << 16 | 32, 20 << 16 | 28, 21 << 16 | 8, 262, 26 << 16 | 5,
		2,  27 << 16 | 5, 3,
	};
	struct ece_os_ops ops;
	struct ece_error e;
	struct ece_qp *list;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	forge(&h, &ops, 0x140a);
	forged.message = message;
	forged.len = sizeof(message);
	forged.times = ECE_QP_LIST_MAX;
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), 0);
	assert_int_equal(count, ECE_QP_LIST_MAX);
	free(list);
	forged.times++;
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	host_down(&h);
}

static void what_the_kernel_refuses_is_named(void **state)
{
	struct ece_qp_user *users;
	struct ece_os_ops ops;
	struct ece_error e;
	struct ece_qp *list;
	struct host h;
	size_t count;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	forge(&h, &ops, 0x1416);
	forged.err = -EINVAL; /* a kernel before 5.13 */
	assert_int_equal(ece_qps_users(h.qps, &users, &count, &e), -EINVAL);
	assert_non_null(strstr(e.text, "who has the device open: Invalid argument"));
	forged.type = 0x140a;
	forged.err = 0;
	forged.times = 1;
	forged.message = "short message...";
	forged.len = 16;
	assert_int_equal(ece_qps_list(h.qps, &list, &count, &e), -EBADMSG);
	assert_int_equal(e.kind, ECE_ERROR_PROTOCOL);
	host_down(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_but_those_of_devx_are_listed),
		cmocka_unit_test(a_user_sees_the_list_too),
		cmocka_unit_test(who_has_the_device_open_is_told),
		cmocka_unit_test(no_device_is_no_list),
		cmocka_unit_test(a_list_has_a_limit),
		cmocka_unit_test(what_the_kernel_refuses_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
