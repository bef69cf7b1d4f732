/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ECE between the two ends of a connection: offer, answer, what is in effect, and why a feature is not.
 *
 * The end that asks first is the requestor, the other one the responder. The requestor offers what its device and
 * its policy allow. The responder asks its device for what both can, before its queue pair goes to RTR, and answers
 * with what the device made of it. The requestor asks its device for the answer before its own RTR, and confirms
 * what came of that.
 *
 *	requestor                                responder
 *	   offer of the device, by policy ──►
 *	                                         both, ibv_set_ece(), RTR, what is in effect
 *	                                 ◄──     answer
 *	   ibv_set_ece(answer), RTR, what is in effect
 *	   confirmation                   ──►
 *
 * A peer without ECE, one of another vendor, and one that can less are no faults: the connection has fewer features
 * or none. Only a policy that requires a feature makes it fail. Each message says what its sender's policy requires
 * and keeps back, so that either end finds out, and tells the other one in place of its next message. Both then
 * know whose policy, which feature and why it is missing.
 *
 * Three ways to use it, from the shortest:
 *	ece_negotiate()   over a connected socket, with a queue pair of libibverbs
 *	ece/cm.h          over RDMA-CM
 *	ece_session_*()   steps for a program with a channel of its own, or with queue pairs of its own (DevX): it says what
 *	                  to send and what to ask the device for, and touches neither
 *
 * Facts about the verbs, from rdma-core's own sources: ibv_set_ece() only remembers the options, they go to the
 * device with the next transition; between the two ibv_query_ece() answers 0. On a queue pair that nobody asked for
 * anything it answers the device's default and not what is in effect. Options 0 cannot be sent at all: a queue pair
 * that must have no features asks for a version without option bits. A device without ECE makes ibv_set_ece()
 * return EOPNOTSUPP.
 *
 * One thread at a time may use a session, an outcome or a queue pair; different ones are independent.
 */
#ifndef ECE_NEGOTIATE_H
#define ECE_NEGOTIATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ece/error.h>
#include <ece/offer.h>
#include <ece/policy.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ibv_qp;

enum ece_role {
	ECE_REQUESTOR, /* offers first */
	ECE_RESPONDER,
};

/* Why an option is not in effect. Append only. */
enum ece_missing {
	ECE_MISSING_NOT,          /* it is in effect */
	ECE_MISSING_UNKNOWN,      /* what is in effect could not be read */
	ECE_MISSING_DRIVER,       /* this end's driver or library carries no ECE */
	ECE_MISSING_CARD,         /* this end's device does not offer it */
	ECE_MISSING_POLICY,       /* this end's policy keeps it back */
	ECE_MISSING_PEER,         /* the peer does not offer it, and did not say why */
	ECE_MISSING_PEER_NO_ECE,  /* the peer has no ECE */
	ECE_MISSING_PEER_VENDOR,  /* the peer is of another vendor */
	ECE_MISSING_PEER_CARD,    /* the peer's device does not offer it */
	ECE_MISSING_PEER_POLICY,  /* the peer's policy keeps it back */
	ECE_MISSING_VERSION,      /* the lower one of both versions does not have it */
	ECE_MISSING_PEER_DEVICE,  /* both could, and the peer's device left it out */
	ECE_MISSING_LOCAL_DEVICE, /* agreed on, and this end's device left it out */
	ECE_MISSING_NOT_ASKED,    /* nobody asked for anything on this queue pair */
	ECE_MISSING_COUNT,
};

/* Where the word "in effect" was read. Append only. */
enum ece_effective_by {
	ECE_EFFECTIVE_NOT_READ,
	ECE_EFFECTIVE_BY_DEVICE, /* QUERY_QP: what the card has */
	ECE_EFFECTIVE_BY_VERBS,  /* ibv_query_ece() after a transition that carried options: what the card answered */
	ECE_EFFECTIVE_BY_CALLER, /* ece_session_effective() */
};

/* What came of it at this end. */
struct ece_outcome {
	enum ece_role role;
	bool supported;         /* driver and device of this end know ECE; else vendor and options mean nothing */
	struct ece_offer card;  /* what the device offers by default */
	struct ece_offer local; /* what this end put on the wire */
	bool has_remote;        /* the peer's words are known; librdmacm keeps them to itself for its own queue pairs */
	struct ece_offer remote; /* what the peer put on the wire, as it came */
	bool has_withheld;       /* the peer told what its policy keeps back */
	uint32_t withheld;       /* option bits that the peer's device has and its policy keeps back */
	uint32_t peer_require;   /* option bits that the peer's policy requires, as it told */
	bool has_agreed;
	struct ece_offer agreed; /* what both ends settled on: the responder's answer */
	enum ece_effective_by effective_by;
	struct ece_offer effective; /* of this end's queue pair, after its transition to RTR */
	bool has_peer_effective;
	struct ece_offer peer_effective; /* of the peer's, as it told */
	struct ece_policy policy;        /* that was applied */
	uint32_t lacking;                /* required and not in effect, at either end as far as known */
	uint64_t reserved[8];
};

#define ECE_OUTCOME_TEXT_MAX 512

/**
 * ece_outcome_why - why is an option not in effect?
 * @bit: one bit of ECE_OPTIONS_ALL
 *
 * The first reason in the order: driver, card, policy, peer, version, device. An option that this end has in effect
 * and the peer is known to lack is missing too, for the peer's device's sake.
 */
enum ece_missing ece_outcome_why(const struct ece_outcome *outcome, uint32_t bit);

/**
 * ece_missing_name - the stable word of a reason ("peer_policy"); ece_missing_text - the same for people, without a
 * capital letter and a full stop: "the peer's policy keeps it back"
 *
 * Return constants.
 */
const char *ece_missing_name(enum ece_missing missing);
const char *ece_missing_text(enum ece_missing missing);

/**
 * ece_outcome_format - "selective_repeat: the peer's policy keeps it back", one option in one line
 * @bit: as above; one without a name is its number, and a name that is an inference says so
 * @size: ECE_OUTCOME_TEXT_MAX is enough
 *
 * Returns @buf.
 */
const char *ece_outcome_format(const struct ece_outcome *outcome, uint32_t bit, char *buf, size_t size);

/**
 * ece_negotiate - all of it, over a connected stream socket
 * @fd: blocking or not, TCP or any other; is left as it was, and open. Nothing is read beyond the last message
 * @qp: in the state RESET or INIT, of a connected type: what one peer of a datagram queue pair answers binds no
 *      other one. Nobody has called ibv_set_ece() on it
 * @policy: NULL: ece_policy_find() for the queue pair's device
 * @move: brings the queue pair to RTR, or further, and is called once, after ibv_set_ece(); returns 0 or a negative
 *        errno. What it needs (the peer's number, GID, PSN) the program has exchanged before, as always
 * @timeout_ms: for all of it; 0 or less: ECE_TIMEOUT_MS
 * @outcome: filled as far as it went, on errors too; may be NULL
 *
 * The queue pair's transition happens also where there is no ECE at all: then nothing was asked for. Returns 0, or with
 * @e filled: -ETIMEDOUT (kind TIMEOUT), -ECONNRESET (GONE: the peer closed), -EPROTO (PROTOCOL: what came is no message
 * of this protocol), -EPROTONOSUPPORT (VERSION: no common version), -ECONNREFUSED (REFUSED: a policy requires what is
 * missing; the sentence says whose, what and why), -ECONNABORTED (REFUSED: the peer gave up for a fault of its
 * own), what @move returned, or what a device refused. The peer is told, where it can be. After an error the queue
 * pair must not be used for this connection: a driver keeps options that a transition failed with, and sends them
 * with the next one.
 *
 * A @fd that is no socket raises SIGPIPE as write(2) does; a socket never does.
 */
int ece_negotiate(int fd, enum ece_role role, struct ibv_qp *qp, const struct ece_policy *policy,
		  int (*move)(struct ibv_qp *qp, void *arg), void *arg, int timeout_ms, struct ece_outcome *outcome,
		  struct ece_error *e);

#define ECE_TIMEOUT_MS 30000

/**
 * ece_qp_offer - what the device of a queue pair offers
 * @supported: false where driver, library or device have no ECE: @offer is none then
 *
 * Of a queue pair that ibv_set_ece() was not called on yet. Returns 0, or a negative errno with @e filled.
 */
int ece_qp_offer(struct ibv_qp *qp, struct ece_offer *offer, bool *supported, struct ece_error *e);

/**
 * ece_qp_ask - ask for options with the queue pair's next transition
 *
 * None asks for nothing and is no error. Returns 0, or a negative errno with @e filled.
 */
int ece_qp_ask(struct ibv_qp *qp, const struct ece_offer *offer, struct ece_error *e);

/**
 * ece_qp_effective - what is in effect on a queue pair of this process
 * @asked: options were asked for, and a transition came after
 *
 * Asks the device (QUERY_QP through DevX: one read-only command); where that is shut, ibv_query_ece() if @asked, since
 * that alone is the default where nothing was asked. Returns how it was read; @effective is none where it was not.
 */
enum ece_effective_by ece_qp_effective(struct ibv_qp *qp, bool asked, struct ece_offer *effective);

/*
 * Steps. A session says what it wants next; the program does that and tells. Sessions touch no queue pair, socket
 * or clock.
 *
 *	while ((want = ece_session_want(session)) != ECE_WANT_DONE && want != ECE_WANT_FAILED)
 *		do it
 *
 * A step returns 0 also where it makes the session fail: the session then wants a refusal to be sent, where the
 * peer waits for one, and ECE_WANT_FAILED after it. It returns -EINVAL, and changes nothing, where the session
 * wants something else.
 */
struct ece_session;

enum ece_want {
	ECE_WANT_LOCAL,   /* what the device offers: ece_session_local() */
	ECE_WANT_SEND,    /* carry ece_session_message() to the peer, then ece_session_sent() */
	ECE_WANT_RECEIVE, /* what the peer sent: ece_session_received(), or ece_session_closed() */
	ECE_WANT_ASK,     /* ask the device for ece_session_ask(), move to RTR: ece_session_effective() */
	ECE_WANT_DONE,    /* nothing more: ece_session_outcome() */
	ECE_WANT_FAILED,  /* nothing more: ece_session_error() */
};

/*
 * A message is a head and a body, all numbers big endian.
 *
 *	 0  "ECE"     magic
 *	 3  major     version; another one is refused
 *	 4  kind      1 offer, 2 answer, 3 confirmation, 4 refusal
 *	 5  minor     version; a later one may have more behind the body, which is skipped
 *	 6  length    16 bits: bytes that follow the head
 *	 8  offer     vendor and options, what its sender puts on the wire
 *	16  withheld  option bits that the sender's device has and its policy keeps back
 *	20  require   option bits that the sender's policy requires
 *	24  agreed    vendor and options; 0 in an offer
 *	32  effective vendor and options, where a flag says that they are known
 *	40  lacking   option bits for which a refusal is, that are required and missing
 *	44  reason    8 bits, of a refusal: 1 policy, 2 version, 3 not understood, 4 a fault of the sender's
 *	45  flags     8 bits: 1 effective is known
 *	46  0         16 bits
 *
 * The head, and the kind of a refusal, are the same in all versions. A vendor of 0 is an end without ECE; the
 * options beside it mean nothing.
 */
#define ECE_MESSAGE_HEAD  8
#define ECE_MESSAGE_BYTES 48  /* of those that this version sends */
#define ECE_MESSAGE_MAX   256 /* of one that is taken, its head included */
#define ECE_MESSAGE_MAJOR 1
#define ECE_MESSAGE_MINOR 0

/**
 * ece_session_new - a session; ece_session_free() accepts NULL
 * @policy: is copied; NULL: everything is allowed and nothing required
 *
 * Returns NULL without memory.
 */
struct ece_session *ece_session_new(enum ece_role role, const struct ece_policy *policy);
void ece_session_free(struct ece_session *session);

/**
 * ece_session_want - what the session wants next
 */
enum ece_want ece_session_want(const struct ece_session *session);

/**
 * ece_session_local - what the device offers
 * @supported: driver and device know ECE; false: @offer is not looked at, and may be NULL
 */
int ece_session_local(struct ece_session *session, const struct ece_offer *offer, bool supported);

/**
 * ece_session_message - the message to send now
 * @len: receives its bytes, at most ECE_MESSAGE_MAX
 *
 * Belongs to the session, until its next step. NULL, and @len 0, when the session wants something else.
 */
const void *ece_session_message(const struct ece_session *session, size_t *len);

/**
 * ece_session_sent - all of the message is on its way
 */
int ece_session_sent(struct ece_session *session);

/**
 * ece_session_missing - bytes of the message that have to come at least; 0 when the session wants something else
 *
 * A program that never reads more than this at once reads nothing that belongs to others.
 */
size_t ece_session_missing(const struct ece_session *session);

/**
 * ece_session_received - bytes that came, in pieces of any size
 * @taken: receives how many belonged to the message: the rest is the program's; may be NULL where there is none
 */
int ece_session_received(struct ece_session *session, const void *bytes, size_t len, size_t *taken);

/**
 * ece_session_closed - the peer closed; the session fails, unless it has ended already
 */
int ece_session_closed(struct ece_session *session);

/**
 * ece_session_ask - what to ask the device for, before RTR
 *
 * None: ask for nothing.
 */
struct ece_offer ece_session_ask(const struct ece_session *session);

/**
 * ece_session_effective - what is in effect after RTR
 * @by: ECE_EFFECTIVE_NOT_READ: nobody could tell, @effective is not looked at and may be NULL
 */
int ece_session_effective(struct ece_session *session, const struct ece_offer *effective, enum ece_effective_by by);

/**
 * ece_session_abort - this end cannot go on: its device, or the program, has a fault
 * @fault: becomes the session's error; its code must not be 0
 *
 * The peer is told only where the session wants LOCAL or ASK, since elsewhere a message may be under way. Returns
 * as the steps do.
 */
int ece_session_abort(struct ece_session *session, const struct ece_error *fault);

/**
 * ece_session_outcome, ece_session_error - what came of it so far; belong to the session
 *
 * ece_session_error() has the code 0 where nothing failed.
 */
const struct ece_outcome *ece_session_outcome(const struct ece_session *session);
const struct ece_error *ece_session_error(const struct ece_session *session);

#ifdef __cplusplus
}
#endif

#endif
