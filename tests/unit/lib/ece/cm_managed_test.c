// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RDMA-CM with a queue pair of librdmacm's, which negotiates by itself. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ece/cm.h"
#include "tests/unit/lib/ece/rdmacm.h"

#define SR  UINT32_C(1)
#define PCC UINT32_C(2)
#define ALL UINT32_C(0x0fffffff)

struct end {
	struct fake_id fake;
	struct ece_policy policy;
	struct ece_outcome outcome;
	struct ece_error e;
};

static int set_up(void **state)
{
	static struct end end;

	end = (struct end){.policy = {.allow = ALL}};
	fake_id_init(&end.fake, 0x30000003);
	end.fake.id.qp = &end.fake.qp.qp;
	end.fake.qp.qp.pd = (struct ibv_pd *)(void *)&end.fake.qp; /* by which the double knows the device */
	fake_policy = (struct ece_policy){.allow = ALL};
	fake_policy_err = 0;
	fake_calls = fake_fails_at = 0;
	*state = &end;
	return 0;
}

static int allowed(struct end *t, enum ece_role role)
{
	return ece_cm_managed_allowed(&t->fake.id, role, &t->policy, &t->outcome, &t->e);
}

static int established(struct end *t, uint32_t in_effect)
{
	t->fake.qp.in_effect = in_effect;
	return ece_cm_managed(&t->fake.id, &t->outcome, &t->e);
}

static void all_that_the_device_has_is_offered(void **state)
{
	struct end *t = *state;

	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
	assert_int_equal(t->outcome.role, ECE_REQUESTOR);
	assert_int_equal(t->outcome.local.options, 0x30000003);
	assert_int_equal(established(t, 0x30000003), 0);
	assert_int_equal(t->outcome.effective.options, 0x30000003);
	assert_int_equal(t->outcome.effective_by, ECE_EFFECTIVE_BY_DEVICE);
	/* librdmacm keeps the peer's words to itself */
	assert_false(t->outcome.has_remote || t->outcome.has_agreed);
}

/* ibv_set_ece() was called already: until the transition the queue pair itself answers 0. */
static void the_passive_end_asks_a_queue_pair_beside_it(void **state)
{
	struct end *t = *state;

	t->fake.qp.answered = 0;
	assert_int_equal(allowed(t, ECE_RESPONDER), 0);
	assert_true(t->outcome.supported);
	assert_int_equal(t->outcome.card.options, 0x30000003);
	assert_int_equal(t->fake.qp.queries, 0);
}

static void one_that_cannot_be_made_is_an_error(void **state)
{
	struct end *t = *state;

	fake_fails_at = 1;
	assert_int_equal(allowed(t, ECE_RESPONDER), -ENOMEM);
	assert_int_equal(t->e.code, -ENOMEM);
}

static void a_policy_that_keeps_back_cannot_be_kept(void **state)
{
	struct end *t = *state;

	t->policy.allow = PCC;
	for (int role = ECE_REQUESTOR; role <= ECE_RESPONDER; role++) {
		assert_int_equal(allowed(t, (enum ece_role)role), -EPERM);
		assert_int_equal(t->e.kind, ECE_ERROR_CONFLICT);
		assert_non_null(strstr(t->e.text, "keeps back selective_repeat"));
		assert_non_null(strstr(t->e.text, "ece_cm_offer()"));
	}
	/* what the device does not have is not kept back */
	fake_id_init(&t->fake, 0x30000002);
	t->fake.id.qp = &t->fake.qp.qp;
	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
}

static void a_device_without_ece_has_nothing_to_keep_back(void **state)
{
	struct end *t = *state;

	t->policy.allow = 0;
	t->fake.qp.no_ece = true;
	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
	assert_false(t->outcome.supported);
	assert_int_equal(established(t, 0), 0);
	assert_int_equal(ece_outcome_why(&t->outcome, SR), ECE_MISSING_DRIVER);
}

static void required_and_missing(void **state)
{
	struct end *t = *state;

	t->policy.require = SR;
	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
	assert_int_equal(established(t, 0x30000002), -ECONNREFUSED);
	assert_int_equal(t->e.kind, ECE_ERROR_REFUSED);
	assert_int_equal(t->outcome.lacking, SR);
	set_up(state);
	t->policy.require = SR;
	fake_id_init(&t->fake, 0x30000002);
	t->fake.id.qp = &t->fake.qp.qp;
	assert_int_equal(allowed(t, ECE_REQUESTOR), -ECONNREFUSED);
	assert_non_null(strstr(t->e.text, "this end's device does not offer it"));
}

static void required_and_in_effect(void **state)
{
	struct end *t = *state;

	t->policy.require = SR | PCC;
	assert_int_equal(allowed(t, ECE_RESPONDER), 0);
	assert_int_equal(established(t, 0x30000003), 0);
}

/* The verbs may tell the default of a queue pair that nobody asked for anything: that proves nothing. */
static void what_the_device_does_not_tell_is_not_known(void **state)
{
	struct end *t = *state;

	t->fake.qp.devx = false;
	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
	assert_int_equal(established(t, 0x30000003), 0);
	assert_int_equal(t->outcome.effective_by, ECE_EFFECTIVE_NOT_READ);
	t->policy.require = SR;
	assert_int_equal(allowed(t, ECE_REQUESTOR), 0);
	assert_int_equal(established(t, 0x30000003), -ECONNREFUSED);
	assert_non_null(strstr(t->e.text, "could not be read"));
}

static void the_policy_of_the_host_holds_where_none_is_given(void **state)
{
	struct end *t = *state;

	fake_policy.allow = SR;
	assert_int_equal(ece_cm_managed_allowed(&t->fake.id, ECE_REQUESTOR, NULL, &t->outcome, &t->e), -EPERM);
	fake_policy_err = -EACCES;
	assert_int_equal(ece_cm_managed_allowed(&t->fake.id, ECE_REQUESTOR, NULL, &t->outcome, &t->e), -EACCES);
}

static void without_a_queue_pair_of_librdmacm(void **state)
{
	struct end *t = *state;

	t->fake.id.qp = NULL;
	assert_int_equal(allowed(t, ECE_REQUESTOR), -EINVAL);
	assert_non_null(strstr(t->e.text, "rdma_create_qp()"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(all_that_the_device_has_is_offered, set_up),
		cmocka_unit_test_setup(the_passive_end_asks_a_queue_pair_beside_it, set_up),
		cmocka_unit_test_setup(one_that_cannot_be_made_is_an_error, set_up),
		cmocka_unit_test_setup(a_policy_that_keeps_back_cannot_be_kept, set_up),
		cmocka_unit_test_setup(a_device_without_ece_has_nothing_to_keep_back, set_up),
		cmocka_unit_test_setup(required_and_missing, set_up),
		cmocka_unit_test_setup(required_and_in_effect, set_up),
		cmocka_unit_test_setup(what_the_device_does_not_tell_is_not_known, set_up),
		cmocka_unit_test_setup(the_policy_of_the_host_holds_where_none_is_given, set_up),
		cmocka_unit_test_setup(without_a_queue_pair_of_librdmacm, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
