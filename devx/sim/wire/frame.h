/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * RoCE packets in Ethernet frames: taken apart and put together. Pure; nothing here knows queues.
 * Source: IBTA, annexes A16 (RoCE) and A17 (RoCEv2); the base transport header: IBTA volume 1, chapter 9.
 */
#ifndef ECE_DEVX_SIM_WIRE_FRAME_H
#define ECE_DEVX_SIM_WIRE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_MAC_BYTES     6
#define WIRE_GID_BYTES     16
#define WIRE_FRAME_MAX     16384 /* bytes of a frame on the cable; large sends are cut before it */
#define WIRE_BTH_BYTES     12
#define WIRE_ICRC_BYTES    4
#define WIRE_GRH_BYTES     40
#define WIRE_ROCE_PORT     4791
#define WIRE_PKEY          0xffff
#define WIRE_ECN_MASK      3 /* of the traffic class */
#define WIRE_ECN_MARKED    3
#define WIRE_ECN_CAPABLE   2
#define WIRE_NO_VLAN       0xffff
#define WIRE_VLAN_PRIORITY 13 /* where it stands in a tag */

enum wire_network {
	WIRE_ROCE_V1 = 0, /* the numbers of the completion entry's network header field */
	WIRE_ROCE_V2_IPV6 = 1,
	WIRE_ROCE_V2_IPV4 = 2,
};

/* Opcodes of the base transport header: the service in the top three bits. */
enum wire_opcode {
	WIRE_RC_SEND_FIRST = 0x00,
	WIRE_RC_SEND_MIDDLE = 0x01,
	WIRE_RC_SEND_LAST = 0x02,
	WIRE_RC_SEND_LAST_IMM = 0x03,
	WIRE_RC_SEND_ONLY = 0x04,
	WIRE_RC_SEND_ONLY_IMM = 0x05,
	WIRE_RC_WRITE_FIRST = 0x06,
	WIRE_RC_WRITE_MIDDLE = 0x07,
	WIRE_RC_WRITE_LAST = 0x08,
	WIRE_RC_WRITE_LAST_IMM = 0x09,
	WIRE_RC_WRITE_ONLY = 0x0a,
	WIRE_RC_WRITE_ONLY_IMM = 0x0b,
	WIRE_RC_READ_REQUEST = 0x0c,
	WIRE_RC_READ_FIRST = 0x0d,
	WIRE_RC_READ_MIDDLE = 0x0e,
	WIRE_RC_READ_LAST = 0x0f,
	WIRE_RC_READ_ONLY = 0x10,
	WIRE_RC_ACK = 0x11,
	WIRE_RC_ATOMIC_ACK = 0x12,
	WIRE_RC_COMPARE_SWAP = 0x13,
	WIRE_RC_FETCH_ADD = 0x14,
	WIRE_RC_SEND_LAST_INVALIDATE = 0x16,
	WIRE_RC_SEND_ONLY_INVALIDATE = 0x17,
	WIRE_UC = 0x20, /* the same numbers behind it, 0 to 0xb */
	WIRE_UD_SEND = 0x64,
	WIRE_UD_SEND_IMM = 0x65,
	WIRE_CNP = 0x81,
};

/* Where a packet goes and comes from. */
struct wire_path {
	enum wire_network network;
	uint8_t dmac[WIRE_MAC_BYTES], smac[WIRE_MAC_BYTES];
	uint8_t dgid[WIRE_GID_BYTES], sgid[WIRE_GID_BYTES]; /* IPv4: as a mapped IPv6 address */
	uint16_t vlan;                                      /* tag with its priority bits; WIRE_NO_VLAN: none */
	uint8_t priority;      /* of the sender's port, or that of the tag; not in a frame */
	uint8_t traffic_class; /* DSCP in the upper six bits, ECN below */
	uint8_t hop_limit;
	uint32_t flow_label;  /* 20 bits; not of IPv4 */
	uint16_t source_port; /* of UDP */
};

struct wire_bth {
	uint8_t opcode;
	bool solicited;
	bool migrated; /* MigReq */
	bool ack;      /* asked for */
	bool becn;
	uint16_t pkey;
	uint32_t qpn; /* destination */
	uint32_t psn;
};

/* A packet inside a frame; it points into the frame. */
struct wire_packet {
	struct wire_path path;
	struct wire_bth bth;
	const uint8_t *frame;
	size_t frame_bytes;            /* up to the end of the invariant CRC, without what pads the frame */
	const uint8_t *network_header; /* IPv4 or IPv6 header, or the GRH */
	const uint8_t *payload;        /* behind the base transport header: extended headers, then data */
	size_t payload_bytes;          /* without padding and invariant CRC */
};

/* wire_mac_is_group - is it the address of many: multicast or broadcast? */
static inline bool wire_mac_is_group(const uint8_t mac[WIRE_MAC_BYTES])
{
	return mac[0] & 1;
}

/**
 * wire_frame_build - put a RoCE frame together
 * @frame: at least WIRE_FRAME_MAX bytes
 * @payload: extended headers and data, not inside @frame; padded here to a multiple of 4
 *
 * Checksum of the IPv4 header and invariant CRC are right; the UDP checksum is zero, as cards send it.
 * Returns its bytes, or 0 when it could be longer than WIRE_FRAME_MAX.
 */
size_t wire_frame_build(uint8_t *frame, const struct wire_path *path, const struct wire_bth *bth,
			const uint8_t *payload, size_t payload_bytes);

/**
 * wire_frame_parse - take a frame apart
 *
 * The invariant CRC is not checked here: see wire_icrc_good(). A fragment, or an IPv4 packet with options, is no RoCE
 * packet. Returns 1 for a RoCE packet, 0 for any other frame, -EBADMSG for a RoCE packet whose lengths contradict each
 * other, or with another version of the base transport header. @packet is written on 1 only.
 */
int wire_frame_parse(const uint8_t *frame, size_t bytes, struct wire_packet *packet);

/**
 * wire_icrc - the invariant CRC of a RoCE frame
 *
 * The four bytes that carry it are not read. Returns it as a big endian word there would, 0 for a frame that is none.
 */
uint32_t wire_icrc(const uint8_t *frame, size_t bytes);

/* wire_icrc_good - does a frame that wire_frame_parse() took carry the right one? */
bool wire_icrc_good(const struct wire_packet *packet);

/**
 * wire_frame_mark - a switch marks congestion: CE where a RoCEv2 packet says that its ends understand it
 *
 * Returns true when the frame was marked by this; its header checksum is right again, the invariant CRC does not cover it.
 */
bool wire_frame_mark(uint8_t *frame, size_t bytes);

/* wire_sum - the ones' complement sum of the internet checksum over @bytes, added to @sum; not inverted */
uint16_t wire_sum(uint32_t sum, const uint8_t *at, size_t bytes);

#endif
