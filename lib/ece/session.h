/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A negotiation's state. It sees no queue pair, socket or clock. */
#ifndef ECE_LIB_ECE_SESSION_H
#define ECE_LIB_ECE_SESSION_H

#include "lib/ece/message.h"

struct ece_session {
	enum ece_want want;
	enum ece_want after; /* what it wants once the message that is to be sent has been */
	struct ece_outcome outcome;
	struct ece_offer ask;
	struct ece_error error;      /* why it fails; a refusal may still have to be sent */
	uint8_t in[ECE_MESSAGE_MAX]; /* the message that is coming */
	size_t in_len;
	uint8_t out[ECE_MESSAGE_BYTES]; /* the message that is to be sent */
};

/**
 * session_take - a whole message came, which is in session->in
 */
void session_take(struct ece_session *session);

/**
 * session_send - the message of a kind is to be sent, and then the session wants @after
 * @reason: of a refusal
 */
void session_send(struct ece_session *session, enum message_kind kind, enum message_reason reason, enum ece_want after);

/**
 * session_fail - fail without a word to the peer; the first error stays
 */
__attribute__((format(printf, 4, 5))) void session_fail(struct ece_session *session, int code, enum ece_error_kind kind,
							const char *format, ...);

/**
 * session_refuse_policy - fail for what the outcome lacks, and tell the peer
 */
void session_refuse_policy(struct ece_session *session);

#endif
