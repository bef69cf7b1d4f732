// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A file is the old one or the new one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/common/file.h"
#include "tools/common/file_write.h"

static char dir[] = "/tmp/file_write.XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static int make_dir(void **state)
{
	(void)state;
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	(void)state;
	unlink(in_dir("a"));
	unlink(in_dir("pipe"));
	return rmdir(dir);
}

static void assert_has(const char *path, const char *want)
{
	struct ece_error e;
	char *text;
	size_t len;

	assert_int_equal(file_read(path, 1024, &text, &len, &e), 0);
	assert_string_equal(text, want);
	free(text);
}

static void a_file_is_made_and_replaced(void **state)
{
	struct ece_error e;
	struct stat st;

	(void)state;
	assert_int_equal(file_write(in_dir("a"), "one\n", 4, &e), 0);
	assert_has(in_dir("a"), "one\n");
	assert_int_equal(stat(in_dir("a"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(file_write(in_dir("a"), "two", 3, &e), 0);
	assert_has(in_dir("a"), "two");
}

static void another_program_can_read_it(void **state)
{
	struct ece_error e;
	struct stat st;

	(void)state;
	assert_int_equal(file_write(in_dir("a"), "one\n", 4, &e), 0);
	assert_int_equal(file_write_for_all(in_dir("a"), "two\n", 4, &e), 0);
	assert_has(in_dir("a"), "two\n");
	assert_int_equal(stat(in_dir("a"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
}

/* Nothing is left beside it: remove_dir() wants an empty folder. */
static void what_cannot_be_written_says_so(void **state)
{
	struct ece_error e;

	(void)state;
	assert_int_equal(file_write(in_dir("no/a"), "x", 1, &e), -ENOENT);
	assert_non_null(strstr(e.text, "no/a"));
	assert_int_equal(file_write(dir, "x", 1, &e), -EISDIR);
}

static void a_pipe_is_not_replaced(void **state)
{
	char buf[8] = "";
	struct ece_error e;
	FILE *in;

	(void)state;
	assert_int_equal(mkfifo(in_dir("pipe"), 0600), 0);
	in = fopen(in_dir("pipe"), "r+");
	assert_non_null(in);
	assert_int_equal(file_write(in_dir("pipe"), "one\n", 4, &e), 0);
	assert_non_null(fgets(buf, sizeof(buf), in));
	assert_string_equal(buf, "one\n");
	fclose(in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_made_and_replaced),
		cmocka_unit_test(another_program_can_read_it),
		cmocka_unit_test(what_cannot_be_written_says_so),
		cmocka_unit_test(a_pipe_is_not_replaced),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
