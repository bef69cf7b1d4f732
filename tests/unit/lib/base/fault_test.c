// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/base/fault.h"

static void test_only_the_nth_fails(void **state)
{
	(void)state;
	assert_int_equal(fault_arm("fail@2"), 0);
	assert_int_equal(fault_hit("a"), 0);
	assert_int_equal(fault_hit("b"), -EIO);
	assert_int_equal(fault_hit("c"), 0);
	assert_int_equal(fault_count(), 3);
}

static void test_count_counts_from_the_arming(void **state)
{
	(void)state;
	assert_int_equal(fault_arm("count"), 0);
	assert_int_equal(fault_count(), 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(fault_hit("a"), 0);
	assert_int_equal(fault_count(), 5);
}

static void test_kill_is_a_kill(void **state)
{
	int status;
	pid_t pid = fork();

	(void)state;
	if (!pid) {
		fault_arm("kill@2");
		fault_hit("a");
		fault_hit("b");
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void test_words_that_are_none_change_nothing(void **state)
{
	static const char *const bad[] = {"",
					  "kill",
					  "kill@",
					  "kill@0",
					  "kill@-1",
					  "kill@x",
					  "kill@1x",
					  "fail@ 1",
					  "countx",
					  "kill@1,",
					  "kill@1,x",
					  "drop",
					  "kill@99999999999999999999"};

	(void)state;
	assert_int_equal(fault_arm("fail@1,drop"), 0);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(fault_arm(bad[i]), -EINVAL);
	assert_true(fault_drop_unsynced());
	assert_int_equal(fault_hit("a"), -EIO);
	assert_int_equal(fault_arm("count"), 0);
	assert_false(fault_drop_unsynced());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_the_nth_fails),
		cmocka_unit_test(test_count_counts_from_the_arming),
		cmocka_unit_test(test_kill_is_a_kill),
		cmocka_unit_test(test_words_that_are_none_change_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
