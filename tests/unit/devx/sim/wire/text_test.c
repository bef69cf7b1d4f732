// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Delays and shares as people write them. */
#include "tests/unit/devx/sim/wire/packets.h"

#include <errno.h>

#include "devx/sim/wire/text.h"

static void delays(void **state)
{
	static const struct {
		const char *text;
		uint64_t ns;
	} good[] = {{"0", 0},           {"0.0", 0},           {"800ns", 800},      {"5us", 5000},
		    {"1.5ms", 1500000}, {"0.0000015s", 1500}, {"10s", 10000000000}};
	static const char *const bad[] = {"",      "5",       "us",   "-5us", "+5us", "5 us", "0x5us",
					  "1e3us", "1.2.3us", "5usx", "5m",   "inf",  "nan",  ".us"};
	struct ece_error error;
	uint64_t ns;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(wire_delay_parse(good[i].text, &ns, &error), 0);
		assert_int_equal(ns, good[i].ns);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(wire_delay_parse(bad[i], &ns, &error), -EINVAL);
	assert_int_equal(wire_delay_parse("10.000000001s", &ns, &error), -EINVAL);
	assert_int_equal(error.kind, ECE_ERROR_RANGE);
	assert_string_equal(error.text, "a cable delays by at most 10 s, not by 10.000000001s");
	assert_int_equal(wire_delay_parse("0.4ns", &ns, &error), -EINVAL);
	assert_string_equal(error.text, "the shortest delay is 1ns, and 0.4ns is less");
	assert_int_equal(wire_delay_parse("99999999999999999999999999999s", &ns, &error), -EINVAL);
}

static void shares(void **state)
{
	static const struct {
		const char *text;
		uint32_t per_million;
	} good[] = {{"0", 0},       {"1%", 10000},  {"0.01", 10000}, {"0.5%", 5000}, {"100%", 1000000},
		    {"1", 1000000}, {"0.0001%", 1}, {"0.00005%", 1}, {"0.29%", 2900}};
	static const char *const bad[] = {"", "%", "1%%", "-1%", "1 %", "one", "0x1", "1e-2", "0.1.1"};
	struct ece_error error;
	uint32_t per_million;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(wire_share_parse(good[i].text, &per_million, &error), 0);
		assert_int_equal(per_million, good[i].per_million);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(wire_share_parse(bad[i], &per_million, &error), -EINVAL);
	assert_int_equal(wire_share_parse("101%", &per_million, &error), -EINVAL);
	assert_string_equal(error.text, "no more than all of them, and not 101%");
	assert_int_equal(wire_share_parse("0.00004%", &per_million, &error), -EINVAL);
	assert_string_equal(error.text, "the smallest part is 0.0001%, and 0.00004% is less");
	assert_int_equal(wire_share_parse("2", &per_million, &error), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(delays),
		cmocka_unit_test(shares),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
