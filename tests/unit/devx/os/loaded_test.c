// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Libraries that a portable build loads: here with the libmnl of this machine. */
#include "devx/os/loaded.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "devx/os/loaded_slot.h"

static void (*first)(void) = ece_loaded_too_early;
static void (*second)(void) = ece_loaded_too_early;

static void calls_reach_the_library(void **state)
{
	static const uint8_t attr[8] = {8, 0, 1, 0, 0x2a, 0, 0, 0}; /* length 8, type 1, 42 */
	char buf[64] = {0};
	struct nlmsghdr *header;

	(void)state;
	assert_int_equal(ece_loaded_mnl(NULL), 0);
	assert_int_equal(ece_loaded_mnl(NULL), 0);
	header = mnl_nlmsg_put_header(buf);
	assert_ptr_equal(header, buf);
	assert_int_equal(header->nlmsg_len, 16);
	mnl_attr_put_u32(header, 1, 42);
	assert_int_equal(header->nlmsg_len, 24);
	assert_memory_equal(buf + 16, attr, sizeof(attr));
}

static void a_library_that_is_not_there_is_named(void **state)
{
	const struct loaded_function functions[] = {{"mnl_attr_ok", &first}};
	struct loaded_library library = {
		.soname = "libnone.so.7",
		.packages = "libnone7 (Debian)",
		.use = "test this",
		.functions = functions,
		.count = 1,
	};
	struct ece_error e;

	(void)state;
	assert_int_equal(ece_loaded_fill(&library, &e), -ELIBACC);
	assert_int_equal(e.kind, ECE_ERROR_NO_DOOR);
	assert_non_null(strstr(e.text, "this host lacks libnone.so.7, which is needed to test this ("));
	assert_non_null(strstr(e.text, "): install libnone7 (Debian)"));
	assert_ptr_equal(first, ece_loaded_too_early);
}

static void a_library_that_lacks_a_function_fills_nothing(void **state)
{
	const struct loaded_function functions[] = {{"mnl_attr_ok", &first}, {"mnl_of_a_later_version", &second}};
	struct loaded_library library = {
		.soname = "libmnl.so.0",
		.packages = "a newer one",
		.use = "test this",
		.functions = functions,
		.count = 2,
	};
	struct ece_error e;

	(void)state;
	assert_int_equal(ece_loaded_fill(&library, &e), -ELIBACC);
	assert_non_null(strstr(e.text, "mnl_of_a_later_version"));
	assert_null(library.handle);
	assert_ptr_equal(first, ece_loaded_too_early);
	assert_ptr_equal(second, ece_loaded_too_early);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_reach_the_library),
		cmocka_unit_test(a_library_that_is_not_there_is_named),
		cmocka_unit_test(a_library_that_lacks_a_function_fills_nothing),
	};

	return cmocka_run_group_tests_name("devx/os/loaded", tests, NULL, NULL);
}
