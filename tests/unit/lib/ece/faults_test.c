// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A negotiation without memory, and with each of its calls of the kernel interrupted, put off, or failing. */
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ece/negotiate.h"
#include "tests/unit/lib/ece/verbs.h"

void *__real_calloc(size_t count, size_t size);
int __real_poll(struct pollfd *fds, nfds_t count, int timeout);
ssize_t __real_send(int fd, const void *bytes, size_t len, int flags);
ssize_t __real_recv(int fd, void *bytes, size_t len, int flags);
void *__wrap_calloc(size_t count, size_t size);
int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout);
ssize_t __wrap_send(int fd, const void *bytes, size_t len, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t len, int flags);

static bool none_left;
static unsigned int calls, fails_at;
static int fails_with;

static bool fails(void)
{
	if (++calls != fails_at)
		return false;
	errno = fails_with;
	return true;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return none_left ? NULL : __real_calloc(count, size);
}

int __wrap_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	return fails() ? -1 : __real_poll(fds, count, timeout);
}

ssize_t __wrap_send(int fd, const void *bytes, size_t len, int flags)
{
	return fails() ? -1 : __real_send(fd, bytes, len, flags);
}

ssize_t __wrap_recv(int fd, void *bytes, size_t len, int flags)
{
	return fails() ? -1 : __real_recv(fd, bytes, len, flags);
}

static const struct ece_policy all = {.allow = 0x0fffffff};

/* The responder's end, with the n-th call failing. */
static int respond(unsigned int n, int with, struct ece_error *e)
{
	uint8_t requestor[2 * FAKE_MESSAGE_BYTES];
	struct fake_qp fake;
	int fds[2], ret;

	fake_qp_init(&fake, 0x30000003);
	fake_message(requestor, 1, 0);
	fake_message(requestor + FAKE_MESSAGE_BYTES, 3, 3);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	assert_int_equal(write(fds[0], requestor, sizeof(requestor)), sizeof(requestor));
	calls = 0;
	fails_at = n;
	fails_with = with;
	ret = ece_negotiate(fds[1], ECE_RESPONDER, &fake.qp, &all, fake_qp_move, NULL, 5000, NULL, e);
	fails_at = 0;
	close(fds[0]);
	close(fds[1]);
	return ret;
}

static unsigned int count_calls(void)
{
	assert_int_equal(respond(0, 0, NULL), 0);
	assert_true(calls >= 10);
	return calls;
}

static void what_is_interrupted_or_put_off_is_done_again(void **state)
{
	unsigned int count = count_calls();

	(void)state;
	for (unsigned int n = 1; n <= count; n++) {
		assert_int_equal(respond(n, EINTR, NULL), 0);
		assert_true(calls > count);
	}
}

static void what_fails_is_said(void **state)
{
	unsigned int count = count_calls();
	struct ece_error e;

	(void)state;
	for (unsigned int n = 1; n <= count; n++) {
		e = (struct ece_error){0};
		assert_int_equal(respond(n, ENOBUFS, &e), -ENOBUFS);
		assert_int_equal(e.kind, ECE_ERROR_IO);
		assert_non_null(strstr(e.text, "No buffer space available"));
	}
}

static void a_negotiation_needs_memory_before_anything_else(void **state)
{
	struct fake_qp fake;
	struct ece_error e;
	int ret;

	(void)state;
	fake_qp_init(&fake, 0x30000003);
	none_left = true;
	ret = ece_negotiate(-1, ECE_REQUESTOR, &fake.qp, NULL, fake_qp_move, NULL, 0, NULL, &e);
	assert_null(ece_session_new(ECE_RESPONDER, NULL));
	none_left = false;
	assert_int_equal(ret, -ENOMEM);
	assert_int_equal(e.kind, ECE_ERROR_MEMORY);
	assert_int_equal(fake.queries + fake.sets + fake.moves, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_interrupted_or_put_off_is_done_again),
		cmocka_unit_test(what_fails_is_said),
		cmocka_unit_test(a_negotiation_needs_memory_before_anything_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
