// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The checker of pages finds what is wrong with one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/page.h"
#include "tests/unit/lib/export/round.h"
#include "tests/unit/lib/export/strict.h"

#define A_HEAD "# TYPE a gauge\n# HELP a It.\n"
#define B_HEAD "# TYPE b_bytes counter\n# UNIT b_bytes bytes\n# HELP b_bytes It.\n"
#define C_HEAD "# TYPE c_total counter\n# HELP c_total It.\n"

static bool check(const char *text, bool openmetrics, size_t *series)
{
	char why[STRICT_WHY_MAX];

	return strict_check(text, strlen(text), openmetrics, series, why);
}

static void good_pages_pass(void **state)
{
	size_t series;

	(void)state;
	assert_true(check("", false, &series));
	assert_true(check("# EOF\n", true, &series));
	assert_true(
		check(A_HEAD "a 1\n" C_HEAD "c_total{x=\"\\\"\\\\\\n\xc3\xa4\",y=\"2\"} 1.5e-05\n", false, &series));
	assert_int_equal(series, 2);
	assert_true(check(B_HEAD "b_bytes_total 1\nb_bytes_total{x=\"1\"} +Inf\n"
				 "# TYPE d info\n# HELP d It.\nd_info{v=\"1\"} 1\n# EOF\n",
			  true, &series));
	assert_int_equal(series, 3);
}

static void bad_pages_do_not(void **state)
{
	static const struct {
		const char *text;
		bool openmetrics;
	} cases[] = {
		{A_HEAD "a 1", false},
		{A_HEAD "a 1\n", true},
		{A_HEAD "a 1\n# EOF\na 2\n", true},
		{A_HEAD "a 1\n\n", false},
		{A_HEAD, false},
		{A_HEAD "a 1\na 2\n", false},
		{A_HEAD "a{x=\"1\"} 1\na{x=\"1\"} 1\n", false},
		{A_HEAD "a{x=\"1\",x=\"2\"} 1\n", false},
		{A_HEAD "a{x=\"\"} 1\n", false},
		{A_HEAD "a{x=\"1\" 1\n", false},
		{A_HEAD "a{x=\"\\q\"} 1\n", false},
		{A_HEAD "a{1x=\"1\"} 1\n", false},
		{A_HEAD "a 1 1\n", false},
		{A_HEAD "a one\n", false},
		{A_HEAD "b 1\n", false},
		{A_HEAD "a_total 1\n", false},
		{A_HEAD "a 1\n" C_HEAD "c_total 1\n" A_HEAD "a{x=\"1\"} 1\n", false},
		{"# HELP a It.\n# TYPE a gauge\na 1\n", false},
		{"# TYPE a gauge\na 1\n", false},
		{"# TYPE a info\n# HELP a It.\na 1\n", false},
		{"# TYPE a counter\n# HELP a It.\na 1\n", false},
		{"# TYPE a untyped\n# HELP a It.\na 1\n# EOF\n", true},
		{"# TYPE b counter\n# UNIT b bytes\n# HELP b It.\nb_total 1\n# EOF\n", true},
		{B_HEAD "b_bytes 1\n# EOF\n", true},
		{"# a comment\n", false},
		{A_HEAD "a{x=\"\xff\"} 1\n", false},
		{A_HEAD "a{x=\"\xc3\"} 1\n", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t series;

		if (check(cases[i].text, cases[i].openmetrics, &series))
			fail_msg("%s", cases[i].text);
	}
}

static void a_page_passes(void **state)
{
	const struct export_options options = {.all = true, .node_names = true, .per_process = true, .per_qp = true};
	static struct round made;

	(void)state;
	round_make(&made);
	round_count(&made, ROUND_CARD, "packet_seq_err", 1);
	for (int format = EXPORT_PROMETHEUS; format <= EXPORT_OPENMETRICS; format++) {
		struct export_page page;
		struct ece_error e;
		size_t series;

		assert_int_equal(export_page(&(struct export_view){.round = &made.round}, &options,
					     (enum export_format)format, &page, &e),
				 0);
		assert_true(check(page.text, format == EXPORT_OPENMETRICS, &series));
		assert_int_equal(series, page.series);
		export_page_done(&page);
	}
	round_done(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_pages_pass),
		cmocka_unit_test(bad_pages_do_not),
		cmocka_unit_test(a_page_passes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
