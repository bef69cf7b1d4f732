/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The invariant CRC at the end of a RoCE packet. Source: IBTA, annexes A16 and A17. */
#ifndef ECE_LIB_CAPTURE_ICRC_H
#define ECE_LIB_CAPTURE_ICRC_H

#include <stddef.h>
#include <stdint.h>

#include "lib/capture/view.h"

enum capture_icrc {
	CAPTURE_ICRC_UNKNOWN, /* not all of the packet was captured */
	CAPTURE_ICRC_GOOD,
	CAPTURE_ICRC_BAD,
};

/**
 * capture_icrc_check - does a packet carry the right one?
 * @network: its IPv4 or IPv6 header, or its GRH
 * @bytes: from there to the base transport header, at most CAPTURE_ICRC_HEADERS_MAX; of a longer one it is not known
 * @transport: from the base transport header to the end of the CRC
 */
enum capture_icrc capture_icrc_check(const uint8_t *network, size_t bytes, const struct capture_view *transport);

#define CAPTURE_ICRC_HEADERS_MAX 128

#endif
