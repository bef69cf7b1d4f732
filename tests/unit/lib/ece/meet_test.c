// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What two offers have in common, by the rules that the vendor documents: the lower version, the options of both, and
 * nothing at all with a peer that has no ECE or is of another vendor.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ece/offer.h"

static void an_offer_is_made_of_its_parts(void **state)
{
	struct ece_offer offer = ece_offer_make(3, 0x2);

	(void)state;
	assert_int_equal(offer.vendor_id, 0x15b3);
	assert_int_equal(offer.options, 0x30000002);
	assert_int_equal(ece_offer_make(0x1f, 0xf0000001).options, 0xf0000001);
	assert_int_equal(ece_offer_none().vendor_id, 0);
	assert_int_equal(ece_offer_none().options, 0);
}

static void none_is_no_vendor_or_no_word(void **state)
{
	static const struct {
		struct ece_offer offer;
		bool none;
	} cases[] = {
		{{0, 0}, true},       {{0, 0x30000002}, true}, {{0x15b3, 0}, true}, {{0x15b3, 1u << 28}, false},
		{{0x1234, 1}, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(ece_offer_is_none(&cases[i].offer), cases[i].none);
}

static const struct {
	struct ece_offer a, b, both;
} meetings[] = {
	/* two ConnectX-7 sites whose programs logged 0x30000002 */
	{{0x15b3, 0x30000002}, {0x15b3, 0x30000002}, {0x15b3, 0x30000002}},
	{{0x15b3, 0x30000003}, {0x15b3, 0x30000002}, {0x15b3, 0x30000002}},
	/* options that have no name are kept as any other */
	{{0x15b3, 0x30000107}, {0x15b3, 0xf0000105}, {0x15b3, 0x30000105}},
	/* nothing in common but the version is still a word: "no features" */
	{{0x15b3, 0x30000001}, {0x15b3, 0x30000002}, {0x15b3, 0x30000000}},
	/* the lower version; selective repeat is there from version 2 on */
	{{0x15b3, 0x30000003}, {0x15b3, 0x20000003}, {0x15b3, 0x20000003}},
	{{0x15b3, 0x30000003}, {0x15b3, 0x10000003}, {0x15b3, 0x10000002}},
	{{0x15b3, 0x30000003}, {0x15b3, 0x00000003}, {0, 0}},
	/* without ECE */
	{{0x15b3, 0x30000003}, {0, 0}, {0, 0}},
	{{0x15b3, 0x30000003}, {0, 0x30000003}, {0, 0}},
	{{0x15b3, 0x30000003}, {0x15b3, 0}, {0, 0}},
	{{0, 0}, {0, 0}, {0, 0}},
	/* another vendor; and two of another one, whose bits nobody here knows */
	{{0x15b3, 0x30000003}, {0x1234, 0x30000003}, {0, 0}},
	{{0x1234, 0x30000003}, {0x1234, 0x30000003}, {0, 0}},
};

static void what_both_have_is_common(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(meetings) / sizeof(meetings[0]); i++) {
		struct ece_offer one_way = ece_offer_intersect(&meetings[i].a, &meetings[i].b);
		struct ece_offer other_way = ece_offer_intersect(&meetings[i].b, &meetings[i].a);

		assert_int_equal(one_way.vendor_id, meetings[i].both.vendor_id);
		assert_int_equal(one_way.options, meetings[i].both.options);
		assert_memory_equal(&one_way, &other_way, sizeof(one_way));
	}
}

static void a_policy_keeps_options_back(void **state)
{
	struct ece_offer mine = {0x15b3, 0x30000107}, foreign = {0x1234, 0x30000107};

	(void)state;
	assert_int_equal(ece_offer_allow(&mine, 0x0fffffff).options, 0x30000107);
	assert_int_equal(ece_offer_allow(&mine, 0x2).options, 0x30000002);
	assert_int_equal(ece_offer_allow(&mine, 0).options, 0x30000000);
	assert_int_equal(ece_offer_allow(&mine, 0).vendor_id, 0x15b3);
	assert_int_equal(ece_offer_allow(&foreign, 0).options, 0x30000107);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_offer_is_made_of_its_parts),
		cmocka_unit_test(none_is_no_vendor_or_no_word),
		cmocka_unit_test(what_both_have_is_common),
		cmocka_unit_test(a_policy_keeps_options_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
