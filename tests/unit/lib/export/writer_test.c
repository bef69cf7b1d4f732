// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The formats, character by character. Right texts are by Prometheus' "Exposition formats" and OpenMetrics 1.0.0. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/export/writer.h"

static const struct export_family bytes = {
	.name = "ece_sent_bytes", .unit = "bytes", .help = "Bytes \"sent\" \\ by\nus.", .type = EXPORT_COUNTER};
static const struct export_family info = {.name = "ece_build", .help = "It.", .type = EXPORT_INFO};
static const struct export_family strange = {.name = "ece_strange", .help = "It.", .type = EXPORT_UNKNOWN};
static const struct export_family gauge = {.name = "ece_level", .help = "It."};

static const struct export_label device[] = {{"device", "mlx5_0"}, {"empty", ""}, {"none", NULL}};
static const struct export_labels labels = {.list = device, .count = 3};

static void expect(struct export_writer *writer, const char *text)
{
	assert_int_equal(export_writer_end(writer), 0);
	assert_string_equal(writer->text, text);
	assert_int_equal(writer->len, strlen(text));
	free(writer->text);
}

static void one_of_each(struct export_writer *writer, enum export_format format)
{
	export_writer_begin(writer, format, 1 << 20);
	export_family_begin(writer, &bytes);
	export_sample(writer, &labels, NULL, export_integer(7));
	export_sample(writer, &labels, &(struct export_label){"priority", "3"}, export_integer(0));
	export_family_begin(writer, &gauge);
	export_family_begin(writer, &info);
	export_sample(writer, NULL, &(struct export_label){"version", "1"}, export_integer(1));
	export_family_begin(writer, &strange);
	export_sample(writer, NULL, NULL, export_integer(2));
	assert_int_equal(writer->series, 4);
}

static void text_of_prometheus(void **state)
{
	struct export_writer writer;

	(void)state;
	one_of_each(&writer, EXPORT_PROMETHEUS);
	expect(&writer, "# TYPE ece_sent_bytes_total counter\n"
			"# HELP ece_sent_bytes_total Bytes \"sent\" \\\\ by\\nus.\n"
			"ece_sent_bytes_total{device=\"mlx5_0\"} 7\n"
			"ece_sent_bytes_total{device=\"mlx5_0\",priority=\"3\"} 0\n"
			"# TYPE ece_build_info gauge\n"
			"# HELP ece_build_info It.\n"
			"ece_build_info{version=\"1\"} 1\n"
			"# TYPE ece_strange untyped\n"
			"# HELP ece_strange It.\n"
			"ece_strange 2\n");
}

static void text_of_openmetrics(void **state)
{
	struct export_writer writer;

	(void)state;
	one_of_each(&writer, EXPORT_OPENMETRICS);
	expect(&writer, "# TYPE ece_sent_bytes counter\n"
			"# UNIT ece_sent_bytes bytes\n"
			"# HELP ece_sent_bytes Bytes \\\"sent\\\" \\\\ by\\nus.\n"
			"ece_sent_bytes_total{device=\"mlx5_0\"} 7\n"
			"ece_sent_bytes_total{device=\"mlx5_0\",priority=\"3\"} 0\n"
			"# TYPE ece_build info\n"
			"# HELP ece_build It.\n"
			"ece_build_info{version=\"1\"} 1\n"
			"# TYPE ece_strange unknown\n"
			"# HELP ece_strange It.\n"
			"ece_strange 2\n"
			"# EOF\n");
}

static void an_empty_page_is_a_page(void **state)
{
	struct export_writer writer;

	(void)state;
	export_writer_begin(&writer, EXPORT_PROMETHEUS, 100);
	expect(&writer, "");
	export_writer_begin(&writer, EXPORT_OPENMETRICS, 100);
	expect(&writer, "# EOF\n");
}

static void expect_number(struct export_number value, const char *text)
{
	struct export_writer writer;
	char line[128];

	export_writer_begin(&writer, EXPORT_PROMETHEUS, 1000);
	export_family_begin(&writer, &gauge);
	export_sample(&writer, NULL, NULL, value);
	assert_int_equal(export_writer_end(&writer), 0);
	snprintf(line, sizeof(line), "\nece_level %s\n", text);
	assert_non_null(strstr(writer.text, line));
	free(writer.text);
}

/* 2^53 + 1 is the first that a double does not have. */
static void no_digit_is_lost(void **state)
{
	(void)state;
	expect_number(export_integer(9007199254740993), "9007199254740993");
	expect_number(export_integer(UINT64_MAX), "18446744073709551615");
	expect_number(export_microseconds(1), "0.000001");
	expect_number(export_microseconds(1500000), "1.5");
	expect_number(export_microseconds(0), "0");
	expect_number(export_microseconds(20000000), "20");
	expect_number(export_microseconds(UINT64_MAX), "18446744073709.551615");
	expect_number(export_real(0.1), "0.1");
	expect_number(export_real(1.0 / 3), "0.33333333333333331");
	expect_number(export_real(NAN), "NaN");
	expect_number(export_real(INFINITY), "+Inf");
	expect_number(export_real(-INFINITY), "-Inf");
}

static void labels_are_escaped(void **state)
{
	struct export_writer writer;

	(void)state;
	export_writer_begin(&writer, EXPORT_PROMETHEUS, 1000);
	export_family_begin(&writer, &gauge);
	export_sample(&writer, NULL, &(struct export_label){"a", "q\"b\\n\n{},\xff"}, export_integer(1));
	assert_int_equal(export_writer_end(&writer), 0);
	assert_non_null(strstr(writer.text, "\nece_level{a=\"q\\\"b\\\\n\\n{},\xef\xbf\xbd\"} 1\n"));
	free(writer.text);
}

static void json_says_what_is_missing(void **state)
{
	struct export_writer writer;
	json_t *page, *want;

	(void)state;
	export_writer_begin(&writer, EXPORT_JSON, 1 << 20);
	export_family_begin(&writer, &bytes);
	export_sample(&writer, &labels, NULL, export_integer(9007199254740993));
	export_missing(&writer, &labels, &(struct export_label){"priority", "3"}, "unreadable");
	export_family_begin(&writer, &gauge);
	export_sample(&writer, NULL, NULL, export_microseconds(1500000));
	export_sample(&writer, NULL, NULL, export_real(NAN));
	assert_int_equal(export_writer_end(&writer), 0);
	page = json_loads(writer.text, 0, NULL);
	want = json_pack("{s:[{s:s,s:s,s:s,s:s,s:[{s:{s:s},s:I},{s:{s:s,s:s},s:s}]},{s:s,s:s,s:s,s:[{s:f},{s:n}]}]}",
			 "families", "family", "ece_sent_bytes", "type", "counter", "unit", "bytes", "help", bytes.help,
			 "samples", "labels", "device", "mlx5_0", "value", (json_int_t)9007199254740993, "labels",
			 "device", "mlx5_0", "priority", "3", "missing", "unreadable", "family", "ece_level", "type",
			 "gauge", "help", "It.", "samples", "value", 1.5, "value");
	assert_non_null(want);
	assert_true(json_equal(page, want));
	assert_int_equal(writer.series, 3);
	json_decref(page);
	json_decref(want);
	free(writer.text);
}

/* What is missing is no series of the texts, and no head of a family. */
static void texts_leave_out_what_is_missing(void **state)
{
	struct export_writer writer;

	(void)state;
	export_writer_begin(&writer, EXPORT_PROMETHEUS, 1000);
	export_family_begin(&writer, &gauge);
	export_missing(&writer, &labels, NULL, "absent");
	assert_int_equal(writer.series, 0);
	expect(&writer, "");
}

static void a_page_has_an_end(void **state)
{
	const char *line = "# TYPE ece_level gauge\n# HELP ece_level It.\nece_level 1\n";

	(void)state;
	for (int format = EXPORT_PROMETHEUS; format <= EXPORT_JSON; format++) {
		struct export_writer writer;
		size_t max = format == EXPORT_PROMETHEUS ? strlen(line) - 1 : 10;

		export_writer_begin(&writer, format, max);
		export_family_begin(&writer, &gauge);
		export_sample(&writer, NULL, NULL, export_integer(1));
		assert_int_equal(export_writer_end(&writer), -E2BIG);
		free(writer.text);
	}
	struct export_writer writer;

	export_writer_begin(&writer, EXPORT_PROMETHEUS, strlen(line));
	export_family_begin(&writer, &gauge);
	export_sample(&writer, NULL, NULL, export_integer(1));
	expect(&writer, line);
}

static void a_page_grows(void **state)
{
	struct export_writer writer;

	(void)state;
	export_writer_begin(&writer, EXPORT_PROMETHEUS, 1 << 24);
	export_family_begin(&writer, &gauge);
	for (unsigned int i = 0; i < 100000; i++)
		export_sample(&writer, NULL, NULL, export_integer(5));
	assert_int_equal(export_writer_end(&writer), 0);
	assert_int_equal(writer.len,
			 strlen("# TYPE ece_level gauge\n# HELP ece_level It.\n") + 100000 * strlen("ece_level 5\n"));
	assert_int_equal(strlen(writer.text), writer.len);
	free(writer.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_of_prometheus),
		cmocka_unit_test(text_of_openmetrics),
		cmocka_unit_test(an_empty_page_is_a_page),
		cmocka_unit_test(no_digit_is_lost),
		cmocka_unit_test(labels_are_escaped),
		cmocka_unit_test(json_says_what_is_missing),
		cmocka_unit_test(texts_leave_out_what_is_missing),
		cmocka_unit_test(a_page_has_an_end),
		cmocka_unit_test(a_page_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
