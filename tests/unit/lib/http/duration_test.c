// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lib/http/duration.h"

static void test_times(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} cases[] = {
		{"0", 0},
		{"1s", 1000000000},
		{"100ms", 100000000},
		{"1m30s", 90000000000},
		{"1.5s", 1500000000},
		{"24h", 86400000000000},
		{"250us", 250000},
		{"7ns", 7},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t ns = 99;

		assert_int_equal(http_duration(cases[i].text, &ns), 0);
		assert_int_equal(ns, cases[i].ns);
	}
}

static void test_what_is_no_time(void **state)
{
	static const char *const texts[] = {"",    "s",    "1",       "1 s",   "-1s", "1x",
					    "1.s", "1s2",  "25h",     ".5s",   "1sm", "99999999999999999999s",
					    "1ss", "1e3s", "24h0.1s", "12h13h"};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		uint64_t ns;

		assert_int_equal(http_duration(texts[i], &ns), -EINVAL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_what_is_no_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
