// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The limits of a policy file, and devices of the host whose own policy forbids the word; the goldens have the sentences. */
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

#include "tools/ece-trace/bar.h"
#include "tools/ece-trace/policy.h"

#define TEXT_MAX   16384
#define PATH_BYTES 512

static struct domain domain;
static struct ece_error e;

static int parse(const char *text)
{
	return policy_parse(text, strlen(text), "p", &domain, &e);
}

static void as_documented(void **state)
{
	(void)state;
	assert_int_equal(parse("{\"version\":1,\"domain\":\"job-a\",\"peers\":[\"10.0.0.0/24\",\"fd00::/64\"],"
			       "\"ece_version\":2,\"allow\":[\"selective_repeat\"],\"apply\":[\"selective_repeat\"]}"),
			 0);
	assert_string_equal(domain.name, "job-a");
	assert_int_equal(domain.word, 0x20000001);
	assert_int_equal(domain.peer_count, 2);
	assert_int_equal(domain.barred_count, 0);
}

static int with_peers(int count)
{
	static char text[TEXT_MAX];
	size_t len = (size_t)sprintf(text, "{\"version\":1,\"domain\":\"a\",\"ece_version\":3,"
					   "\"apply\":[\"programmable_cc\"],\"peers\":[");

	for (int i = 0; i < count; i++)
		len += (size_t)sprintf(text + len, "%s\"10.%d.%d.0/24\"", i ? "," : "", i / 256, i % 256);
	strcpy(text + len, "]}");
	return parse(text);
}

static void so_many_peers(void **state)
{
	(void)state;
	assert_int_equal(with_peers(256), 0);
	assert_int_equal(domain.peer_count, 256);
	assert_int_equal(with_peers(257), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
}

static void twice(void **state)
{
	(void)state;
	assert_int_equal(parse("{\"version\":1,\"version\":1}"), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	assert_int_equal(parse("{\"version\":1,\"domain\":\"a\",\"ece_version\":3,\"peers\":[\"10.0.0.1\"],"
			       "\"apply\":[\"selective_repeat\",\"selective_repeat\"]}"),
			 -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_DUPLICATE);
}

/* A file of 32 KiB is looked at, a longer one is not. */
static void so_long_a_file(void **state)
{
	char path[PATH_BYTES];
	FILE *file;

	(void)state;
	snprintf(path, sizeof(path), "%s/long", getenv("TEST_TMPDIR"));
	file = fopen(path, "we");
	assert_non_null(file);
	for (int i = 0; i <= 32768; i++)
		fputc(' ', file);
	fclose(file);
	assert_int_equal(policy_load(path, &domain, &e), -E2BIG);
	assert_int_equal(e.kind, ECE_ERROR_LIMIT);
	assert_int_equal(truncate(path, 32768), 0);
	assert_int_equal(policy_load(path, &domain, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
}

static const char *with_devices(char path[PATH_BYTES], int count)
{
	char device[2 * PATH_BYTES];

	snprintf(path, PATH_BYTES, "%s/devices%d", getenv("TEST_TMPDIR"), count);
	assert_int_equal(mkdir(path, 0700), 0);
	for (int i = 0; i < count; i++) {
		snprintf(device, sizeof(device), "%s/mlx5_%d", path, i);
		assert_int_equal(mkdir(device, 0700), 0);
	}
	return path;
}

static void host_policy(const char *text)
{
	static char path[PATH_BYTES];
	FILE *file;

	snprintf(path, sizeof(path), "%s/policy", getenv("TEST_TMPDIR"));
	file = fopen(path, "we");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	setenv("ECE_POLICY_FILE", path, 1);
}

static void bar(const char *policy, const char *folder, size_t count)
{
	host_policy(policy);
	domain = (struct domain){.word = 0x20000001};
	assert_int_equal(bar_devices(folder, &domain, &e), 0);
	assert_int_equal(domain.barred_count, count);
}

static void devices_whose_policy_forbids_the_word(void **state)
{
	char path[PATH_BYTES];
	const char *two = with_devices(path, 2);

	(void)state;
	bar("{\"version\":1,\"allow\":[\"selective_repeat\"]}", two, 0);
	bar("{\"version\":1,\"allow\":[\"programmable_cc\"]}", two, 2);
	assert_true(domain_bars(&domain, "mlx5_0") && domain_bars(&domain, "mlx5_1"));
	bar("{\"version\":1,\"allow\":[]}", "/nonexistent", 0);
}

/* What cannot be read never means "everything is allowed". */
static void a_policy_that_cannot_be_read(void **state)
{
	char path[PATH_BYTES];
	const char *one = with_devices(path, 1);

	(void)state;
	host_policy("{\"version\":1,\"allow\":");
	domain = (struct domain){.word = 0x20000001};
	assert_true(bar_devices(one, &domain, &e) < 0);
	assert_true(e.text[0]);
}

static void so_many_barred_devices(void **state)
{
	char path[PATH_BYTES];

	(void)state;
	bar("{\"version\":1,\"allow\":[]}", with_devices(path, 64), 64);
	domain = (struct domain){.word = 0x20000001};
	assert_int_equal(bar_devices(with_devices(path, 65), &domain, &e), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_documented),
		cmocka_unit_test(so_many_peers),
		cmocka_unit_test(twice),
		cmocka_unit_test(so_long_a_file),
		cmocka_unit_test(devices_whose_policy_forbids_the_word),
		cmocka_unit_test(a_policy_that_cannot_be_read),
		cmocka_unit_test(so_many_barred_devices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
