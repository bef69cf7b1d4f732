/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the unprivileged agent and the privileged guard say to each other over a SOCK_SEQPACKET socket: fixed structs,
 * one a datagram, in the byte order of the host. A request is one ORDER and as many SETs or NAMEs as it says; the
 * answer is bytes that the agent passes on. Parameters travel by name: what cards tell of themselves has no row that two
 * processes share. There is no way to send a mailbox.
 */
#ifndef ECE_LIB_HOST_DATAGRAM_H
#define ECE_LIB_HOST_DATAGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/host/protocol.h"

#define DATAGRAM_VERSION    2
#define DATAGRAM_CHUNK_MAX  16384
#define DATAGRAM_FOLLOW_MAX 4096 /* SETs or NAMEs of one ORDER, as GUARD_SETS_MAX */
#define DATAGRAM_PSID_MAX   24
#define DATAGRAM_STORE_MAX  40

enum datagram_type {
	DATAGRAM_ORDER = 1, /* agent to guard */
	DATAGRAM_SET,
	DATAGRAM_NAME,
	DATAGRAM_WORKING, /* guard to agent: which card it is at */
	DATAGRAM_ANSWER,  /* CHUNKs follow */
	DATAGRAM_CHUNK,
	DATAGRAM_FAILED, /* there is no true answer */
	DATAGRAM_PROOF,  /* agent to guard, right behind an ORDER that announces it */
};

struct datagram_head {
	uint32_t version, type;
};

struct datagram_order {
	struct datagram_head head;
	uint32_t op, adopt, keep_on_loss;
	uint32_t count; /* of what follows */
	uint32_t epoch, force;
	uint32_t major, minor;    /* of the protocol that the controller speaks */
	uint32_t proof, reserved; /* .proof: a PROOF follows first */
	uint64_t number, lease_ms, generation;
	char id[PROTOCOL_ID_MAX], run[PROTOCOL_ID_MAX], store[DATAGRAM_STORE_MAX];
	char who[PROTOCOL_WHO_MAX], why[PROTOCOL_WHY_MAX];
};

struct datagram_proof {
	struct datagram_head head;
	uint32_t index, path_len;
	char statement[SIGN_STATEMENT_MAX], signature[SIGN_SIGNATURE_MAX];
	sign_digest path[SIGN_PATH_MAX];
};

struct datagram_set {
	struct datagram_head head;
	uint64_t guid, from, to;
	char psid[DATAGRAM_PSID_MAX], param[PROTOCOL_ID_MAX];
};

struct datagram_name {
	struct datagram_head head;
	char name[PROTOCOL_ID_MAX]; /* of a parameter or counter, as the op says */
};

struct datagram_working {
	struct datagram_head head;
	uint64_t guid;
	char psid[DATAGRAM_PSID_MAX];
};

struct datagram_answer {
	struct datagram_head head;
	uint32_t len, reserved; /* of all chunks */
};

struct datagram_chunk {
	struct datagram_head head;
	uint32_t len, reserved;
	char bytes[DATAGRAM_CHUNK_MAX]; /* of the last chunk fewer are sent */
};

struct datagram_failed {
	struct datagram_head head;
	int32_t code;
	uint32_t kind;
	char text[ECE_ERROR_TEXT_MAX], place[ECE_ERROR_PLACE_MAX];
};

union datagram {
	struct datagram_head head;
	struct datagram_order order;
	struct datagram_proof proof;
	struct datagram_set set;
	struct datagram_name name;
	struct datagram_working working;
	struct datagram_answer answer;
	struct datagram_chunk chunk;
	struct datagram_failed failed;
};

/* A request as it comes in, datagram by datagram. Zero-initialise. */
struct intake {
	struct protocol_request *request; /* NULL: none has begun */
	size_t expected, got;             /* of what follows */
	size_t room;                      /* for values of the last card */
	bool proof_due;                   /* before them */
};

/**
 * intake_take - one datagram from the agent
 * @datagram, @len: anything; not kept
 *
 * Nothing in it is believed: type, length, order, every number and every text is checked. Returns 1 when the request is
 * whole and to be taken with intake_steal(), for protocol_request_free(); 0 when more is to come; or a
 * negative errno with @e filled, and the connection must be closed. intake_done() forgets what has come in so far.
 */
int intake_take(struct intake *intake, const void *datagram, size_t len, struct ece_error *e);
struct protocol_request *intake_steal(struct intake *intake);
void intake_done(struct intake *intake);

/**
 * datagram_of_order, datagram_of_proof, datagram_of_set, datagram_of_name - the parts of a request
 * @i: which one of those that follow, in the order in which they are sent
 */
void datagram_of_order(const struct protocol_request *request, struct datagram_order *order);
void datagram_of_proof(const struct sign_proof *proof, struct datagram_proof *datagram);
void datagram_of_set(const struct protocol_card *card, size_t i, struct datagram_set *set);
void datagram_of_name(const struct protocol_request *request, size_t i, struct datagram_name *name);

#endif
