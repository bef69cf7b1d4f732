// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/spawn.h"

static const uint64_t wait_ns = 10 * CLOCK_SECOND_NS;

static struct spawn start(const char *const *argv)
{
	struct spawn child;
	struct ece_error e;

	assert_int_equal(spawn_start(argv, &child, &e), 0);
	return child;
}

static size_t read_until_end(int fd, char *buf, size_t size)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	size_t n = 0;
	ssize_t got;

	while (poll(&p, 1, 10000) == 1 && (got = read(fd, buf + n, size - 1 - n)) > 0)
		n += (size_t)got;
	buf[n] = '\0';
	return n;
}

static void test_three_pipes_and_the_exit_code(void **state)
{
	const char *const argv[] = {"sh", "-c", "read a; echo \"out $a\"; echo err >&2; exit 3", NULL};
	struct spawn child = start(argv);
	char buf[64], text[64];
	int status;

	(void)state;
	assert_int_equal(write(child.in, "in\n", 3), 3);
	read_until_end(child.out, buf, sizeof(buf));
	assert_string_equal(buf, "out in\n");
	read_until_end(child.err, buf, sizeof(buf));
	assert_string_equal(buf, "err\n");
	assert_int_equal(spawn_wait(&child, clock_now() + wait_ns, &status), 0);
	assert_string_equal(spawn_status_text(status, text, sizeof(text)), "exited with code 3");
	spawn_end(&child);
}

/* No shell: what would be one is an argument like any other. */
static void test_arguments_are_not_interpreted(void **state)
{
	const char *const argv[] = {"echo", "$HOME; `id` > /dev/null", NULL};
	struct spawn child = start(argv);
	char buf[64];

	(void)state;
	read_until_end(child.out, buf, sizeof(buf));
	assert_string_equal(buf, "$HOME; `id` > /dev/null\n");
	spawn_end(&child);
}

static void test_program_that_is_not_there(void **state)
{
	const char *const argv[] = {"/nonexistent/agent", NULL};
	struct spawn child;
	struct ece_error e;

	(void)state;
	assert_int_equal(spawn_start(argv, &child, &e), -ENOENT);
	assert_string_equal(e.text, "cannot start /nonexistent/agent: No such file or directory");
	spawn_end(&child);
}

static void test_wait_ends_at_the_deadline_and_end_kills(void **state)
{
	const char *const argv[] = {"sleep", "600", NULL};
	struct spawn child = start(argv);
	pid_t pid = child.pid;
	int status;

	(void)state;
	assert_int_equal(spawn_wait(&child, clock_now() + 20 * CLOCK_MS_NS, &status), -ETIMEDOUT);
	spawn_end(&child);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
	spawn_end(&child);
}

static void test_death_by_signal_is_told(void **state)
{
	const char *const argv[] = {"sh", "-c", "kill -9 $$", NULL};
	struct spawn child = start(argv);
	char text[64];
	int status;

	(void)state;
	assert_int_equal(spawn_wait(&child, clock_now() + wait_ns, &status), 0);
	assert_string_equal(spawn_status_text(status, text, sizeof(text)), "was killed by signal 9");
	spawn_end(&child);
}

/* The terminal's Ctrl-C goes to a group: an agent that is writing is not in ours. */
static void test_a_child_has_a_group_of_its_own(void **state)
{
	const char *const argv[] = {"sleep", "600", NULL};
	struct spawn child = start(argv);

	(void)state;
	assert_int_equal(getpgid(child.pid), child.pid);
	spawn_end(&child);
}

/* A child holds no other child's pipes: else the end of one would only be seen after the end of all. */
static void test_children_do_not_hold_each_others_pipes(void **state)
{
	const char *const cat[] = {"cat", NULL};
	struct spawn first = start(cat), second = start(cat);
	char buf[16];
	int status;

	(void)state;
	close(first.in);
	first.in = -1;
	assert_int_equal(read_until_end(first.out, buf, sizeof(buf)), 0);
	assert_int_equal(spawn_wait(&first, clock_now() + wait_ns, &status), 0);
	spawn_end(&first);
	spawn_end(&second);
}

static void test_write_to_a_child_that_is_gone_raises_no_signal(void **state)
{
	const char *const argv[] = {"true", NULL};
	struct spawn child = start(argv);
	int status;

	(void)state;
	signal(SIGPIPE, SIG_DFL);
	assert_int_equal(spawn_wait(&child, clock_now() + wait_ns, &status), 0);
	assert_int_equal(spawn_write(&child, "x", 1), -EPIPE);
	assert_int_equal(spawn_write(&child, "x", 1), -EPIPE);
	spawn_end(&child);
}

static void test_child_does_not_inherit_ignored_signals(void **state)
{
	const char *const argv[] = {"sh", "-c", "kill -PIPE $$; echo alive", NULL};
	struct spawn child;
	char text[64];
	int status;

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	child = start(argv);
	assert_int_equal(spawn_wait(&child, clock_now() + wait_ns, &status), 0);
	assert_string_equal(spawn_status_text(status, text, sizeof(text)), "was killed by signal 13");
	spawn_end(&child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_three_pipes_and_the_exit_code),
		cmocka_unit_test(test_arguments_are_not_interpreted),
		cmocka_unit_test(test_program_that_is_not_there),
		cmocka_unit_test(test_wait_ends_at_the_deadline_and_end_kills),
		cmocka_unit_test(test_death_by_signal_is_told),
		cmocka_unit_test(test_a_child_has_a_group_of_its_own),
		cmocka_unit_test(test_children_do_not_hold_each_others_pipes),
		cmocka_unit_test(test_write_to_a_child_that_is_gone_raises_no_signal),
		cmocka_unit_test(test_child_does_not_inherit_ignored_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
