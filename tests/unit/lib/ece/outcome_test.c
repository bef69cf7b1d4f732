// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Why an option is not in effect, for each reason there is, and how people read it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "lib/ece/outcome.h"

#define SR 1u

static const struct ece_offer both = {0x15b3, 0x30000003}, without_sr = {0x15b3, 0x30000002};

/* Both ends have selective_repeat in effect. */
static struct ece_outcome all_is_well(void)
{
	struct ece_outcome o;

	outcome_begin(&o, ECE_REQUESTOR, NULL, &both, true);
	outcome_set_remote(&o, &both);
	o.has_withheld = true;
	o.has_agreed = true;
	o.agreed = both;
	outcome_set_effective(&o, &both, ECE_EFFECTIVE_BY_DEVICE);
	o.has_peer_effective = true;
	o.peer_effective = both;
	return o;
}

static void assert_why(const struct ece_outcome *o, enum ece_missing why)
{
	assert_int_equal(ece_outcome_why(o, SR), why);
}

static void what_is_in_effect_is_not_missing(void **state)
{
	struct ece_outcome o = all_is_well();

	(void)state;
	assert_why(&o, ECE_MISSING_NOT);
	o.has_peer_effective = false;
	assert_why(&o, ECE_MISSING_NOT);
	o.has_peer_effective = true;
	o.peer_effective = without_sr;
	assert_why(&o, ECE_MISSING_PEER_DEVICE);
}

static void this_end_has_its_reasons_first(void **state)
{
	struct ece_outcome o = all_is_well();

	(void)state;
	outcome_set_effective(&o, NULL, ECE_EFFECTIVE_NOT_READ);
	o.remote = ece_offer_none();
	assert_why(&o, ECE_MISSING_PEER_NO_ECE);
	o.local = without_sr;
	assert_why(&o, ECE_MISSING_NOT_ASKED);
	o.policy.allow = 2;
	assert_why(&o, ECE_MISSING_POLICY);
	o.card = without_sr;
	assert_why(&o, ECE_MISSING_CARD);
	o.card = (struct ece_offer){0x1234, 0x30000003};
	assert_why(&o, ECE_MISSING_CARD);
	o.supported = false;
	assert_why(&o, ECE_MISSING_DRIVER);
}

static void the_peer_comes_next(void **state)
{
	struct ece_outcome o = all_is_well();

	(void)state;
	outcome_set_effective(&o, NULL, ECE_EFFECTIVE_NOT_READ);
	o.agreed = without_sr;
	outcome_set_remote(&o, &without_sr);
	assert_why(&o, ECE_MISSING_PEER_CARD);
	o.withheld = SR;
	assert_why(&o, ECE_MISSING_PEER_POLICY);
	o.has_withheld = false;
	assert_why(&o, ECE_MISSING_PEER);
	outcome_set_remote(&o, &(struct ece_offer){0x1234, 0x30000003});
	assert_why(&o, ECE_MISSING_PEER_VENDOR);
	outcome_set_remote(&o, &(struct ece_offer){0x1234, 0});
	assert_why(&o, ECE_MISSING_PEER_VENDOR);
	outcome_set_remote(&o, &(struct ece_offer){0, 0x30000003});
	assert_why(&o, ECE_MISSING_PEER_NO_ECE);
	outcome_set_remote(&o, &(struct ece_offer){0x15b3, 0});
	assert_why(&o, ECE_MISSING_PEER_NO_ECE);
	outcome_set_remote(&o, &(struct ece_offer){0x15b3, 0x10000003});
	assert_why(&o, ECE_MISSING_VERSION);
}

static void devices_come_last(void **state)
{
	struct ece_outcome o = all_is_well();

	(void)state;
	outcome_set_effective(&o, &without_sr, ECE_EFFECTIVE_BY_VERBS);
	assert_why(&o, ECE_MISSING_LOCAL_DEVICE);
	o.agreed = without_sr;
	assert_why(&o, ECE_MISSING_PEER_DEVICE);
	o.role = ECE_RESPONDER;
	assert_why(&o, ECE_MISSING_LOCAL_DEVICE);
	o.has_agreed = false;
	outcome_set_effective(&o, NULL, ECE_EFFECTIVE_NOT_READ);
	assert_why(&o, ECE_MISSING_UNKNOWN);
	o.peer_effective = without_sr;
	assert_why(&o, ECE_MISSING_PEER_DEVICE);
}

/* librdmacm keeps the peer's words of its own queue pairs to itself. */
static void a_peer_whose_words_are_not_known_did_not_say_why(void **state)
{
	struct ece_outcome o;

	(void)state;
	outcome_begin(&o, ECE_REQUESTOR, NULL, &both, true);
	assert_why(&o, ECE_MISSING_UNKNOWN);
	outcome_set_effective(&o, &without_sr, ECE_EFFECTIVE_BY_VERBS);
	assert_why(&o, ECE_MISSING_PEER);
	outcome_set_effective(&o, &both, ECE_EFFECTIVE_BY_VERBS);
	assert_why(&o, ECE_MISSING_NOT);
}

static void every_reason_has_a_word_and_a_text_of_its_own(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < ECE_MISSING_COUNT; i++) {
		assert_true(strlen(ece_missing_name(i)) > 0 && strlen(ece_missing_text(i)) > 0);
		for (unsigned int k = 0; k < i; k++) {
			assert_string_not_equal(ece_missing_name(i), ece_missing_name(k));
			assert_string_not_equal(ece_missing_text(i), ece_missing_text(k));
		}
	}
	assert_string_equal(ece_missing_name(ECE_MISSING_NOT), "in_effect");
	assert_string_equal(ece_missing_name(ECE_MISSING_PEER_POLICY), "peer_policy");
	assert_string_equal(ece_missing_name(ECE_MISSING_COUNT), "unknown");
	assert_string_equal(ece_missing_text(ECE_MISSING_COUNT), "what is in effect could not be read");
}

static void an_option_is_one_line(void **state)
{
	struct ece_outcome o = all_is_well();
	char buf[ECE_OUTCOME_TEXT_MAX];

	(void)state;
	assert_string_equal(ece_outcome_format(&o, SR, buf, sizeof(buf)), "selective_repeat: it is in effect");
	o.remote = o.effective = without_sr;
	o.withheld = SR;
	assert_string_equal(ece_outcome_format(&o, SR, buf, sizeof(buf)),
			    "selective_repeat: the peer's policy keeps it back");
	assert_string_equal(ece_outcome_format(&o, 2, buf, sizeof(buf)),
			    "programmable_cc (a name by inference): it is in effect");
	assert_string_equal(ece_outcome_format(&o, 0x100, buf, sizeof(buf)),
			    "0x100: this end's device does not offer it");
	assert_string_equal(ece_outcome_format(&o, SR, buf, 10), "selective");
}

static void a_requirement_looks_at_both_policies(void **state)
{
	static const struct ece_policy policy = {.allow = 0x0fffffff, .require = SR, .origin = "/run/x.json"};
	struct ece_outcome o;
	struct ece_error e;

	(void)state;
	outcome_begin(&o, ECE_RESPONDER, &policy, &both, true);
	o.peer_require = 2;
	assert_int_equal(outcome_lacks(&o, &both), 0);
	assert_int_equal(outcome_lacks(&o, &(struct ece_offer){0x1234, 0x30000003}), 3);
	o.lacking = 0;
	assert_int_equal(outcome_lacks(&o, &without_sr), SR);
	assert_int_equal(o.lacking, SR);
	assert_int_equal(outcome_lacks(&o, NULL), 3);
	assert_int_equal(o.lacking, 3);
	outcome_set_remote(&o, &without_sr);
	assert_int_equal(outcome_refused(&o, &e), -ECONNREFUSED);
	assert_string_equal(e.text,
			    "this end's policy (/run/x.json) requires selective_repeat, but the peer does not "
			    "offer it, and did not say why; the peer's policy requires programmable_cc, but what "
			    "is in effect could not be read");
}

/* More bits than a sentence holds. */
static void a_long_sentence_is_cut(void **state)
{
	static const struct ece_policy policy = {.allow = 0x0fffffff, .require = 0x0fffffff};
	struct ece_outcome o;
	struct ece_error e;

	(void)state;
	outcome_begin(&o, ECE_RESPONDER, &policy, NULL, false);
	assert_int_equal(outcome_lacks(&o, &o.local), 0x0fffffff);
	assert_int_equal(outcome_refused(&o, &e), -ECONNREFUSED);
	assert_int_equal(strlen(e.text), ECE_ERROR_TEXT_MAX - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_in_effect_is_not_missing),
		cmocka_unit_test(this_end_has_its_reasons_first),
		cmocka_unit_test(the_peer_comes_next),
		cmocka_unit_test(devices_come_last),
		cmocka_unit_test(a_peer_whose_words_are_not_known_did_not_say_why),
		cmocka_unit_test(every_reason_has_a_word_and_a_text_of_its_own),
		cmocka_unit_test(an_option_is_one_line),
		cmocka_unit_test(a_requirement_looks_at_both_policies),
		cmocka_unit_test(a_long_sentence_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
