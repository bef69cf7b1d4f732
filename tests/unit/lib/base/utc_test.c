// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The seconds are those of date(1): date -u -d 2099-12-31 +%s */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/base/utc.h"

static void is(const char *text, int64_t want_begin, int64_t want_end)
{
	int64_t begin = -1, end = -1;

	assert_null(utc_parse(text, &begin, &end));
	assert_int_equal(begin, want_begin);
	assert_int_equal(end, want_end);
	assert_null(utc_parse(text, &begin, NULL));
}

static void days(void **state)
{
	(void)state;
	is("1970-01-01", 0, 86400);
	is("2000-02-29", 951782400, 951868800);
	is("2026-11-30", 1795996800, 1796083200);
	is("2099-12-31", 4102358400, 4102444800);
	is("9999-12-31", 253402214400, 253402300800);
}

static void times(void **state)
{
	(void)state;
	is("2026-11-30T05:12Z", 1796015520, 1796015580);
	is("2026-11-30T05:12:07Z", 1796015527, 1796015528);
	is("2026-11-30T23:59:59Z", 1796083199, 1796083200);
}

static void no_days(void **state)
{
	static const char *const texts[] = {
		"2099-02-29", "2100-02-29", "2099-13-01",        "2099-00-01",        "2099-04-31",
		"2099-01-00", "1969-12-31", "2099-12-31T24:00Z", "2099-12-31T23:60Z", "2099-12-31T23:59:60Z",
	};
	int64_t begin = -1;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(utc_parse(texts[i], &begin, NULL), "there is no such day or time");
	assert_int_equal(begin, -1);
}

static void no_dates(void **state)
{
	static const char *const texts[] = {
		"",
		"2",
		"2099",
		"2099-",
		"2099-1",
		"2099-12",
		"2099-12-",
		"2099-12-3",
		"2099-12-311",
		"2099/12/31",
		"31.12.2099",
		"2099-12-31T",
		"2099-12-31 18:00Z",
		"2099-12-31T18",
		"2099-12-31T18Z",
		"2099-12-31T18:00",
		"2099-12-31T18:00z",
		"2099-12-31T18:00:00",
		"2099-12-31T18:00:00.5Z",
		"2099-12-31T18:00Z ",
		"+099-12-31",
		"tomorrow",
	};
	int64_t begin = -1;

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_string_equal(utc_parse(texts[i], &begin, NULL),
				    "a date is written as \"2099-12-31\", a time as \"2099-12-31T18:00Z\"");
	assert_int_equal(begin, -1);
}

static void back_to_text(void **state)
{
	char buf[UTC_TEXT_MAX];

	(void)state;
	assert_string_equal(utc_format(0, buf), "1970-01-01T00:00:00Z");
	assert_string_equal(utc_format(951782400 + 86399, buf), "2000-02-29T23:59:59Z");
	assert_string_equal(utc_format(1796015527, buf), "2026-11-30T05:12:07Z");
	assert_string_equal(utc_format(253402300799, buf), "9999-12-31T23:59:59Z");
	assert_string_equal(utc_format(INT64_MAX, buf), "9999-12-31T23:59:59Z");
	assert_string_equal(utc_format(-1, buf), "1970-01-01T00:00:00Z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(days),     cmocka_unit_test(times),        cmocka_unit_test(no_days),
		cmocka_unit_test(no_dates), cmocka_unit_test(back_to_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
