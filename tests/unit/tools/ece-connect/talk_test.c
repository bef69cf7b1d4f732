// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Frames over a socket: pieces, silence, strangers, and ends that give up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "tools/ece-connect/socket.h"
#include "tools/ece-connect/talk.h"

#define LONG_NS  (10 * CLOCK_SECOND_NS)
#define SHORT_NS (20 * CLOCK_MS_NS)

static struct talk one, other;

static int set_up(void **state)
{
	int fd[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
	one = (struct talk){.fd = fd[0], .deadline_ns = clock_now() + LONG_NS};
	other = (struct talk){.fd = fd[1], .deadline_ns = clock_now() + LONG_NS};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	close(one.fd);
	close(other.fd);
	return 0;
}

static void send_qp(const struct talk *talk, uint32_t qpn)
{
	struct exchange_qp qp = {.qpn = qpn};
	uint8_t frame[EXCHANGE_MAX];

	assert_int_equal(talk_send(talk, frame, exchange_put_qp(frame, &qp), NULL), 0);
}

static uint32_t receive_qp(const struct talk *talk)
{
	uint8_t body[EXCHANGE_MAX];
	struct exchange_qp qp;
	size_t len;

	assert_int_equal(talk_receive(talk, EXCHANGE_QP, body, &len, NULL), 0);
	assert_int_equal(exchange_take_qp(body, len, &qp, NULL), 0);
	return qp.qpn;
}

static void frames_come_in_order(void **state)
{
	(void)state;
	send_qp(&one, 1);
	send_qp(&one, 2);
	assert_int_equal(receive_qp(&other), 1);
	assert_int_equal(receive_qp(&other), 2);
}

/* A byte at a time, each only when the reader can have seen the one before. */
static void *dribble(void *arg)
{
	struct exchange_qp qp = {.qpn = 0x262};
	uint8_t frame[EXCHANGE_MAX];
	size_t len = exchange_put_qp(frame, &qp);

	(void)arg;
	for (size_t i = 0; i < len; i++) {
		if (write(one.fd, frame + i, 1) != 1)
			break;
		sched_yield();
	}
	return NULL;
}

static void pieces_make_a_frame(void **state)
{
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, dribble, NULL), 0);
	assert_int_equal(receive_qp(&other), 0x262);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

static void refuse(int code, enum ece_error_kind kind, const char *part)
{
	uint8_t body[EXCHANGE_MAX];
	struct ece_error e;
	size_t len;

	assert_int_equal(talk_receive(&other, EXCHANGE_QP, body, &len, &e), code);
	assert_int_equal(e.kind, kind);
	assert_non_null(strstr(e.text, part));
}

static void silence_ends_at_the_deadline(void **state)
{
	(void)state;
	other.deadline_ns = clock_now() + SHORT_NS;
	refuse(-ETIMEDOUT, ECE_ERROR_TIMEOUT, "--timeout");
	assert_true(clock_now() >= other.deadline_ns);
	/* half a frame is no frame */
	assert_int_equal(write(one.fd, "ECEC\1\2", 6), 6);
	other.deadline_ns = clock_now() + SHORT_NS;
	refuse(-ETIMEDOUT, ECE_ERROR_TIMEOUT, "--timeout");
}

/* A reader that does not read: what fits is sent, and then it is waited for, not longer than it may be. */
static void an_end_that_takes_nothing_is_not_waited_for_without_end(void **state)
{
	static const uint8_t many[1 << 20];
	struct ece_error e;

	(void)state;
	one.deadline_ns = clock_now() + SHORT_NS;
	assert_int_equal(talk_send(&one, many, sizeof(many), &e), -ETIMEDOUT);
	assert_int_equal(e.kind, ECE_ERROR_TIMEOUT);
}

static void an_end_that_closes_is_gone(void **state)
{
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	assert_int_equal(write(one.fd, "ECEC\1\2", 6), 6);
	shutdown(one.fd, SHUT_RDWR);
	refuse(-ECONNRESET, ECE_ERROR_GONE, "closed");
	assert_int_equal(talk_check(&other, NULL), -ECONNRESET);
	assert_int_equal(talk_send(&other, frame, exchange_put_done(frame), NULL), -ECONNRESET);
}

static void rubbish_is_no_ece_connect(void **state)
{
	(void)state;
	assert_int_equal(write(one.fd, "GET / HTTP/1.1\r\n", 16), 16);
	assert_int_equal(talk_check(&other, NULL), -EPROTO);
	refuse(-EPROTO, ECE_ERROR_PROTOCOL, "no ece-connect");
}

static void another_frame_than_the_one_due_is_refused(void **state)
{
	uint8_t frame[EXCHANGE_MAX];

	(void)state;
	assert_int_equal(talk_send(&one, frame, exchange_put_done(frame), NULL), 0);
	refuse(-EPROTO, ECE_ERROR_PROTOCOL, "message 4 instead of 2");
}

static void an_end_that_gives_up_says_why(void **state)
{
	struct ece_error why = {.kind = ECE_ERROR_UNKNOWN_NAME, .text = "no RoCE v2 GID for 10.0.0.2"};

	(void)state;
	assert_int_equal(talk_check(&other, NULL), 0);
	talk_bye(&one, &why);
	refuse(-ECONNABORTED, ECE_ERROR_GONE, "the other end gave up: no RoCE v2 GID for 10.0.0.2");
	strcpy(why.place, "/run/ece/policy/a.json:1:2");
	talk_bye(&one, &why);
	refuse(-ECONNABORTED, ECE_ERROR_GONE, "gave up: /run/ece/policy/a.json:1:2: no RoCE v2 GID");
}

/* While data moves: what is no farewell stays to be read. */
static void a_look_takes_only_a_farewell(void **state)
{
	struct ece_error why = {.kind = ECE_ERROR_IO, .text = "transport retry counter exceeded"}, e;

	(void)state;
	send_qp(&one, 7);
	assert_int_equal(talk_check(&other, NULL), 0);
	assert_int_equal(receive_qp(&other), 7);
	talk_bye(&one, &why);
	assert_int_equal(talk_check(&other, &e), -ECONNABORTED);
	assert_non_null(strstr(e.text, "retry counter"));
}

static void nobody_there_is_said(void **state)
{
	struct connect_address address = {.host = "127.0.0.1", .port = "1"};
	struct ece_error e;

	(void)state;
	assert_int_equal(socket_connect(&address, clock_now() + LONG_NS, &e), -ECONNREFUSED);
	assert_int_equal(e.kind, ECE_ERROR_GONE);
	assert_non_null(strstr(e.text, "ece-connect --listen"));
}

static void no_peer_is_waited_for_until_the_deadline(void **state)
{
	struct connect_address address = {.host = "127.0.0.1", .port = "0"};
	int listener = socket_listen(&address, NULL);
	struct ece_error e;

	(void)state;
	assert_true(listener >= 0);
	assert_int_equal(socket_accept(listener, clock_now() + SHORT_NS, &e), -ETIMEDOUT);
	assert_non_null(strstr(e.text, "--wait"));
	close(listener);
}

/* One socket for both families; an IPv4 peer is told as IPv4. */
static void a_peer_is_known_by_its_address(void **state)
{
	struct connect_address any = {.port = "0"}, address = {.host = "127.0.0.1"};
	int listener = socket_listen(&any, NULL), near, far;
	struct sockaddr_in6 bound = {0};
	socklen_t size = sizeof(bound);
	struct socket_ends ends;

	(void)state;
	assert_true(listener >= 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&bound, &size), 0);
	snprintf(address.port, sizeof(address.port), "%u", ntohs(bound.sin6_port));
	near = socket_connect(&address, clock_now() + LONG_NS, NULL);
	assert_true(near >= 0);
	far = socket_accept(listener, clock_now() + LONG_NS, NULL);
	assert_true(far >= 0);
	assert_int_equal(socket_ends_of(far, &ends, NULL), 0);
	assert_string_equal(ends.local_text, "127.0.0.1");
	assert_string_equal(ends.peer_text, "127.0.0.1");
	assert_int_equal(ends.local.ss_family, AF_INET);
	close(far);
	close(near);
	close(listener);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(frames_come_in_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(pieces_make_a_frame, set_up, tear_down),
		cmocka_unit_test_setup_teardown(silence_ends_at_the_deadline, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_end_that_takes_nothing_is_not_waited_for_without_end, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(an_end_that_closes_is_gone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(rubbish_is_no_ece_connect, set_up, tear_down),
		cmocka_unit_test_setup_teardown(another_frame_than_the_one_due_is_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_end_that_gives_up_says_why, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_look_takes_only_a_farewell, set_up, tear_down),
		cmocka_unit_test(nobody_there_is_said),
		cmocka_unit_test(no_peer_is_waited_for_until_the_deadline),
		cmocka_unit_test(a_peer_is_known_by_its_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
