// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What is known of a request when the agent of this machine misbehaves. The agents are small shell programs. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/channel/local.h"

static struct {
	unsigned int times;
	enum channel_outcome outcome;
	char line[64];
	char why[512];
} got;

static void take(void *ctx, const struct channel_answer *answer)
{
	(void)ctx;
	got.times++;
	got.outcome = answer->outcome;
	snprintf(got.line, sizeof(got.line), "%s", answer->outcome == CHANNEL_REPLY ? answer->line : "");
	snprintf(got.why, sizeof(got.why), "%s", answer->outcome == CHANNEL_REPLY ? "" : answer->why);
}

/* One request of @len bytes to an agent that is this shell program. */
static void ask_long(const char *program, size_t len, uint64_t ms)
{
	const char *const argv[] = {"sh", "-c", program, NULL};
	struct channel *channel;
	struct ece_error e;
	char *line = malloc(len + 1);

	memset(line, 'x', len);
	memset(&got, 0, sizeof(got));
	assert_int_equal(channel_local_new(argv, &channel, &e), 0);
	assert_int_equal(channel_submit(channel, "this", line, len, channel_now(channel) + ms * CLOCK_MS_NS, 1, &e), 0);
	assert_int_equal(got.times, 0);
	while (!got.times)
		assert_true(channel_poll(channel, UINT64_MAX, -1, false, take, NULL, &e) >= 0);
	assert_int_equal(channel_poll(channel, UINT64_MAX, -1, false, take, NULL, &e), 0);
	assert_int_equal(got.times, 1);
	channel_free(channel);
	free(line);
}

static void ask(const char *program)
{
	ask_long(program, 10, 20000);
}

static void test_too_many_words_are_not_a_lack_of_memory(void **state)
{
	const char *argv[18] = {NULL};
	struct channel *channel;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < 16; i++)
		argv[i] = "word";
	assert_int_equal(channel_local_new(argv, &channel, &e), 0);
	channel_free(channel);
	argv[16] = "word";
	assert_int_equal(channel_local_new(argv, &channel, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_string_equal(e.text, "the agent's command has more than 16 words; a script can hold it");
}

static void test_answer(void **state)
{
	(void)state;
	ask("read a; echo \"got $a\"");
	assert_int_equal(got.outcome, CHANNEL_REPLY);
	assert_string_equal(got.line, "got xxxxxxxxxx");
}

static void test_exit_after_the_request_is_maybe_with_its_last_words(void **state)
{
	(void)state;
	ask("read a; echo first >&2; echo 'error: the journal is full' >&2; exit 1");
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
	assert_string_equal(got.why, "the agent exited with code 1: error: the journal is full");
}

static void test_last_words_steer_no_terminal(void **state)
{
	(void)state;
	ask("read a; printf 'bo\\033[2J\\007om\\n' >&2; exit 1");
	assert_string_equal(got.why, "the agent exited with code 1: bo?[2J?om");
}

static void test_kill_is_maybe(void **state)
{
	(void)state;
	ask("read a; kill -9 $$");
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
	assert_string_equal(got.why, "the agent was killed by signal 9");
}

static void test_half_an_answer_is_maybe(void **state)
{
	(void)state;
	ask("read a; printf half");
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
}

static void test_endless_answer_is_maybe(void **state)
{
	(void)state;
	ask("read a; exec cat /dev/zero");
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
	ask("read a; exec yes | tr -d '\\n'");
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
	assert_non_null(strstr(got.why, "longer than 1048576 bytes"));
}

static void test_silence_is_maybe_at_the_deadline(void **state)
{
	uint64_t start = clock_now();

	(void)state;
	ask_long("read a; exec sleep 600", 10, 100);
	assert_int_equal(got.outcome, CHANNEL_MAYBE);
	assert_string_equal(got.why, "the agent did not answer in time and was killed");
	assert_true(clock_now() - start < 20 * CLOCK_SECOND_NS);
}

/* A pipe takes 64 KiB: the end of a longer request never got to an agent that does not read. */
static void test_request_that_was_not_taken_was_not_sent(void **state)
{
	(void)state;
	ask_long("exec sleep 600", 200000, 100);
	assert_int_equal(got.outcome, CHANNEL_NOT_SENT);
	ask_long("exit 3", 200000, 20000);
	assert_int_equal(got.outcome, CHANNEL_NOT_SENT);
	assert_string_equal(got.why, "the agent exited with code 3");
}

static void test_agent_that_is_not_there_was_not_sent(void **state)
{
	const char *const argv[] = {"/nonexistent/ece-agent", "--stdio", NULL};
	struct channel *channel;
	struct ece_error e;

	(void)state;
	memset(&got, 0, sizeof(got));
	assert_int_equal(channel_local_new(argv, &channel, &e), 0);
	assert_int_equal(channel_submit(channel, "this", "{}", 2, UINT64_MAX, 1, &e), 0);
	assert_int_equal(channel_poll(channel, UINT64_MAX, -1, false, take, NULL, &e), 1);
	assert_int_equal(got.outcome, CHANNEL_NOT_SENT);
	assert_string_equal(got.why, "cannot start /nonexistent/ece-agent: No such file or directory");
	channel_free(channel);
}

static void test_talkative_agent_does_not_block(void **state)
{
	(void)state;
	ask("read a; head -c 1000000 /dev/zero | tr '\\0' e >&2; echo '' >&2; echo fine");
	assert_int_equal(got.outcome, CHANNEL_REPLY);
	assert_string_equal(got.line, "fine");
}

static void test_limits(void **state)
{
	const char *const argv[] = {"cat", NULL};
	static char line[CHANNEL_LINE_MAX + 1];
	struct channel *channel;
	struct ece_error e;

	(void)state;
	memset(line, 'x', sizeof(line));
	assert_int_equal(channel_local_new(argv, &channel, &e), 0);
	assert_int_equal(channel_submit(channel, "this", line, sizeof(line), UINT64_MAX, 0, &e), -EMSGSIZE);
	for (int i = 0; i < CHANNEL_LOCAL_MAX; i++)
		assert_int_equal(channel_submit(channel, "this", "x", 1, UINT64_MAX, 0, &e), 0);
	assert_int_equal(channel_submit(channel, "this", "x", 1, UINT64_MAX, 0, &e), -EAGAIN);
	channel_free(channel);
}

static void test_poll_ends_when_it_should(void **state)
{
	const char *const argv[] = {"sleep", "600", NULL};
	struct channel *channel;
	struct ece_error e;
	uint64_t start = clock_now();

	(void)state;
	assert_int_equal(channel_local_new(argv, &channel, &e), 0);
	assert_int_equal(channel_poll(channel, start + 20 * CLOCK_MS_NS, -1, false, take, NULL, &e), 0);
	assert_int_equal(channel_submit(channel, "this", "x", 1, UINT64_MAX, 0, &e), 0);
	assert_int_equal(channel_poll(channel, start + 60 * CLOCK_MS_NS, -1, false, take, NULL, &e), 0);
	assert_true(clock_now() - start >= 60 * CLOCK_MS_NS);
	channel_free(channel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_too_many_words_are_not_a_lack_of_memory),
		cmocka_unit_test(test_answer),
		cmocka_unit_test(test_exit_after_the_request_is_maybe_with_its_last_words),
		cmocka_unit_test(test_last_words_steer_no_terminal),
		cmocka_unit_test(test_kill_is_maybe),
		cmocka_unit_test(test_half_an_answer_is_maybe),
		cmocka_unit_test(test_endless_answer_is_maybe),
		cmocka_unit_test(test_silence_is_maybe_at_the_deadline),
		cmocka_unit_test(test_request_that_was_not_taken_was_not_sent),
		cmocka_unit_test(test_agent_that_is_not_there_was_not_sent),
		cmocka_unit_test(test_talkative_agent_does_not_block),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_poll_ends_when_it_should),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
