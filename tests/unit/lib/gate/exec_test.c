// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Commands as gates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "tests/unit/lib/gate/bench.h"

static const char *const treated[] = {"gpu001", "gpu002"}, *const untouched[] = {"gpu003"};

static struct gate_exec sh(const char *const argv[])
{
	return (struct gate_exec){
		.argv = argv,
		.run = "20260101-000000-0001",
		.change = "ai20",
		.step = 3,
		.on = GATE_ON_UNTOUCHED,
		.treated = treated,
		.treated_count = 2,
		.untouched = untouched,
		.untouched_count = 1,
		.timeout_ns = BENCH_NS,
	};
}

static void ask_in(struct bench *b, const char *tmp, const char *script, uint64_t cookie)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	struct gate_exec exec = sh(argv);
	struct ece_error e = {0};

	exec.tmp = tmp;
	if (gate_ask_exec(b->asker, &exec, cookie, &e))
		fail_msg("%s", e.text);
}

static void ask(struct bench *b, const char *script, uint64_t cookie)
{
	ask_in(b, NULL, script, cookie);
}

static void exit_codes_are_results(void **state)
{
	struct bench *b = *state;

	ask(b, "exit 0", 1);
	bench_wait(b);
	ask(b, "echo slower than before >&2; exit 1", 2);
	bench_wait(b);
	ask(b, "echo the cluster is empty; exit 75", 3);
	bench_wait(b);
	ask(b, "exit 2", 4);
	bench_wait(b);
	ask(b, "kill -9 $$", 5);
	bench_assert(b, "1 pass: ;"
			"2 fail: sh exited with code 1: slower than before;"
			"3 inconclusive: sh exited with code 75: the cluster is empty;"
			"4 error: sh exited with code 2;"
			"5 error: sh was killed by signal 9;");
}

static void a_number_in_the_last_line_is_told(void **state)
{
	struct bench *b = *state;

	ask(b, "echo busbw; echo '  0.981  '; echo", 1);
	bench_wait(b);
	ask(b, "echo 12 of 13", 2);
	bench_wait(b);
	ask(b, "echo 1; exit 1", 3);
	bench_wait(b);
	ask(b, "echo nan", 4);
	bench_wait(b);
	ask(b, "echo 7; exit 3", 5);
	bench_assert(b, "1 pass 0.981: ;2 pass: ;3 fail 1: sh exited with code 1;4 pass nan: ;"
			"5 error: sh exited with code 3: 7;");
}

static void a_command_is_told_what_it_is_about(void **state)
{
	struct bench *b = *state;

	setenv("ECE_STEP", "someone else's", 1);
	ask(b,
	    "echo \"$ECE_RUN $ECE_CHANGE $ECE_STEP $ECE_ON $ECE_WHEN\" $(cat $ECE_TREATED) / $(cat $ECE_UNTOUCHED); "
	    "test $(env | grep -c ^ECE_STEP=) = 1 && exit 75",
	    1);
	bench_assert(b, "1 inconclusive: sh exited with code 75: "
			"20260101-000000-0001 ai20 3 untouched soak gpu001 gpu002 / gpu003;");
	unsetenv("ECE_STEP");
}

static void a_command_runs_beside_its_file(void **state)
{
	const char *const argv[] = {"./canary", NULL};
	struct gate_exec exec = sh(argv);
	struct bench *b = *state;
	char dir[] = "/tmp/gate.XXXXXX", path[64];
	struct ece_error e = {0};
	FILE *file;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/canary", dir);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("#!/bin/sh\necho \"$ECE_WHEN in $(pwd)\"\nexit 75\n", file);
	fclose(file);
	chmod(path, 0700);
	exec.dir = dir;
	exec.baseline = true;
	assert_int_equal(gate_ask_exec(b->asker, &exec, 1, &e), 0);
	bench_wait(b);
	assert_non_null(strstr(b->answers, "baseline in /tmp/gate."));
	unlink(path);
	rmdir(dir);
}

static void a_command_that_is_not_there_is_not_asked(void **state)
{
	const char *const argv[] = {"./no-such-canary", NULL};
	struct gate_exec exec = sh(argv);
	struct bench *b = *state;
	struct ece_error e = {0};

	assert_int_equal(gate_ask_exec(b->asker, &exec, 1, &e), -ENOENT);
	assert_non_null(strstr(e.text, "no-such-canary"));
	assert_int_equal(gate_open(b->asker), 0);
}

/* @pid: -1 when there is no such file yet. */
static int read_pid(const char *path)
{
	FILE *file = fopen(path, "r");
	int pid = -1;

	if (file && fscanf(file, "%d", &pid) != 1)
		pid = -1;
	if (file)
		fclose(file);
	return pid;
}

/* A zombie is dead enough: who adopted it may be slow to look. */
static bool is_alive(int pid)
{
	char path[64], state = 'Z';
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return false;
	if (fscanf(file, "%*d %*s %c", &state) != 1)
		state = 'Z';
	fclose(file);
	return state != 'Z' && state != 'X';
}

static void assert_dies(const char *path)
{
	uint64_t deadline = clock_now() + BENCH_NS;
	int pid = read_pid(path);

	assert_true(pid > 0);
	while (is_alive(pid) && clock_now() < deadline)
		usleep(1000);
	assert_false(is_alive(pid));
	unlink(path);
}

static void what_is_late_is_killed_with_its_children(void **state)
{
	struct bench *b = *state;
	char path[64], script[256];
	const char *const argv[] = {"sh", "-c", script, NULL};
	struct gate_exec exec = sh(argv);
	struct ece_error e = {0};
	uint64_t start = clock_now();

	snprintf(path, sizeof(path), "/tmp/gate-late.%d", (int)getpid());
	snprintf(script, sizeof(script), "sleep 1000 & echo $! >%s; wait", path);
	exec.timeout_ns = 300 * CLOCK_MS_NS;
	assert_int_equal(gate_ask_exec(b->asker, &exec, 1, &e), 0);
	bench_assert(b, "1 error: sh did not end in time and was killed;");
	assert_true(clock_now() - start >= 300 * CLOCK_MS_NS);
	assert_dies(path);
}

static void what_a_command_leaves_behind_ends_with_it(void **state)
{
	struct bench *b = *state;
	char path[64], script[256];

	snprintf(path, sizeof(path), "/tmp/gate-left.%d", (int)getpid());
	snprintf(script, sizeof(script), "sleep 1000 & echo $! >%s; echo 5", path);
	ask(b, script, 1);
	bench_assert(b, "1 pass 5: ;");
	assert_dies(path);
}

static void too_much_output_is_an_error(void **state)
{
	struct bench *b = *state;

	ask(b, "while :; do echo 0123456789012345678901234567890123456789; done", 1);
	bench_assert(b, "1 error: sh printed 65536 bytes or more;");
}

static void much_error_output_does_not_block(void **state)
{
	struct bench *b = *state;

	ask(b, "i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1", 1);
	bench_assert(b, "1 fail: sh exited with code 1: line 19999;");
}

static void control_characters_do_not_reach_a_terminal(void **state)
{
	struct bench *b = *state;

	ask(b, "printf 'a\\033[2Jb' >&2; exit 1", 1);
	bench_assert(b, "1 fail: sh exited with code 1: a?[2Jb;");
}

static void many_are_asked_at_once_up_to_a_limit(void **state)
{
	const char *const argv[] = {"cat", "/dev/null", NULL};
	struct gate_exec exec = sh(argv);
	struct bench *b = *state;
	struct ece_error e = {0};
	size_t semicolons = 0;

	for (uint64_t i = 0; i < GATE_OPEN_MAX; i++)
		assert_int_equal(gate_ask_exec(b->asker, &exec, i, &e), 0);
	assert_int_equal(gate_ask_exec(b->asker, &exec, 99, &e), -EAGAIN);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	bench_wait(b);
	for (const char *c = b->answers; *c; c++)
		semicolons += *c == ';';
	assert_int_equal(semicolons, GATE_OPEN_MAX);
}

static size_t lists_left(const char *dir)
{
	DIR *d = opendir(dir);
	size_t count = 0;

	assert_non_null(d);
	for (struct dirent *entry = readdir(d); entry; entry = readdir(d))
		count += !strncmp(entry->d_name, "ece-gate.", 9);
	closedir(d);
	return count;
}

static void nothing_is_left_behind(void **state)
{
	struct bench *b = *state;
	char dir[] = "/tmp/gate-tmp.XXXXXX", path[64], script[256];

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "/tmp/gate-free.%d", (int)getpid());
	snprintf(script, sizeof(script), "sleep 1000 & echo $! >%s; echo ready; wait", path);
	ask_in(b, dir, "exit 0", 1);
	bench_wait(b);
	assert_int_equal(lists_left(dir), 0);
	ask_in(b, dir, script, 2);
	assert_int_equal(lists_left(dir), 1);
	for (uint64_t deadline = clock_now() + BENCH_NS; read_pid(path) < 0 && clock_now() < deadline;)
		usleep(1000);
	/* given up in the middle */
	gate_free(b->asker);
	b->asker = NULL;
	assert_dies(path);
	assert_int_equal(lists_left(dir), 0);
	assert_int_equal(rmdir(dir), 0);
}

static void lists_that_cannot_be_written_are_said(void **state)
{
	const char *const argv[] = {"true", NULL};
	struct gate_exec exec = sh(argv);
	struct bench *b = *state;
	struct ece_error e = {0};

	exec.tmp = "/no/such/directory";
	assert_int_equal(gate_ask_exec(b->asker, &exec, 1, &e), -ENOENT);
	assert_non_null(strstr(e.text, "/no/such/directory/ece-gate."));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, bench_setup, bench_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(exit_codes_are_results),
		CASE(a_number_in_the_last_line_is_told),
		CASE(a_command_is_told_what_it_is_about),
		CASE(a_command_runs_beside_its_file),
		CASE(a_command_that_is_not_there_is_not_asked),
		CASE(what_is_late_is_killed_with_its_children),
		CASE(what_a_command_leaves_behind_ends_with_it),
		CASE(too_much_output_is_an_error),
		CASE(much_error_output_does_not_block),
		CASE(control_characters_do_not_reach_a_terminal),
		CASE(many_are_asked_at_once_up_to_a_limit),
		CASE(nothing_is_left_behind),
		CASE(lists_that_cannot_be_written_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
