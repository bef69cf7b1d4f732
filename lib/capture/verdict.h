/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What became of a packet. Every packet of a capture is counted under exactly one of these. */
#ifndef ECE_LIB_CAPTURE_VERDICT_H
#define ECE_LIB_CAPTURE_VERDICT_H

#include <stdbool.h>

enum capture_verdict {
	CAPTURE_GOOD, /* a message of the connection manager */

	/* Nothing for us, and nothing wrong with it. */
	CAPTURE_OTHER,     /* no RoCE */
	CAPTURE_DATA,      /* RoCE, to another queue pair than QP1 */
	CAPTURE_OTHER_MAD, /* a management datagram of another class */

	/* Not understood, and not followed. */
	CAPTURE_CUT,       /* the capture's snapshot length ended before what is needed */
	CAPTURE_SHORT,     /* the packet ended before its own headers */
	CAPTURE_LENGTH,    /* a length in a header cannot be */
	CAPTURE_TAGS,      /* more VLAN tags than CAPTURE_TAGS_MAX */
	CAPTURE_HEADERS,   /* more IPv6 extension headers than CAPTURE_HEADERS_MAX */
	CAPTURE_FRAGMENT,  /* fragments are not put together */
	CAPTURE_BTH,       /* another version of the base transport header */
	CAPTURE_OPCODE,    /* to QP1, but no datagram */
	CAPTURE_MAD,       /* another version of management datagrams, or of the class */
	CAPTURE_METHOD,    /* not "send" */
	CAPTURE_ATTRIBUTE, /* no message that is known */
	CAPTURE_VERDICT_COUNT,
};

/**
 * capture_verdict_name - the stable word of a verdict ("cut", "fragment", ...)
 *
 * Returns a constant string.
 */
const char *capture_verdict_name(enum capture_verdict verdict);

/**
 * capture_verdict_text - what it says of packets, for people: "cut by the capture's snapshot length"
 *
 * Returns a constant string.
 */
const char *capture_verdict_text(enum capture_verdict verdict);

/* capture_verdict_is_garbage - was the packet not understood? */
static inline bool capture_verdict_is_garbage(enum capture_verdict verdict)
{
	return verdict >= CAPTURE_CUT;
}

#endif
