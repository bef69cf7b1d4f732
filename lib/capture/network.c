// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/capture/network.h"

#include <string.h>

#include "devx/base/be.h"

enum {
	IP_VERSION_SHIFT = 4,

	IPV4_BYTES = 20,
	IPV4_WORDS_MASK = 0xf, /* of the first byte: words of the header */
	IPV4_WORDS_MIN = 5,
	IPV4_TOTAL = 2,
	IPV4_FRAGMENT = 6,
	IPV4_FRAGMENT_MASK = 0x3fff, /* more to come, or not the first */
	IPV4_PROTOCOL = 9,
	IPV4_FROM = 12,
	IPV4_TO = 16,
	IPV4_ADDRESS_BYTES = 4,
	MAPPED_AT = 10, /* ones in an IPv4-mapped IPv6 address */
	MAPPED_ADDRESS = 12,

	IPV6_BYTES = 40, /* a GRH is laid out alike */
	IPV6_LENGTH = 4,
	IPV6_NEXT = 6,
	IPV6_FROM = 8,
	IPV6_TO = 24,

	EXTENSION_BYTES = 8, /* the least */
	EXTENSION_LENGTH = 1,
	EXTENSION_UNIT = 8,
	AUTHENTICATION_UNIT = 4,
	AUTHENTICATION_EXTRA = 2,
	FRAGMENT_OFFSET = 2,
	FRAGMENT_MASK = 0xfff9, /* offset, and more to come */

	NEXT_HOP_BY_HOP = 0,
	NEXT_UDP = 17,
	NEXT_BTH = 0x1b, /* of a GRH */
	NEXT_ROUTING = 43,
	NEXT_FRAGMENT = 44,
	NEXT_AUTHENTICATION = 51,
	NEXT_DESTINATION = 60,

	UDP_BYTES = 8,
	UDP_TO = 2,
	UDP_LENGTH = 4,
	ROCE_PORT = 4791,
};

static enum capture_verdict skip_udp(struct capture_view *view)
{
	enum capture_verdict verdict = capture_view_need(view, UDP_BYTES);
	size_t length;

	if (verdict)
		return verdict;
	if (ece_be16(view->at + UDP_TO) != ROCE_PORT)
		return CAPTURE_OTHER;
	length = ece_be16(view->at + UDP_LENGTH);
	if (length < UDP_BYTES || length > view->wire)
		return CAPTURE_LENGTH;
	capture_view_end(view, length);
	capture_view_skip(view, UDP_BYTES);
	return CAPTURE_GOOD;
}

static void map_address(uint8_t gid[CAPTURE_GID_BYTES], const uint8_t *ipv4)
{
	memset(gid, 0, CAPTURE_GID_BYTES);
	memset(gid + MAPPED_AT, 0xff, MAPPED_ADDRESS - MAPPED_AT);
	memcpy(gid + MAPPED_ADDRESS, ipv4, IPV4_ADDRESS_BYTES);
}

static enum capture_verdict skip_ipv4(struct capture_view *view, struct capture_mad *mad)
{
	enum capture_verdict verdict = capture_view_need(view, IPV4_BYTES);
	size_t header, total;

	if (verdict)
		return verdict;
	if (view->at[IPV4_PROTOCOL] != NEXT_UDP)
		return CAPTURE_OTHER;
	header = (size_t)(view->at[0] & IPV4_WORDS_MASK) * 4;
	total = ece_be16(view->at + IPV4_TOTAL);
	if (view->at[0] >> IP_VERSION_SHIFT != 4 || header < IPV4_BYTES || total < header || total > view->wire)
		return CAPTURE_LENGTH;
	if (ece_be16(view->at + IPV4_FRAGMENT) & IPV4_FRAGMENT_MASK)
		return CAPTURE_FRAGMENT;
	map_address(mad->from, view->at + IPV4_FROM);
	map_address(mad->to, view->at + IPV4_TO);
	capture_view_end(view, total);
	verdict = capture_view_need(view, header);
	if (verdict)
		return verdict;
	capture_view_skip(view, header);
	return skip_udp(view);
}

/* The fixed header of IPv6, and the GRH. */
static enum capture_verdict skip_ipv6_header(struct capture_view *view, uint8_t *next, struct capture_mad *mad)
{
	enum capture_verdict verdict = capture_view_need(view, IPV6_BYTES);
	size_t length;

	if (verdict)
		return verdict;
	length = ece_be16(view->at + IPV6_LENGTH);
	if (view->at[0] >> IP_VERSION_SHIFT != 6 || length > view->wire - IPV6_BYTES)
		return CAPTURE_LENGTH;
	*next = view->at[IPV6_NEXT];
	memcpy(mad->from, view->at + IPV6_FROM, CAPTURE_GID_BYTES);
	memcpy(mad->to, view->at + IPV6_TO, CAPTURE_GID_BYTES);
	capture_view_skip(view, IPV6_BYTES);
	capture_view_end(view, length);
	return CAPTURE_GOOD;
}

static size_t extension_bytes(uint8_t kind, const uint8_t *header)
{
	if (kind == NEXT_FRAGMENT)
		return EXTENSION_BYTES;
	if (kind == NEXT_AUTHENTICATION)
		return ((size_t)header[EXTENSION_LENGTH] + AUTHENTICATION_EXTRA) * AUTHENTICATION_UNIT;
	return ((size_t)header[EXTENSION_LENGTH] + 1) * EXTENSION_UNIT;
}

static bool is_extension(uint8_t kind)
{
	return kind == NEXT_HOP_BY_HOP || kind == NEXT_ROUTING || kind == NEXT_FRAGMENT ||
	       kind == NEXT_AUTHENTICATION || kind == NEXT_DESTINATION;
}

static enum capture_verdict skip_extension(struct capture_view *view, uint8_t *next)
{
	enum capture_verdict verdict = capture_view_need(view, EXTENSION_BYTES);
	size_t bytes;

	if (verdict)
		return verdict;
	/* A fragment that is all of its packet is none. */
	if (*next == NEXT_FRAGMENT && ece_be16(view->at + FRAGMENT_OFFSET) & FRAGMENT_MASK)
		return CAPTURE_FRAGMENT;
	bytes = extension_bytes(*next, view->at);
	verdict = capture_view_need(view, bytes);
	if (verdict)
		return verdict;
	*next = view->at[0];
	capture_view_skip(view, bytes);
	return CAPTURE_GOOD;
}

static enum capture_verdict skip_ipv6(struct capture_view *view, struct capture_mad *mad)
{
	uint8_t next;
	enum capture_verdict verdict = skip_ipv6_header(view, &next, mad);

	for (size_t headers = 0; !verdict && is_extension(next); headers++)
		verdict = headers < CAPTURE_HEADERS_MAX ? skip_extension(view, &next) : CAPTURE_HEADERS;
	if (verdict)
		return verdict;
	return next == NEXT_UDP ? skip_udp(view) : CAPTURE_OTHER;
}

static enum capture_verdict skip_grh(struct capture_view *view, struct capture_mad *mad)
{
	uint8_t next;
	enum capture_verdict verdict = skip_ipv6_header(view, &next, mad);

	if (verdict)
		return verdict;
	mad->roce_v1 = true;
	return next == NEXT_BTH ? CAPTURE_GOOD : CAPTURE_OTHER;
}

enum capture_verdict capture_network_skip(uint16_t type, struct capture_view *view, struct capture_mad *mad)
{
	mad->roce_v1 = false;
	switch (type) {
	case TYPE_IPV4:
		return skip_ipv4(view, mad);
	case TYPE_IPV6:
		return skip_ipv6(view, mad);
	case TYPE_ROCE_V1:
		return skip_grh(view, mad);
	default:
		return CAPTURE_OTHER;
	}
}
