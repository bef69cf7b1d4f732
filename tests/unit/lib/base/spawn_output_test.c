// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lib/base/clock.h"
#include "lib/base/spawn_output.h"

static char *text;
static size_t len;
static struct ece_error e;

static int run(const char *script, size_t max)
{
	const char *const argv[] = {"sh", "-c", script, NULL};

	free(text);
	text = NULL;
	return spawn_output(argv, "/", 10 * CLOCK_SECOND_NS, max, &text, &len, &e);
}

static void what_it_prints(void **state)
{
	(void)state;
	assert_int_equal(run("pwd; cat; echo no >&2", 100), 0);
	assert_string_equal(text, "/\n");
	assert_int_equal(len, 2);
	assert_int_equal(run("", 100), 0);
	assert_string_equal(text, "");
}

/* More than a pipe holds, and both of them at once. */
static void a_lot(void **state)
{
	(void)state;
	assert_int_equal(run("head -c 300000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero >&2", 300000), 0);
	assert_int_equal(len, 300000);
	assert_int_equal(strlen(text), 300000);
	assert_int_equal(run("head -c 300001 /dev/zero", 300000), -E2BIG);
	assert_string_equal(e.text, "sh printed more than 300000 bytes");
	assert_null(text);
}

static void how_it_ended(void **state)
{
	(void)state;
	assert_int_equal(run("echo one; echo two >&2; echo three >&2; exit 3", 100), -EIO);
	assert_string_equal(e.text, "sh exited with code 3: three");
	assert_int_equal(run("kill -9 $$", 100), -EIO);
	assert_string_equal(e.text, "sh was killed by signal 9");
	assert_int_equal(run("printf 'a\\033[31mb\\n\\n' >&2; exit 1", 100), -EIO);
	assert_string_equal(e.text, "sh exited with code 1: a?[31mb");
}

static void one_that_is_not_there(void **state)
{
	const char *const argv[] = {"./none", NULL};

	(void)state;
	assert_int_equal(spawn_output(argv, "/", CLOCK_SECOND_NS, 10, &text, &len, &e), -ENOENT);
	assert_string_equal(e.text, "cannot start ./none: No such file or directory");
}

static void one_that_does_not_end(void **state)
{
	const char *const argv[] = {"sh", "-c", "sleep 1000 & sleep 1000", NULL};

	(void)state;
	assert_int_equal(spawn_output(argv, NULL, 50 * CLOCK_MS_NS, 10, &text, &len, &e), -ETIMEDOUT);
	assert_string_equal(e.text, "sh did not end in time and was killed");
}

/* It has the pipe open; nobody waits for it. */
static void what_it_leaves_behind(void **state)
{
	uint64_t start = clock_now();

	(void)state;
	assert_int_equal(run("sleep 1000 & echo done", 100), 0);
	assert_string_equal(text, "done\n");
	assert_true(clock_now() - start < 10 * CLOCK_SECOND_NS);
}

static int exchange(const char *script, const char *input, size_t input_len)
{
	const char *const argv[] = {"sh", "-c", script, NULL}, *const env[] = {"PATH=/usr/bin:/bin", "A=b", NULL};
	const struct spawn_task task = {
		.argv = argv,
		.env = env,
		.dir = "/",
		.input = input,
		.input_len = input_len,
		.timeout_ns = 10 * CLOCK_SECOND_NS,
		.max = 400000,
	};

	free(text);
	text = NULL;
	return spawn_exchange(&task, &text, &len, &e);
}

/* More than a pipe holds, both ways at once. */
static void what_it_is_given(void **state)
{
	static char input[300000];

	(void)state;
	memset(input, 'i', sizeof(input));
	assert_int_equal(exchange("cat", input, sizeof(input)), 0);
	assert_int_equal(len, sizeof(input));
	assert_memory_equal(text, input, sizeof(input));
	assert_int_equal(exchange("pwd; echo $A$HOME; cat", "x", 1), 0);
	assert_string_equal(text, "/\nb\nx");
}

static void one_that_does_not_read_it(void **state)
{
	static char input[300000];

	(void)state;
	assert_int_equal(exchange("echo done", input, sizeof(input)), 0);
	assert_string_equal(text, "done\n");
	assert_int_equal(exchange("exit 3", input, sizeof(input)), -EIO);
	assert_int_equal(exchange("exec <&-; echo deaf", input, sizeof(input)), 0);
	assert_string_equal(text, "deaf\n");
}

static int teardown(void **state)
{
	(void)state;
	free(text);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_prints),        cmocka_unit_test(a_lot),
		cmocka_unit_test(how_it_ended),          cmocka_unit_test(one_that_is_not_there),
		cmocka_unit_test(one_that_does_not_end), cmocka_unit_test(what_it_leaves_behind),
		cmocka_unit_test(what_it_is_given),      cmocka_unit_test(one_that_does_not_read_it),
	};

	return cmocka_run_group_tests(tests, NULL, teardown);
}
