// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Bytes to and from a peer, more of them than a negotiation sends, so that they go in parts. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/ece/verbs_channel.h"

#define MANY (1 << 20)

static uint64_t soon(void)
{
	return clock_now() + 50 * CLOCK_MS_NS;
}

static uint64_t late(void)
{
	return clock_now() + 20 * CLOCK_SECOND_NS;
}

struct reader {
	int fd;
	uint8_t *bytes;
	size_t len;
	struct ece_error e;
};

static void *read_all(void *arg)
{
	struct reader *reader = arg;
	size_t got;

	while (!channel_receive(reader->fd, reader->bytes + reader->len, MANY - reader->len, &got, late(),
				&reader->e)) {
		reader->len += got;
		if (reader->len == MANY)
			break;
	}
	return NULL;
}

static void check_many(int from, int to)
{
	uint8_t *sent = malloc(MANY);
	struct reader reader = {.fd = to, .bytes = malloc(MANY)};
	pthread_t thread;

	assert_true(sent && reader.bytes);
	for (size_t i = 0; i < MANY; i++)
		sent[i] = (uint8_t)(i * 7 >> 3);
	assert_int_equal(pthread_create(&thread, NULL, read_all, &reader), 0);
	assert_int_equal(channel_send(from, sent, MANY, late(), NULL), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(reader.len, MANY);
	assert_memory_equal(sent, reader.bytes, MANY);
	free(sent);
	free(reader.bytes);
}

static void all_of_it_arrives_in_parts(void **state)
{
	int fds[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	check_many(fds[0], fds[1]);
	assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
	check_many(fds[1], fds[0]);
	close(fds[0]);
	close(fds[1]);
}

static void a_pipe_will_do(void **state)
{
	int fds[2];

	(void)state;
	assert_int_equal(pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
	check_many(fds[1], fds[0]);
	close(fds[0]);
	close(fds[1]);
}

/* The socket blocks, the deadline counts all the same. */
static void a_peer_that_stops_reading_is_not_waited_for(void **state)
{
	static const uint8_t bytes[MANY];
	struct ece_error e = {0};
	int fds[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
	alarm(20); /* ends this test where it would wait for ever */
	assert_int_equal(channel_send(fds[0], bytes, sizeof(bytes), soon(), &e), -ETIMEDOUT);
	alarm(0);
	assert_int_equal(e.kind, ECE_ERROR_TIMEOUT);
	close(fds[0]);
	close(fds[1]);
}

static void what_the_kernel_says_is_said(void **state)
{
	struct ece_error e = {0};
	int fds[2];
	uint8_t byte = 0;
	size_t got;

	(void)state;
	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	assert_int_equal(write(fds[1], "x", 1), 1);
	/* the wrong end of a pipe */
	assert_int_equal(channel_receive(fds[1], &byte, 1, &got, soon(), &e) < 0, 1);
	assert_int_equal(channel_send(fds[0], &byte, 1, soon(), &e) < 0, 1);
	assert_int_equal(channel_receive(fds[0], &byte, 1, &got, soon(), &e), 0);
	assert_int_equal(got, 1);
	close(fds[1]);
	assert_int_equal(channel_receive(fds[0], &byte, 1, &got, soon(), &e), -ECONNRESET);
	assert_int_equal(e.kind, ECE_ERROR_GONE);
	close(fds[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_it_arrives_in_parts),
		cmocka_unit_test(a_pipe_will_do),
		cmocka_unit_test(a_peer_that_stops_reading_is_not_waited_for),
		cmocka_unit_test(what_the_kernel_says_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
