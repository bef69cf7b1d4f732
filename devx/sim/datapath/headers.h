/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Headers of ordinary Ethernet frames, as far as a card's offloads look at them: where IP, TCP and UDP lie, and their
 * checksums. Pure; nothing behind the end of a frame is touched.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_HEADERS_H
#define ECE_DEVX_SIM_DATAPATH_HEADERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DP_TCP       6
#define DP_UDP       17
#define DP_TCP_FLAGS 13 /* offset in the header */
#define DP_TCP_FIN   0x01
#define DP_TCP_PSH   0x08
#define DP_TCP_ACK   0x10
#define DP_TCP_CWR   0x80

struct dp_headers {
	uint8_t ip;       /* 4, 6, or 0: something else, or cut off */
	uint8_t protocol; /* DP_TCP or DP_UDP whose header is there; 0: neither, or a fragment */
	size_t l3, l4;    /* offsets; l4 only with a protocol */
	size_t end;       /* of the IP packet; padding may be behind it */
};

/**
 * dp_headers_find - look behind up to two VLAN tags and the usual IPv6 extension headers
 * @large: the headers of a large send, whose own lengths say nothing yet: the packet ends with @bytes
 */
void dp_headers_find(const uint8_t *frame, size_t bytes, bool large, struct dp_headers *headers);

/* dp_checksum_fill - write the checksums that were asked for and that the frame has a place for */
void dp_checksum_fill(uint8_t *frame, const struct dp_headers *headers, bool l3, bool l4);

/* dp_checksum_l3_good, dp_checksum_l4_good - is there such a header, and is its checksum right? */
bool dp_checksum_l3_good(const uint8_t *frame, const struct dp_headers *headers);
bool dp_checksum_l4_good(const uint8_t *frame, const struct dp_headers *headers);

/* dp_flow_hash - the same for all packets of one flow, and in both directions */
uint32_t dp_flow_hash(const uint8_t *frame, const struct dp_headers *headers);

#endif
