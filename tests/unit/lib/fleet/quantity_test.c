// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/fleet/quantity.h"

static uint64_t duration(const char *text)
{
	uint64_t ns = 1;

	assert_null(quantity_duration(text, &ns));
	return ns;
}

static void durations(void **state)
{
	(void)state;
	assert_int_equal(duration("10ms"), 10000000);
	assert_int_equal(duration("60s"), 60000000000);
	assert_int_equal(duration("30m"), 1800000000000);
	assert_int_equal(duration("4h"), 14400000000000);
	assert_int_equal(duration("2d"), 172800000000000);
	assert_int_equal(duration("0s"), 0);
	assert_int_equal(duration("5 s"), 5000000000);
	assert_int_equal(duration("366d"), 31622400000000000);
}

static void not_durations(void **state)
{
	static const char *const texts[] = {"",    "60",  "s",   "1.5s", "-1s", "60 sec",
					    "60S", "1s ", " 1s", "1  s", "0x1s"};
	uint64_t ns = 7;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(quantity_duration(texts[i], &ns),
				    "a duration is a whole number and one of ms, s, m, h, d, as in \"60s\"");
	assert_string_equal(quantity_duration("367d", &ns), "longer than 366 days");
	assert_string_equal(quantity_duration("31622400001ms", &ns), "longer than 366 days");
	assert_string_equal(quantity_duration("1000000000000000000000s", &ns), "longer than 366 days");
	assert_int_equal(ns, 7);
}

static uint32_t percent(const char *text)
{
	struct fleet_amount amount = {0};

	assert_null(quantity_percent(text, &amount));
	assert_true(amount.percent);
	return amount.n;
}

static void percentages(void **state)
{
	(void)state;
	assert_int_equal(percent("5%"), 500);
	assert_int_equal(percent("100%"), 10000);
	assert_int_equal(percent("12.5%"), 1250);
	assert_int_equal(percent("0.25 %"), 25);
	assert_int_equal(percent("0.05%"), 5);
	assert_int_equal(percent("100.0%"), 10000);
	assert_int_equal(percent("0%"), 0);
}

static void not_percentages(void **state)
{
	static const char *const texts[] = {"", "5", "%", "-5%", "5.%", ".5%", "5 %%", "5% ", "five%"};
	struct fleet_amount amount = {.n = 7};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(quantity_percent(texts[i], &amount),
				    "write a number of hosts, or a percentage as in \"5%\" or \"12.5%\"");
	assert_string_equal(quantity_percent("1.125%", &amount),
			    "a percentage has at most two places behind the point");
	assert_string_equal(quantity_percent("100.01%", &amount), "more than 100 %");
	assert_string_equal(quantity_percent("101%", &amount), "more than 100 %");
	assert_string_equal(quantity_percent("10000000000000000000000%", &amount), "more than 100 %");
	assert_int_equal(amount.n, 7);
}

static uint32_t part(uint32_t hundredths, uint32_t total)
{
	return fleet_amount_of((struct fleet_amount){.percent = true, .n = hundredths}, total);
}

static void parts_are_rounded_up(void **state)
{
	(void)state;
	assert_int_equal(part(500, 128), 7);
	assert_int_equal(part(500, 100), 5);
	assert_int_equal(part(2500, 128), 32);
	assert_int_equal(part(10000, 128), 128);
	assert_int_equal(part(1, 3), 1);
	assert_int_equal(part(500, 0), 0);
	assert_int_equal(part(10000, 200000), 200000);
	assert_int_equal(part(9999, 200000), 199980);
	assert_int_equal(fleet_amount_of((struct fleet_amount){.n = 3}, 128), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations),
		cmocka_unit_test(not_durations),
		cmocka_unit_test(percentages),
		cmocka_unit_test(not_percentages),
		cmocka_unit_test(parts_are_rounded_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
