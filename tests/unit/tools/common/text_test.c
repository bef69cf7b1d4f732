// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/common/table.h"
#include "tools/common/term.h"
#include "tools/common/text.h"

static int utf8(void **state)
{
	(void)state;
	return setlocale(LC_CTYPE, "C.UTF-8") ? 0 : -1;
}

static void width_counts_columns(void **state)
{
	(void)state;
	assert_int_equal(text_width(""), 0);
	assert_int_equal(text_width("gpu001"), 6);
	assert_int_equal(text_width("\u2192"), 1);
	assert_int_equal(text_width("\u00e9\u00e8"), 2);
	/* Wide: two columns each */
	assert_int_equal(text_width("\u4e2d\u6587"), 4);
	/* Combining: no column of its own */
	assert_int_equal(text_width("e\u0301"), 1);
	/* No UTF-8 at all */
	assert_int_equal(text_width("\xff\xfe"), 2);
}

static void fit_takes_whole_characters(void **state)
{
	(void)state;
	assert_int_equal(text_fit("abc", 2), 2);
	assert_int_equal(text_fit("abc", 9), 3);
	assert_int_equal(text_fit("\u2192x", 1), 3);
	assert_int_equal(text_fit("\u4e2dx", 1), 0);
}

static char *wrapped(const char *text, size_t indent, size_t width)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	text_wrap(f, text, indent, width);
	fclose(f);
	return out;
}

static void wrap_breaks_between_words(void **state)
{
	char *out = wrapped("one two three four", 2, 10);

	(void)state;
	assert_string_equal(out, "one two\n  three\n  four");
	free(out);
	out = wrapped("incomprehensibilities ok", 0, 10);
	assert_string_equal(out, "incomprehensibilities\nok");
	free(out);
}

static char *printed(const struct table *table, size_t indent, size_t width)
{
	char *out = NULL;
	size_t size;
	FILE *f = open_memstream(&out, &size);

	assert_int_equal(table_print(table, f, indent, width), 0);
	fclose(f);
	return out;
}

static void table_aligns(void **state)
{
	struct table *table = table_new(3);
	char *out;

	(void)state;
	table_right(table, 1);
	table_add(table, "a\u00e9");
	table_add(table, "%d", 7);
	table_add(table, "x");
	table_add(table, "long");
	table_add(table, "%d", 1234);
	table_add(table, "%s", "");
	out = printed(table, 2, 0);
	assert_string_equal(out, "  a\u00e9       7  x\n  long  1234\n");
	free(out);
	table_free(table);
}

static void table_cuts_the_last_cell(void **state)
{
	struct table *table = table_new(2);
	char *out;

	(void)state;
	table_add(table, "host");
	table_add(table, "abcdefghijkl");
	out = printed(table, 0, 14);
	assert_string_equal(out, "host  abcde...\n");
	free(out);
	out = printed(table, 0, 18);
	assert_string_equal(out, "host  abcdefghijkl\n");
	free(out);
	table_free(table);
}

static void table_without_memory(void **state)
{
	(void)state;
	table_add(NULL, "x");
	table_right(NULL, 0);
	table_free(NULL);
	assert_int_equal(table_print(NULL, stdout, 0, 0), -12);
}

static void frames_replace_each_other(void **state)
{
	char *out = NULL;
	size_t size;
	struct term term = {.tty = true, .out = open_memstream(&out, &size)};

	(void)state;
	term_draw(&term, "one\ntwo\n");
	term_draw(&term, "three\n");
	term_keep(&term);
	term_draw(&term, "four\n");
	fclose(term.out);
	assert_string_equal(out, "one\033[K\ntwo\033[K\n"
				 "\033[2Athree\033[K\n\033[K\n\033[1A"
				 "four\033[K\n");
	free(out);
}

static void frames_are_cut_at_the_width(void **state)
{
	char *out = NULL, line[128];
	size_t size;
	struct term term = {.tty = true, .out = open_memstream(&out, &size)};

	(void)state;
	/* 80 columns where the terminal does not say; styles take none */
	memset(line, 'x', 100);
	memcpy(line, "\033[1m", 4);
	strcpy(line + 100, "\n");
	term_draw(&term, line);
	fclose(term.out);
	assert_int_equal(strcspn(out, "\n"), 4 + 80 + strlen("\033[K"));
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(width_counts_columns),      cmocka_unit_test(fit_takes_whole_characters),
		cmocka_unit_test(wrap_breaks_between_words), cmocka_unit_test(table_aligns),
		cmocka_unit_test(table_cuts_the_last_cell),  cmocka_unit_test(table_without_memory),
		cmocka_unit_test(frames_replace_each_other), cmocka_unit_test(frames_are_cut_at_the_width),
	};

	return cmocka_run_group_tests(tests, utf8, NULL);
}
