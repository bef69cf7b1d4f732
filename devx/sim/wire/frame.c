// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/frame.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/sim/wire/headers.h"
#include "devx/sim/wire/place.h"

#define MAPPED_AT 12 /* of the IPv4 address in a mapped one */
#define PAD_UNIT  4

static const uint8_t mapped[MAPPED_AT] = {[10] = 0xff, [11] = 0xff};

static size_t build_ethernet(uint8_t *at, const struct wire_path *path)
{
	static const uint16_t type[] = {
		[WIRE_ROCE_V1] = TYPE_ROCE_V1,
		[WIRE_ROCE_V2_IPV6] = TYPE_IPV6,
		[WIRE_ROCE_V2_IPV4] = TYPE_IPV4,
	};
	size_t used = ETHERNET_TYPE;

	memcpy(at, path->dmac, WIRE_MAC_BYTES);
	memcpy(at + WIRE_MAC_BYTES, path->smac, WIRE_MAC_BYTES);
	if (path->vlan != WIRE_NO_VLAN) {
		ece_put_be16(at + used, TYPE_VLAN);
		ece_put_be16(at + used + 2, path->vlan);
		used += WIRE_VLAN_BYTES;
	}
	ece_put_be16(at + used, type[path->network]);
	return used + 2;
}

/* IPv6 header and GRH have one layout. @length: of what follows the header */
static size_t build_ipv6(uint8_t *ip, const struct wire_path *path, uint8_t next, size_t length)
{
	ece_put_be32(ip, (uint32_t)IPV6_VERSION << IPV6_VERSION_SHIFT |
				 (uint32_t)path->traffic_class << IPV6_CLASS_SHIFT |
				 (path->flow_label & IPV6_FLOW_MASK));
	ece_put_be16(ip + IPV6_LENGTH, (uint16_t)length);
	ip[IPV6_NEXT] = next;
	ip[IPV6_HOP_LIMIT] = path->hop_limit;
	memcpy(ip + IPV6_FROM, path->sgid, WIRE_GID_BYTES);
	memcpy(ip + IPV6_TO, path->dgid, WIRE_GID_BYTES);
	return WIRE_IPV6_BYTES;
}

static size_t build_ipv4(uint8_t *ip, const struct wire_path *path, size_t length)
{
	memset(ip, 0, WIRE_IPV4_BYTES);
	ip[0] = IPV4_PLAIN;
	ip[IPV4_TOS] = path->traffic_class;
	ece_put_be16(ip + IPV4_TOTAL, (uint16_t)(WIRE_IPV4_BYTES + length));
	ece_put_be16(ip + IPV4_FRAGMENT, IPV4_DONT_FRAGMENT);
	ip[IPV4_TTL] = path->hop_limit;
	ip[IPV4_PROTOCOL] = NEXT_UDP;
	memcpy(ip + IPV4_FROM, path->sgid + MAPPED_AT, WIRE_GID_BYTES - MAPPED_AT);
	memcpy(ip + IPV4_TO, path->dgid + MAPPED_AT, WIRE_GID_BYTES - MAPPED_AT);
	ece_put_be16(ip + IPV4_CHECKSUM, (uint16_t)~wire_sum(0, ip, WIRE_IPV4_BYTES));
	return WIRE_IPV4_BYTES;
}

static size_t build_udp(uint8_t *udp, const struct wire_path *path, size_t length)
{
	memset(udp, 0, WIRE_UDP_BYTES);
	ece_put_be16(udp + UDP_FROM, path->source_port);
	ece_put_be16(udp + UDP_TO, WIRE_ROCE_PORT);
	ece_put_be16(udp + UDP_LENGTH, (uint16_t)(WIRE_UDP_BYTES + length));
	return WIRE_UDP_BYTES;
}

/* @length: base transport header to invariant CRC */
static size_t build_network(uint8_t *at, const struct wire_path *path, size_t length)
{
	size_t used;

	if (path->network == WIRE_ROCE_V1)
		return build_ipv6(at, path, NEXT_BTH, length);
	used = path->network == WIRE_ROCE_V2_IPV4 ? build_ipv4(at, path, WIRE_UDP_BYTES + length) :
						    build_ipv6(at, path, NEXT_UDP, WIRE_UDP_BYTES + length);
	return used + build_udp(at + used, path, length);
}

static size_t build_bth(uint8_t *at, const struct wire_bth *bth, size_t pad)
{
	at[0] = bth->opcode;
	at[BTH_FLAGS] = (uint8_t)((bth->solicited ? BTH_SOLICITED : 0) | (bth->migrated ? BTH_MIGRATED : 0) |
				  pad << BTH_PAD_SHIFT);
	ece_put_be16(at + BTH_PKEY, bth->pkey);
	ece_put_be32(at + BTH_QPN, bth->qpn & LOW_24);
	if (bth->becn)
		at[BTH_CONGESTION] = BTH_BECN;
	ece_put_be32(at + BTH_PSN, (bth->psn & LOW_24) | (bth->ack ? BTH_ACK : 0));
	return WIRE_BTH_BYTES;
}

/* The longest headers that a packet can have. */
#define HEADERS_MAX \
	(WIRE_ETHERNET_BYTES + WIRE_VLAN_BYTES + WIRE_IPV6_BYTES + WIRE_UDP_BYTES + WIRE_BTH_BYTES + WIRE_ICRC_BYTES)

size_t wire_frame_build(uint8_t *frame, const struct wire_path *path, const struct wire_bth *bth,
			const uint8_t *payload, size_t payload_bytes)
{
	size_t pad = -payload_bytes & (PAD_UNIT - 1);
	size_t used;

	if (payload_bytes > WIRE_FRAME_MAX - HEADERS_MAX - pad)
		return 0;
	used = build_ethernet(frame, path);
	used += build_network(frame + used, path, WIRE_BTH_BYTES + payload_bytes + pad + WIRE_ICRC_BYTES);
	used += build_bth(frame + used, bth, pad);
	if (payload_bytes)
		memcpy(frame + used, payload, payload_bytes);
	memset(frame + used + payload_bytes, 0, pad);
	used += payload_bytes + pad + WIRE_ICRC_BYTES;
	ece_put_be32(frame + used - WIRE_ICRC_BYTES, wire_icrc(frame, used));
	return used;
}

static void parse_ipv6(const uint8_t *ip, struct wire_path *path)
{
	uint32_t word = ece_be32(ip);

	path->traffic_class = (uint8_t)(word >> IPV6_CLASS_SHIFT);
	path->flow_label = word & IPV6_FLOW_MASK;
	path->hop_limit = ip[IPV6_HOP_LIMIT];
	memcpy(path->sgid, ip + IPV6_FROM, WIRE_GID_BYTES);
	memcpy(path->dgid, ip + IPV6_TO, WIRE_GID_BYTES);
}

static void parse_ipv4(const uint8_t *ip, struct wire_path *path)
{
	path->traffic_class = ip[IPV4_TOS];
	path->hop_limit = ip[IPV4_TTL];
	memcpy(path->sgid, mapped, MAPPED_AT);
	memcpy(path->sgid + MAPPED_AT, ip + IPV4_FROM, WIRE_GID_BYTES - MAPPED_AT);
	memcpy(path->dgid, mapped, MAPPED_AT);
	memcpy(path->dgid + MAPPED_AT, ip + IPV4_TO, WIRE_GID_BYTES - MAPPED_AT);
}

static void parse_path(const uint8_t *frame, const struct wire_place *place, struct wire_path *path)
{
	path->network = place->network;
	path->vlan = place->vlan;
	path->priority = place->vlan == WIRE_NO_VLAN ? 0 : (uint8_t)(place->vlan >> WIRE_VLAN_PRIORITY);
	memcpy(path->dmac, frame, WIRE_MAC_BYTES);
	memcpy(path->smac, frame + WIRE_MAC_BYTES, WIRE_MAC_BYTES);
	if (place->network == WIRE_ROCE_V2_IPV4)
		parse_ipv4(frame + place->network_at, path);
	else
		parse_ipv6(frame + place->network_at, path);
	if (place->network != WIRE_ROCE_V1)
		path->source_port = ece_be16(frame + place->bth_at - WIRE_UDP_BYTES + UDP_FROM);
}

static void parse_bth(const uint8_t *at, struct wire_bth *bth)
{
	bth->opcode = at[0];
	bth->solicited = at[BTH_FLAGS] & BTH_SOLICITED;
	bth->migrated = at[BTH_FLAGS] & BTH_MIGRATED;
	bth->pkey = ece_be16(at + BTH_PKEY);
	bth->becn = at[BTH_CONGESTION] & BTH_BECN;
	bth->qpn = ece_be32(at + BTH_QPN) & LOW_24;
	bth->ack = ece_be32(at + BTH_PSN) & BTH_ACK;
	bth->psn = ece_be32(at + BTH_PSN) & LOW_24;
}

int wire_frame_parse(const uint8_t *frame, size_t bytes, struct wire_packet *packet)
{
	struct wire_place place;
	const uint8_t *bth;
	size_t pad, body;
	int ret = wire_place_find(frame, bytes, &place);

	if (ret != 1)
		return ret;
	bth = frame + place.bth_at;
	pad = bth[BTH_FLAGS] >> BTH_PAD_SHIFT & BTH_PAD_MASK;
	body = place.icrc_at - place.bth_at - WIRE_BTH_BYTES;
	if (pad > body || body % PAD_UNIT || (bth[BTH_FLAGS] & BTH_VERSION_MASK))
		return -EBADMSG;
	memset(packet, 0, sizeof(*packet));
	parse_path(frame, &place, &packet->path);
	parse_bth(bth, &packet->bth);
	packet->frame = frame;
	packet->frame_bytes = place.icrc_at + WIRE_ICRC_BYTES;
	packet->network_header = frame + place.network_at;
	packet->payload = bth + WIRE_BTH_BYTES;
	packet->payload_bytes = body - pad;
	return 1;
}
