// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ECE words. Values seen in public: 0x10000000 (rdma-core asks with it), 0x30000000 (rosenbaumalex/dcping#3), 0x30000002
 * (openucx/ucx#11252), 0xffffffff (UCX "all").
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ece/offer.h"

static const struct {
	uint32_t options;
	unsigned int version;
	uint32_t unnamed;
	const char *text;
} words[] = {
	{0x00000000, 0, 0, "none"},
	{0x10000000, 1, 0, "version=1"},
	{0x20000001, 2, 0, "version=2 selective_repeat"},
	{0x30000000, 3, 0, "version=3"},
	{0x30000002, 3, 0, "version=3 programmable_cc"},
	{0x30000003, 3, 0, "version=3 selective_repeat programmable_cc"},
	{0x30000100, 3, 0x100, "version=3 0x100"},
	{0x00000001, 0, 0, "version=0 selective_repeat"},
	{0xffffffff, 15, 0xffffffc, "version=15 selective_repeat programmable_cc 0xffffffc"},
};

static void words_mean_and_say(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		struct ece_offer offer = {.vendor_id = 0x15b3, .options = words[i].options};
		struct ece_offer back = {0};
		char text[ECE_OFFER_TEXT_MAX];

		assert_int_equal(ece_offer_version(&offer), words[i].version);
		assert_int_equal(ece_offer_unnamed(&offer), words[i].unnamed);
		assert_string_equal(ece_offer_format(&offer, text, sizeof(text)), words[i].text);
		assert_int_equal(ece_offer_parse(text, &back, NULL), 0);
		assert_int_equal(back.options, words[i].options);
		assert_int_equal(back.vendor_id, 0x15b3);
	}
}

static void other_vendors_are_not_read(void **state)
{
	struct ece_offer offer = {.vendor_id = 0x1234, .options = 0x30000003};
	char text[ECE_OFFER_TEXT_MAX], small[8];

	(void)state;
	assert_string_equal(ece_offer_format(&offer, text, sizeof(text)), "vendor=0x1234 0x30000003");
	assert_string_equal(ece_offer_format(&offer, small, sizeof(small)), "vendor=");
	assert_int_equal(ece_offer_parse(text, &offer, NULL), -EINVAL);
}

static void people_may_type_it_their_way(void **state)
{
	static const struct {
		const char *text;
		uint32_t options;
	} typed[] = {
		{"0x30000003", 0x30000003},         {"0", 0},
		{"805306371", 0x30000003},          {"programmable_cc,selective_repeat,version=3", 0x30000003},
		{"  version=0xf , 4 ", 0xf0000004}, {"version=3 0x0", 0x30000000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
		struct ece_offer offer = {0};

		assert_int_equal(ece_offer_parse(typed[i].text, &offer, NULL), 0);
		assert_int_equal(offer.options, typed[i].options);
	}
}

static void faults_are_named(void **state)
{
	static const struct {
		const char *text;
		enum ece_error_kind kind;
		const char *says;
	} faulty[] = {
		{"", ECE_ERROR_SYNTAX, "needs a version"},
		{"selective_repeat", ECE_ERROR_SYNTAX, "needs a version"},
		{"version=3 selective_repeat 0x1", ECE_ERROR_DUPLICATE, "\"0x1\" is named twice"},
		{"version=3 version=3", ECE_ERROR_DUPLICATE, "two versions"},
		{"version=16", ECE_ERROR_RANGE, "0..15"},
		{"version=", ECE_ERROR_RANGE, "\"\""},
		{"version=3 0x10000000", ECE_ERROR_RANGE, "reach into the version"},
		{"0x100000000", ECE_ERROR_RANGE, "more than 32 bits"},
		{"99999999999999999999999", ECE_ERROR_UNKNOWN_NAME, "no ECE option"},
		{"version=3 selective_repeet", ECE_ERROR_UNKNOWN_NAME, "did you mean \"selective_repeat\""},
		{"version=3 -1", ECE_ERROR_UNKNOWN_NAME, "\"-1\""},
		{"version=3 0x", ECE_ERROR_UNKNOWN_NAME, "\"0x\""},
		{"version=3 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		 ECE_ERROR_SYNTAX, "too long"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faulty) / sizeof(faulty[0]); i++) {
		struct ece_offer offer = {.vendor_id = 7, .options = 7};
		struct ece_error e = {0};

		assert_int_equal(ece_offer_parse(faulty[i].text, &offer, &e), -EINVAL);
		assert_int_equal(e.kind, faulty[i].kind);
		assert_non_null(strstr(e.text, faulty[i].says));
		assert_int_equal(offer.options, 7);
	}
}

static void two_ends_are_compared(void **state)
{
	struct ece_offer a = {0x15b3, 0x30000006}, b = {0x15b3, 0x20000003}, other = {0x1234, 0x30000006};
	struct ece_offer_difference d = ece_offer_compare(&a, &b);

	(void)state;
	assert_false(d.same);
	assert_int_equal(d.version, 2);
	assert_int_equal(d.common, 2);
	assert_int_equal(d.only_a, 4);
	assert_int_equal(d.only_b, 1);
	d = ece_offer_compare(&a, &a);
	assert_true(d.same);
	assert_int_equal(d.only_a | d.only_b, 0);
	d = ece_offer_compare(&a, &other);
	assert_true(d.other_vendor);
	assert_false(d.same);
	assert_int_equal(d.common, 0);
}

static void options_have_one_bit_and_one_name(void **state)
{
	uint32_t seen = 0;

	(void)state;
	for (size_t i = 0; ece_option_at(i); i++) {
		const struct ece_option *option = ece_option_at(i);

		assert_int_equal(__builtin_popcount(option->bit), 1);
		assert_int_equal(seen & option->bit, 0);
		seen |= option->bit;
		assert_ptr_equal(ece_option_find(option->name), option);
	}
	assert_int_equal(seen, 3);
	assert_null(ece_option_find("version"));
	assert_int_equal(ece_option_find("selective_repeat")->since, 2);
	assert_true(ece_option_find("programmable_cc")->by_inference);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_mean_and_say),           cmocka_unit_test(other_vendors_are_not_read),
		cmocka_unit_test(people_may_type_it_their_way), cmocka_unit_test(faults_are_named),
		cmocka_unit_test(two_ends_are_compared),        cmocka_unit_test(options_have_one_bit_and_one_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
