// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The state directory and whole files. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/common/file.h"
#include "tools/common/state_dir.h"

static char root[PATH_MAX];

static int make_root(void **state)
{
	const char *tmp = getenv("TEST_TMPDIR");

	(void)state;
	snprintf(root, sizeof(root), "%s/placeXXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(root) ? 0 : -1;
}

static const char *in_root(const char *name)
{
	static char path[2 * PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	return path;
}

static void option_comes_first(void **state)
{
	char dir[PATH_MAX];
	struct ece_error e = {0};

	(void)state;
	setenv("ECE_STATE", "/from/env", 1);
	assert_int_equal(state_dir_find("/from/option", dir, &e), 0);
	assert_string_equal(dir, "/from/option");
	assert_int_equal(state_dir_find(NULL, dir, &e), 0);
	assert_string_equal(dir, "/from/env");
	assert_int_equal(state_dir_find("", dir, &e), 0);
	assert_string_equal(dir, "/from/env");
}

static void usual_places(void **state)
{
	char dir[PATH_MAX];
	struct ece_error e = {0};

	(void)state;
	setenv("ECE_STATE", "", 1);
	setenv("XDG_STATE_HOME", "/xdg", 1);
	setenv("HOME", "/home/ann", 1);
	assert_int_equal(state_dir_find(NULL, dir, &e), 0);
	assert_string_equal(dir, geteuid() ? "/xdg/ece" : "/var/lib/ece");
	unsetenv("XDG_STATE_HOME");
	assert_int_equal(state_dir_find(NULL, dir, &e), 0);
	assert_string_equal(dir, geteuid() ? "/home/ann/.local/state/ece" : "/var/lib/ece");
	unsetenv("HOME");
	if (geteuid())
		assert_int_equal(state_dir_find(NULL, dir, &e), -ENOENT);
}

static void makes_parents_for_this_user_alone(void **state)
{
	struct ece_error e = {0};
	struct stat st;

	(void)state;
	assert_int_equal(state_dir_make(in_root("a/b/c"), &e), 0);
	assert_int_equal(stat(in_root("a/b/c"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	assert_int_equal(state_dir_make(in_root("a/b/c"), &e), 0);
}

static void a_file_is_no_directory(void **state)
{
	struct ece_error e = {0};
	FILE *f = fopen(in_root("plain"), "w");

	(void)state;
	fclose(f);
	assert_int_equal(state_dir_make(in_root("plain/state"), &e), -ENOTDIR);
	assert_non_null(strstr(e.text, "plain/state\" cannot be made: Not a directory; give another one with --state"));
	assert_int_equal(state_dir_make(in_root("plain"), &e), -ENOTDIR);
	assert_non_null(strstr(e.text, "cannot be written"));
}

static void unwritable(void **state)
{
	struct ece_error e = {0};
	int err = state_dir_make("/proc/ece", &e);

	(void)state;
	assert_true(err < 0);
	assert_int_equal(e.code, err);
	assert_non_null(strstr(e.text, "the state directory \"/proc/ece\" cannot be made"));
}

static void whole_file(void **state)
{
	struct ece_error e = {0};
	char *text = NULL;
	size_t len = 0;
	FILE *f = fopen(in_root("text"), "w");

	(void)state;
	for (int i = 0; i < 200000; i++)
		fputc('a' + i % 26, f);
	fclose(f);
	assert_int_equal(file_read(in_root("text"), 200000, &text, &len, &e), 0);
	assert_int_equal(len, 200000);
	assert_int_equal(text[199999], 'a' + 199999 % 26);
	assert_int_equal(text[200000], '\0');
	free(text);
	assert_int_equal(file_read(in_root("text"), 199999, &text, &len, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void no_file(void **state)
{
	struct ece_error e = {0};
	char *text = NULL;
	size_t len = 0;

	(void)state;
	assert_int_equal(file_read(in_root("none"), 10, &text, &len, &e), -ENOENT);
	assert_non_null(strstr(e.text, "none\": No such file or directory"));
	assert_int_equal(file_read(root, 10, &text, &len, &e), -EISDIR);
	assert_null(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(option_comes_first),
		cmocka_unit_test(usual_places),
		cmocka_unit_test(makes_parents_for_this_user_alone),
		cmocka_unit_test(a_file_is_no_directory),
		cmocka_unit_test(unwritable),
		cmocka_unit_test(whole_file),
		cmocka_unit_test(no_file),
	};

	return cmocka_run_group_tests(tests, make_root, NULL);
}
