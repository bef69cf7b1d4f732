// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Sets of ECE options as text. Bits: UCX pull request 6518 (selective repeat), openucx/ucx#11252. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ece/offer.h"

static const struct {
	uint32_t bits;
	const char *text;
} sets[] = {
	{0, "none"},
	{0x1, "selective_repeat"},
	{0x2, "programmable_cc"},
	{0x3, "selective_repeat,programmable_cc"},
	{0x4, "0x4"},
	{0x8000001, "selective_repeat,0x8000000"},
	{0xffffff8, "0xffffff8"},
	{0xffffffb, "selective_repeat,programmable_cc,0xffffff8"},
	{0xfffffff, "all"},
};

static void sets_print_and_come_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		char text[ECE_OFFER_TEXT_MAX];
		uint32_t bits = ~sets[i].bits;

		assert_string_equal(ece_bits_format(sets[i].bits, text, sizeof(text)), sets[i].text);
		assert_int_equal(ece_bits_parse(sets[i].text, &bits, NULL), 0);
		assert_int_equal(bits, sets[i].bits);
	}
}

static void bits_of_a_version_are_not_printed(void **state)
{
	char text[ECE_OFFER_TEXT_MAX], small[8];

	(void)state;
	assert_string_equal(ece_bits_format(0x30000001, text, sizeof(text)), "selective_repeat");
	assert_string_equal(ece_bits_format(0x3, small, sizeof(small)), "selecti");
}

static void people_may_type_it_their_way(void **state)
{
	static const struct {
		const char *text;
		uint32_t bits;
	} typed[] = {
		{"programmable_cc, selective_repeat", 3},
		{" 0x4 8\t", 12},
		{"3", 3},
		{"0x0", 0},
		{"0x0fffffff", 0xfffffff},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		uint32_t bits = 0xdead;

		assert_int_equal(ece_bits_parse(typed[i].text, &bits, NULL), 0);
		assert_int_equal(bits, typed[i].bits);
	}
}

static void words_have_a_limit(void **state)
{
	struct ece_error e = {0};
	char text[65];
	uint32_t bits;

	(void)state;
	memset(text, 'a', sizeof(text) - 1);
	text[64] = '\0';
	assert_int_equal(ece_bits_parse(text, &bits, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_SYNTAX);
	text[63] = '\0';
	assert_int_equal(ece_bits_parse(text, &bits, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_UNKNOWN_NAME);
}

static void faults_are_named(void **state)
{
	static const struct {
		const char *text;
		enum ece_error_kind kind;
		const char *says;
	} faulty[] = {
		{"", ECE_ERROR_SYNTAX, "write all or none"},
		{" , ", ECE_ERROR_SYNTAX, "write all or none"},
		{"all,0x4", ECE_ERROR_SYNTAX, "\"all\" stands alone"},
		{"0x4 none", ECE_ERROR_SYNTAX, "\"none\" stands alone"},
		{"selective_repeat,0x1", ECE_ERROR_DUPLICATE, "\"0x1\" is named twice"},
		{"0x10000000", ECE_ERROR_RANGE, "the top four bits"},
		{"0x30000003", ECE_ERROR_RANGE, "the top four bits"},
		{"selective_repeet", ECE_ERROR_UNKNOWN_NAME, "did you mean \"selective_repeat\""},
		{"version=3", ECE_ERROR_UNKNOWN_NAME, "numbers of bits as 0x4"},
		{"-1", ECE_ERROR_UNKNOWN_NAME, "\"-1\""},
		{"0x", ECE_ERROR_UNKNOWN_NAME, "\"0x\""},
		{"4 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ECE_ERROR_SYNTAX,
		 "too long: \"aaaaaaaaaaaaaaaa...\""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faulty) / sizeof(faulty[0]); i++) {
		struct ece_error e = {0};
		uint32_t bits = 7;

		assert_int_equal(ece_bits_parse(faulty[i].text, &bits, &e), -EINVAL);
		assert_int_equal(e.kind, faulty[i].kind);
		assert_non_null(strstr(e.text, faulty[i].says));
		assert_int_equal(bits, 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_print_and_come_back),
		cmocka_unit_test(bits_of_a_version_are_not_printed),
		cmocka_unit_test(people_may_type_it_their_way),
		cmocka_unit_test(words_have_a_limit),
		cmocka_unit_test(faults_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
