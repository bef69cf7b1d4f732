// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Two ends against each other. The rules are the vendor's: a peer without ECE, and one of another vendor, get a connection
 * without features; a partial mismatch one with what is left; a mismatch never rejects. Only a policy does.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "tests/unit/lib/ece/pair.h"

#define SR  0x1u
#define PCC 0x2u

/* Both ends: a ConnectX-7 as two public sites show it (nccl logs, openucx/ucx#11252), everything allowed. */
static void begin(struct end ends[2])
{
	for (int i = 0; i < 2; i++)
		ends[i] = (struct end){
			.supported = true,
			.card = {0x15b3, 0x30000003},
			.policy = {.allow = 0x0fffffff},
		};
}

static const struct ece_outcome *outcome(const struct end *end)
{
	return ece_session_outcome(end->session);
}

static void assert_done(struct end ends[2], uint32_t agreed)
{
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ece_session_want(ends[i].session), ECE_WANT_DONE);
		assert_int_equal(ece_session_error(ends[i].session)->code, 0);
		assert_true(outcome(&ends[i])->has_agreed);
		assert_int_equal(outcome(&ends[i])->agreed.options, agreed);
		assert_int_equal(outcome(&ends[i])->agreed.vendor_id, agreed ? 0x15b3 : 0);
		assert_int_equal(outcome(&ends[i])->lacking, 0);
	}
}

static void assert_refused(struct end ends[2], const char *requestor_says, const char *responder_says)
{
	const char *says[2] = {requestor_says, responder_says};

	for (int i = 0; i < 2; i++) {
		const struct ece_error *e = ece_session_error(ends[i].session);

		assert_int_equal(ece_session_want(ends[i].session), ECE_WANT_FAILED);
		assert_int_equal(e->code, -ECONNREFUSED);
		assert_int_equal(e->kind, ECE_ERROR_REFUSED);
		assert_string_equal(e->text, says[i]);
	}
}

static void two_alike_get_all(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].card.options = ends[1].card.options = 0x30000002;
	pair_run(ends, 1);
	assert_done(ends, 0x30000002);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ends[i].asked.options, 0x30000002);
		assert_int_equal(outcome(&ends[i])->effective.options, 0x30000002);
		assert_true(outcome(&ends[i])->has_peer_effective);
		assert_int_equal(outcome(&ends[i])->peer_effective.options, 0x30000002);
		assert_int_equal(ece_outcome_why(outcome(&ends[i]), PCC), ECE_MISSING_NOT);
		assert_int_equal(ece_outcome_why(outcome(&ends[i]), SR), ECE_MISSING_CARD);
	}
	pair_free(ends);
}

/* At @without's end there is none, in each of the ways in which that shows. */
static void check_no_ece(struct end ends[2], int without, enum ece_missing why)
{
	pair_run(ends, 7);
	assert_done(ends, 0);
	for (int i = 0; i < 2; i++) {
		assert_true(ends[i].has_asked);
		assert_true(ece_offer_is_none(&ends[i].asked));
		assert_int_equal(outcome(&ends[i])->effective.options, 0);
	}
	assert_int_equal(ece_outcome_why(outcome(&ends[without]), SR), why);
	assert_int_equal(ece_outcome_why(outcome(&ends[!without]), SR), ECE_MISSING_PEER_NO_ECE);
	pair_free(ends);
}

static void a_peer_without_ece_gets_a_plain_connection(void **state)
{
	struct end ends[2];

	(void)state;
	for (int without = 0; without < 2; without++) {
		begin(ends);
		ends[without].supported = false;
		check_no_ece(ends, without, ECE_MISSING_DRIVER);
	}
}

/* What NCCL logs as supported=1, options=0 (NVIDIA/nccl#1657). */
static void options_of_0_are_no_ece(void **state)
{
	struct end ends[2];

	(void)state;
	for (int without = 0; without < 2; without++) {
		begin(ends);
		ends[without].card.options = 0;
		check_no_ece(ends, without, ECE_MISSING_CARD);
	}
}

/* What NCCL logs as supported=0 beside a vendor that was never set: neither word means anything then. */
static void a_stray_vendor_of_what_is_unsupported_means_nothing(void **state)
{
	struct end ends[2];

	(void)state;
	for (int without = 0; without < 2; without++) {
		begin(ends);
		ends[without].supported = false;
		ends[without].card = (struct ece_offer){0x15b3, 0x30000003};
		check_no_ece(ends, without, ECE_MISSING_DRIVER);
	}
}

static void options_without_a_vendor_mean_nothing(void **state)
{
	struct end ends[2];

	(void)state;
	for (int without = 0; without < 2; without++) {
		begin(ends);
		ends[without].card.vendor_id = 0;
		check_no_ece(ends, without, ECE_MISSING_CARD);
	}
}

static void another_vendor_gets_a_plain_connection(void **state)
{
	struct end ends[2];

	(void)state;
	for (int other = 0; other < 2; other++) {
		begin(ends);
		ends[other].card.vendor_id = 0x1234;
		pair_run(ends, 3);
		assert_done(ends, 0);
		assert_int_equal(outcome(&ends[!other])->remote.vendor_id, 0x1234);
		assert_int_equal(outcome(&ends[!other])->remote.options, 0x30000003);
		assert_int_equal(ece_outcome_why(outcome(&ends[!other]), SR), ECE_MISSING_PEER_VENDOR);
		assert_int_equal(ece_outcome_why(outcome(&ends[other]), SR), ECE_MISSING_CARD);
		pair_free(ends);
	}
}

static void a_partial_mismatch_leaves_the_rest(void **state)
{
	struct end ends[2];

	(void)state;
	for (int less = 0; less < 2; less++) {
		begin(ends);
		ends[less].card.options = 0x30000002;
		pair_run(ends, 48);
		assert_done(ends, 0x30000002);
		assert_int_equal(ece_outcome_why(outcome(&ends[less]), SR), ECE_MISSING_CARD);
		assert_int_equal(ece_outcome_why(outcome(&ends[!less]), SR), ECE_MISSING_PEER_CARD);
		assert_int_equal(ece_outcome_why(outcome(&ends[!less]), PCC), ECE_MISSING_NOT);
		pair_free(ends);
	}
}

static void a_mismatch_never_rejects(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].card.options = 0x30000001;
	ends[1].card.options = 0x20000002;
	pair_run(ends, 48);
	assert_done(ends, 0x20000000);
	assert_int_equal(ends[0].asked.options, 0x20000000);
	pair_free(ends);
}

static void the_lower_version_counts(void **state)
{
	struct end ends[2];

	(void)state;
	for (int older = 0; older < 2; older++) {
		begin(ends);
		ends[older].card.options = 0x10000003;
		pair_run(ends, 48);
		assert_done(ends, 0x10000002);
		for (int i = 0; i < 2; i++)
			assert_int_equal(ece_outcome_why(outcome(&ends[i]), SR), ECE_MISSING_VERSION);
		pair_free(ends);
	}
}

static void a_policy_never_advertises_what_it_forbids(void **state)
{
	struct end ends[2];

	(void)state;
	for (int strict = 0; strict < 2; strict++) {
		begin(ends);
		ends[strict].policy.allow = PCC;
		pair_run(ends, 48);
		assert_done(ends, 0x30000002);
		assert_int_equal(outcome(&ends[strict])->card.options, 0x30000003);
		assert_int_equal(outcome(&ends[strict])->local.options, 0x30000002);
		assert_int_equal(outcome(&ends[!strict])->remote.options, 0x30000002);
		assert_int_equal(outcome(&ends[!strict])->withheld, SR);
		assert_int_equal(ece_outcome_why(outcome(&ends[strict]), SR), ECE_MISSING_POLICY);
		assert_int_equal(ece_outcome_why(outcome(&ends[!strict]), SR), ECE_MISSING_PEER_POLICY);
		pair_free(ends);
	}
}

static void what_the_responders_device_leaves_out_is_not_agreed(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[1].leaves_out = SR;
	pair_run(ends, 48);
	assert_done(ends, 0x30000002);
	assert_int_equal(ends[1].asked.options, 0x30000003);
	assert_int_equal(ends[0].asked.options, 0x30000002);
	assert_int_equal(ece_outcome_why(outcome(&ends[0]), SR), ECE_MISSING_PEER_DEVICE);
	assert_int_equal(ece_outcome_why(outcome(&ends[1]), SR), ECE_MISSING_LOCAL_DEVICE);
	pair_free(ends);
}

/* The responder's queue pair has gone on already; it can only be told. */
static void what_the_requestors_device_leaves_out_is_told(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].leaves_out = SR;
	pair_run(ends, 48);
	assert_done(ends, 0x30000003);
	assert_int_equal(outcome(&ends[1])->effective.options, 0x30000003);
	assert_int_equal(outcome(&ends[1])->peer_effective.options, 0x30000002);
	assert_int_equal(ece_outcome_why(outcome(&ends[1]), SR), ECE_MISSING_PEER_DEVICE);
	assert_int_equal(ece_outcome_why(outcome(&ends[0]), SR), ECE_MISSING_LOCAL_DEVICE);
	pair_free(ends);
}

static void what_cannot_be_read_is_not_taken_for_nothing(void **state)
{
	struct end ends[2];

	(void)state;
	for (int blind = 0; blind < 2; blind++) {
		begin(ends);
		ends[blind].unreadable = true;
		pair_run(ends, 48);
		assert_done(ends, 0x30000003);
		assert_int_equal(outcome(&ends[blind])->effective_by, ECE_EFFECTIVE_NOT_READ);
		assert_false(outcome(&ends[!blind])->has_peer_effective);
		assert_int_equal(ece_outcome_why(outcome(&ends[blind]), SR), ECE_MISSING_UNKNOWN);
		pair_free(ends);
	}
}

static void a_requirement_that_is_met_is_no_matter(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].policy.require = SR | PCC;
	ends[1].policy.require = PCC;
	pair_run(ends, 5);
	assert_done(ends, 0x30000003);
	assert_int_equal(outcome(&ends[0])->peer_require, PCC);
	assert_int_equal(outcome(&ends[1])->peer_require, SR | PCC);
	pair_free(ends);
}

static void require(struct end *end, uint32_t bits)
{
	end->policy.require = bits;
	strcpy(end->policy.origin, "a.json");
}

static void what_the_own_card_lacks_is_refused_at_both_ends(void **state)
{
	static const char own[] =
		"this end's policy (a.json) requires selective_repeat, but this end's device does not "
		"offer it";
	static const char theirs[] =
		"the peer's policy requires selective_repeat, but the peer's device does not offer it";
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].card.options = 0x30000002;
	require(&ends[0], SR);
	pair_run(ends, 48);
	assert_refused(ends, own, theirs);
	pair_free(ends);
	begin(ends);
	ends[1].card.options = 0x30000002;
	require(&ends[1], SR);
	pair_run(ends, 48);
	assert_refused(ends, theirs, own);
	assert_int_equal(outcome(&ends[0])->lacking, SR);
	assert_int_equal(outcome(&ends[1])->lacking, SR);
	pair_free(ends);
}

static void what_the_peers_policy_keeps_back_is_refused_at_both_ends(void **state)
{
	static const char own[] =
		"this end's policy (a.json) requires selective_repeat, but the peer's policy keeps it back";
	static const char theirs[] = "the peer's policy requires selective_repeat, but this end's policy keeps it back";
	struct end ends[2];

	(void)state;
	for (int wants = 0; wants < 2; wants++) {
		begin(ends);
		require(&ends[wants], SR);
		ends[!wants].policy.allow = PCC;
		pair_run(ends, 48);
		assert_refused(ends, wants ? theirs : own, wants ? own : theirs);
		/* no queue pair was moved in vain */
		assert_false(ends[0].has_asked || ends[1].has_asked);
		pair_free(ends);
	}
}

static void a_peer_without_ece_is_refused_where_it_is_required(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[1].supported = false;
	require(&ends[0], PCC);
	pair_run(ends, 48);
	assert_refused(ends, "this end's policy (a.json) requires programmable_cc, but the peer has no ECE",
		       "the peer's policy requires programmable_cc, but this end has no ECE: its driver, library or "
		       "device does not know it");
	pair_free(ends);
}

static void every_option_that_lacks_is_named(void **state)
{
	struct end ends[2];

	(void)state;
	begin(ends);
	ends[0].policy.require = SR | 0x4;
	ends[0].card.options = ends[1].card.options = 0x30000007;
	ends[1].card.vendor_id = 0x1234;
	pair_run(ends, 48);
	assert_refused(ends,
		       "this end's policy requires selective_repeat, but the peer is of another vendor; this end's "
		       "policy requires 0x4, but the peer is of another vendor",
		       "the peer's policy requires selective_repeat, but this end's device does not offer it; the "
		       "peer's policy requires 0x4, but this end's device does not offer it");
	pair_free(ends);
}

static void what_a_device_leaves_out_is_refused_at_both_ends(void **state)
{
	static const char mine[] =
		"this end's policy (a.json) requires selective_repeat, but this end's device left it "
		"out, though both offered it";
	static const char theirs[] =
		"the peer's policy requires selective_repeat, but the peer's device left it out, though "
		"both offered it";
	struct end ends[2];

	(void)state;
	for (int bad = 0; bad < 2; bad++) {
		begin(ends);
		require(&ends[bad], SR);
		ends[bad].leaves_out = SR;
		pair_run(ends, 48);
		assert_refused(ends, bad ? theirs : mine, bad ? mine : theirs);
		pair_free(ends);
	}
}

static void what_cannot_be_read_does_not_meet_a_requirement(void **state)
{
	struct end ends[2];

	(void)state;
	for (int blind = 0; blind < 2; blind++) {
		begin(ends);
		require(&ends[0], SR);
		ends[blind].unreadable = true;
		pair_run(ends, 48);
		assert_refused(ends,
			       "this end's policy (a.json) requires selective_repeat, but what is in effect could not "
			       "be read",
			       "the peer's policy requires selective_repeat, but what is in effect could not be read");
		pair_free(ends);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_alike_get_all),
		cmocka_unit_test(a_peer_without_ece_gets_a_plain_connection),
		cmocka_unit_test(options_of_0_are_no_ece),
		cmocka_unit_test(a_stray_vendor_of_what_is_unsupported_means_nothing),
		cmocka_unit_test(options_without_a_vendor_mean_nothing),
		cmocka_unit_test(another_vendor_gets_a_plain_connection),
		cmocka_unit_test(a_partial_mismatch_leaves_the_rest),
		cmocka_unit_test(a_mismatch_never_rejects),
		cmocka_unit_test(the_lower_version_counts),
		cmocka_unit_test(a_policy_never_advertises_what_it_forbids),
		cmocka_unit_test(what_the_responders_device_leaves_out_is_not_agreed),
		cmocka_unit_test(what_the_requestors_device_leaves_out_is_told),
		cmocka_unit_test(what_cannot_be_read_is_not_taken_for_nothing),
		cmocka_unit_test(a_requirement_that_is_met_is_no_matter),
		cmocka_unit_test(what_the_own_card_lacks_is_refused_at_both_ends),
		cmocka_unit_test(what_the_peers_policy_keeps_back_is_refused_at_both_ends),
		cmocka_unit_test(a_peer_without_ece_is_refused_where_it_is_required),
		cmocka_unit_test(every_option_that_lacks_is_named),
		cmocka_unit_test(what_a_device_leaves_out_is_refused_at_both_ends),
		cmocka_unit_test(what_cannot_be_read_does_not_meet_a_requirement),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
