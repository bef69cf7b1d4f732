// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What cards and kernels give as names becomes UTF-8 of a bounded length. Cases of UTF-8: RFC 3629, section 4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/label.h"

#define R "\xef\xbf\xbd"

static void bytes_become_characters(void **state)
{
	static const struct {
		const char *from, *to;
	} cases[] = {
		{"", ""},
		{"mlx5_0", "mlx5_0"},
		{"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
		{"a\nb", "a\nb"},
		{"a\tb\x01", "a" R "b" R},
		{"\x80", R},
		{"\xc3", R},
		{"\xc0\xaf", R R},             /* overlong */
		{"\xe0\x80\xaf", R R R},       /* overlong */
		{"\xf0\x80\x80\xaf", R R R R}, /* overlong */
		{"\xed\xa0\x80", R R R},       /* a surrogate */
		{"\xf4\x90\x80\x80", R R R R}, /* beyond U+10FFFF */
		{"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
		{"\xed\x9f\xbf", "\xed\x9f\xbf"},
		{"\xe0\xa0\x80", "\xe0\xa0\x80"},
		{"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
		{"\xe2\x82", R R},
		{"\xf0\x9f\x98", R R R},
		{"\xf5\x80\x80\x80", R R R R},
		{"\xff\xfe", R R},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char buf[EXPORT_LABEL_MAX];

		assert_int_equal(export_label_clean(buf, cases[i].from), strlen(cases[i].to));
		assert_string_equal(buf, cases[i].to);
	}
}

static void long_values_are_cut_behind_a_character(void **state)
{
	char value[1024] = "", buf[EXPORT_LABEL_MAX];

	(void)state;
	memset(value, 'a', EXPORT_LABEL_MAX - 1);
	assert_int_equal(export_label_clean(buf, value), EXPORT_LABEL_MAX - 1);
	memset(value, 'a', EXPORT_LABEL_MAX);
	assert_int_equal(export_label_clean(buf, value), EXPORT_LABEL_MAX - 1);
	memcpy(value + EXPORT_LABEL_MAX - 2, "\xc3\xa4", 3);
	assert_int_equal(export_label_clean(buf, value), EXPORT_LABEL_MAX - 2);
	memset(value, '\xff', sizeof(value) - 1);
	assert_int_equal(export_label_clean(buf, value), (EXPORT_LABEL_MAX - 1) / 3 * 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_become_characters),
		cmocka_unit_test(long_values_are_cut_behind_a_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
