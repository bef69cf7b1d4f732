// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What both ends do with what the peer says. */
#include <errno.h>
#include <string.h>

#include "devx/base/error.h"
#include "lib/ece/outcome.h"
#include "lib/ece/session.h"

static void fail_protocol(struct ece_session *session, const char *what)
{
	session_fail(session, -EPROTO, ECE_ERROR_PROTOCOL, "the peer does not keep to the ECE negotiation: %s", what);
}

static void take_words(struct ece_outcome *o, const struct message *message)
{
	outcome_set_remote(o, &message->offer);
	o->has_withheld = !ece_offer_is_none(&message->offer);
	o->withheld = o->has_withheld ? message->withheld : 0;
	o->peer_require = message->require;
	o->has_peer_effective = message->has_effective;
	o->peer_effective = message->has_effective ? message->effective : ece_offer_none();
}

static void take_offer(struct ece_session *session, const struct message *message)
{
	struct ece_outcome *o = &session->outcome;

	take_words(o, message);
	session->ask = ece_offer_intersect(&o->local, &o->remote);
	if (outcome_lacks(o, &session->ask))
		session_refuse_policy(session);
	else
		session->want = ECE_WANT_ASK;
}

static bool is_same(const struct ece_offer *a, const struct ece_offer *b)
{
	return a->vendor_id == b->vendor_id && a->options == b->options;
}

/* Its queue pair may run with what this end's device does not know: the connection cannot be used. */
static void refuse_answer(struct ece_session *session)
{
	ece_error_set(&session->error, -EPROTO, ECE_ERROR_PROTOCOL,
		      "the peer does not keep to the ECE negotiation: it agreed to what was not offered");
	session_send(session, MESSAGE_REFUSAL, MESSAGE_REASON_NOT_UNDERSTOOD, ECE_WANT_FAILED);
}

static void take_answer(struct ece_session *session, const struct message *message)
{
	struct ece_outcome *o = &session->outcome;
	struct ece_offer agreed = ece_offer_is_none(&message->agreed) ? ece_offer_none() : message->agreed;
	struct ece_offer common, covered;

	take_words(o, message);
	common = ece_offer_intersect(&o->local, &o->remote);
	covered = ece_offer_intersect(&agreed, &common);
	if (!is_same(&covered, &agreed)) {
		refuse_answer(session);
		return;
	}
	o->has_agreed = true;
	o->agreed = session->ask = agreed;
	if (outcome_lacks(o, &agreed) || outcome_lacks(o, o->has_peer_effective ? &o->peer_effective : NULL))
		session_refuse_policy(session);
	else
		session->want = ECE_WANT_ASK;
}

/* The peer has ended and waits for nothing: there is nobody to tell. */
static void take_confirmation(struct ece_session *session, const struct message *message)
{
	struct ece_outcome *o = &session->outcome;
	struct ece_offer agreed = ece_offer_is_none(&message->agreed) ? ece_offer_none() : message->agreed;

	take_words(o, message);
	session->want = ECE_WANT_DONE;
	if (!is_same(&agreed, &o->agreed)) {
		fail_protocol(session, "it confirmed another word than was agreed");
	} else if (outcome_lacks(o, o->has_peer_effective ? &o->peer_effective : NULL)) {
		outcome_refused(o, &session->error);
		session->want = ECE_WANT_FAILED;
	}
}

static void take_refusal(struct ece_session *session, const struct message *message)
{
	struct ece_outcome *o = &session->outcome;

	take_words(o, message);
	session->want = ECE_WANT_FAILED;
	switch (message->reason) {
	case MESSAGE_REASON_POLICY:
		o->lacking |= message->lacking;
		outcome_refused(o, &session->error);
		break;
	case MESSAGE_REASON_NOT_UNDERSTOOD:
		session_fail(session, -EPROTO, ECE_ERROR_PROTOCOL, "the peer did not understand this end's answer");
		break;
	case MESSAGE_REASON_FAULT:
		session_fail(session, -ECONNABORTED, ECE_ERROR_REFUSED,
			     "the peer gave up because of a fault at its own end: look there");
		break;
	default:
		session_fail(session, -ECONNABORTED, ECE_ERROR_REFUSED,
			     "the peer gave up for a reason that this version does not know (%u)", message->reason);
		break;
	}
}

/* Its body may be anything; but for its own refusal, the peer waits for a word. */
static void take_other_version(struct ece_session *session)
{
	unsigned int major = message_major(session->in);

	session_fail(session, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
		     "the peer speaks version %u of the ECE negotiation and this end version %d: update the older one",
		     major, ECE_MESSAGE_MAJOR);
	if (!message_is_refusal(session->in))
		session_send(session, MESSAGE_REFUSAL, MESSAGE_REASON_VERSION, ECE_WANT_FAILED);
}

static enum message_kind expected(const struct ece_session *session)
{
	if (session->outcome.role == ECE_REQUESTOR)
		return MESSAGE_ANSWER;
	return session->outcome.has_remote ? MESSAGE_CONFIRMATION : MESSAGE_OFFER;
}

static void fail_order(struct ece_session *session, const struct message *message)
{
	if (message->kind == MESSAGE_OFFER && session->outcome.role == ECE_REQUESTOR)
		fail_protocol(session, "it offers, so both ends are requestors, and one has to be the responder");
	else
		fail_protocol(session, "its messages do not come in their order");
}

static void take_expected(struct ece_session *session, const struct message *message)
{
	switch (expected(session)) {
	case MESSAGE_OFFER:
		take_offer(session, message);
		break;
	case MESSAGE_ANSWER:
		take_answer(session, message);
		break;
	default:
		take_confirmation(session, message);
		break;
	}
}

void session_take(struct ece_session *session)
{
	struct message message;

	if (message_major(session->in) != ECE_MESSAGE_MAJOR)
		take_other_version(session);
	else if (message_read(session->in, session->in_len, &message))
		fail_protocol(session, "a message holds what none can hold");
	else if (message.kind == MESSAGE_REFUSAL && !session->error.code)
		take_refusal(session, &message);
	else if (message.kind == MESSAGE_REFUSAL)
		session->want = ECE_WANT_FAILED;
	else if (message.kind != expected(session))
		fail_order(session, &message);
	else if (session->error.code)
		session_send(session, MESSAGE_REFUSAL, MESSAGE_REASON_FAULT, ECE_WANT_FAILED);
	else
		take_expected(session, &message);
}
