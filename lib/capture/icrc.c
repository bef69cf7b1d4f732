// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/icrc.h"

#include <endian.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

enum {
	ONES = 0xff,
	LRH_BYTES = 8, /* where InfiniBand has its local route header, RoCE counts ones */
	CRC_BYTES = 4,
	IP_VERSION_SHIFT = 4,

	IPV4_BYTES = 20,
	IPV4_CLASS = 1,
	IPV4_TTL = 8,
	IPV4_CHECKSUM = 10,

	IPV6_BYTES = 40, /* and a GRH */
	IPV6_VERSION = 0x60,
	IPV6_CLASS_BYTES = 4, /* version, traffic class and flow label */
	IPV6_HOP_LIMIT = 7,

	UDP_BYTES = 8,
	UDP_CHECKSUM = 6,

	BTH_BYTES = 12,
	BTH_CONGESTION = 4,
};

/* Ones where routers and switches may write. */
static void mask(uint8_t *network, size_t bytes)
{
	bool ipv4 = network[0] >> IP_VERSION_SHIFT == 4;

	if (ipv4) {
		network[IPV4_CLASS] = ONES;
		network[IPV4_TTL] = ONES;
		memset(network + IPV4_CHECKSUM, ONES, 2);
	} else {
		memset(network, ONES, IPV6_CLASS_BYTES);
		network[0] = IPV6_VERSION | 0x0f;
		network[IPV6_HOP_LIMIT] = ONES;
	}
	/* A GRH has no UDP header behind it. */
	if (bytes >= (ipv4 ? IPV4_BYTES : IPV6_BYTES) + UDP_BYTES)
		memset(network + bytes - UDP_BYTES + UDP_CHECKSUM, ONES, 2);
}

enum capture_icrc capture_icrc_check(const uint8_t *network, size_t bytes, const struct capture_view *transport)
{
	uint8_t head[LRH_BYTES + CAPTURE_ICRC_HEADERS_MAX + BTH_BYTES];
	size_t body = transport->wire - BTH_BYTES - CRC_BYTES;
	uint32_t carried;
	uLong sum;

	if (bytes < IPV4_BYTES || bytes > CAPTURE_ICRC_HEADERS_MAX || transport->len < transport->wire ||
	    transport->wire < BTH_BYTES + CRC_BYTES)
		return CAPTURE_ICRC_UNKNOWN;
	memset(head, ONES, LRH_BYTES);
	memcpy(head + LRH_BYTES, network, bytes);
	mask(head + LRH_BYTES, bytes);
	memcpy(head + LRH_BYTES + bytes, transport->at, BTH_BYTES);
	head[LRH_BYTES + bytes + BTH_CONGESTION] = ONES;
	sum = crc32(crc32(0, head, (uInt)(LRH_BYTES + bytes + BTH_BYTES)), transport->at + BTH_BYTES, (uInt)body);
	memcpy(&carried, transport->at + BTH_BYTES + body, CRC_BYTES);
	/* A CRC goes out least significant byte first. */
	return le32toh(carried) == sum ? CAPTURE_ICRC_GOOD : CAPTURE_ICRC_BAD;
}
