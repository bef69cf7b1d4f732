// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/ece/session.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/base/error.h"
#include "lib/ece/outcome.h"

struct ece_session *ece_session_new(enum ece_role role, const struct ece_policy *policy)
{
	struct ece_session *session = calloc(1, sizeof(*session));

	if (session)
		outcome_begin(&session->outcome, role, policy, NULL, false);
	return session;
}

void ece_session_free(struct ece_session *session)
{
	free(session);
}

enum ece_want ece_session_want(const struct ece_session *session)
{
	return session->want;
}

const struct ece_outcome *ece_session_outcome(const struct ece_session *session)
{
	return &session->outcome;
}

const struct ece_error *ece_session_error(const struct ece_session *session)
{
	return &session->error;
}

const void *ece_session_message(const struct ece_session *session, size_t *len)
{
	bool sends = session->want == ECE_WANT_SEND;

	*len = sends ? sizeof(session->out) : 0;
	return sends ? session->out : NULL;
}

int ece_session_sent(struct ece_session *session)
{
	if (session->want != ECE_WANT_SEND)
		return -EINVAL;
	session->want = session->after;
	return 0;
}

size_t ece_session_missing(const struct ece_session *session)
{
	if (session->want != ECE_WANT_RECEIVE)
		return 0;
	if (session->in_len < ECE_MESSAGE_HEAD)
		return ECE_MESSAGE_HEAD - session->in_len;
	return message_size(session->in) - session->in_len;
}

/* What is no message is known by its first bytes: who sent it may never send more. */
static void take_piece(struct ece_session *session, const uint8_t *bytes, size_t len)
{
	memcpy(session->in + session->in_len, bytes, len);
	session->in_len += len;
	if (!message_begins(session->in, session->in_len)) {
		session_fail(session, -EPROTO, ECE_ERROR_PROTOCOL,
			     "what the peer sent is no message of an ECE negotiation: check that it runs one, "
			     "and that nothing else is on the same connection");
		return;
	}
	if (session->in_len < ECE_MESSAGE_HEAD || ece_session_missing(session))
		return;
	session_take(session);
	session->in_len = 0;
}

int ece_session_received(struct ece_session *session, const void *bytes, size_t len, size_t *taken)
{
	size_t at = 0;

	if (taken)
		*taken = 0;
	if (session->want != ECE_WANT_RECEIVE)
		return -EINVAL;
	while (at < len && session->want == ECE_WANT_RECEIVE) {
		size_t missing = ece_session_missing(session);
		size_t n = missing < len - at ? missing : len - at;

		take_piece(session, (const uint8_t *)bytes + at, n);
		at += n;
	}
	if (taken)
		*taken = at;
	return 0;
}

static bool has_ended(const struct ece_session *session)
{
	return session->want == ECE_WANT_DONE || session->want == ECE_WANT_FAILED;
}

int ece_session_closed(struct ece_session *session)
{
	if (has_ended(session))
		return -EINVAL;
	session_fail(session, -ECONNRESET, ECE_ERROR_GONE, "the peer closed the connection before both ends agreed");
	return 0;
}

struct ece_offer ece_session_ask(const struct ece_session *session)
{
	return session->ask;
}

int ece_session_abort(struct ece_session *session, const struct ece_error *fault)
{
	enum ece_want want = session->want;

	if (has_ended(session) || !fault->code)
		return -EINVAL;
	if (!session->error.code)
		session->error = *fault;
	if (want == ECE_WANT_LOCAL && session->outcome.role == ECE_RESPONDER)
		/* A connection that is closed with bytes unread may lose what was sent, so its offer comes first. */
		session->want = ECE_WANT_RECEIVE;
	else if (want == ECE_WANT_LOCAL || want == ECE_WANT_ASK)
		session_send(session, MESSAGE_REFUSAL, MESSAGE_REASON_FAULT, ECE_WANT_FAILED);
	else
		session->want = ECE_WANT_FAILED;
	return 0;
}

void session_send(struct ece_session *session, enum message_kind kind, enum message_reason reason, enum ece_want after)
{
	const struct ece_outcome *o = &session->outcome;
	const struct message message = {
		.kind = (uint8_t)kind,
		.offer = o->local,
		.withheld = ece_offer_is_none(&o->card) ? 0 : ece_offer_bits(&o->card) & ~o->local.options,
		.require = o->policy.require,
		.agreed = o->agreed,
		.has_effective = o->effective_by != ECE_EFFECTIVE_NOT_READ,
		.effective = o->effective,
		.lacking = o->lacking,
		.reason = (uint8_t)reason,
	};

	message_write(&message, session->out);
	session->want = ECE_WANT_SEND;
	session->after = after;
}

void session_fail(struct ece_session *session, int code, enum ece_error_kind kind, const char *format, ...)
{
	char text[ECE_ERROR_TEXT_MAX];
	va_list args;

	session->want = ECE_WANT_FAILED;
	if (session->error.code)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	ece_error_set(&session->error, code, kind, "%s", text);
}

void session_refuse_policy(struct ece_session *session)
{
	outcome_refused(&session->outcome, &session->error);
	session_send(session, MESSAGE_REFUSAL, MESSAGE_REASON_POLICY, ECE_WANT_FAILED);
}
