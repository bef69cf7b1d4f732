/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Messages joined to exchanges, in whatever order they come: a capture of two ports, or of a bond, may have an answer before
 * its request. Memory is bounded by the number of exchanges that are kept.
 *
 * The requester's communication id and both addresses name a connection. Who starts a new one under an id that was used
 * before is a new exchange. What is over is told at once and kept for a while, since messages are repeated.
 */
#ifndef ECE_LIB_CAPTURE_SESSION_H
#define ECE_LIB_CAPTURE_SESSION_H

#include <stdint.h>

#include "devx/base/error.h"
#include "lib/capture/exchange.h"
#include "lib/capture/packet.h"

#define CAPTURE_EXCHANGES_MAX 65536 /* that are kept at a time, by default */

struct capture_session;

struct capture_counts {
	uint64_t packets;
	uint64_t verdicts[CAPTURE_VERDICT_COUNT]; /* of packets */
	uint64_t messages[CAPTURE_KIND_COUNT];    /* by kind, from CAPTURE_KIND_FIRST */
	uint64_t repeats;                         /* of messages that set up */
	uint64_t bad_icrc;                        /* messages with a wrong invariant CRC, which are read all the same */
	uint64_t strays;    /* messages of exchanges that are not known, and without ECE: the capture began too late */
	uint64_t late;      /* messages that said something new of an exchange that was over */
	uint64_t forgotten; /* exchanges that were dropped unfinished, to make room */
	uint64_t dropped;   /* and that were over */
};

/**
 * capture_session_new - start without exchanges
 * @max: that are kept, at least 1
 * @tell: called once for each exchange, when it is over, dropped, or the session ends; it must not call back here
 * @arg: handed to @tell
 *
 * Returns NULL when memory ran out. capture_session_free() tells nothing and accepts NULL.
 */
struct capture_session *
capture_session_new(uint32_t max, void (*tell)(void *arg, const struct capture_exchange *exchange), void *arg);
void capture_session_free(struct capture_session *session);

/**
 * capture_session_packet - the next packet
 * @time_ns: since 1970
 *
 * A packet that is not understood is counted. Returns 0, or -ENOMEM with @e filled.
 */
int capture_session_packet(struct capture_session *session, enum capture_link link, uint64_t time_ns,
			   const struct capture_view *packet, struct ece_error *e);

/**
 * capture_session_end - there are no more packets: tell of what is not over, the oldest first
 */
void capture_session_end(struct capture_session *session);

/**
 * capture_session_counts - what was seen so far; belongs to the session
 */
const struct capture_counts *capture_session_counts(const struct capture_session *session);

#endif
