/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sizes and fields of the headers of a frame, for whoever looks into one. Offsets count from the start of their
 * header. Sources: IEEE 802.3 and 802.1Q, RFC 791, RFC 8200, RFC 768, IBTA volume 1 (9.2 base transport header, 8.3 GRH).
 */
#ifndef ECE_DEVX_SIM_WIRE_HEADERS_H
#define ECE_DEVX_SIM_WIRE_HEADERS_H

#define WIRE_ETHERNET_BYTES 14
#define WIRE_VLAN_BYTES     4
#define WIRE_IPV4_BYTES     20
#define WIRE_IPV6_BYTES     40
#define WIRE_UDP_BYTES      8

enum {
	ETHERNET_TYPE = 12,
	TYPE_IPV4 = 0x0800,
	TYPE_VLAN = 0x8100,
	TYPE_IPV6 = 0x86dd,
	TYPE_ROCE_V1 = 0x8915,

	IPV4_TOS = 1,
	IPV4_TOTAL = 2,
	IPV4_FRAGMENT = 6,
	IPV4_TTL = 8,
	IPV4_PROTOCOL = 9,
	IPV4_CHECKSUM = 10,
	IPV4_FROM = 12,
	IPV4_TO = 16,
	IPV4_PLAIN = 0x45, /* version, and five words of header: no options */
	IPV4_DONT_FRAGMENT = 0x4000,
	IPV4_FRAGMENT_MASK = 0x3fff, /* more of them, or not the first */

	/* The GRH is laid out alike. */
	IPV6_LENGTH = 4,
	IPV6_NEXT = 6,
	IPV6_HOP_LIMIT = 7,
	IPV6_FROM = 8,
	IPV6_TO = 24,
	IPV6_VERSION = 6,
	IPV6_VERSION_SHIFT = 28, /* of the first word */
	IPV6_CLASS_SHIFT = 20,
	IPV6_FLOW_MASK = 0xfffff,

	NEXT_UDP = 17,   /* protocol, or next header */
	NEXT_BTH = 0x1b, /* of a GRH */

	UDP_FROM = 0,
	UDP_TO = 2,
	UDP_LENGTH = 4,
	UDP_CHECKSUM = 6,

	BTH_FLAGS = 1,
	BTH_PKEY = 2,
	BTH_CONGESTION = 4,   /* FECN, BECN and what is reserved next to them */
	BTH_QPN = 4,          /* the low 24 bits of this word */
	BTH_PSN = 8,          /* likewise */
	BTH_SOLICITED = 0x80, /* of the flags */
	BTH_MIGRATED = 0x40,
	BTH_PAD_SHIFT = 4,
	BTH_PAD_MASK = 3,
	BTH_VERSION_MASK = 0x0f,
	BTH_BECN = 0x40, /* of the congestion byte */
};

#define BTH_ACK 0x80000000U /* of the word with the PSN */
#define LOW_24  0xffffffU

#endif
