// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One end of a negotiation, byte by byte, against peers that are of other versions or do not keep to it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ece/negotiate.h"

static const struct ece_offer cx7 = {0x15b3, 0x30000003};

static const uint8_t offer[48] = {
	'E', 'C', 'E',  1,    1,    0, 0, 40, /* offer, 40 bytes follow */
	0,   0,   0x15, 0xb3, 0x30, 0, 0, 2,  /* programmable_cc */
	0,   0,   0,    1,    0,    0, 0, 2,  /* keeps selective_repeat back, requires programmable_cc */
	0,   0,   0,    0,    0,    0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, /* nothing agreed, nothing in effect */
	0,   0,   0,    0,    0,    0, 0, 0,
};

static const uint8_t answer[48] = {
	'E', 'C', 'E',  1,    2,    0, 0, 40, /* answer */
	0,   0,   0x15, 0xb3, 0x30, 0, 0, 3,  /* could do both */
	0,   0,   0,    0,    0,    0, 0, 0,  /* keeps nothing back, requires nothing */
	0,   0,   0x15, 0xb3, 0x30, 0, 0, 2,  /* agreed */
	0,   0,   0x15, 0xb3, 0x30, 0, 0, 2,  /* in effect */
	0,   0,   0,    0,    0,    1, 0, 0,  /* which is known */
};

static const uint8_t confirmation[48] = {
	'E', 'C', 'E',  1,    3,    0, 0, 40, 0, 0, 0x15, 0xb3, 0x30, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2,
	0,   0,   0x15, 0xb3, 0x30, 0, 0, 2,  0, 0, 0x15, 0xb3, 0x30, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0,
};

/* The requestor of these messages, and the responder. */
static const struct ece_policy wants_pcc = {.allow = 2, .require = 2};

static void assert_sends(const struct ece_session *session, const uint8_t *bytes)
{
	size_t len;
	const void *message = ece_session_message(session, &len);

	assert_int_equal(ece_session_want(session), ECE_WANT_SEND);
	assert_non_null(message);
	assert_int_equal(len, 48);
	assert_memory_equal(message, bytes, 48);
}

/* A refusal by its kind, what it lacks and its reason. */
static void assert_sends_refusal(const struct ece_session *session, uint32_t lacking, uint8_t reason)
{
	size_t len;
	const uint8_t *message = ece_session_message(session, &len);

	assert_int_equal(ece_session_want(session), ECE_WANT_SEND);
	assert_non_null(message);
	assert_int_equal(len, 48);
	assert_memory_equal(message, "ECE\1\4\0\0\50", 8);
	assert_int_equal(message[43], lacking);
	assert_int_equal(message[44], reason);
}

static void receive(struct ece_session *session, const uint8_t *bytes, size_t len)
{
	size_t taken;

	assert_int_equal(ece_session_want(session), ECE_WANT_RECEIVE);
	assert_int_equal(ece_session_received(session, bytes, len, &taken), 0);
	assert_int_equal(taken, len);
}

static void assert_failed(const struct ece_session *session, int code, enum ece_error_kind kind, const char *says)
{
	const struct ece_error *e = ece_session_error(session);

	assert_int_equal(ece_session_want(session), ECE_WANT_FAILED);
	assert_int_equal(e->code, code);
	assert_int_equal(e->kind, kind);
	assert_non_null(strstr(e->text, says));
}

/* What a session fails with once its refusal is on its way. */
static void assert_fails_after(struct ece_session *session, int code, enum ece_error_kind kind, const char *says)
{
	assert_int_equal(ece_session_sent(session), 0);
	assert_failed(session, code, kind, says);
}

static struct ece_session *new_responder(void)
{
	struct ece_session *session = ece_session_new(ECE_RESPONDER, NULL);

	assert_non_null(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	return session;
}

static struct ece_session *new_requestor(void)
{
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, &wants_pcc);

	assert_non_null(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	return session;
}

static struct ece_session *requestor_that_sent(void)
{
	struct ece_session *session = new_requestor();

	assert_int_equal(ece_session_sent(session), 0);
	return session;
}

static struct ece_session *responder_that_sent(void)
{
	struct ece_session *session = new_responder();
	struct ece_offer ask;

	receive(session, offer, sizeof(offer));
	ask = ece_session_ask(session);
	assert_int_equal(ask.options, 0x30000002);
	assert_int_equal(ece_session_effective(session, &ask, ECE_EFFECTIVE_BY_DEVICE), 0);
	assert_int_equal(ece_session_sent(session), 0);
	return session;
}

static void the_messages_are_these_bytes(void **state)
{
	struct ece_session *requestor = new_requestor(), *responder = new_responder();
	struct ece_offer ask;

	(void)state;
	assert_sends(requestor, offer);
	assert_int_equal(ece_session_sent(requestor), 0);
	receive(responder, offer, sizeof(offer));
	ask = ece_session_ask(responder);
	assert_int_equal(ece_session_effective(responder, &ask, ECE_EFFECTIVE_BY_DEVICE), 0);
	assert_sends(responder, answer);
	assert_int_equal(ece_session_sent(responder), 0);
	receive(requestor, answer, sizeof(answer));
	ask = ece_session_ask(requestor);
	assert_int_equal(ask.options, 0x30000002);
	assert_int_equal(ece_session_effective(requestor, &ask, ECE_EFFECTIVE_BY_DEVICE), 0);
	assert_sends(requestor, confirmation);
	assert_int_equal(ece_session_sent(requestor), 0);
	receive(responder, confirmation, sizeof(confirmation));
	assert_int_equal(ece_session_want(requestor), ECE_WANT_DONE);
	assert_int_equal(ece_session_want(responder), ECE_WANT_DONE);
	ece_session_free(requestor);
	ece_session_free(responder);
}

static void what_is_behind_a_message_is_the_programs(void **state)
{
	struct ece_session *session = new_responder();
	uint8_t bytes[50];
	size_t taken;

	(void)state;
	memcpy(bytes, offer, sizeof(offer));
	bytes[48] = 'E';
	bytes[49] = 'C';
	assert_int_equal(ece_session_missing(session), 8);
	assert_int_equal(ece_session_received(session, bytes, 3, &taken), 0);
	assert_int_equal(taken, 3);
	assert_int_equal(ece_session_missing(session), 5);
	assert_int_equal(ece_session_received(session, bytes + 3, 5, NULL), 0);
	assert_int_equal(ece_session_missing(session), 40);
	assert_int_equal(ece_session_received(session, bytes + 8, 42, &taken), 0);
	assert_int_equal(taken, 40);
	assert_int_equal(ece_session_want(session), ECE_WANT_ASK);
	assert_int_equal(ece_session_missing(session), 0);
	ece_session_free(session);
}

/* An offer of a later version with @more bytes behind what this one knows. */
static size_t later_offer(uint8_t *bytes, size_t more)
{
	memset(bytes, 0xaa, 512);
	memcpy(bytes, offer, sizeof(offer));
	bytes[5] = 7;
	bytes[6] = (uint8_t)((40 + more) >> 8);
	bytes[7] = (uint8_t)(40 + more);
	return 48 + more;
}

static void a_later_minor_version_may_say_more(void **state)
{
	static const size_t more[] = {1, 100, ECE_MESSAGE_MAX - 48};
	uint8_t bytes[512];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct ece_session *session = new_responder();

		receive(session, bytes, later_offer(bytes, more[i]));
		assert_int_equal(ece_session_want(session), ECE_WANT_ASK);
		assert_int_equal(ece_session_outcome(session)->remote.options, 0x30000002);
		ece_session_free(session);
	}
}

static void a_message_that_is_too_long_is_not_waited_for(void **state)
{
	static const size_t more[] = {ECE_MESSAGE_MAX - 47, 0xffff - 40};
	uint8_t bytes[512];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct ece_session *session = new_responder();

		later_offer(bytes, more[i]);
		receive(session, bytes, 8);
		assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "no message of an ECE negotiation");
		ece_session_free(session);
	}
}

static void another_major_version_is_refused_with_its_own_end_told(void **state)
{
	uint8_t bytes[512];
	struct ece_session *session = new_responder();

	(void)state;
	later_offer(bytes, 12);
	bytes[3] = 2;
	memset(bytes + 8, 0xff, 52);
	receive(session, bytes, 60);
	assert_sends_refusal(session, 0, 2);
	assert_fails_after(session, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			   "version 2 of the ECE negotiation and this end "
			   "version 1");
	ece_session_free(session);
	/* its head alone is enough */
	session = requestor_that_sent();
	receive(session, (const uint8_t *)"ECE\0\2\0\0\0", 8);
	assert_sends_refusal(session, 0, 2);
	ece_session_free(session);
}

/* Two that refuse each other would never end. */
static void a_refusal_of_another_version_is_not_answered(void **state)
{
	struct ece_session *session = requestor_that_sent();

	(void)state;
	receive(session, (const uint8_t *)"ECE\2\4\0\0\4abcd", 12);
	assert_failed(session, -EPROTONOSUPPORT, ECE_ERROR_VERSION, "version 2");
	ece_session_free(session);
}

static void rubbish_is_known_by_its_first_byte_that_is_wrong(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} rubbish[] = {{"S", 1}, {"EX", 2}, {"ECe", 3}, {"\0", 1}, {"GET / HTTP/1.1", 8}};

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		struct ece_session *session = new_responder();

		receive(session, (const uint8_t *)rubbish[i].bytes, rubbish[i].len);
		assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "no message of an ECE negotiation");
		assert_int_equal(ece_session_received(session, "E", 1, NULL), -EINVAL);
		ece_session_free(session);
	}
}

static void a_message_that_holds_what_none_can_hold_is_refused(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} faults[] = {{4, 0}, {4, 5}, {7, 39}, {8, 1}, {16, 0x10}, {20, 0x80}, {24, 1}, {32, 1}, {40, 0xf0}};

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct ece_session *session = new_responder();
		uint8_t bytes[48];

		memcpy(bytes, offer, sizeof(bytes));
		bytes[faults[i].at] = faults[i].value;
		receive(session, bytes, faults[i].at == 7 ? 47 : 48);
		assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "a message holds what none can hold");
		ece_session_free(session);
	}
}

static void messages_out_of_order_are_refused(void **state)
{
	struct ece_session *session = new_responder();

	(void)state;
	receive(session, answer, sizeof(answer));
	assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "in their order");
	ece_session_free(session);
	session = responder_that_sent();
	receive(session, offer, sizeof(offer));
	assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "in their order");
	ece_session_free(session);
	session = requestor_that_sent();
	receive(session, confirmation, sizeof(confirmation));
	assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "in their order");
	ece_session_free(session);
	session = requestor_that_sent();
	receive(session, offer, sizeof(offer));
	assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "both ends are requestors");
	ece_session_free(session);
}

static void what_cannot_be_met_is_not_offered(void **state)
{
	static const struct ece_policy policy = {.allow = 0x0fffffff, .require = 4};
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, &policy);

	(void)state;
	assert_non_null(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	assert_sends_refusal(session, 4, 1);
	assert_fails_after(session, -ECONNREFUSED, ECE_ERROR_REFUSED, "this end's policy requires 0x4");
	ece_session_free(session);
}

/* A peer that does not look at what is required; the queue pair stays where it is. */
static void an_answer_without_what_is_required_is_refused(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} faults[] = {{31, 0}, {39, 0}, {45, 0}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct ece_session *session = requestor_that_sent();
		uint8_t bytes[48];

		memcpy(bytes, answer, sizeof(bytes));
		bytes[faults[i].at] = faults[i].value;
		receive(session, bytes, sizeof(bytes));
		assert_sends_refusal(session, 2, 1);
		assert_fails_after(session, -ECONNREFUSED, ECE_ERROR_REFUSED,
				   "this end's policy requires programmable_cc");
		ece_session_free(session);
	}
}

/* Masking it would leave the peer with what this end's device does not know. */
static void an_answer_of_what_was_not_offered_is_refused(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} more[] = {
		{31, 3},    /* selective_repeat, which this end keeps back */
		{30, 1},    /* 0x100, which nobody has */
		{28, 0x40}, /* version 4 */
		{27, 0x34}, /* another vendor */
		{28, 0},    /* options without a version */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++) {
		struct ece_session *session = requestor_that_sent();
		uint8_t bytes[48];

		memcpy(bytes, answer, sizeof(bytes));
		bytes[more[i].at] = more[i].value;
		receive(session, bytes, sizeof(bytes));
		assert_sends_refusal(session, 0, 3);
		assert_fails_after(session, -EPROTO, ECE_ERROR_PROTOCOL, "it agreed to what was not offered");
		assert_int_equal(ece_session_ask(session).options, 0);
		assert_false(ece_session_outcome(session)->has_agreed);
		ece_session_free(session);
	}
}

static void options_beside_a_vendor_of_0_are_not_agreed(void **state)
{
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, NULL);
	uint8_t bytes[48];

	(void)state;
	assert_non_null(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	assert_int_equal(ece_session_sent(session), 0);
	memcpy(bytes, answer, sizeof(bytes));
	memset(bytes + 24, 0, 4);
	receive(session, bytes, sizeof(bytes));
	assert_int_equal(ece_session_want(session), ECE_WANT_ASK);
	assert_int_equal(ece_session_ask(session).options, 0);
	ece_session_free(session);
}

static void a_confirmation_of_another_word_is_refused(void **state)
{
	struct ece_session *session = responder_that_sent();
	uint8_t bytes[48];

	(void)state;
	memcpy(bytes, confirmation, sizeof(bytes));
	bytes[31] = 0;
	receive(session, bytes, sizeof(bytes));
	assert_failed(session, -EPROTO, ECE_ERROR_PROTOCOL, "confirmed another word");
	ece_session_free(session);
}

/* A peer that does not look at its own requirement, or at this end's. */
static void a_confirmation_without_what_is_required_is_refused(void **state)
{
	static const struct {
		size_t at;
		uint8_t value;
	} faults[] = {{39, 0}, {45, 0}};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct ece_session *session = responder_that_sent();
		uint8_t bytes[48];

		memcpy(bytes, confirmation, sizeof(bytes));
		bytes[faults[i].at] = faults[i].value;
		receive(session, bytes, sizeof(bytes));
		assert_failed(session, -ECONNREFUSED, ECE_ERROR_REFUSED, "the peer's policy requires programmable_cc");
		assert_int_equal(ece_session_outcome(session)->lacking, 2);
		ece_session_free(session);
	}
}

static void refusals_say_why(void **state)
{
	static const struct {
		uint8_t reason, lacking;
		int code;
		enum ece_error_kind kind;
		const char *says;
	} refusals[] = {
		{1, 2, -ECONNREFUSED, ECE_ERROR_REFUSED,
		 "this end's policy requires programmable_cc, but the peer's device does not offer it"},
		{1, 4, -ECONNREFUSED, ECE_ERROR_REFUSED,
		 "the peer's policy requires 0x4, but this end's device does not offer it"},
		{1, 0, -ECONNREFUSED, ECE_ERROR_REFUSED, "did not say which option"},
		{3, 0, -EPROTO, ECE_ERROR_PROTOCOL, "did not understand"},
		{4, 0, -ECONNABORTED, ECE_ERROR_REFUSED, "a fault at its own end"},
		{2, 0, -ECONNABORTED, ECE_ERROR_REFUSED, "does not know (2)"},
		{99, 0, -ECONNABORTED, ECE_ERROR_REFUSED, "does not know (99)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		struct ece_session *session = requestor_that_sent();
		uint8_t bytes[48] = {'E', 'C', 'E', 1, 4, 0, 0, 40, 0, 0, 0x15, 0xb3, 0x30, 0, 0, 1};

		bytes[43] = refusals[i].lacking;
		bytes[44] = refusals[i].reason;
		receive(session, bytes, sizeof(bytes));
		assert_failed(session, refusals[i].code, refusals[i].kind, refusals[i].says);
		assert_int_equal(ece_session_outcome(session)->remote.options, 0x30000001);
		ece_session_free(session);
	}
}

static void a_peer_that_closes_is_gone_in_every_state(void **state)
{
	struct ece_session *sessions[] = {
		ece_session_new(ECE_REQUESTOR, NULL), new_requestor(),       requestor_that_sent(),
		ece_session_new(ECE_RESPONDER, NULL), responder_that_sent(),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(sessions) / sizeof(sessions[0]); i++) {
		assert_non_null(sessions[i]);
		assert_int_equal(ece_session_closed(sessions[i]), 0);
		assert_failed(sessions[i], -ECONNRESET, ECE_ERROR_GONE, "the peer closed");
		assert_int_equal(ece_session_closed(sessions[i]), -EINVAL);
		ece_session_free(sessions[i]);
	}
}

static void the_peer_is_told_of_a_fault_where_it_waits(void **state)
{
	static const struct ece_error fault = {.code = -EIO, .kind = ECE_ERROR_IO, .text = "broken"};
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, NULL);

	(void)state;
	assert_non_null(session);
	assert_int_equal(ece_session_abort(session, &fault), 0);
	assert_sends_refusal(session, 0, 4);
	assert_fails_after(session, -EIO, ECE_ERROR_IO, "broken");
	assert_int_equal(ece_session_abort(session, &fault), -EINVAL);
	ece_session_free(session);
	session = new_responder();
	receive(session, offer, sizeof(offer));
	assert_int_equal(ece_session_abort(session, &fault), 0);
	assert_sends_refusal(session, 0, 4);
	assert_fails_after(session, -EIO, ECE_ERROR_IO, "broken");
	ece_session_free(session);
}

/* A connection that is closed with bytes unread may lose the refusal. */
static void a_responder_hears_the_offer_before_it_gives_up(void **state)
{
	static const struct ece_error fault = {.code = -EIO, .kind = ECE_ERROR_IO, .text = "broken"};
	static const uint8_t refusal[48] = {'E', 'C', 'E', 1, 4, 0, 0, 40};
	struct ece_session *session = ece_session_new(ECE_RESPONDER, NULL);

	(void)state;
	assert_non_null(session);
	assert_int_equal(ece_session_abort(session, &fault), 0);
	receive(session, offer, sizeof(offer));
	assert_sends_refusal(session, 0, 4);
	assert_fails_after(session, -EIO, ECE_ERROR_IO, "broken");
	ece_session_free(session);
	session = ece_session_new(ECE_RESPONDER, NULL);
	assert_non_null(session);
	assert_int_equal(ece_session_abort(session, &fault), 0);
	receive(session, refusal, sizeof(refusal));
	assert_failed(session, -EIO, ECE_ERROR_IO, "broken");
	ece_session_free(session);
	/* nor does what happens later take its place */
	session = ece_session_new(ECE_RESPONDER, NULL);
	assert_non_null(session);
	assert_int_equal(ece_session_abort(session, &fault), 0);
	assert_int_equal(ece_session_closed(session), 0);
	assert_failed(session, -EIO, ECE_ERROR_IO, "broken");
	ece_session_free(session);
}

static void a_message_under_way_is_not_cut_by_a_fault(void **state)
{
	static const struct ece_error fault = {.code = -ETIMEDOUT, .kind = ECE_ERROR_TIMEOUT, .text = "late"};
	struct ece_session *sessions[] = {new_requestor(), requestor_that_sent(), responder_that_sent()};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(ece_session_abort(sessions[i], &fault), 0);
		assert_failed(sessions[i], -ETIMEDOUT, ECE_ERROR_TIMEOUT, "late");
		ece_session_free(sessions[i]);
	}
}

/* All steps but the one that the session wants. */
static void check_misuse(struct ece_session *session)
{
	static const struct ece_error nothing = {.code = 0};
	enum ece_want want = ece_session_want(session);
	size_t len = 1, taken = 1;

	if (want != ECE_WANT_LOCAL)
		assert_int_equal(ece_session_local(session, &cx7, true), -EINVAL);
	if (want != ECE_WANT_SEND) {
		assert_int_equal(ece_session_sent(session), -EINVAL);
		assert_null(ece_session_message(session, &len));
		assert_int_equal(len, 0);
	}
	if (want != ECE_WANT_RECEIVE) {
		assert_int_equal(ece_session_received(session, offer, 48, &taken), -EINVAL);
		assert_int_equal(taken, 0);
	}
	if (want != ECE_WANT_ASK)
		assert_int_equal(ece_session_effective(session, &cx7, ECE_EFFECTIVE_BY_CALLER), -EINVAL);
	assert_int_equal(ece_session_abort(session, &nothing), -EINVAL);
	assert_int_equal(ece_session_want(session), want);
	assert_int_equal(ece_session_error(session)->code, 0);
}

static void steps_that_are_not_wanted_change_nothing(void **state)
{
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, &wants_pcc);
	struct ece_offer ask;

	(void)state;
	assert_non_null(session);
	check_misuse(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	check_misuse(session);
	assert_sends(session, offer);
	assert_int_equal(ece_session_sent(session), 0);
	check_misuse(session);
	receive(session, answer, sizeof(answer));
	check_misuse(session);
	ask = ece_session_ask(session);
	assert_int_equal(ece_session_effective(session, &ask, ECE_EFFECTIVE_BY_CALLER), 0);
	check_misuse(session);
	assert_sends(session, confirmation);
	assert_int_equal(ece_session_sent(session), 0);
	check_misuse(session);
	assert_int_equal(ece_session_want(session), ECE_WANT_DONE);
	assert_int_equal(ece_session_outcome(session)->effective_by, ECE_EFFECTIVE_BY_CALLER);
	assert_int_equal(ece_session_closed(session), -EINVAL);
	ece_session_free(session);
}

static void bits_of_a_policy_that_are_no_options_are_not_looked_at(void **state)
{
	static const struct ece_policy policy = {.allow = 0xffffffff, .require = 0xf0000000};
	struct ece_session *session = ece_session_new(ECE_REQUESTOR, &policy);

	(void)state;
	assert_non_null(session);
	assert_int_equal(ece_session_local(session, &cx7, true), 0);
	assert_int_equal(ece_session_want(session), ECE_WANT_SEND);
	assert_int_equal(ece_session_error(session)->code, 0);
	assert_int_equal(ece_session_outcome(session)->local.options, 0x30000003);
	ece_session_free(session);
	ece_session_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_messages_are_these_bytes),
		cmocka_unit_test(what_is_behind_a_message_is_the_programs),
		cmocka_unit_test(a_later_minor_version_may_say_more),
		cmocka_unit_test(a_message_that_is_too_long_is_not_waited_for),
		cmocka_unit_test(another_major_version_is_refused_with_its_own_end_told),
		cmocka_unit_test(a_refusal_of_another_version_is_not_answered),
		cmocka_unit_test(rubbish_is_known_by_its_first_byte_that_is_wrong),
		cmocka_unit_test(a_message_that_holds_what_none_can_hold_is_refused),
		cmocka_unit_test(messages_out_of_order_are_refused),
		cmocka_unit_test(what_cannot_be_met_is_not_offered),
		cmocka_unit_test(an_answer_without_what_is_required_is_refused),
		cmocka_unit_test(an_answer_of_what_was_not_offered_is_refused),
		cmocka_unit_test(options_beside_a_vendor_of_0_are_not_agreed),
		cmocka_unit_test(a_confirmation_of_another_word_is_refused),
		cmocka_unit_test(a_confirmation_without_what_is_required_is_refused),
		cmocka_unit_test(refusals_say_why),
		cmocka_unit_test(a_peer_that_closes_is_gone_in_every_state),
		cmocka_unit_test(the_peer_is_told_of_a_fault_where_it_waits),
		cmocka_unit_test(a_responder_hears_the_offer_before_it_gives_up),
		cmocka_unit_test(a_message_under_way_is_not_cut_by_a_fault),
		cmocka_unit_test(steps_that_are_not_wanted_change_nothing),
		cmocka_unit_test(bits_of_a_policy_that_are_no_options_are_not_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
