// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* A queue pair of libibverbs: what its device offers, is asked for, and has in effect. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ece/negotiate.h"
#include "tests/unit/lib/ece/verbs.h"

static void the_default_of_the_device_is_its_offer(void **state)
{
	struct fake_qp fake;
	struct ece_offer offer;
	bool supported;

	(void)state;
	fake_qp_init(&fake, 0x30000002);
	assert_int_equal(ece_qp_offer(&fake.qp, &offer, &supported, NULL), 0);
	assert_true(supported);
	assert_int_equal(offer.vendor_id, 0x15b3);
	assert_int_equal(offer.options, 0x30000002);
}

static void assert_not_supported(struct fake_qp *fake)
{
	struct ece_offer offer = {7, 7};
	bool supported = true;

	assert_int_equal(ece_qp_offer(&fake->qp, &offer, &supported, NULL), 0);
	assert_false(supported);
	assert_int_equal(offer.vendor_id, 0);
	assert_int_equal(offer.options, 0);
}

/* A driver without ECE (rdma_rxe) says so; libmlx5 answers 0 options for a device without. */
static void without_ece_there_is_no_offer_and_no_error(void **state)
{
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0x30000002);
	fake.no_ece = true;
	assert_not_supported(&fake);
	fake_qp_init(&fake, 0);
	assert_not_supported(&fake);
	fake_qp_init(&fake, 0x30000002);
	fake.vendor_id = 0;
	assert_not_supported(&fake);
	fake_qp_init(&fake, 0x30000002);
	fake.query_err = ENOSYS;
	assert_not_supported(&fake);
}

static void another_error_is_one(void **state)
{
	struct fake_qp fake;
	struct ece_offer offer;
	struct ece_error e = {0};
	bool supported;

	(void)state;
	fake_qp_init(&fake, 0x30000002);
	fake.query_err = EIO;
	assert_int_equal(ece_qp_offer(&fake.qp, &offer, &supported, &e), -EIO);
	assert_int_equal(e.code, -EIO);
	assert_non_null(strstr(e.text, "Input/output error"));
}

static void asking_for_none_touches_nothing(void **state)
{
	struct ece_offer none = {0, 0x30000003}, zero = {0x15b3, 0};
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0x30000002);
	assert_int_equal(ece_qp_ask(&fake.qp, &none, NULL), 0);
	assert_int_equal(ece_qp_ask(&fake.qp, &zero, NULL), 0);
	assert_int_equal(fake.sets, 0);
}

static void asking_goes_to_the_device_with_the_transition(void **state)
{
	struct ece_offer offer = {0x15b3, 0x30000002}, effective;
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0x30000003);
	assert_int_equal(ece_qp_ask(&fake.qp, &offer, NULL), 0);
	assert_int_equal(fake.cached, 0x30000002);
	assert_int_equal(fake_qp_move(&fake.qp, NULL), 0);
	assert_int_equal(ece_qp_effective(&fake.qp, true, &effective), ECE_EFFECTIVE_BY_DEVICE);
	assert_int_equal(effective.vendor_id, 0x15b3);
	assert_int_equal(effective.options, 0x30000002);
	assert_int_equal(fake.devx_queries, 1);
}

static void a_device_that_takes_no_options_is_an_error(void **state)
{
	struct ece_offer offer = {0x15b3, 0x30000002}, foreign = {0x1234, 1};
	struct ece_error e = {0};
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0);
	assert_int_equal(ece_qp_ask(&fake.qp, &offer, &e), -EOPNOTSUPP);
	assert_int_equal(e.kind, ECE_ERROR_UNSUPPORTED);
	assert_non_null(strstr(e.text, "version=3 programmable_cc"));
	fake_qp_init(&fake, 0x30000002);
	assert_int_equal(ece_qp_ask(&fake.qp, &foreign, &e), -EINVAL);
	assert_int_equal(e.kind, ECE_ERROR_REFUSED);
	assert_non_null(strstr(e.text, "vendor=0x1234"));
}

static void the_default_is_never_taken_for_what_is_in_effect(void **state)
{
	struct ece_offer effective = {7, 7};
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0x30000002);
	assert_int_equal(ece_qp_effective(&fake.qp, false, &effective), ECE_EFFECTIVE_BY_DEVICE);
	assert_int_equal(effective.options, 0);
	assert_int_equal(effective.vendor_id, 0);
	fake.devx = false;
	assert_int_equal(ece_qp_effective(&fake.qp, false, &effective), ECE_EFFECTIVE_NOT_READ);
	assert_int_equal(fake.queries, 0);
}

static void without_devx_the_verbs_tell_what_was_answered(void **state)
{
	struct ece_offer offer = {0x15b3, 0x30000003}, effective;
	struct fake_qp fake;

	(void)state;
	fake_qp_init(&fake, 0x30000003);
	fake.devx = false;
	fake.leaves_out = 1;
	assert_int_equal(ece_qp_ask(&fake.qp, &offer, NULL), 0);
	assert_int_equal(fake_qp_move(&fake.qp, NULL), 0);
	assert_int_equal(ece_qp_effective(&fake.qp, true, &effective), ECE_EFFECTIVE_BY_VERBS);
	assert_int_equal(effective.options, 0x30000002);
	fake.query_err = EIO;
	assert_int_equal(ece_qp_effective(&fake.qp, true, &effective), ECE_EFFECTIVE_NOT_READ);
	assert_int_equal(effective.vendor_id | effective.options, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_default_of_the_device_is_its_offer),
		cmocka_unit_test(without_ece_there_is_no_offer_and_no_error),
		cmocka_unit_test(another_error_is_one),
		cmocka_unit_test(asking_for_none_touches_nothing),
		cmocka_unit_test(asking_goes_to_the_device_with_the_transition),
		cmocka_unit_test(a_device_that_takes_no_options_is_an_error),
		cmocka_unit_test(the_default_is_never_taken_for_what_is_in_effect),
		cmocka_unit_test(without_devx_the_verbs_tell_what_was_answered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
