// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece_negotiate() over sockets and pipes: two ends in two threads, and peers that do not behave. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ece/negotiate.h"
#include "lib/base/clock.h"
#include "tests/unit/lib/ece/verbs.h"

#define ENOUGH_MS 5000

struct end {
	int fd;
	enum ece_role role;
	struct fake_qp fake;
	const struct ece_policy *policy;
	int timeout_ms;
	int ret;
	struct ece_outcome outcome;
	struct ece_error e;
};

static const struct ece_policy all = {.allow = 0x0fffffff};

static void init(struct end ends[2])
{
	int fds[2];

	fake_policy = all;
	fake_policy_err = 0;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	for (int i = 0; i < 2; i++) {
		ends[i] = (struct end){
			.fd = fds[i],
			.role = i ? ECE_RESPONDER : ECE_REQUESTOR,
			.policy = &all,
			.timeout_ms = ENOUGH_MS,
		};
		fake_qp_init(&ends[i].fake, 0x30000003);
	}
}

static void done(struct end ends[2])
{
	close(ends[0].fd);
	close(ends[1].fd);
}

static void *negotiate(void *arg)
{
	struct end *end = arg;

	end->ret = ece_negotiate(end->fd, end->role, &end->fake.qp, end->policy, fake_qp_move, NULL, end->timeout_ms,
				 &end->outcome, &end->e);
	return NULL;
}

static void run(struct end ends[2])
{
	pthread_t thread;

	assert_int_equal(pthread_create(&thread, NULL, negotiate, &ends[1]), 0);
	negotiate(&ends[0]);
	assert_int_equal(pthread_join(thread, NULL), 0);
}

static void assert_agreed(const struct end ends[2], uint32_t options)
{
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ends[i].ret, 0);
		assert_int_equal(ends[i].e.code, 0);
		assert_int_equal(ends[i].outcome.agreed.options, options);
		assert_int_equal(ends[i].outcome.effective.options, options);
		assert_int_equal(ends[i].outcome.peer_effective.options, options);
		assert_int_equal(ends[i].fake.in_effect, options);
		assert_int_equal(ends[i].fake.moves, 1);
		assert_int_equal(ends[i].fake.devx_queries, 1);
	}
}

static void both_ends_agree(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	ends[1].fake.options = ends[1].fake.answered = 0x30000002;
	run(ends);
	assert_agreed(ends, 0x30000002);
	done(ends);
}

static void a_socket_that_does_not_block_will_do(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	for (int i = 0; i < 2; i++)
		assert_int_equal(fcntl(ends[i].fd, F_SETFL, O_NONBLOCK), 0);
	run(ends);
	assert_agreed(ends, 0x30000003);
	for (int i = 0; i < 2; i++)
		assert_true(fcntl(ends[i].fd, F_GETFL) & O_NONBLOCK);
	done(ends);
}

static void many_queue_pairs_share_a_connection(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	for (uint32_t bits = 0; bits < 4; bits++) {
		fake_qp_init(&ends[0].fake, 0x30000003);
		fake_qp_init(&ends[1].fake, 0x30000000 | bits);
		run(ends);
		assert_agreed(ends, 0x30000000 | bits);
	}
	done(ends);
}

/* The transition happens once at both ends, and nobody is asked for anything. */
static void without_ece_the_connection_is_plain(void **state)
{
	struct end ends[2];

	(void)state;
	for (int without = 0; without < 2; without++) {
		init(ends);
		ends[without].fake.no_ece = true;
		ends[without].fake.devx = false;
		run(ends);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(ends[i].ret, 0);
			assert_int_equal(ends[i].fake.moves, 1);
			assert_int_equal(ends[i].fake.sets, 0);
			assert_int_equal(ends[i].outcome.agreed.options, 0);
		}
		assert_false(ends[without].outcome.supported);
		assert_int_equal(ends[without].outcome.effective_by, ECE_EFFECTIVE_NOT_READ);
		assert_int_equal(ece_outcome_why(&ends[!without].outcome, 1), ECE_MISSING_PEER_NO_ECE);
		done(ends);
	}
}

static void the_hosts_policy_is_looked_up(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	fake_policy.allow = 2;
	ends[0].policy = NULL;
	run(ends);
	assert_agreed(ends, 0x30000002);
	assert_int_equal(ends[0].outcome.policy.allow, 2);
	assert_int_equal(ece_outcome_why(&ends[1].outcome, 1), ECE_MISSING_PEER_POLICY);
	done(ends);
}

/* Never "everything is allowed"; and the peer does not wait for its deadline. */
static void a_policy_that_cannot_be_read_fails_both(void **state)
{
	struct end ends[2];

	(void)state;
	for (int bad = 0; bad < 2; bad++) {
		init(ends);
		fake_policy_err = -EBADMSG;
		ends[bad].policy = NULL;
		run(ends);
		assert_int_equal(ends[bad].ret, -EBADMSG);
		assert_string_equal(ends[bad].e.text, "the policy cannot be read");
		assert_int_equal(ends[!bad].ret, -ECONNABORTED);
		assert_non_null(strstr(ends[!bad].e.text, "fault at its own end"));
		assert_int_equal(ends[0].fake.moves + ends[1].fake.moves, 0);
		done(ends);
	}
}

static void a_transition_that_fails_fails_both(void **state)
{
	struct end ends[2];

	(void)state;
	for (int bad = 0; bad < 2; bad++)
		for (int sign = -1; sign <= 1; sign += 2) {
			init(ends);
			ends[bad].fake.move_err = sign * EINVAL;
			run(ends);
			assert_int_equal(ends[bad].ret, -EINVAL);
			assert_string_equal(ends[bad].e.text,
					    "the queue pair could not be moved with the ECE options version=3 "
					    "selective_repeat programmable_cc: Invalid argument");
			assert_int_equal(ends[!bad].ret, -ECONNABORTED);
			done(ends);
		}
}

static void a_device_that_fails_fails_both(void **state)
{
	struct end ends[2];

	(void)state;
	for (int bad = 0; bad < 2; bad++) {
		init(ends);
		ends[bad].fake.query_err = EIO;
		run(ends);
		assert_int_equal(ends[bad].ret, -EIO);
		assert_int_equal(ends[!bad].ret, -ECONNABORTED);
		done(ends);
		init(ends);
		ends[bad].fake.set_err = ENOMEM;
		run(ends);
		assert_int_equal(ends[bad].ret, -ENOMEM);
		assert_int_equal(ends[!bad].ret, -ECONNABORTED);
		assert_int_equal(ends[bad].fake.moves, 0);
		done(ends);
	}
}

static void what_a_policy_requires_fails_both(void **state)
{
	static const struct ece_policy strict = {.allow = 0x0fffffff, .require = 1, .origin = "p.json"};
	struct end ends[2];

	(void)state;
	init(ends);
	ends[0].policy = &strict;
	ends[1].fake.leaves_out = 1;
	run(ends);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ends[i].ret, -ECONNREFUSED);
		assert_int_equal(ends[i].outcome.lacking, 1);
	}
	assert_string_equal(ends[0].e.text,
			    "this end's policy (p.json) requires selective_repeat, but the peer's device "
			    "left it out, though both offered it");
	done(ends);
}

/* Two ends of a TCP connection of this machine. */
static void connect_tcp(struct end ends[2])
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	socklen_t len = sizeof(at);

	assert_true(listener >= 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&at, len), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &len), 0);
	ends[0].fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(ends[0].fd, (struct sockaddr *)&at, len), 0);
	ends[1].fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	assert_true(ends[1].fd >= 0);
	close(listener);
}

static void *negotiate_and_close(void *arg)
{
	struct end *end = arg;

	negotiate(end);
	close(end->fd);
	return NULL;
}

/* TCP drops what it has not delivered when an end closes with bytes unread: neither end may leave any. */
static void a_refusal_survives_the_end_of_the_connection(void **state)
{
	static const struct ece_policy strict = {.allow = 0x0fffffff, .require = 1};
	static const struct ece_policy impossible = {.allow = 0x0fffffff, .require = 0x100};
	pthread_t thread;
	struct end ends[2];

	(void)state;
	for (int i = 0; i < 60; i++) {
		init(ends);
		done(ends);
		connect_tcp(ends);
		ends[i % 2].policy = i % 3 ? &strict : &impossible;
		if (i % 3 == 1)
			ends[!(i % 2)].fake.options = ends[!(i % 2)].fake.answered = 0x30000002;
		if (i % 3 == 2)
			ends[i / 2 % 2].fake.leaves_out = 1;
		assert_int_equal(pthread_create(&thread, NULL, negotiate_and_close, &ends[1]), 0);
		negotiate_and_close(&ends[0]);
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_int_equal(ends[0].ret, -ECONNREFUSED);
		assert_int_equal(ends[1].ret, -ECONNREFUSED);
	}
}

/* All of a requestor's messages are there from the start, and what the program sends then. */
static void nothing_is_read_beyond_the_last_message(void **state)
{
	uint8_t bytes[96];
	struct end ends[2];
	char behind[8] = "";

	(void)state;
	init(ends);
	fake_message(bytes, 1, 0);
	fake_message(bytes + 48, 3, 3);
	assert_int_equal(write(ends[0].fd, bytes, sizeof(bytes)), sizeof(bytes));
	assert_int_equal(write(ends[0].fd, "behind", 6), 6);
	negotiate(&ends[1]);
	assert_int_equal(ends[1].ret, 0);
	assert_int_equal(read(ends[1].fd, behind, sizeof(behind)), 6);
	assert_string_equal(behind, "behind");
	done(ends);
}

static void a_peer_that_closes_is_gone(void **state)
{
	struct end ends[2];
	uint8_t bytes[48];

	(void)state;
	fake_message(bytes, 1, 0);
	for (size_t len = 0; len <= sizeof(bytes); len++) {
		init(ends);
		assert_int_equal(write(ends[0].fd, bytes, len), (ssize_t)len);
		assert_int_equal(shutdown(ends[0].fd, SHUT_WR), 0);
		negotiate(&ends[1]);
		assert_int_equal(ends[1].ret, -ECONNRESET);
		assert_int_equal(ends[1].e.kind, ECE_ERROR_GONE);
		done(ends);
	}
}

/* Were it not for MSG_NOSIGNAL, SIGPIPE would end this test. */
static void writing_to_who_is_gone_raises_no_signal(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	close(ends[1].fd);
	ends[1].fd = -1;
	negotiate(&ends[0]);
	assert_int_equal(ends[0].ret, -ECONNRESET);
	assert_int_equal(ends[0].e.kind, ECE_ERROR_GONE);
	close(ends[0].fd);
}

static void a_silent_peer_is_waited_for_until_the_deadline(void **state)
{
	struct end ends[2];
	uint64_t start, took;

	(void)state;
	for (int i = 0; i < 2; i++) {
		init(ends);
		ends[i].timeout_ms = 50;
		start = clock_now();
		negotiate(&ends[i]);
		took = clock_now() - start;
		assert_int_equal(ends[i].ret, -ETIMEDOUT);
		assert_int_equal(ends[i].e.kind, ECE_ERROR_TIMEOUT);
		assert_true(took >= 50 * CLOCK_MS_NS && took < 5000 * CLOCK_MS_NS);
		done(ends);
	}
}

/* One that does not read: the socket is full before the offer. */
static void a_peer_that_does_not_read_is_waited_for_too(void **state)
{
	static const char rest[4096];
	struct end ends[2];

	(void)state;
	init(ends);
	while (send(ends[0].fd, rest, sizeof(rest), MSG_DONTWAIT) > 0)
		;
	ends[0].timeout_ms = 50;
	negotiate(&ends[0]);
	assert_int_equal(ends[0].ret, -ETIMEDOUT);
	assert_non_null(strstr(ends[0].e.text, "did not read in time"));
	done(ends);
}

static void rubbish_is_known_by_its_first_byte(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	assert_int_equal(write(ends[0].fd, "S", 1), 1);
	negotiate(&ends[1]);
	assert_int_equal(ends[1].ret, -EPROTO);
	assert_int_equal(ends[1].e.kind, ECE_ERROR_PROTOCOL);
	done(ends);
}

static void two_requestors_are_told(void **state)
{
	struct end ends[2];

	(void)state;
	init(ends);
	ends[1].role = ECE_REQUESTOR;
	run(ends);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ends[i].ret, -EPROTO);
		assert_non_null(strstr(ends[i].e.text, "both ends are requestors"));
	}
	done(ends);
}

static void a_descriptor_that_is_not_open_is_an_error(void **state)
{
	static const int closed[] = {-1, 1000};
	struct end ends[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		init(ends);
		done(ends);
		ends[0].fd = closed[i];
		negotiate(&ends[0]);
		assert_int_equal(ends[0].ret, -EBADF);
		assert_int_equal(ends[0].e.kind, ECE_ERROR_IO);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_ends_agree),
		cmocka_unit_test(a_socket_that_does_not_block_will_do),
		cmocka_unit_test(many_queue_pairs_share_a_connection),
		cmocka_unit_test(a_refusal_survives_the_end_of_the_connection),
		cmocka_unit_test(without_ece_the_connection_is_plain),
		cmocka_unit_test(the_hosts_policy_is_looked_up),
		cmocka_unit_test(a_policy_that_cannot_be_read_fails_both),
		cmocka_unit_test(a_transition_that_fails_fails_both),
		cmocka_unit_test(a_device_that_fails_fails_both),
		cmocka_unit_test(what_a_policy_requires_fails_both),
		cmocka_unit_test(nothing_is_read_beyond_the_last_message),
		cmocka_unit_test(a_peer_that_closes_is_gone),
		cmocka_unit_test(writing_to_who_is_gone_raises_no_signal),
		cmocka_unit_test(a_silent_peer_is_waited_for_until_the_deadline),
		cmocka_unit_test(a_peer_that_does_not_read_is_waited_for_too),
		cmocka_unit_test(rubbish_is_known_by_its_first_byte),
		cmocka_unit_test(two_requestors_are_told),
		cmocka_unit_test(a_descriptor_that_is_not_open_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
