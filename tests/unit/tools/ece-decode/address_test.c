// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Addresses both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tools/ece-decode/address.h"

static void addresses_are_read(void **state)
{
	static const struct {
		const char *text, *bytes;
	} addresses[] = {
		{"10.0.0.1", "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\0\0\1"},
		{"::ffff:10.0.0.1", "\0\0\0\0\0\0\0\0\0\0\xff\xff\x0a\0\0\1"},
		{"fe80::1", "\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1"},
	};
	uint8_t gid[CAPTURE_GID_BYTES];

	(void)state;
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++) {
		assert_true(address_parse(addresses[i].text, gid));
		assert_memory_equal(gid, addresses[i].bytes, sizeof(gid));
	}
}

static void what_is_none_is_refused(void **state)
{
	static const char *const faulty[] = {"",       "10.0.0",      "10.0.0.256",  "fe80::1::2",
					     "gpu001", "10.0.0.1/24", "fe80::1%eth0"};
	uint8_t gid[CAPTURE_GID_BYTES] = {7}, before[CAPTURE_GID_BYTES] = {7};

	(void)state;
	for (size_t i = 0; i < sizeof(faulty) / sizeof(faulty[0]); i++)
		assert_false(address_parse(faulty[i], gid));
	assert_memory_equal(gid, before, sizeof(gid));
}

static void addresses_are_written(void **state)
{
	char text[ADDRESS_TEXT_MAX];
	uint8_t gid[CAPTURE_GID_BYTES];

	(void)state;
	assert_true(address_parse("10.0.0.1", gid));
	assert_string_equal(address_text(gid, text), "10.0.0.1");
	assert_string_equal(gid_text(gid, text), "::ffff:10.0.0.1");
	memset(gid, 0xff, sizeof(gid));
	assert_string_equal(address_text(gid, text), "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_read),
		cmocka_unit_test(what_is_none_is_refused),
		cmocka_unit_test(addresses_are_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
