/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One message of the connection manager, and the ECE in it. Pure.
 *
 * Sources: IBTA volume 1, 12.6 (contents of messages), 12.6.7.2 (reasons of REJ), 12.11 (SIDR); the vendor of ECE lies
 * where release 1.4 of it still had reserved bytes: Linux include/rdma/ibta_vol1_c12.h and drivers/infiniband/core/cm.c, which
 * put the options into the attribute modifier of the MAD's header.
 */
#ifndef ECE_LIB_CAPTURE_MESSAGE_H
#define ECE_LIB_CAPTURE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ece/offer.h"
#include "lib/capture/packet.h"
#include "lib/capture/view.h"

/* The attribute ids. */
enum capture_kind {
	CAPTURE_REQ = 0x10,
	CAPTURE_MRA,
	CAPTURE_REJ,
	CAPTURE_REP,
	CAPTURE_RTU,
	CAPTURE_DREQ,
	CAPTURE_DREP,
	CAPTURE_SIDR_REQ,
	CAPTURE_SIDR_REP,
	CAPTURE_LAP,
	CAPTURE_APR,
};

#define CAPTURE_KIND_FIRST 0x10 /* CAPTURE_REQ */
#define CAPTURE_KIND_COUNT 11

#define CAPTURE_REJ_VENDOR_OPTION 35 /* "vendor option not supported": ECE was refused */

/* What a REJ rejects. */
enum capture_rejects {
	CAPTURE_REJECTS_REQ = 0,
	CAPTURE_REJECTS_REP = 1,
	CAPTURE_REJECTS_NONE = 2, /* no message: a time-out, for example */
};

struct capture_message {
	enum capture_kind kind;
	uint64_t transaction;
	uint32_t local_id;  /* communication id of the sender; the request id of SIDR */
	uint32_t remote_id; /* and of the receiver; not in REQ and SIDR */
	bool has_word;      /* REQ, REP, SIDR_REP */
	struct ece_offer word;
	uint32_t qpn;           /* REQ, REP, SIDR_REP: of the sender */
	uint32_t psn;           /* REQ, REP: of the sender's first packet */
	uint64_t service_id;    /* REQ, SIDR_REQ, SIDR_REP */
	const char *transport;  /* REQ: "RC", "UC", "RD", "XRC" or "?"; a constant */
	uint8_t local_gid[16];  /* REQ: of the primary path */
	uint8_t remote_gid[16]; /* likewise */
	uint16_t reason;        /* REJ */
	uint8_t rejects;        /* REJ: enum capture_rejects, or another number up to 3 */
	uint8_t status;         /* SIDR_REP: 0: there is a queue pair */
};

/**
 * capture_message_read - take a message apart
 * @mad: from capture_packet_mad()
 * @message: written on CAPTURE_GOOD only; what its kind does not have is zero
 *
 * What is behind the last field that is read, private data above all, may have been cut.
 * Returns CAPTURE_GOOD, CAPTURE_CUT or CAPTURE_ATTRIBUTE.
 */
enum capture_verdict capture_message_read(const struct capture_view *mad, struct capture_message *message);

/**
 * capture_kind_name - "REQ", "SIDR_REP" ...
 *
 * Returns a constant string.
 */
const char *capture_kind_name(enum capture_kind kind);

/**
 * capture_reason_text - why a REJ was sent, for people; "unknown reason" for what the standard does not have
 *
 * Returns a constant string.
 */
const char *capture_reason_text(uint16_t reason);

/**
 * capture_status_text - the same of the status of a SIDR_REP
 */
const char *capture_status_text(uint8_t status);

#endif
