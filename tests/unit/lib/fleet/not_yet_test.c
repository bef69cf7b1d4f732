// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a format knows and this version does not carry out. The form of fleet files has nothing of the kind just now. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "lib/fleet/check.h"
#include "lib/fleet/parse.h"

static const struct shape_word words[] = {{.name = "now"}, {.name = "later", .not_yet = true}, {0}};
static const struct shape word = {.kind = SHAPE_WORD, .words = words};
static const struct shape anything = {.kind = SHAPE_ANY};
static const struct shape_key keys[] = {
	{.name = "kind", .shape = &word},
	{.name = "future", .shape = &anything, .not_yet = true},
	{0},
};
static const struct shape shape = {.kind = SHAPE_OBJECT, .keys = keys};

static struct ece_error last;

static void keep(void *ctx, const struct ece_error *e)
{
	(void)ctx;
	last = *e;
}

static size_t faults_of(const char *text)
{
	struct ece_error_sink sink = {.add = keep};
	const struct fleet_input input = {.file = "f.json", .text = text, .len = strlen(text)};
	struct parse p = {.input = &input, .faults = {.sink = &sink, .file = "f.json"}};

	p.file = (struct source){.name = "f.json", .what = "the file"};
	assert_int_equal(source_open(&p, &p.file, text, input.len), 0);
	check_shape(&p, cursor_root(p.file.json), &shape);
	faults_flush(&p.faults);
	source_done(&p.file);
	return sink.count;
}

static void what_is_carried_out_is_no_fault(void **state)
{
	(void)state;
	assert_int_equal(faults_of("{\"kind\": \"now\"}"), 0);
}

static void a_known_word_is_said_to_be_of_another_version(void **state)
{
	(void)state;
	assert_int_equal(faults_of("{\"kind\": \"later\"}"), 1);
	assert_int_equal(last.kind, ECE_ERROR_NOT_YET);
	assert_string_equal(last.text, "kind: \"later\" is known, not in this version");
}

static void a_known_key_is_said_to_be_of_another_version(void **state)
{
	(void)state;
	assert_int_equal(faults_of("{\"future\": 1}"), 1);
	assert_int_equal(last.kind, ECE_ERROR_NOT_YET);
	assert_string_equal(last.text, "future: known, not in this version");
}

/* Who mistyped is not sent to what does not work. */
static void a_word_of_none_is_not_told_the_later_ones(void **state)
{
	(void)state;
	assert_int_equal(faults_of("{\"kind\": \"xx\"}"), 1);
	assert_int_equal(last.kind, ECE_ERROR_UNKNOWN_NAME);
	assert_string_equal(last.text, "kind: \"xx\" is none of its words: \"now\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_carried_out_is_no_fault),
		cmocka_unit_test(a_known_word_is_said_to_be_of_another_version),
		cmocka_unit_test(a_known_key_is_said_to_be_of_another_version),
		cmocka_unit_test(a_word_of_none_is_not_told_the_later_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
