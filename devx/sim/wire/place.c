// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/place.h"

#include <errno.h>

#include "devx/base/be.h"
#include "devx/sim/wire/headers.h"

/* The network header has @header bytes, and @length bytes follow it by what it says. */
static int place_packet(struct wire_place *place, size_t bytes, size_t header, size_t length)
{
	size_t udp = place->network == WIRE_ROCE_V1 ? 0 : WIRE_UDP_BYTES;
	size_t start = place->network_at + header;

	if (length > bytes - start || length < udp + WIRE_BTH_BYTES + WIRE_ICRC_BYTES)
		return -EBADMSG;
	place->bth_at = start + udp;
	place->icrc_at = start + length - WIRE_ICRC_BYTES;
	return 1;
}

/* The UDP header at @at is inside the frame, or this is no RoCE packet. */
static bool to_roce_port(const uint8_t *frame, size_t bytes, size_t at)
{
	return bytes >= at + WIRE_UDP_BYTES && ece_be16(frame + at + UDP_TO) == WIRE_ROCE_PORT;
}

static int find_ipv4(const uint8_t *frame, size_t bytes, struct wire_place *place)
{
	const uint8_t *ip = frame + place->network_at;
	size_t udp_at = place->network_at + WIRE_IPV4_BYTES;
	size_t total;

	if (bytes < udp_at || ip[0] != IPV4_PLAIN || ip[IPV4_PROTOCOL] != NEXT_UDP ||
	    (ece_be16(ip + IPV4_FRAGMENT) & IPV4_FRAGMENT_MASK) || !to_roce_port(frame, bytes, udp_at))
		return 0;
	total = ece_be16(ip + IPV4_TOTAL);
	if (total < WIRE_IPV4_BYTES || ece_be16(frame + udp_at + UDP_LENGTH) != total - WIRE_IPV4_BYTES)
		return -EBADMSG;
	place->network = WIRE_ROCE_V2_IPV4;
	return place_packet(place, bytes, WIRE_IPV4_BYTES, total - WIRE_IPV4_BYTES);
}

static int find_ipv6(const uint8_t *frame, size_t bytes, struct wire_place *place)
{
	const uint8_t *ip = frame + place->network_at;
	size_t udp_at = place->network_at + WIRE_IPV6_BYTES;
	size_t length;

	if (bytes < udp_at || ip[0] >> 4 != IPV6_VERSION || ip[IPV6_NEXT] != NEXT_UDP ||
	    !to_roce_port(frame, bytes, udp_at))
		return 0;
	length = ece_be16(ip + IPV6_LENGTH);
	if (ece_be16(frame + udp_at + UDP_LENGTH) != length)
		return -EBADMSG;
	place->network = WIRE_ROCE_V2_IPV6;
	return place_packet(place, bytes, WIRE_IPV6_BYTES, length);
}

static int find_grh(const uint8_t *frame, size_t bytes, struct wire_place *place)
{
	const uint8_t *grh = frame + place->network_at;

	if (bytes < place->network_at + WIRE_GRH_BYTES || grh[0] >> 4 != IPV6_VERSION || grh[IPV6_NEXT] != NEXT_BTH)
		return -EBADMSG;
	place->network = WIRE_ROCE_V1;
	return place_packet(place, bytes, WIRE_GRH_BYTES, ece_be16(grh + IPV6_LENGTH));
}

int wire_place_find(const uint8_t *frame, size_t bytes, struct wire_place *place)
{
	struct wire_place found = {.vlan = WIRE_NO_VLAN, .network_at = WIRE_ETHERNET_BYTES};
	uint16_t type;
	int ret;

	if (bytes < WIRE_ETHERNET_BYTES)
		return 0;
	type = ece_be16(frame + ETHERNET_TYPE);
	if (type == TYPE_VLAN) {
		found.network_at += WIRE_VLAN_BYTES;
		if (bytes < found.network_at)
			return 0;
		found.vlan = ece_be16(frame + ETHERNET_TYPE + 2);
		type = ece_be16(frame + ETHERNET_TYPE + WIRE_VLAN_BYTES);
	}
	if (type == TYPE_IPV4)
		ret = find_ipv4(frame, bytes, &found);
	else if (type == TYPE_IPV6)
		ret = find_ipv6(frame, bytes, &found);
	else
		ret = type == TYPE_ROCE_V1 ? find_grh(frame, bytes, &found) : 0;
	if (ret == 1)
		*place = found;
	return ret;
}
