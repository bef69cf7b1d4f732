// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The invariant CRC: the CRC-32 of Ethernet over the packet, with ones in place of what may change on the way (IBTA,
 * annexes A16 and A17). Where InfiniBand has its local route header, RoCE has eight bytes of ones.
 */
#include <string.h>
#include <zlib.h>

#include "devx/base/be.h"
#include "devx/sim/wire/headers.h"
#include "devx/sim/wire/place.h"

#define LRH_BYTES 8
#define ONES      0xff

static void mask_network(const struct wire_place *place, uint8_t *header)
{
	if (place->network == WIRE_ROCE_V2_IPV4) {
		header[IPV4_TOS] = ONES;
		header[IPV4_TTL] = ONES;
		memset(header + IPV4_CHECKSUM, ONES, 2);
		return;
	}
	/* Everything of the first word but the version: traffic class and flow label. */
	header[0] |= 0x0f;
	memset(header + 1, ONES, 3);
	header[IPV6_HOP_LIMIT] = ONES;
}

static uint32_t packet_icrc(const uint8_t *frame, const struct wire_place *place)
{
	uint8_t head[LRH_BYTES + WIRE_IPV6_BYTES + WIRE_UDP_BYTES + WIRE_BTH_BYTES];
	size_t header_bytes = place->bth_at - place->network_at;
	size_t body = place->bth_at + WIRE_BTH_BYTES;
	uint8_t *bth = head + LRH_BYTES + header_bytes;
	uLong sum;

	memset(head, ONES, LRH_BYTES);
	memcpy(head + LRH_BYTES, frame + place->network_at, header_bytes + WIRE_BTH_BYTES);
	mask_network(place, head + LRH_BYTES);
	if (place->network != WIRE_ROCE_V1)
		memset(bth - WIRE_UDP_BYTES + UDP_CHECKSUM, ONES, 2);
	bth[BTH_CONGESTION] = ONES;
	sum = crc32(0, head, (uInt)(LRH_BYTES + header_bytes + WIRE_BTH_BYTES));
	sum = crc32(sum, frame + body, (uInt)(place->icrc_at - body));
	/* A CRC goes out least significant byte first. */
	return __builtin_bswap32((uint32_t)sum);
}

uint32_t wire_icrc(const uint8_t *frame, size_t bytes)
{
	struct wire_place place;

	return wire_place_find(frame, bytes, &place) == 1 ? packet_icrc(frame, &place) : 0;
}

bool wire_icrc_good(const struct wire_packet *packet)
{
	struct wire_place place;

	return wire_place_find(packet->frame, packet->frame_bytes, &place) == 1 &&
	       ece_be32(packet->frame + place.icrc_at) == packet_icrc(packet->frame, &place);
}
