// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What a congested switch does to a packet on its way (RFC 3168), and the checksum that it has to mend. */
#include "devx/base/be.h"
#include "devx/sim/wire/headers.h"
#include "devx/sim/wire/place.h"

uint16_t wire_sum(uint32_t sum, const uint8_t *at, size_t bytes)
{
	uint64_t total = sum;
	size_t i;

	for (i = 0; i + 4 <= bytes; i += 4)
		total += ece_be32(at + i);
	if (bytes & 2)
		total += ece_be16(at + i);
	if (bytes & 1)
		total += (uint64_t)at[bytes - 1] << 8;
	while (total >> 16)
		total = (total & UINT16_MAX) + (total >> 16);
	return (uint16_t)total;
}

/* Both capable codepoints become marked; not capable stays, and marked is marked already. */
static bool capable(uint32_t traffic_class)
{
	uint32_t ecn = traffic_class & WIRE_ECN_MASK;

	return ecn != 0 && ecn != WIRE_ECN_MARKED;
}

static bool mark_ipv4(uint8_t *ip)
{
	if (!capable(ip[IPV4_TOS]))
		return false;
	ip[IPV4_TOS] |= WIRE_ECN_MARKED;
	ece_put_be16(ip + IPV4_CHECKSUM, 0);
	ece_put_be16(ip + IPV4_CHECKSUM, (uint16_t)~wire_sum(0, ip, WIRE_IPV4_BYTES));
	return true;
}

static bool mark_ipv6(uint8_t *ip)
{
	uint32_t word = ece_be32(ip);

	if (!capable(word >> IPV6_CLASS_SHIFT))
		return false;
	ece_put_be32(ip, word | WIRE_ECN_MARKED << IPV6_CLASS_SHIFT);
	return true;
}

bool wire_frame_mark(uint8_t *frame, size_t bytes)
{
	struct wire_place place;

	if (wire_place_find(frame, bytes, &place) != 1)
		return false;
	if (place.network == WIRE_ROCE_V2_IPV4)
		return mark_ipv4(frame + place.network_at);
	/* A GRH has the field, but no switch looks into one. */
	return place.network == WIRE_ROCE_V2_IPV6 && mark_ipv6(frame + place.network_at);
}
