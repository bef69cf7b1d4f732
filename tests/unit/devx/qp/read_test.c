// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ECE of queue pairs, by each way, and what is in the way. The options are those that the owners asked for. */
#include "tests/unit/devx/qp/host.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"

/* The first of the connected queue pairs. */
static struct ece_qp_reading read_one(struct host *h)
{
	struct ece_qp qp = host_listed(h, h->qp[HOST_ONE].qpn);
	struct ece_qp_reading reading;

	ece_qp_read(h->qps, &qp, &reading);
	return reading;
}

static void fwctl_reads_any(void **state)
{
	struct ece_qp_reading reading, own;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_SET);
	assert_int_equal(reading.options, HOST_ECE);
	assert_int_equal(reading.way, ECE_QP_WAY_FWCTL);
	assert_false(reading.tries[ECE_QP_WAY_NETLINK].tried);
	ece_qp_read_own(&h.os, &h.qp[HOST_ONE], h.qp[HOST_ONE].qpn, &own);
	assert_int_equal(own.state, ECE_VALUE_SET);
	assert_int_equal(own.options, reading.options);
	assert_int_equal(own.way, ECE_QP_WAY_DEVX);
	host_down(&h);
}

static void an_older_kernel_has_netlink(void **state)
{
	struct ece_qp_reading reading;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", 0);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_SET);
	assert_int_equal(reading.options, HOST_ECE);
	assert_int_equal(reading.way, ECE_QP_WAY_NETLINK);
	assert_true(reading.tries[ECE_QP_WAY_FWCTL].tried);
	assert_non_null(strstr(reading.tries[ECE_QP_WAY_FWCTL].why, "has none (needs 6.15"));
	host_down(&h);
}

static void rights_are_asked_for(void **state)
{
	struct ece_qp_reading reading;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", SIM_UNPRIVILEGED);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(reading.why, "fwctl: no fwctl node"));
	assert_non_null(strstr(reading.why, "; netlink: a dump of the card needs CAP_NET_ADMIN; vsc: "));
	assert_non_null(strstr(reading.why, "permission denied"));
	host_down(&h);
}

/* root in a container: the kernel hands out no dump, the PCI window does */
static void the_window_has_the_dump_too(void **state)
{
	struct ece_qp_reading reading;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", SIM_NO_NET_ADMIN);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_SET);
	assert_int_equal(reading.options, HOST_ECE);
	assert_int_equal(reading.way, ECE_QP_WAY_VSC);
	assert_true(reading.tries[ECE_QP_WAY_NETLINK].tried);
	host_down(&h);
	host_up(&h, "cx7", "6.1", SIM_NO_NET_ADMIN | SIM_LOCKDOWN);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(reading.why, "lockdown shuts the PCI window"));
	host_down(&h);
}

/* This type hides the queue pairs of others and has no resource dump. */
static void a_card_may_tell_nothing(void **state)
{
	struct ece_qp_reading reading;
	struct host h;

	(void)state;
	host_up(&h, "cx6dx-old", "7.x", 0);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_UNREADABLE);
	assert_int_equal(reading.options, 0);
	assert_non_null(strstr(reading.why, "bad resource"));
	assert_non_null(strstr(reading.why, "netlink: this card has no resource dump"));
	host_down(&h);
	host_up(&h, "cx6dx-old", "6.1", 0);
	reading = read_one(&h);
	assert_int_equal(reading.state, ECE_VALUE_NO_DOOR);
	host_down(&h);
}

static void before_init_there_is_no_dump(void **state)
{
	struct ece_qp_reading reading;
	struct ece_qp qp;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", SIM_LOCKDOWN);
	qp = host_listed(&h, h.qp[HOST_RESET].qpn);
	ece_qp_read(h.qps, &qp, &reading);
	assert_int_equal(reading.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(reading.why, "before INIT"));
	host_down(&h);
	host_up(&h, "cx7", "6.1", 0);
	qp = host_listed(&h, h.qp[HOST_RESET].qpn);
	ece_qp_read(h.qps, &qp, &reading);
	assert_int_equal(reading.state, ECE_VALUE_SET);
	assert_int_equal(reading.options, 0);
	assert_int_equal(reading.way, ECE_QP_WAY_VSC);
	host_down(&h);
	host_up(&h, "cx7", "7.x", 0);
	qp = host_listed(&h, h.qp[HOST_RESET].qpn);
	ece_qp_read(h.qps, &qp, &reading);
	assert_int_equal(reading.state, ECE_VALUE_SET);
	assert_int_equal(reading.options, 0);
	host_down(&h);
}

static void the_kernels_own_negotiate_nothing(void **state)
{
	struct ece_qp_reading reading;
	struct ece_qp qp;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	qp = host_listed(&h, 1);
	ece_qp_read(h.qps, &qp, &reading);
	assert_int_equal(reading.state, ECE_VALUE_UNSUPPORTED);
	assert_string_equal(reading.why, "a GSI queue pair negotiates no ECE");
	host_down(&h);
}

static void one_that_has_gone_is_unreadable(void **state)
{
	struct ece_qp_reading reading;
	struct ece_qp qp;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "6.1", 0);
	qp = host_listed(&h, h.qp[HOST_ONE].qpn);
	qp.qpn = 0x999;
	ece_qp_read(h.qps, &qp, &reading);
	assert_int_equal(reading.state, ECE_VALUE_UNREADABLE);
	assert_non_null(strstr(reading.why, "the kernel knows it no more"));
	host_down(&h);
}

/* What the kernel says of it and what the card says do not go together: another queue pair by now, or another layout. */
static void an_answer_that_does_not_fit_is_not_taken(void **state)
{
	static const char *const kernels[] = {"7.x", "6.1"};
	struct ece_qp_reading reading;
	struct ece_qp qp;
	struct host h;

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		host_up(&h, "cx7", kernels[i], 0);
		qp = host_listed(&h, h.qp[HOST_ONE].qpn);
		qp.remote_qpn++;
		ece_qp_read(h.qps, &qp, &reading);
		assert_int_equal(reading.state, ECE_VALUE_UNREADABLE);
		assert_int_equal(reading.options, 0);
		assert_non_null(strstr(reading.why, "does not agree with the kernel's"));
		qp.remote_qpn--;
		qp.service = 2;
		ece_qp_read(h.qps, &qp, &reading);
		assert_int_equal(reading.state, ECE_VALUE_UNREADABLE);
		host_down(&h);
	}
}

static void one_in_no_list_is_read_by_its_number(void **state)
{
	struct ece_qp_reading reading;
	struct ece_error e;
	struct ece_qp qp;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	assert_int_equal(ece_qp_find(h.qps, h.qp[HOST_DEVX].qpn, &qp, &reading, &e), 0);
	assert_string_equal(qp.type, "RC");
	assert_string_equal(qp.state, "RTS");
	assert_int_equal(qp.remote_qpn, 0x777);
	assert_false(qp.listed);
	assert_int_equal(reading.options, HOST_ECE);
	assert_int_equal(ece_qp_find(h.qps, 0x999, &qp, &reading, &e), -ENOENT);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_non_null(strstr(e.text, "no queue pair 2457"));
	assert_non_null(strstr(e.text, "bad resource"));
	host_down(&h);
	host_up(&h, "cx7", "6.1", 0);
	assert_int_equal(ece_qp_find(h.qps, h.qp[HOST_DEVX].qpn, &qp, &reading, &e), 0);
	assert_string_equal(qp.state, "RTS");
	assert_int_equal(reading.options, HOST_ECE);
	assert_int_equal(reading.way, ECE_QP_WAY_VSC);
	assert_int_equal(ece_qp_find(h.qps, 0x999, &qp, &reading, &e), -ENOENT);
	assert_non_null(strstr(e.text, "vsc: the card's dump is an error: syndrome 2"));
	host_down(&h);
	host_up(&h, "cx7", "6.1", SIM_LOCKDOWN);
	assert_int_equal(ece_qp_find(h.qps, h.qp[HOST_DEVX].qpn, &qp, &reading, &e), -ENODEV);
	assert_int_equal(e.kind, ECE_ERROR_NO_DOOR);
	host_down(&h);
}

static void a_target_is_read_by_its_number(void **state)
{
	uint8_t in[0x80] = {0x07, 0x10}, out[0x10];
	struct ece_qp_reading reading;
	struct ece_qp qp;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	ece_put_be32(in + 0x4c, 0x20000001);
	fw_exec(&h.card.fw, 0, in, sizeof(in), out, sizeof(out));
	assert_int_equal(ece_qp_find(h.qps, ece_be32(out + 8), &qp, &reading, NULL), 0);
	assert_string_equal(qp.type, "DCT");
	assert_int_equal(reading.options, 0x20000001);
	host_down(&h);
}

static void ones_own_may_be_refused(void **state)
{
	struct ece_qp_reading reading;
	struct host h;

	(void)state;
	host_up(&h, "cx7", "7.x", 0);
	ece_qp_read_own(&h.os, &h.qp[HOST_ONE], h.qp[HOST_TWO].qpn, &reading);
	assert_int_equal(reading.state, ECE_VALUE_UNREADABLE);
	h.kernel.flags = SIM_NO_RDMA_CORE;
	ece_qp_read_own(&h.os, &h.qp[HOST_ONE], h.qp[HOST_ONE].qpn, &reading);
	assert_int_equal(reading.state, ECE_VALUE_NO_DOOR);
	assert_non_null(strstr(reading.why, "devx: "));
	host_down(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fwctl_reads_any),
		cmocka_unit_test(an_older_kernel_has_netlink),
		cmocka_unit_test(rights_are_asked_for),
		cmocka_unit_test(the_window_has_the_dump_too),
		cmocka_unit_test(a_card_may_tell_nothing),
		cmocka_unit_test(before_init_there_is_no_dump),
		cmocka_unit_test(the_kernels_own_negotiate_nothing),
		cmocka_unit_test(one_that_has_gone_is_unreadable),
		cmocka_unit_test(an_answer_that_does_not_fit_is_not_taken),
		cmocka_unit_test(one_in_no_list_is_read_by_its_number),
		cmocka_unit_test(a_target_is_read_by_its_number),
		cmocka_unit_test(ones_own_may_be_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
