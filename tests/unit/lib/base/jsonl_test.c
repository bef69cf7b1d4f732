// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/jsonl.h"

static int ends[2];
static struct jsonl_reader reader;

static int setup(void **state)
{
	(void)state;
	if (pipe(ends))
		return -1;
	reader = (struct jsonl_reader){.fd = ends[0]};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	jsonl_reader_done(&reader);
	close(ends[0]);
	close(ends[1]);
	return 0;
}

static void put(const char *data, size_t len)
{
	assert_int_equal(write(ends[1], data, len), (ssize_t)len);
}

static int next(const char **line, struct ece_error *e)
{
	size_t len = 0;
	int ret = jsonl_read(&reader, clock_now() + 100 * CLOCK_MS_NS, line, &len, e);

	if (ret > 0)
		assert_int_equal(len, strlen(*line));
	return ret;
}

static void test_lines_arrive_whole_whatever_the_pieces(void **state)
{
	const char *line;

	(void)state;
	put("one\ntw", 6);
	assert_int_equal(next(&line, NULL), 1);
	assert_string_equal(line, "one");
	put("o\n\nthree\n", 9);
	assert_int_equal(next(&line, NULL), 1);
	assert_string_equal(line, "two");
	assert_int_equal(next(&line, NULL), 1);
	assert_string_equal(line, "");
	assert_int_equal(next(&line, NULL), 1);
	assert_string_equal(line, "three");
	close(ends[1]);
	ends[1] = -1;
	assert_int_equal(next(&line, NULL), 0);
}

static void test_take_does_not_wait(void **state)
{
	const char *line;
	size_t len;

	(void)state;
	assert_int_equal(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(jsonl_take(&reader, &line, &len, NULL), -EAGAIN);
	put("ab", 2);
	assert_int_equal(jsonl_take(&reader, &line, &len, NULL), -EAGAIN);
	put("c\n", 2);
	assert_int_equal(jsonl_take(&reader, &line, &len, NULL), 1);
	assert_string_equal(line, "abc");
}

static void test_silence_ends_at_the_deadline(void **state)
{
	struct ece_error e;
	const char *line;
	uint64_t start = clock_now();

	(void)state;
	put("half", 4);
	assert_int_equal(next(&line, &e), -ETIMEDOUT);
	assert_int_equal(e.kind, ECE_ERROR_TIMEOUT);
	assert_true(clock_now() - start >= 100 * CLOCK_MS_NS);
}

static void test_end_inside_a_line_is_an_error(void **state)
{
	struct ece_error e;
	const char *line;

	(void)state;
	put("half", 4);
	close(ends[1]);
	ends[1] = -1;
	assert_int_equal(next(&line, &e), -EPROTO);
	assert_string_equal(e.text, "the input ends inside a line");
}

static void test_nul_byte_is_an_error(void **state)
{
	struct ece_error e;
	const char *line;

	(void)state;
	put("a\0b\n", 4);
	assert_int_equal(next(&line, &e), -EPROTO);
}

/* A child writes @n bytes and a newline, since a pipe does not hold them. */
static void feed(size_t n)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid) {
		char *data = malloc(n + 1);

		memset(data, 'x', n);
		data[n] = '\n';
		signal(SIGPIPE, SIG_DFL);
		close(ends[0]);
		for (size_t at = 0; at < n + 1;) {
			ssize_t done = write(ends[1], data + at, n + 1 - at);

			if (done <= 0)
				break;
			at += (size_t)done;
		}
		_exit(0);
	}
}

static void test_longest_line_passes_one_byte_more_does_not(void **state)
{
	struct ece_error e;
	const char *line;
	size_t len;

	(void)state;
	feed(JSONL_LINE_MAX);
	assert_int_equal(jsonl_read(&reader, clock_now() + 10 * CLOCK_SECOND_NS, &line, &len, &e), 1);
	assert_int_equal(len, JSONL_LINE_MAX);
	feed(JSONL_LINE_MAX + 1);
	assert_int_equal(jsonl_read(&reader, clock_now() + 10 * CLOCK_SECOND_NS, &line, &len, &e), -EMSGSIZE);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void test_write_to_who_does_not_read_ends_at_the_deadline(void **state)
{
	static char data[JSONL_LINE_MAX];
	struct ece_error e;

	(void)state;
	memset(data, 'x', sizeof(data));
	assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(jsonl_write(ends[1], data, sizeof(data), clock_now() + 50 * CLOCK_MS_NS, &e), -ETIMEDOUT);
	assert_int_equal(jsonl_write(ends[1], data, sizeof(data) + 1, UINT64_MAX, &e), -EMSGSIZE);
}

static void test_write_to_who_went_away_is_an_error(void **state)
{
	struct ece_error e;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	close(ends[0]);
	ends[0] = -1;
	assert_int_equal(jsonl_write(ends[1], "x", 1, UINT64_MAX, &e), -EPIPE);
	assert_int_equal(e.kind, ECE_ERROR_IO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
		CASE(test_lines_arrive_whole_whatever_the_pieces),
		CASE(test_take_does_not_wait),
		CASE(test_silence_ends_at_the_deadline),
		CASE(test_end_inside_a_line_is_an_error),
		CASE(test_nul_byte_is_an_error),
		CASE(test_longest_line_passes_one_byte_more_does_not),
		CASE(test_write_to_who_does_not_read_ends_at_the_deadline),
		CASE(test_write_to_who_went_away_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
