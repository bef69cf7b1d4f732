// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The invariant CRC: the CRC-32 of Ethernet over the packet, with ones in place of what may change on the way (IBTA,
 * annexes A16 and A17). Where InfiniBand has its local route header, RoCE has eight bytes of ones.
 */
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/wire/headers.h"
#include "devx/sim/wire/place.h"

#define CRC_START UINT32_MAX
#define LRH_BYTES 8
#define ONES      0xff

/* A CRC is linear: that of a byte is the sum of those of its halves. */
static const uint32_t low_half[16] = {
	0x00000000, 0x77073096, 0xee0e612c, 0x990951ba, 0x076dc419, 0x706af48f, 0xe963a535, 0x9e6495a3,
	0x0edb8832, 0x79dcb8a4, 0xe0d5e91e, 0x97d2d988, 0x09b64c2b, 0x7eb17cbd, 0xe7b82d07, 0x90bf1d91,
};
static const uint32_t high_half[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
	0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t crc(uint32_t sum, const uint8_t *at, size_t bytes)
{
	size_t i;

	for (i = 0; i < bytes; i++) {
		uint8_t index = (uint8_t)(sum ^ at[i]);

		sum = sum >> 8 ^ low_half[index & 15] ^ high_half[index >> 4];
	}
	return sum;
}

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
	uint32_t sum;

	memset(head, ONES, LRH_BYTES);
	memcpy(head + LRH_BYTES, frame + place->network_at, header_bytes + WIRE_BTH_BYTES);
	mask_network(place, head + LRH_BYTES);
	if (place->network != WIRE_ROCE_V1)
		memset(bth - WIRE_UDP_BYTES + UDP_CHECKSUM, ONES, 2);
	bth[BTH_CONGESTION] = ONES;
	sum = crc(CRC_START, head, LRH_BYTES + header_bytes + WIRE_BTH_BYTES);
	sum = crc(sum, frame + body, place->icrc_at - body);
	/* A CRC goes out least significant byte first. */
	return __builtin_bswap32(~sum);
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
