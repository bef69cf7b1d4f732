// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/headers.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/wire/frame.h"
#include "devx/sim/wire/headers.h"

enum {
	TYPE_SERVICE_VLAN = 0x88a8,
	VLAN_TAGS_MAX = 2,

	IPV4_ADDRESSES = 8,
	IPV6_ADDRESSES = 32,
	IPV6_HOP_BY_HOP = 0,
	IPV6_ROUTING = 43,
	IPV6_DESTINATION = 60,
	IPV6_EXTENSIONS_MAX = 8,
	IPV6_EXTENSION_UNIT = 8,

	TCP_BYTES = 20,
	TCP_CHECKSUM_AT = 16,
	PORTS = 4,
};

/* The protocol behind the IP header, when all of its own header is there. */
static void found_l4(struct dp_headers *headers, size_t at, uint8_t protocol)
{
	size_t need = protocol == DP_TCP ? TCP_BYTES : WIRE_UDP_BYTES;

	if ((protocol != DP_TCP && protocol != DP_UDP) || headers->end - at < need)
		return;
	headers->protocol = protocol;
	headers->l4 = at;
}

static void find_ipv4(const uint8_t *frame, size_t bytes, bool large, struct dp_headers *headers)
{
	const uint8_t *ip = frame + headers->l3;
	size_t room = bytes - headers->l3;
	size_t length, total;

	if (room < WIRE_IPV4_BYTES || ip[0] >> 4 != 4)
		return;
	length = (size_t)(ip[0] & 0xf) * 4;
	total = large ? room : ece_be16(ip + IPV4_TOTAL);
	if (length < WIRE_IPV4_BYTES || total < length || total > room)
		return;
	headers->ip = 4;
	headers->end = headers->l3 + total;
	if (!(ece_be16(ip + IPV4_FRAGMENT) & IPV4_FRAGMENT_MASK))
		found_l4(headers, headers->l3 + length, ip[IPV4_PROTOCOL]);
}

static bool is_extension(uint8_t next)
{
	return next == IPV6_HOP_BY_HOP || next == IPV6_ROUTING || next == IPV6_DESTINATION;
}

static void find_ipv6(const uint8_t *frame, size_t bytes, bool large, struct dp_headers *headers)
{
	const uint8_t *ip = frame + headers->l3;
	size_t room = bytes - headers->l3;
	size_t at = headers->l3 + WIRE_IPV6_BYTES;
	size_t payload;
	uint8_t next;
	int i;

	if (room < WIRE_IPV6_BYTES || ip[0] >> 4 != 6)
		return;
	payload = large ? room - WIRE_IPV6_BYTES : ece_be16(ip + IPV6_LENGTH);
	if (payload > room - WIRE_IPV6_BYTES)
		return;
	headers->ip = 6;
	headers->end = at + payload;
	next = ip[IPV6_NEXT];
	for (i = 0; is_extension(next) && i < IPV6_EXTENSIONS_MAX; i++) {
		if (headers->end - at < IPV6_EXTENSION_UNIT)
			return;
		next = frame[at];
		at += ((size_t)frame[at + 1] + 1) * IPV6_EXTENSION_UNIT;
		if (at > headers->end)
			return;
	}
	found_l4(headers, at, next);
}

void dp_headers_find(const uint8_t *frame, size_t bytes, bool large, struct dp_headers *headers)
{
	size_t at = WIRE_ETHERNET_BYTES;
	uint16_t type;
	int tags;

	memset(headers, 0, sizeof(*headers));
	if (bytes < at)
		return;
	type = ece_be16(frame + at - 2);
	for (tags = 0; (type == TYPE_VLAN || type == TYPE_SERVICE_VLAN) && tags < VLAN_TAGS_MAX; tags++) {
		at += WIRE_VLAN_BYTES;
		if (bytes < at)
			return;
		type = ece_be16(frame + at - 2);
	}
	headers->l3 = at;
	if (type == TYPE_IPV4)
		find_ipv4(frame, bytes, large, headers);
	else if (type == TYPE_IPV6)
		find_ipv6(frame, bytes, large, headers);
}

/* The sum over pseudo header and all of TCP or UDP, with whatever its checksum field holds. */
static uint16_t l4_sum(const uint8_t *frame, const struct dp_headers *headers)
{
	const uint8_t *ip = frame + headers->l3;
	size_t bytes = headers->end - headers->l4;
	uint16_t sum;

	if (headers->ip == 4)
		sum = wire_sum(0, ip + IPV4_FROM, IPV4_ADDRESSES);
	else
		sum = wire_sum(0, ip + IPV6_FROM, IPV6_ADDRESSES);
	return wire_sum((uint32_t)(sum + headers->protocol + bytes), frame + headers->l4, bytes);
}

static size_t ipv4_bytes(const uint8_t *frame, const struct dp_headers *headers)
{
	return (size_t)(frame[headers->l3] & 0xf) * 4;
}

static uint8_t *l4_checksum(uint8_t *frame, const struct dp_headers *headers)
{
	return frame + headers->l4 + (headers->protocol == DP_TCP ? TCP_CHECKSUM_AT : UDP_CHECKSUM);
}

void dp_checksum_fill(uint8_t *frame, const struct dp_headers *headers, bool l3, bool l4)
{
	uint8_t *at;
	uint16_t sum;

	if (l3 && headers->ip == 4) {
		at = frame + headers->l3 + IPV4_CHECKSUM;
		ece_put_be16(at, 0);
		ece_put_be16(at, (uint16_t)~wire_sum(0, frame + headers->l3, ipv4_bytes(frame, headers)));
	}
	if (l4 && headers->protocol) {
		at = l4_checksum(frame, headers);
		ece_put_be16(at, 0);
		sum = (uint16_t)~l4_sum(frame, headers);
		/* Zero in UDP would say that there is none; both are the same number. */
		ece_put_be16(at, sum || headers->protocol == DP_TCP ? sum : 0xffff);
	}
}

bool dp_checksum_l3_good(const uint8_t *frame, const struct dp_headers *headers)
{
	if (headers->ip == 4)
		return wire_sum(0, frame + headers->l3, ipv4_bytes(frame, headers)) == 0xffff;
	return headers->ip == 6;
}

bool dp_checksum_l4_good(const uint8_t *frame, const struct dp_headers *headers)
{
	const uint8_t *udp = frame + headers->l4;

	if (!headers->protocol)
		return false;
	if (headers->protocol == DP_UDP && headers->ip == 4 && !ece_be16(udp + UDP_CHECKSUM))
		return true;
	return l4_sum(frame, headers) == 0xffff;
}

uint32_t dp_flow_hash(const uint8_t *frame, const struct dp_headers *headers)
{
	const uint8_t *ip = frame + headers->l3;
	uint16_t sum = 0;

	if (headers->ip == 4)
		sum = wire_sum(sum, ip + IPV4_FROM, IPV4_ADDRESSES);
	else if (headers->ip == 6)
		sum = wire_sum(sum, ip + IPV6_FROM, IPV6_ADDRESSES);
	if (headers->protocol)
		sum = wire_sum(sum, frame + headers->l4, PORTS);
	return sum;
}
