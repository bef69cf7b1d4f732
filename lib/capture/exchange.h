/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What two ends said to each other to set up one connection, or to find one datagram service. Values; nothing allocates. */
#ifndef ECE_LIB_CAPTURE_EXCHANGE_H
#define ECE_LIB_CAPTURE_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "ece/offer.h"
#include "lib/capture/message.h"
#include "lib/capture/packet.h"

/* How it ended, as far as the capture shows. */
enum capture_ending {
	CAPTURE_ESTABLISHED, /* REQ, REP, and RTU or a later DREQ */
	CAPTURE_UNCONFIRMED, /* REQ and REP, but nothing says that the requester took it */
	CAPTURE_REJECTED,    /* REJ */
	CAPTURE_UNANSWERED,  /* REQ or SIDR_REQ alone */
	CAPTURE_NO_REQUEST,  /* the capture began too late, or lost it */
	CAPTURE_FOUND,       /* SIDR_REP with a queue pair */
	CAPTURE_NOT_FOUND,   /* SIDR_REP without */
	CAPTURE_ENDING_COUNT,
};

struct capture_end {
	uint8_t address[CAPTURE_GID_BYTES]; /* of its packets, as struct capture_mad has it */
	uint8_t gid[CAPTURE_GID_BYTES];     /* as the REQ says; zero without one */
	bool known; /* its REQ, REP, SIDR_REQ or SIDR_REP was seen: what follows means something */
	uint32_t comm_id;
	uint32_t qpn, psn;
	struct ece_offer word; /* of REQ, REP, SIDR_REP; none for SIDR_REQ */
};

struct capture_exchange {
	bool datagram;                /* SIDR */
	struct capture_end requester; /* sends REQ, SIDR_REQ */
	struct capture_end responder; /* sends REP, SIDR_REP */
	uint64_t first_ns, last_ns;   /* times of the capture, since 1970 */
	uint64_t transaction;         /* of the REQ or SIDR_REQ */
	uint64_t service_id;          /* likewise */
	const char *transport;        /* of the REQ; NULL without one */
	uint32_t seen;                /* bits: CAPTURE_SEEN(kind) */
	uint32_t repeats;             /* messages that came again: sent again, or captured twice */
	bool forgotten;               /* dropped before it was over, for want of room */
	bool roce_v1;                 /* of the first packet */
	bool has_vlan;                /* likewise */
	uint16_t vlan;                /* likewise */
	bool rejected_by_requester;   /* REJ */
	uint8_t rejects;              /* likewise: enum capture_rejects */
	uint16_t reason;              /* likewise */
	uint8_t status;               /* SIDR_REP */
};

#define CAPTURE_SEEN(kind) (UINT32_C(1) << ((unsigned int)(kind)-CAPTURE_KIND_FIRST))

/**
 * capture_exchange_ending - how it ended
 */
enum capture_ending capture_exchange_ending(const struct capture_exchange *exchange);

/**
 * capture_exchange_is_over - can nothing come any more that would change its ending?
 */
bool capture_exchange_is_over(const struct capture_exchange *exchange);

/**
 * capture_exchange_agreed - what the ends agreed on: the responder's word, if it has the vendor of the request
 *
 * None where the connection was not established, or where either end has no ECE. What the devices then made of it is not in
 * any packet.
 */
struct ece_offer capture_exchange_agreed(const struct capture_exchange *exchange);

/**
 * capture_ending_name - the stable word of an ending ("established", "rejected" ...)
 *
 * Returns a constant string.
 */
const char *capture_ending_name(enum capture_ending ending);

/**
 * capture_service_port - RDMA-CM's port in a service id
 * @protocol: receives "tcp", "udp", "ib" or "ipoib"
 * @port: receives the port
 *
 * Source: IBTA annex A11 (RDMA IP CM service), Linux enum rdma_ucm_port_space. Returns false, and writes nothing, where the
 * id is of another kind.
 */
bool capture_service_port(uint64_t service_id, const char **protocol, uint16_t *port);

#endif
