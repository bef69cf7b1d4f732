// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RDMA-CM with a queue pair of the program's own: offer, answer, take. */
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

struct ends {
	struct fake_id client, server;
	struct ece_policy client_policy, server_policy;
	struct ece_outcome asked, answered;
	struct ece_error client_error, server_error;
};

static int set_up(void **state)
{
	static struct ends ends;

	ends = (struct ends){.client_policy = {.allow = ALL}, .server_policy = {.allow = ALL}};
	fake_id_init(&ends.client, 0x30000003);
	fake_id_init(&ends.server, 0x30000003);
	fake_policy = (struct ece_policy){.allow = ALL};
	fake_policy_err = 0;
	fake_calls = fake_fails_at = 0;
	*state = &ends;
	return 0;
}

static int offer(struct ends *t)
{
	return ece_cm_offer(&t->client.id, &t->client.qp.qp, &t->client_policy, &t->asked, &t->client_error);
}

static int answer(struct ends *t)
{
	fake_carry_request(&t->client, &t->server);
	return ece_cm_answer(&t->server.id, &t->server.qp.qp, &t->server_policy, NULL, NULL, &t->answered,
			     &t->server_error);
}

static int take(struct ends *t)
{
	fake_carry_answer(&t->server, &t->client);
	return ece_cm_take(&t->client.id, &t->client.qp.qp, NULL, NULL, &t->asked, &t->client_error);
}

static void connect_ends(struct ends *t)
{
	assert_int_equal(offer(t), 0);
	assert_int_equal(answer(t), 0);
	assert_int_equal(take(t), 0);
}

static void assert_in_effect(const struct ends *t, uint32_t options)
{
	assert_int_equal(t->client.qp.in_effect, options);
	assert_int_equal(t->server.qp.in_effect, options);
	assert_int_equal(t->asked.effective.options, options);
	assert_int_equal(t->answered.effective.options, options);
	assert_int_equal(t->asked.effective_by, ECE_EFFECTIVE_BY_DEVICE);
	assert_int_equal(t->answered.effective_by, ECE_EFFECTIVE_BY_DEVICE);
	assert_int_equal(t->asked.agreed.options, options);
	assert_int_equal(t->answered.agreed.options, options);
}

static void both_ends_have_what_both_can(void **state)
{
	struct ends *t = *state;

	connect_ends(t);
	assert_int_equal(t->client.local.vendor_id, 0x15b3);
	assert_int_equal(t->client.local.options, 0x30000003);
	assert_int_equal(t->server.local.vendor_id, 0x15b3);
	assert_int_equal(t->server.local.options, 0x30000003);
	assert_in_effect(t, 0x30000003);
	assert_int_equal(t->asked.role, ECE_REQUESTOR);
	assert_int_equal(t->answered.role, ECE_RESPONDER);
	assert_true(t->asked.has_remote && t->answered.has_remote);
	assert_int_equal(t->asked.lacking | t->answered.lacking, 0);
}

/* Options go with the next transition: that has to be the one to RTR. */
static void options_go_with_the_transition_to_rtr(void **state)
{
	struct ends *t = *state;

	connect_ends(t);
	assert_string_equal(t->client.steps, "IsRS");
	assert_string_equal(t->server.steps, "IsRS");
}

static int own_move(struct ibv_qp *qp, void *arg)
{
	(*(unsigned int *)arg)++;
	return fake_qp_move(qp, NULL);
}

static void a_program_may_move_its_queue_pair_itself(void **state)
{
	struct ends *t = *state;
	unsigned int moves = 0;

	assert_int_equal(offer(t), 0);
	fake_carry_request(&t->client, &t->server);
	assert_int_equal(ece_cm_answer(&t->server.id, &t->server.qp.qp, &t->server_policy, own_move, &moves,
				       &t->answered, NULL),
			 0);
	fake_carry_answer(&t->server, &t->client);
	assert_int_equal(ece_cm_take(&t->client.id, &t->client.qp.qp, own_move, &moves, &t->asked, NULL), 0);
	assert_int_equal(moves, 2);
	assert_string_equal(t->client.steps, "");
	assert_in_effect(t, 0x30000003);
}

static void an_outcome_may_be_left_out_at_the_passive_end(void **state)
{
	struct ends *t = *state;

	assert_int_equal(offer(t), 0);
	fake_carry_request(&t->client, &t->server);
	assert_int_equal(ece_cm_answer(&t->server.id, &t->server.qp.qp, NULL, NULL, NULL, NULL, NULL), 0);
	assert_int_equal(t->server.local.options, 0x30000003);
}

static void the_policy_of_the_host_holds_where_none_is_given(void **state)
{
	struct ends *t = *state;

	fake_policy.allow = PCC;
	assert_int_equal(ece_cm_offer(&t->client.id, &t->client.qp.qp, NULL, &t->asked, NULL), 0);
	assert_int_equal(t->client.local.options, 0x30000002);
	assert_int_equal(t->asked.policy.allow, PCC);
	fake_policy_err = -EBADMSG;
	assert_int_equal(ece_cm_offer(&t->client.id, &t->client.qp.qp, NULL, &t->asked, &t->client_error), -EBADMSG);
	assert_int_equal(t->client_error.kind, ECE_ERROR_DAMAGED);
}

/* The first of the vendor's rules: the connection is made, and has no features. */
static void peer_without_ece(void **state)
{
	struct ends *t = *state;

	t->server.qp.no_ece = true;
	connect_ends(t);
	assert_in_effect(t, 0);
	assert_int_equal(t->server.local.vendor_id, 0);
	assert_false(t->answered.supported);
	assert_int_equal(ece_outcome_why(&t->answered, SR), ECE_MISSING_DRIVER);
	assert_int_equal(ece_outcome_why(&t->asked, SR), ECE_MISSING_PEER_NO_ECE);
	assert_string_equal(t->client.steps, "IRS");
}

static void asking_end_without_ece(void **state)
{
	struct ends *t = *state;

	t->client.qp.no_ece = true;
	connect_ends(t);
	assert_in_effect(t, 0);
	assert_int_equal(t->client.local.vendor_id, 0);
	assert_int_equal(t->server.local.vendor_id, 0);
	assert_int_equal(ece_outcome_why(&t->answered, SR), ECE_MISSING_PEER_NO_ECE);
}

/* librdmacm gives a connection up whose answer names another vendor than it offered. */
static void another_vendor_is_answered_with_none(void **state)
{
	struct ends *t = *state;

	t->client.qp.vendor_id = 0x1234;
	connect_ends(t);
	assert_int_equal(t->client.local.vendor_id, 0x1234);
	assert_int_equal(t->server.local.vendor_id, 0);
	assert_int_equal(t->server.qp.in_effect, 0);
	assert_int_equal(t->client.qp.in_effect, 0);
	assert_int_equal(ece_outcome_why(&t->answered, SR), ECE_MISSING_PEER_VENDOR);
}

static void an_answer_of_another_vendor_means_nothing(void **state)
{
	struct ends *t = *state;

	assert_int_equal(offer(t), 0);
	t->server.local = (struct ibv_ece){.vendor_id = 0x1234, .options = 0x30000003};
	assert_int_equal(take(t), 0);
	assert_int_equal(t->client.qp.in_effect, 0);
	assert_int_equal(t->client.qp.sets, 0);
	assert_int_equal(t->client.rejections, 0);
}

/* NCCL's logs have ends with a vendor that stands there by chance: without options it says nothing. */
static void a_vendor_without_options_is_no_ece(void **state)
{
	struct ends *t = *state;

	t->client.local = (struct ibv_ece){.vendor_id = 0x15b3};
	assert_int_equal(answer(t), 0);
	assert_int_equal(t->server.local.vendor_id, 0);
	assert_int_equal(ece_outcome_why(&t->answered, SR), ECE_MISSING_PEER_NO_ECE);
}

static void options_beside_no_vendor_mean_nothing(void **state)
{
	struct ends *t = *state;

	t->client.qp.no_ece = true;
	assert_int_equal(offer(t), 0);
	t->client.remote = (struct ibv_ece){.options = 0x30000003};
	assert_int_equal(ece_cm_take(&t->client.id, &t->client.qp.qp, NULL, NULL, &t->asked, NULL), 0);
	assert_int_equal(t->client.qp.sets, 0);
}

static void partial_mismatch(void **state)
{
	struct ends *t = *state;

	fake_id_init(&t->server, 0x20000001);
	connect_ends(t);
	assert_in_effect(t, 0x20000001);
	assert_int_equal(ece_outcome_why(&t->asked, PCC), ECE_MISSING_PEER);
	assert_int_equal(ece_outcome_why(&t->answered, PCC), ECE_MISSING_CARD);
}

/* 0x30000002 is what two sites saw on ConnectX-7 (openucx/ucx#11252). */
static void the_default_seen_in_the_field(void **state)
{
	struct ends *t = *state;

	fake_id_init(&t->client, 0x30000002);
	fake_id_init(&t->server, 0x30000002);
	connect_ends(t);
	assert_in_effect(t, 0x30000002);
}

static void a_policy_keeps_back_at_either_end(void **state)
{
	struct ends *t = *state;

	t->client_policy.allow = ALL & ~SR;
	connect_ends(t);
	assert_int_equal(t->client.local.options, 0x30000002);
	assert_in_effect(t, 0x30000002);
	assert_int_equal(ece_outcome_why(&t->asked, SR), ECE_MISSING_POLICY);

	set_up(state);
	t->server_policy.allow = 0;
	connect_ends(t);
	assert_int_equal(t->client.local.options, 0x30000003);
	assert_in_effect(t, 0x30000000);
}

static void assert_refused(int ret, const struct ece_error *e, const char *text)
{
	assert_int_equal(ret, -ECONNREFUSED);
	assert_int_equal(e->code, -ECONNREFUSED);
	assert_int_equal(e->kind, ECE_ERROR_REFUSED);
	assert_non_null(strstr(e->text, text));
}

static void what_this_end_lacks_is_refused_before_anything_is_sent(void **state)
{
	struct ends *t = *state;

	fake_id_init(&t->client, 0x20000001);
	t->client_policy.require = PCC;
	assert_refused(offer(t), &t->client_error, "requires programmable_cc, but this end's device does not offer it");
	assert_int_equal(t->client.local.vendor_id, 0);
	assert_int_equal(t->client.rejections, 0);
	assert_int_equal(t->asked.lacking, PCC);
}

static void the_passive_end_rejects_what_it_requires_and_misses(void **state)
{
	struct ends *t = *state;

	fake_id_init(&t->client, 0x30000002);
	t->server_policy.require = SR;
	assert_int_equal(offer(t), 0);
	assert_refused(answer(t), &t->server_error, "requires selective_repeat, but the peer does not offer it");
	assert_int_equal(t->server.rejections, 1);
	/* its queue pair was not touched */
	assert_string_equal(t->server.steps, "");
	assert_int_equal(t->server.local.vendor_id, 0);
}

static void the_active_end_rejects_the_answer(void **state)
{
	struct ends *t = *state;

	fake_id_init(&t->server, 0x30000002);
	t->client_policy.require = SR;
	assert_int_equal(offer(t), 0);
	assert_int_equal(answer(t), 0);
	assert_refused(take(t), &t->client_error, "requires selective_repeat");
	assert_int_equal(t->client.rejections, 1);
	assert_string_equal(t->client.steps, "");
}

static void what_the_passive_device_leaves_out_is_not_agreed(void **state)
{
	struct ends *t = *state;

	t->server.qp.leaves_out = SR;
	connect_ends(t);
	assert_in_effect(t, 0x30000002);
	assert_int_equal(ece_outcome_why(&t->answered, SR), ECE_MISSING_LOCAL_DEVICE);

	set_up(state);
	t->server.qp.leaves_out = SR;
	t->server_policy.require = SR;
	assert_int_equal(offer(t), 0);
	assert_refused(answer(t), &t->server_error, "this end's device left it out");
	assert_int_equal(t->server.rejections, 1);
}

static void what_the_active_device_leaves_out_is_told(void **state)
{
	struct ends *t = *state;

	t->client.qp.leaves_out = SR;
	connect_ends(t);
	assert_int_equal(t->asked.effective.options, 0x30000002);
	assert_int_equal(ece_outcome_why(&t->asked, SR), ECE_MISSING_LOCAL_DEVICE);

	set_up(state);
	t->client.qp.leaves_out = SR;
	t->client_policy.require = SR;
	assert_int_equal(offer(t), 0);
	assert_int_equal(answer(t), 0);
	assert_refused(take(t), &t->client_error, "this end's device left it out");
	assert_int_equal(t->client.rejections, 1);
}

/* Its queue pair may run with what this end's device does not know. */
static void an_answer_beyond_the_offer_is_rejected(void **state)
{
	static const uint32_t beyond[] = {0x30000003, 0x40000002, 0x30000006};
	struct ends *t = *state;

	for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
		set_up(state);
		t->client_policy.allow = PCC;
		assert_int_equal(offer(t), 0);
		t->server.local = (struct ibv_ece){.vendor_id = 0x15b3, .options = beyond[i]};
		assert_int_equal(take(t), -EPROTO);
		assert_int_equal(t->client_error.kind, ECE_ERROR_PROTOCOL);
		assert_int_equal(t->client.rejections, 1);
		assert_string_equal(t->client.steps, "");
		assert_false(t->asked.has_agreed);
	}
	set_up(state);
	t->client.qp.no_ece = true;
	assert_int_equal(offer(t), 0);
	t->server.local = (struct ibv_ece){.vendor_id = 0x15b3, .options = 0x30000003};
	assert_int_equal(take(t), -EPROTO);
}

static void where_devx_is_shut_the_verbs_tell(void **state)
{
	struct ends *t = *state;

	t->client.qp.devx = t->server.qp.devx = false;
	t->server_policy.require = SR;
	connect_ends(t);
	assert_int_equal(t->answered.effective_by, ECE_EFFECTIVE_BY_VERBS);
	assert_int_equal(t->answered.effective.options, 0x30000003);
}

/* ibv_query_ece() alone answers the default then. */
static void where_devx_is_shut_and_nothing_was_asked_nobody_tells(void **state)
{
	struct ends *t = *state;

	t->server.qp.no_ece = true;
	t->client.qp.devx = false;
	connect_ends(t);
	assert_int_equal(t->asked.effective_by, ECE_EFFECTIVE_NOT_READ);
	assert_int_equal(t->asked.effective.options, 0);
}

static void a_queue_pair_of_librdmacm_is_not_for_these(void **state)
{
	struct ends *t = *state;

	t->client.id.qp = t->server.id.qp = &t->client.qp.qp;
	assert_int_equal(offer(t), -EINVAL);
	assert_int_equal(t->client_error.kind, ECE_ERROR_CONFLICT);
	assert_non_null(strstr(t->client_error.text, "ece_cm_managed_allowed()"));
	assert_int_equal(answer(t), -EINVAL);
	assert_int_equal(fake_calls, 0);
}

/* What both can, by the rules, computed apart from the library. */
static uint32_t common_of(uint32_t a, uint32_t a_allow, uint32_t b, uint32_t b_allow)
{
	uint32_t version = a >> 28 < b >> 28 ? a >> 28 : b >> 28;
	uint32_t bits = a & a_allow & b & b_allow & ALL;

	if (!a || !b)
		return 0;
	return version << 28 | (version < 2 ? bits & ~SR : bits);
}

static void try_pair(struct ends *t, uint32_t a, uint32_t b)
{
	uint32_t both = common_of(a, t->client_policy.allow, b, t->server_policy.allow);
	int ret = offer(t);

	if (t->client_policy.require & ~(a & t->client_policy.allow)) {
		assert_int_equal(ret, -ECONNREFUSED);
		return;
	}
	assert_int_equal(ret, 0);
	ret = answer(t);
	if (t->server_policy.require & ~both) {
		assert_int_equal(ret, -ECONNREFUSED);
		assert_int_equal(t->server.rejections, 1);
		return;
	}
	assert_int_equal(ret, 0);
	ret = take(t);
	if (t->client_policy.require & ~both) {
		assert_int_equal(ret, -ECONNREFUSED);
		assert_int_equal(t->client.rejections, 1);
		return;
	}
	assert_int_equal(ret, 0);
	assert_int_equal(t->client.rejections + t->server.rejections, 0);
	assert_in_effect(t, both);
}

static const uint32_t cards[] = {0, 0x10000000, 0x10000003, 0x20000001, 0x30000002, 0x30000003, 0x3000000f};
static const struct ece_policy policies[] = {
	{.allow = ALL}, {.allow = ALL, .require = SR}, {.allow = SR | PCC, .require = PCC}, {.allow = PCC},
	{.allow = 0},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void every_pair_of_cards_and_policies(void **state)
{
	struct ends *t = *state;

	for (size_t i = 0; i < COUNT(cards) * COUNT(cards) * COUNT(policies) * COUNT(policies); i++) {
		uint32_t a = cards[i % COUNT(cards)], b = cards[i / COUNT(cards) % COUNT(cards)];
		size_t rest = i / COUNT(cards) / COUNT(cards);

		set_up(state);
		fake_id_init(&t->client, a);
		fake_id_init(&t->server, b);
		t->client_policy = policies[rest % COUNT(policies)];
		t->server_policy = policies[rest / COUNT(policies)];
		try_pair(t, a, b);
	}
}

/* Runs a connection whose n-th call fails; true when it went through. */
static bool survives(struct ends *t, unsigned int n)
{
	struct ece_error *e = &t->client_error;
	int ret;

	fake_fails_at = n;
	ret = offer(t);
	if (!ret) {
		e = &t->server_error;
		ret = answer(t);
	}
	if (!ret) {
		e = &t->client_error;
		ret = take(t);
	}
	if (!ret)
		return true;
	assert_int_equal(e->code, ret);
	assert_true(e->kind == ECE_ERROR_REFUSED && e->text[0]);
	/* only a policy rejects by itself */
	assert_int_equal(t->client.rejections + t->server.rejections, 0);
	return false;
}

static void every_call_that_fails_is_an_error(void **state)
{
	unsigned int n = 0;

	do
		set_up(state);
	while (!survives(*state, ++n));
	/* offer: put; answer: get, three transitions of two calls, put; take: get and three transitions */
	assert_int_equal(n, 1 + 8 + 7 + 1);
}

static void the_devices_own_errors_come_through(void **state)
{
	struct ends *t = *state;

	t->client.qp.query_err = EIO;
	assert_int_equal(offer(t), -EIO);
	set_up(state);
	assert_int_equal(offer(t), 0);
	t->server.qp.set_err = EINVAL;
	assert_int_equal(answer(t), -EINVAL);
	assert_string_equal(t->server.steps, "I");
	set_up(state);
	assert_int_equal(offer(t), 0);
	fake_carry_request(&t->client, &t->server);
	t->server.qp.move_err = ENOMEM;
	/* programs hand on what ibv_modify_qp() returns, which is positive */
	assert_int_equal(ece_cm_answer(&t->server.id, &t->server.qp.qp, NULL, fake_qp_move, NULL, &t->answered,
				       &t->server_error),
			 -ENOMEM);
	assert_non_null(strstr(t->server_error.text, "with the ECE options version=3 selective_repeat"));
}

static void a_datagram_reply_tells_what_this_end_has(void **state)
{
	struct ends *t = *state;

	t->client.id.qp_type = t->server.id.qp_type = IBV_QPT_UD;
	t->server_policy.allow = PCC;
	assert_int_equal(offer(t), 0);
	/* a lookup carries nothing */
	t->client.local = (struct ibv_ece){.vendor_id = 0};
	assert_int_equal(answer(t), 0);
	assert_int_equal(t->server.local.options, 0x30000002);
	assert_false(t->answered.has_remote);
	assert_string_equal(t->server.steps, "");
	assert_int_equal(take(t), 0);
	assert_true(t->asked.has_remote);
	assert_int_equal(t->asked.remote.options, 0x30000002);
	assert_int_equal(t->client.qp.sets + t->server.qp.sets, 0);
	assert_false(t->asked.has_agreed || t->answered.has_agreed);
}

/* Linux 6.1 does not hand on what the reply carried: that is no peer without ECE. */
static void a_datagram_reply_that_the_kernel_keeps(void **state)
{
	struct ends *t = *state;

	t->client.id.qp_type = IBV_QPT_UD;
	assert_int_equal(offer(t), 0);
	t->client.remote = (struct ibv_ece){.vendor_id = 0};
	assert_int_equal(ece_cm_take(&t->client.id, &t->client.qp.qp, NULL, NULL, &t->asked, NULL), 0);
	assert_false(t->asked.has_remote);
}

static void a_datagram_queue_pair_has_nothing_that_can_be_required(void **state)
{
	struct ends *t = *state;

	t->server.id.qp_type = IBV_QPT_UD;
	t->server_policy.require = SR;
	assert_int_equal(offer(t), 0);
	assert_refused(answer(t), &t->server_error, "requires selective_repeat");
	assert_int_equal(t->server.rejections, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(both_ends_have_what_both_can, set_up),
		cmocka_unit_test_setup(options_go_with_the_transition_to_rtr, set_up),
		cmocka_unit_test_setup(a_program_may_move_its_queue_pair_itself, set_up),
		cmocka_unit_test_setup(an_outcome_may_be_left_out_at_the_passive_end, set_up),
		cmocka_unit_test_setup(the_policy_of_the_host_holds_where_none_is_given, set_up),
		cmocka_unit_test_setup(peer_without_ece, set_up),
		cmocka_unit_test_setup(asking_end_without_ece, set_up),
		cmocka_unit_test_setup(another_vendor_is_answered_with_none, set_up),
		cmocka_unit_test_setup(an_answer_of_another_vendor_means_nothing, set_up),
		cmocka_unit_test_setup(a_vendor_without_options_is_no_ece, set_up),
		cmocka_unit_test_setup(options_beside_no_vendor_mean_nothing, set_up),
		cmocka_unit_test_setup(partial_mismatch, set_up),
		cmocka_unit_test_setup(the_default_seen_in_the_field, set_up),
		cmocka_unit_test_setup(a_policy_keeps_back_at_either_end, set_up),
		cmocka_unit_test_setup(what_this_end_lacks_is_refused_before_anything_is_sent, set_up),
		cmocka_unit_test_setup(the_passive_end_rejects_what_it_requires_and_misses, set_up),
		cmocka_unit_test_setup(the_active_end_rejects_the_answer, set_up),
		cmocka_unit_test_setup(what_the_passive_device_leaves_out_is_not_agreed, set_up),
		cmocka_unit_test_setup(what_the_active_device_leaves_out_is_told, set_up),
		cmocka_unit_test_setup(an_answer_beyond_the_offer_is_rejected, set_up),
		cmocka_unit_test_setup(where_devx_is_shut_the_verbs_tell, set_up),
		cmocka_unit_test_setup(where_devx_is_shut_and_nothing_was_asked_nobody_tells, set_up),
		cmocka_unit_test_setup(a_queue_pair_of_librdmacm_is_not_for_these, set_up),
		cmocka_unit_test_setup(every_pair_of_cards_and_policies, set_up),
		cmocka_unit_test_setup(every_call_that_fails_is_an_error, set_up),
		cmocka_unit_test_setup(the_devices_own_errors_come_through, set_up),
		cmocka_unit_test_setup(a_datagram_reply_tells_what_this_end_has, set_up),
		cmocka_unit_test_setup(a_datagram_reply_that_the_kernel_keeps, set_up),
		cmocka_unit_test_setup(a_datagram_queue_pair_has_nothing_that_can_be_required, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
