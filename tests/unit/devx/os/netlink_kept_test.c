// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A seam that keeps its sockets, on the links of this machine: it has a loopback at least. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <linux/rtnetlink.h>

#include <cmocka.h>

#include "devx/os/linux.h"

#define LOOPBACK 1

static unsigned int opened, closed;

struct mnl_socket;
struct mnl_socket *__real_mnl_socket_open2(int bus, int flags);
struct mnl_socket *__wrap_mnl_socket_open2(int bus, int flags);
int __real_mnl_socket_close(struct mnl_socket *socket);
int __wrap_mnl_socket_close(struct mnl_socket *socket);

struct mnl_socket *__wrap_mnl_socket_open2(int bus, int flags)
{
	opened++;
	return __real_mnl_socket_open2(bus, flags);
}

int __wrap_mnl_socket_close(struct mnl_socket *socket)
{
	closed++;
	return __real_mnl_socket_close(socket);
}

struct seen {
	unsigned int messages;
	int last; /* index of the link */
	int stop;
};

static int look(void *arg, const void *message, size_t len)
{
	const struct nlmsghdr *header = message;
	struct seen *seen = arg;
	struct ifinfomsg info;

	assert_true(len >= sizeof(*header) + sizeof(info));
	assert_int_equal(header->nlmsg_type, RTM_NEWLINK);
	memcpy(&info, header + 1, sizeof(info));
	seen->messages++;
	seen->last = info.ifi_index;
	return seen->stop;
}

/* One link by its index, or all of them (0). */
static int ask(const struct ece_os *os, int index, struct seen *seen)
{
	struct {
		struct nlmsghdr header;
		struct ifinfomsg info;
	} request = {.header = {.nlmsg_len = sizeof(request), .nlmsg_type = RTM_GETLINK, .nlmsg_flags = NLM_F_REQUEST},
		     .info = {.ifi_index = index}};
	struct ece_os_reply reply = {.each = look, .arg = seen};

	if (!index)
		request.header.nlmsg_flags |= NLM_F_DUMP;
	*seen = (struct seen){.stop = seen->stop};
	return os->ops->netlink(os->ctx, ECE_OS_NETLINK_ROUTE, &request, sizeof(request), &reply);
}

static struct ece_os keep(void)
{
	const struct ece_os *system = ece_os_linux();
	struct ece_os kept;

	opened = closed = 0;
	assert_int_equal(system->ops->keep(system->ctx, &kept), 0);
	return kept;
}

static void one_socket_carries_many_exchanges(void **state)
{
	struct seen seen = {.stop = 0};
	struct ece_os os = keep();

	(void)state;
	for (unsigned int i = 0; i < 5; i++) {
		assert_int_equal(ask(&os, LOOPBACK, &seen), 0);
		assert_int_equal(seen.messages, 1);
		assert_int_equal(seen.last, LOOPBACK);
		assert_int_equal(ask(&os, 0, &seen), 0);
		assert_true(seen.messages >= 1);
		assert_int_equal(ask(&os, 0x7fffffff, &seen), -ENODEV);
		assert_int_equal(seen.messages, 0);
	}
	assert_int_equal(opened, 1);
	os.ops->let_go(&os);
	assert_int_equal(closed, 1);
	assert_null(os.ops);
}

/* What is left of an answer must not be taken for the next one. */
static void an_answer_that_was_left_is_not_kept(void **state)
{
	struct seen stopped = {.stop = 7}, seen = {.stop = 0};
	struct ece_os os = keep();

	(void)state;
	assert_int_equal(ask(&os, 0, &stopped), 7);
	assert_int_equal(stopped.messages, 1);
	assert_int_equal(closed, 1);
	assert_int_equal(ask(&os, LOOPBACK, &seen), 0);
	assert_int_equal(seen.messages, 1);
	assert_int_equal(opened, 2);
	os.ops->let_go(&os);
	assert_int_equal(closed, 2);
}

static void the_other_doors_are_as_before(void **state)
{
	struct ece_os os = keep();
	char name[64];

	(void)state;
	assert_true(os.ops->read(os.ctx, ECE_OS_HOST, "hostname", name, sizeof(name)) > 0);
	assert_int_equal(os.ops->read(os.ctx, ECE_OS_NET, "no_such_link/address", name, sizeof(name)), -ENOENT);
	os.ops->let_go(&os);
	assert_int_equal(opened, 0);
}

static void a_socket_of_its_own_is_closed(void **state)
{
	struct seen seen = {.stop = 0};

	(void)state;
	opened = closed = 0;
	assert_int_equal(ask(ece_os_linux(), LOOPBACK, &seen), 0);
	assert_int_equal(ask(ece_os_linux(), LOOPBACK, &seen), 0);
	assert_int_equal(opened, 2);
	assert_int_equal(closed, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_socket_carries_many_exchanges),
		cmocka_unit_test(an_answer_that_was_left_is_not_kept),
		cmocka_unit_test(the_other_doors_are_as_before),
		cmocka_unit_test(a_socket_of_its_own_is_closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
