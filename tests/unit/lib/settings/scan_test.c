// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Finding the variables; with $ECE_DATA also in files that sites and UCX itself publish. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/settings/scan.h"

#define FOUND_MAX 8
#define FILE_MAX  65536

struct finds {
	struct settings_found list[FOUND_MAX];
	size_t count;
};

static int keep(void *arg, const struct settings_found *found)
{
	struct finds *finds = arg;

	assert_true(finds->count < FOUND_MAX);
	finds->list[finds->count++] = *found;
	return 0;
}

static struct finds scan(enum settings_form form, const char *text, size_t len)
{
	struct finds finds = {.count = 0};

	assert_int_equal(settings_scan(form, text, len, keep, &finds), 0);
	return finds;
}

static void is(const struct settings_found *found, const char *name, const char *value, unsigned int line,
	       const char *section)
{
	assert_string_equal(found->variable->name, name);
	assert_string_equal(found->value, value);
	assert_int_equal(found->line, line);
	assert_string_equal(found->section, section);
}

static void lines_of_a_file(void **state)
{
	static const char text[] = "# NCCL_IB_ECE_ENABLE=1\n"
				   "NCCL_IB_TC=41\n"
				   "NCCL_IB_ECE_ENABLE=0\n"
				   "; UCX_RC_ECE=1\n"
				   "\n"
				   "[Grace Hopper]\n"
				   "CPU model=Grace\n"
				   " UCX_RC_ECE = auto \r\n"
				   "export UCX_DC_MLX5_ECE=\"805306370\"\n"
				   "XUCX_RC_ECE=3\n"
				   "UCX_RC_ECE\n"
				   "=UCX_RC_ECE\n"
				   "UCX_RC_VERBS_ECE='0'";
	struct finds finds = scan(SETTINGS_LINES, text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(finds.count, 4);
	is(&finds.list[0], "NCCL_IB_ECE_ENABLE", "0", 3, "");
	is(&finds.list[1], "UCX_RC_ECE", "auto", 8, "Grace Hopper");
	is(&finds.list[2], "UCX_DC_MLX5_ECE", "805306370", 9, "Grace Hopper");
	is(&finds.list[3], "UCX_RC_VERBS_ECE", "0", 13, "Grace Hopper");
}

static void environment_of_a_process(void **state)
{
	static const char text[] =
		"PATH=/usr/bin\0SECRET=UCX_RC_ECE=1\nUCX_RC_ECE=2\0UCX_RC_ECE=0\0NCCL_IB_ECE_ENABLE=";
	struct finds finds = scan(SETTINGS_ENVIRON, text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(finds.count, 2);
	is(&finds.list[0], "UCX_RC_ECE", "0", 0, "");
	is(&finds.list[1], "NCCL_IB_ECE_ENABLE", "", 0, "");
}

static void long_and_odd_ones_are_cut(void **state)
{
	static const char text[] = "[0123456789012345678901234567890123456789012345678901234567890123456789]\n"
				   "UCX_RC_ECE=012345678901234567890\n"
				   "[no end\n"
				   "UCX_RC_ECE=\033[31m\xff\n"
				   "[]\n"
				   "UCX_RC_ECE=\"\n";
	struct finds finds = scan(SETTINGS_LINES, text, sizeof(text) - 1);

	(void)state;
	assert_int_equal(finds.count, 3);
	is(&finds.list[0], "UCX_RC_ECE", "012345678901234", 2,
	   "012345678901234567890123456789012345678901234567890123456789012");
	is(&finds.list[1], "UCX_RC_ECE", "?[31m?", 4, "no end");
	is(&finds.list[2], "UCX_RC_ECE", "\"", 6, "");
}

static int stop(void *arg, const struct settings_found *found)
{
	(void)found;
	++*(int *)arg;
	return 7;
}

static void stops_when_told(void **state)
{
	static const char text[] = "UCX_RC_ECE=1\nUCX_RC_ECE=2\n";
	int count = 0;

	(void)state;
	assert_int_equal(settings_scan(SETTINGS_LINES, text, sizeof(text) - 1, stop, &count), 7);
	assert_int_equal(count, 1);
	assert_int_equal(settings_scan(SETTINGS_LINES, text, 0, stop, &count), 0);
}

static size_t read_public(const char *data, const char *name, char *text)
{
	char path[512];
	size_t len;
	FILE *file;

	snprintf(path, sizeof(path), "%s/env/%s", data, name);
	file = fopen(path, "re");
	assert_non_null(file);
	len = fread(text, 1, FILE_MAX, file);
	assert_true(len && len < FILE_MAX);
	fclose(file);
	return len;
}

/* Of the public files none decides on ECE; with one line more, that one is found, at its place. */
static void public_files(void **state)
{
	static const char *const names[] = {"nccl/gcp-a4.conf", "nccl/oci-bm.gpu4.8.conf", "nccl/oci-h100.conf",
					    "ucx/ucx.conf"};
	static const char more[] = "\nUCX_RC_ECE=0\n";
	const char *data = getenv("ECE_DATA");
	char *text;

	(void)state;
	if (!data || !data[0])
		skip();
	text = malloc(FILE_MAX + sizeof(more));
	assert_non_null(text);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t len = read_public(data, names[i], text);
		struct finds finds = scan(SETTINGS_LINES, text, len);

		assert_int_equal(finds.count, 0);
		memcpy(text + len, more, sizeof(more) - 1);
		finds = scan(SETTINGS_LINES, text, len + sizeof(more) - 1);
		assert_int_equal(finds.count, 1);
		assert_string_equal(finds.list[0].section, i == 3 ? "AMD Turin" : "");
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_a_file),
		cmocka_unit_test(environment_of_a_process),
		cmocka_unit_test(long_and_odd_ones_are_cut),
		cmocka_unit_test(stops_when_told),
		cmocka_unit_test(public_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
