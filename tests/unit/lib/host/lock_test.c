// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One agent on a host; its lock is a file of its own, not one that somebody points it at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/host/lock.h"
#include "tests/unit/lib/host/bench.h"

static void test_second_agent_gives_up_at_the_deadline(void **state)
{
	int fd = host_lock(bench_dir, 0, NULL), second;
	uint64_t deadline = clock_now() + 20 * CLOCK_MS_NS;
	struct ece_error e;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(host_lock(bench_dir, deadline, &e), -EBUSY);
	assert_int_equal(e.kind, ECE_ERROR_LOCKED);
	assert_true(clock_now() >= deadline);
	close(fd);
	second = host_lock(bench_dir, 0, &e);
	assert_true(second >= 0);
	close(second);
}

static void test_link_is_not_followed(void **state)
{
	char link[128], target[128];
	struct ece_error e;

	(void)state;
	snprintf(link, sizeof(link), "%s/agent.lock", bench_dir);
	snprintf(target, sizeof(target), "%s/elsewhere", bench_dir);
	assert_int_equal(symlink(target, link), 0);
	assert_int_equal(host_lock(bench_dir, 0, &e), -ELOOP);
	assert_non_null(strstr(e.text, link));
	assert_int_equal(access(target, F_OK), -1);
}

/* 4096 bytes with the name of the file and the NUL. */
static void test_directory_with_too_long_a_name_is_refused(void **state)
{
	static char dir[4096];
	struct journal *journal = NULL;
	struct ece_error e;

	(void)state;
	memset(dir, 'd', sizeof(dir) - strlen("/agent.lock") - 1);
	/* This fits here; that it is one name of more than 255 bytes is the kernel's to say. */
	assert_int_equal(host_lock(dir, 0, &e), -ENAMETOOLONG);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	strcat(dir, "d");
	assert_int_equal(host_lock(dir, 0, &e), -ENAMETOOLONG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	memset(dir, 'd', sizeof(dir) - 1);
	assert_int_equal(journal_open(dir, NULL, &journal, &e), -ENAMETOOLONG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void ask_with_locks(const char *line, enum protocol_result result)
{
	struct agent agent = {.guard = bench_guard()};
	struct protocol_answer *answer;
	struct ece_error e;
	char *text;
	size_t len;

	agent.guard.cards = bench_dir;
	assert_int_equal(agent_serve(&agent, line, strlen(line), bench_now, &text, &len, &e), 0);
	assert_int_equal(protocol_answer_decode(text, len, &answer, &e), 0);
	assert_string_equal(protocol_result_name(answer->result), protocol_result_name(result));
	if (result == PROTOCOL_REFUSED)
		assert_int_equal(answer->error.kind, ECE_ERROR_LOCKED);
	protocol_answer_free(answer);
	free(text);
}

/* A guard that hangs in a card, or that was killed there, keeps the next one from it and from nothing else. */
static void test_a_card_that_somebody_works_on_is_refused_after_a_while(void **state)
{
	uint64_t start = clock_now();
	struct ece_error e;
	int fd = host_lock_card(bench_dir, 0xa1, 0, &e);

	(void)state;
	assert_true(fd >= 0);
	ask_with_locks(bench_apply_one("a1", "R1", 0), PROTOCOL_REFUSED);
	assert_in_range(clock_now() - start, GUARD_CARD_WAIT_NS, 2 * GUARD_CARD_WAIT_NS);
	assert_int_equal(fake_write_calls, 0);
	ask_with_locks(bench_apply_one("a2", "R1", 1), PROTOCOL_HELD);
	close(fd);
	ask_with_locks(bench_apply_one("a3", "R1", 0), PROTOCOL_HELD);
	fd = host_lock_card(bench_dir, 0xa1, 0, &e);
	assert_true(fd >= 0);
	close(fd);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_a_card_that_somebody_works_on_is_refused_after_a_while),
		CASE(test_second_agent_gives_up_at_the_deadline),
		CASE(test_link_is_not_followed),
		CASE(test_directory_with_too_long_a_name_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
