// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * How much of a netlink answer is taken: a dump of a real socket, whose answer is replaced where it is read. The
 * kernel's own stays unread, so there is always something to wait for.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <sys/types.h>

#include <cmocka.h>

#include "devx/os/linux_doors.h"

#define READ_BYTES 32768
#define READS_MAX  2048 /* 64 MB */

static struct {
	unsigned int reads, last; /* the one that ends the dump; 0: none does */
	unsigned int fail;        /* the one that fails; 0: none does */
	int error;
	bool interrupted; /* the list changed meanwhile */
} answer;

struct mnl_socket;
ssize_t __wrap_mnl_socket_recvfrom(const struct mnl_socket *socket, void *buf, size_t size);

/* One message that fills the read; the last read has the end of the dump behind it. */
ssize_t __wrap_mnl_socket_recvfrom(const struct mnl_socket *socket, void *buf, size_t size)
{
	struct nlmsghdr header = {.nlmsg_type = RTM_NEWLINK, .nlmsg_flags = NLM_F_MULTI, .nlmsg_seq = 1};
	struct nlmsghdr done = {.nlmsg_type = NLMSG_DONE, .nlmsg_flags = NLM_F_MULTI, .nlmsg_seq = 1};
	bool last = ++answer.reads == answer.last;

	(void)socket;
	assert_int_equal(size, READ_BYTES);
	if (answer.reads == answer.fail) {
		errno = answer.error;
		return -1;
	}
	if (answer.interrupted)
		header.nlmsg_flags |= NLM_F_DUMP_INTR;
	memset(buf, 0, size);
	done.nlmsg_len = NLMSG_LENGTH(sizeof(int));
	header.nlmsg_len = READ_BYTES - (last ? done.nlmsg_len : 0);
	memcpy(buf, &header, sizeof(header));
	if (last)
		memcpy((char *)buf + header.nlmsg_len, &done, sizeof(done));
	return READ_BYTES;
}

static int count(void *arg, const void *message, size_t len)
{
	(void)message;
	(void)len;
	++*(unsigned int *)arg;
	return 0;
}

static int dump(unsigned int last, unsigned int *messages)
{
	struct {
		struct nlmsghdr header;
		struct rtgenmsg family;
	} request = {.header = {.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtgenmsg)),
				.nlmsg_type = RTM_GETLINK,
				.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP}};

	struct ece_os_reply reply = {.each = count, .arg = messages};

	answer.reads = 0;
	answer.last = last;
	*messages = 0;
	return linux_netlink(NULL, ECE_OS_NETLINK_ROUTE, &request, request.header.nlmsg_len, &reply);
}

static void an_answer_of_the_most_bytes_is_taken(void **state)
{
	unsigned int messages;

	(void)state;
	assert_int_equal(dump(READS_MAX, &messages), 0);
	assert_int_equal(messages, READS_MAX);
}

static void a_longer_answer_is_an_error(void **state)
{
	unsigned int messages;

	(void)state;
	assert_int_equal(dump(READS_MAX + 1, &messages), -EMSGSIZE);
	assert_int_equal(messages, READS_MAX);
	assert_int_equal(dump(0, &messages), -EMSGSIZE);
	assert_int_equal(answer.reads, READS_MAX + 1);
}

/* libmnl says ENOSPC of a message that was longer than the read, and ENOBUFS is the kernel's of one that it dropped. */
static void what_is_not_whole_is_an_error(void **state)
{
	unsigned int messages;

	(void)state;
	answer.fail = 3;
	answer.error = ENOSPC;
	assert_int_equal(dump(5, &messages), -EMSGSIZE);
	assert_int_equal(messages, 2);
	answer.error = ENOBUFS;
	assert_int_equal(dump(5, &messages), -ENOBUFS);
	answer.error = EAGAIN;
	assert_int_equal(dump(5, &messages), -ETIMEDOUT);
	answer.fail = 0;
	answer.interrupted = true;
	assert_int_equal(dump(5, &messages), -EINTR);
	answer.interrupted = false;
	assert_int_equal(dump(5, &messages), 0);
	assert_int_equal(messages, 5);
}

/* Being stopped and continued is no error of the kernel's. */
static void a_read_that_is_interrupted_is_made_again(void **state)
{
	unsigned int messages;

	(void)state;
	answer.fail = 2;
	answer.error = EINTR;
	assert_int_equal(dump(5, &messages), 0);
	assert_int_equal(messages, 4);
	answer.fail = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_whole_is_an_error),
		cmocka_unit_test(an_answer_of_the_most_bytes_is_taken),
		cmocka_unit_test(a_longer_answer_is_an_error),
		cmocka_unit_test(a_read_that_is_interrupted_is_made_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
