// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What both ends told: what is missing, what is required, and the exit status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "devx/base/error.h"
#include "tools/ece-connect/report.h"

static struct connect_report end(uint32_t card, uint32_t effective, uint32_t require)
{
	return (struct connect_report){
		.supported = true,
		.effective_by = ECE_EFFECTIVE_BY_DEVICE,
		.card = {ECE_VENDOR_NVIDIA, card},
		.effective = {effective ? ECE_VENDOR_NVIDIA : 0, effective},
		.allow = ECE_OPTIONS_ALL,
		.require = require,
	};
}

static struct connect_pair pair_of(struct connect_report own, struct connect_report peer)
{
	return (struct connect_pair){.own = own, .peer = peer, .has_peer = true};
}

static int exit_of(struct connect_pair pair)
{
	struct connect_result result = {.pairs = &pair, .count = 1};

	result_judge(&result);
	return result_exit(&result);
}

static void all_on_is_success(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x30000003, 3), end(0x30000003, 0x30000003, 0));

	(void)state;
	assert_int_equal(pair_missing(&pair), 0);
	assert_int_equal(pair_lacking(&pair), 0);
	assert_int_equal(exit_of(pair), 0);
}

static void what_one_card_has_and_is_not_on_is_missing(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x20000001, 0), end(0x20000001, 0x20000001, 0));

	(void)state;
	assert_int_equal(pair_missing(&pair), 2);
	assert_int_equal(pair_lacking(&pair), 0);
	pair = pair_of(pair.peer, pair.own);
	assert_int_equal(pair_missing(&pair), 2);
	assert_int_equal(exit_of(pair), 0);
}

static void what_either_end_requires_counts_for_both(void **state)
{
	(void)state;
	assert_int_equal(exit_of(pair_of(end(0x30000003, 0x20000001, 2), end(0x20000001, 0x20000001, 0))), 2);
	assert_int_equal(exit_of(pair_of(end(0x30000003, 0x20000001, 0), end(0x20000001, 0x20000001, 2))), 2);
	assert_int_equal(exit_of(pair_of(end(0x30000003, 0x20000001, 0), end(0x20000001, 0x20000001, 1))), 0);
}

static void what_was_not_read_is_not_known_to_be_on(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x30000003, 1), end(0x30000003, 0x30000003, 0));

	(void)state;
	pair.peer.effective_by = ECE_EFFECTIVE_NOT_READ;
	assert_int_equal(pair_lacking(&pair), 1);
	assert_false(pair_differs(&pair));
	assert_int_equal(exit_of(pair), 2);
	pair.own.require = 0;
	assert_int_equal(exit_of(pair), 0);
}

static void an_end_that_did_not_tell_is_not_known_either(void **state)
{
	struct connect_pair pair = {.own = end(0x30000003, 0x30000003, 1)};

	(void)state;
	assert_int_equal(exit_of(pair), 2);
}

static void another_vendors_bits_are_no_features(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x30000003, 0), end(0x30000003, 0x30000003, 0));

	(void)state;
	pair.own.require = 1;
	pair.own.effective.vendor_id = pair.peer.effective.vendor_id = 0x1234;
	assert_int_equal(pair_lacking(&pair), 1);
}

static void ends_that_differ_are_an_error(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x30000003, 0), end(0x30000003, 0x30000001, 0));
	struct connect_result result = {.pairs = &pair, .count = 1};

	(void)state;
	result_judge(&result);
	assert_int_equal(result.error.kind, ECE_ERROR_NOT_APPLIED);
	assert_int_equal(result_exit(&result), 1);
}

static void a_refusal_of_the_other_end_is_known_here(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0x20000001, 0), end(0x20000001, 0x20000001, 2));
	struct connect_result result = {.pairs = &pair, .count = 1};

	(void)state;
	pair.peer.refused = true;
	result_judge(&result);
	assert_int_equal(result.error.code, -ECONNREFUSED);
	assert_int_equal(result_exit(&result), 2);
}

static void a_refused_connection_lacks_what_it_was_refused_for(void **state)
{
	struct connect_pair pair = pair_of(end(0x30000003, 0, 3), end(0x20000001, 0x20000001, 0));

	(void)state;
	pair.own.refused = pair.own.has_agreed = true;
	pair.own.agreed = (struct ece_offer){ECE_VENDOR_NVIDIA, 0x20000001};
	pair.own.effective_by = ECE_EFFECTIVE_NOT_READ;
	assert_int_equal(pair_missing(&pair), 2);
	pair.own.agreed.options = 0x30000003;
	assert_int_equal(pair_missing(&pair), 3);
}

static void errors_have_their_exit_status(void **state)
{
	static const struct {
		int code;
		enum ece_error_kind kind;
		bool unreached;
		int exit;
	} cases[] = {
		{-ECONNREFUSED, ECE_ERROR_REFUSED, false, 2}, {-EREMOTEIO, ECE_ERROR_REFUSED, false, 1},
		{-ENOENT, ECE_ERROR_UNKNOWN_NAME, false, 65}, {-EINVAL, ECE_ERROR_CONFLICT, false, 65},
		{-ENODEV, ECE_ERROR_NO_DOOR, false, 69},      {-ETIMEDOUT, ECE_ERROR_TIMEOUT, false, 1},
		{-ETIMEDOUT, ECE_ERROR_TIMEOUT, true, 69},    {-ECONNREFUSED, ECE_ERROR_GONE, true, 69},
		{-ECONNABORTED, ECE_ERROR_GONE, false, 1},    {-EPROTO, ECE_ERROR_PROTOCOL, false, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct connect_result result = {.unreached = cases[i].unreached};

		ece_error_set(&result.error, cases[i].code, cases[i].kind, "case %zu", i);
		result_judge(&result);
		assert_int_equal(result_exit(&result), cases[i].exit);
	}
}

static void alike_is_all_but_the_number(void **state)
{
	struct connect_pair a = pair_of(end(0x30000003, 0x30000003, 0), end(0x30000003, 0x30000003, 0)), b = a;

	(void)state;
	b.own.qpn = 7;
	b.peer.qpn = 9;
	assert_true(pair_alike(&a, &b));
	b.peer.why[5] = ECE_MISSING_PEER;
	assert_false(pair_alike(&a, &b));
	b = a;
	b.has_peer = false;
	assert_false(pair_alike(&a, &b));
}

static void a_report_has_the_outcome_and_its_reasons(void **state)
{
	struct ece_outcome outcome = {
		.role = ECE_RESPONDER,
		.supported = true,
		.card = {ECE_VENDOR_NVIDIA, 0x30000003},
		.local = {ECE_VENDOR_NVIDIA, 0x30000001},
		.has_remote = true,
		.remote = {ECE_VENDOR_NVIDIA, 0x30000003},
		.has_agreed = true,
		.agreed = {ECE_VENDOR_NVIDIA, 0x30000001},
		.effective_by = ECE_EFFECTIVE_BY_DEVICE,
		.effective = {ECE_VENDOR_NVIDIA, 0x30000001},
		.policy = {.allow = 1, .require = 1},
	};
	struct connect_report report = report_make(&outcome, 262, false);

	(void)state;
	assert_int_equal(report.qpn, 262);
	assert_int_equal(report.agreed.options, 0x30000001);
	assert_int_equal(report.allow, 1);
	assert_int_equal(report.require, 1);
	assert_false(report.refused);
	assert_int_equal(report.why[0], ECE_MISSING_NOT);
	assert_int_equal(report.why[1], ECE_MISSING_POLICY);
	assert_int_equal(report.why[2], ECE_MISSING_CARD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_on_is_success),
		cmocka_unit_test(what_one_card_has_and_is_not_on_is_missing),
		cmocka_unit_test(what_either_end_requires_counts_for_both),
		cmocka_unit_test(what_was_not_read_is_not_known_to_be_on),
		cmocka_unit_test(an_end_that_did_not_tell_is_not_known_either),
		cmocka_unit_test(another_vendors_bits_are_no_features),
		cmocka_unit_test(ends_that_differ_are_an_error),
		cmocka_unit_test(a_refusal_of_the_other_end_is_known_here),
		cmocka_unit_test(a_refused_connection_lacks_what_it_was_refused_for),
		cmocka_unit_test(errors_have_their_exit_status),
		cmocka_unit_test(alike_is_all_but_the_number),
		cmocka_unit_test(a_report_has_the_outcome_and_its_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
