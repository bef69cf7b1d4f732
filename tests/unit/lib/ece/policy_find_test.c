// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The policy of a program: file of the host, environment. Where sysfs and the host's file lie is not for a test to
 * change, so the link of the device and the host's file are handed out here.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ece/policy.h"

#define HOST_FILE "/run/ece/policy/0000:3b:00.0.json"

static char dir[256], host_file[300], own_file[300];
static const char *opened;
static bool secure;
static int link_errno; /* what readlink(2) says of the device, 0: its function */

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
ssize_t __wrap_readlink(const char *path, char *buf, size_t size);
char *__wrap_secure_getenv(const char *name);

int __wrap_open(const char *path, int flags, ...)
{
	if (strncmp(path, "/run/ece/", 9) != 0)
		return __real_open(path, flags);
	opened = strcmp(path, HOST_FILE) ? "another" : HOST_FILE;
	return __real_open(host_file, flags);
}

ssize_t __wrap_readlink(const char *path, char *buf, size_t size)
{
	static const char target[] = "../../../0000:3b:00.0";

	if (strcmp(path, "/sys/class/infiniband/mlx5_0/device") != 0) {
		errno = ENOENT;
		return -1;
	}
	if (link_errno) {
		errno = link_errno;
		return -1;
	}
	assert_true(size >= sizeof(target));
	/* Without a NUL, as readlink(2) does. */
	memcpy(buf, target, sizeof(target) - 1);
	return sizeof(target) - 1;
}

char *__wrap_secure_getenv(const char *name)
{
	return secure ? NULL : getenv(name);
}

static void put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int start(void **state)
{
	const char *tmp = getenv("TEST_TMPDIR");

	(void)state;
	snprintf(dir, sizeof(dir), "%s/policyXXXXXX", tmp ? tmp : "/tmp");
	assert_non_null(mkdtemp(dir));
	snprintf(host_file, sizeof(host_file), "%s/host.json", dir);
	snprintf(own_file, sizeof(own_file), "%s/own.json", dir);
	opened = NULL;
	secure = false;
	link_errno = 0;
	unsetenv("ECE_POLICY_FILE");
	unsetenv("ECE_ALLOW");
	unsetenv("ECE_REQUIRE");
	return 0;
}

static int stop(void **state)
{
	(void)state;
	unlink(host_file);
	unlink(own_file);
	return rmdir(dir);
}

static void without_anything_all_is_allowed(void **state)
{
	struct ece_policy policy;

	(void)state;
	assert_int_equal(ece_policy_find("mlx5_0", &policy, NULL), 0);
	assert_string_equal(opened, HOST_FILE);
	assert_int_equal(policy.allow, 0xfffffff);
	assert_int_equal(policy.require, 0);
	assert_string_equal(policy.origin, "");
	/* rdma_rxe has no PCI function. */
	opened = NULL;
	assert_int_equal(ece_policy_find("rxe0", &policy, NULL), 0);
	assert_null(opened);
}

static void the_file_of_the_function_counts(void **state)
{
	struct ece_policy policy;

	(void)state;
	put(host_file, "{\"version\": 1, \"allow\": [\"selective_repeat\"], \"require\": [\"selective_repeat\"]}");
	assert_int_equal(ece_policy_find("mlx5_0", &policy, NULL), 0);
	assert_int_equal(policy.allow, 1);
	assert_int_equal(policy.require, 1);
	assert_string_equal(policy.origin, HOST_FILE);
	assert_int_equal(ece_policy_find(NULL, &policy, NULL), 0);
	assert_int_equal(policy.allow, 0xfffffff);
}

static void a_file_that_is_not_understood_allows_nothing(void **state)
{
	struct ece_policy policy = {.allow = 7};
	struct ece_error e = {0};

	(void)state;
	put(host_file, "{\"version\": 1, \"allow\": [\"selective_repeet\"]}");
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_string_equal(e.place, HOST_FILE);
	put(host_file, "");
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	put(host_file, "{\"version\": 2}");
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EPROTONOSUPPORT);
	unlink(host_file);
	assert_int_equal(mkdir(host_file, 0700), 0);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EISDIR);
	assert_int_equal(rmdir(host_file), 0);
	assert_int_equal(policy.allow, 7);
}

/* A device without a function has no policy; one whose function nobody may look at may have one. */
static void a_function_that_cannot_be_told_allows_nothing(void **state)
{
	struct ece_policy policy = {.allow = 7};
	struct ece_error e = {0};

	(void)state;
	put(host_file, "{\"version\": 1, \"allow\": []}");
	link_errno = EACCES;
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EACCES);
	assert_int_equal(e.kind, ECE_ERROR_DENIED);
	assert_string_equal(e.text,
			    "cannot tell which ECE policy is that of mlx5_0: /sys/class/infiniband/mlx5_0/device: "
			    "Permission denied");
	link_errno = EIO;
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EIO);
	assert_int_equal(e.kind, ECE_ERROR_IO);
	assert_int_equal(policy.allow, 7);
	link_errno = ENOTDIR;
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), 0);
	assert_int_equal(policy.allow, 0xfffffff);
}

/* A pipe where a file belongs holds nobody up, whether somebody writes to it or not. */
static void a_pipe_is_no_policy(void **state)
{
	struct ece_policy policy = {.allow = 7};
	struct ece_error e = {0};
	int writer;

	(void)state;
	assert_int_equal(mkfifo(host_file, 0600), 0);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	writer = __real_open(host_file, O_RDWR | O_NONBLOCK);
	assert_true(writer >= 0);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EAGAIN);
	close(writer);
	assert_int_equal(policy.allow, 7);
}

static void a_long_file_is_refused(void **state)
{
	struct ece_policy policy;
	struct ece_error e = {0};
	char text[4098];

	(void)state;
	memset(text, ' ', sizeof(text));
	memcpy(text, "{\"version\": 1}", 14);
	text[4096] = '\0';
	put(host_file, text);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), 0);
	text[4096] = ' ';
	text[4097] = '\0';
	put(host_file, text);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EFBIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void the_environment_narrows(void **state)
{
	struct ece_policy policy;
	struct ece_error e = {0};

	(void)state;
	put(host_file, "{\"version\": 1, \"allow\": [7]}");
	setenv("ECE_ALLOW", "selective_repeat,0x8", 1);
	setenv("ECE_REQUIRE", "selective_repeat", 1);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), 0);
	/* What the file does not allow stays forbidden. */
	assert_int_equal(policy.allow, 1);
	assert_int_equal(policy.require, 1);
	assert_string_equal(policy.origin, HOST_FILE ", ECE_ALLOW, ECE_REQUIRE");
	put(own_file, "{\"version\": 1, \"allow\": \"all\", \"require\": [\"programmable_cc\"]}");
	setenv("ECE_POLICY_FILE", own_file, 1);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_CONFLICT);
	assert_non_null(strstr(e.text, "own.json requires ECE programmable_cc, which ECE_ALLOW does not allow"));
	unsetenv("ECE_ALLOW");
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), 0);
	assert_int_equal(policy.allow, 7);
	assert_int_equal(policy.require, 3);
}

static void what_is_typed_wrong_is_said(void **state)
{
	struct ece_policy policy;
	struct ece_error e = {0};

	(void)state;
	setenv("ECE_ALLOW", "", 1);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	assert_string_equal(e.text, "no ECE option is named: write all or none");
	assert_string_equal(e.place, "ECE_ALLOW");
	setenv("ECE_ALLOW", "all", 1);
	setenv("ECE_REQUIRE", "selective-repeat", 1);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_string_equal(e.place, "ECE_REQUIRE");
	unsetenv("ECE_REQUIRE");
	/* The host's may be missing, one that was asked for not. */
	setenv("ECE_POLICY_FILE", own_file, 1);
	assert_int_equal(ece_policy_find("mlx5_0", &policy, &e), -ENOENT);
	assert_int_equal(ece_policy_find("../mlx5_0", &policy, &e), -EINVAL);
	assert_int_equal(ece_policy_find("", &policy, &e), -EINVAL);
}

static void set_user_id_programs_do_not_ask_it(void **state)
{
	struct ece_policy policy;

	(void)state;
	setenv("ECE_ALLOW", "none", 1);
	setenv("ECE_POLICY_FILE", "/nothing", 1);
	secure = true;
	assert_int_equal(ece_policy_find("mlx5_0", &policy, NULL), 0);
	assert_int_equal(policy.allow, 0xfffffff);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_anything_all_is_allowed, start, stop),
		cmocka_unit_test_setup_teardown(the_file_of_the_function_counts, start, stop),
		cmocka_unit_test_setup_teardown(a_file_that_is_not_understood_allows_nothing, start, stop),
		cmocka_unit_test_setup_teardown(a_function_that_cannot_be_told_allows_nothing, start, stop),
		cmocka_unit_test_setup_teardown(a_pipe_is_no_policy, start, stop),
		cmocka_unit_test_setup_teardown(a_long_file_is_refused, start, stop),
		cmocka_unit_test_setup_teardown(the_environment_narrows, start, stop),
		cmocka_unit_test_setup_teardown(what_is_typed_wrong_is_said, start, stop),
		cmocka_unit_test_setup_teardown(set_user_id_programs_do_not_ask_it, start, stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
