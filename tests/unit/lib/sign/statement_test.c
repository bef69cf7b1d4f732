// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lib/sign/statement.h"

/* As docs/signing.md shows it. */
#define TEXT                                                                      \
	"ecekit run 1\n"                                                          \
	"store 5b2e\n"                                                            \
	"epoch 1\n"                                                               \
	"number 7\n"                                                              \
	"run 20261129-1\n"                                                        \
	"plan fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125\n" \
	"root 5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328\n" \
	"requests 8\n"                                                            \
	"not_after 1796083200\n"

static struct sign_statement example(void)
{
	struct sign_statement s = {
		.store = "5b2e",
		.epoch = 1,
		.number = 7,
		.run = "20261129-1",
		.leaves = 8,
		.not_after = 1796083200,
	};

	assert_true(sign_unhex("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125", s.plan));
	assert_true(sign_unhex("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328", s.root));
	return s;
}

static void test_written_as_documented_and_read_again(void **state)
{
	const struct sign_statement s = example();
	struct sign_statement again;
	char text[SIGN_STATEMENT_MAX];
	struct ece_error e;

	(void)state;
	assert_int_equal(sign_statement_write(&s, text), (int)strlen(TEXT));
	assert_string_equal(text, TEXT);
	assert_int_equal(sign_statement_read(TEXT, &again, &e), 0);
	assert_string_equal(again.store, "5b2e");
	assert_string_equal(again.run, "20261129-1");
	assert_int_equal(again.epoch, 1);
	assert_int_equal(again.number, 7);
	assert_int_equal(again.leaves, 8);
	assert_int_equal(again.not_after, 1796083200);
	assert_memory_equal(again.plan, s.plan, SIGN_DIGEST);
	assert_memory_equal(again.root, s.root, SIGN_DIGEST);
}

/* The largest of everything has room. */
static void test_the_longest_statement_fits(void **state)
{
	struct sign_statement s = example(), again;
	char text[SIGN_STATEMENT_MAX];
	struct ece_error e;

	(void)state;
	memset(s.store, 's', sizeof(s.store) - 1);
	memset(s.run, 'r', sizeof(s.run) - 1);
	s.epoch = UINT32_MAX;
	s.number = INT64_MAX;
	s.leaves = SIGN_LEAVES_MAX;
	s.not_after = INT64_MAX;
	assert_in_range(sign_statement_write(&s, text), 1, SIGN_STATEMENT_MAX - 1);
	assert_int_equal(sign_statement_read(text, &again, &e), 0);
	assert_string_equal(again.run, s.run);
}

static void test_no_second_text_for_a_statement(void **state)
{
	static const char *const bad[] = {
		"", "ecekit run 1\n", TEXT "\n", TEXT "more 1\n", " " TEXT,
	};
	struct sign_statement s;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(sign_statement_read(bad[i], &s, &e), -EPROTO);
}

/* One change of one byte at a time: what is still read has another meaning and is written as it stands. */
static void test_every_byte_counts(void **state)
{
	char text[] = TEXT, again[SIGN_STATEMENT_MAX];
	struct sign_statement s;
	struct ece_error e;

	(void)state;
	for (size_t i = 0; i < strlen(text); i++) {
		for (int c = 1; c < 128; c++) {
			text[i] = (char)c;
			if (sign_statement_read(text, &s, &e))
				continue;
			assert_true(sign_statement_write(&s, again) > 0);
			assert_string_equal(again, text);
		}
		text[i] = TEXT[i];
	}
}

static void test_another_form_is_of_a_newer_version(void **state)
{
	struct sign_statement s;
	struct ece_error e;

	(void)state;
	assert_int_equal(sign_statement_read("ecekit run 2\nstore x\n", &s, &e), -EPROTO);
	assert_int_equal(e.kind, ECE_ERROR_VERSION);
}

static void test_names_of_two_lines_are_not_written(void **state)
{
	struct sign_statement s = example();
	char text[SIGN_STATEMENT_MAX];

	(void)state;
	strcpy(s.run, "a\nb");
	assert_int_equal(sign_statement_write(&s, text), -EINVAL);
	strcpy(s.run, "a");
	s.store[0] = '\0';
	assert_int_equal(sign_statement_write(&s, text), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_written_as_documented_and_read_again),
		cmocka_unit_test(test_the_longest_statement_fits),
		cmocka_unit_test(test_no_second_text_for_a_statement),
		cmocka_unit_test(test_every_byte_counts),
		cmocka_unit_test(test_another_form_is_of_a_newer_version),
		cmocka_unit_test(test_names_of_two_lines_are_not_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
