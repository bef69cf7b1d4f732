/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * From the first byte of a captured packet to the management datagram in it. Pure, and bounded by the packet.
 * Sources: IEEE 802.3 and 802.1Q; LINKTYPE_LINUX_SLL and _SLL2 of tcpdump.org; RFC 791, 8200, 768; IBTA volume 1, 8.3 (GRH),
 * 9.2 and 9.3 (base and datagram headers), 13.4.3 (MAD), annexes A16 (RoCE) and A17 (RoCEv2).
 */
#ifndef ECE_LIB_CAPTURE_PACKET_H
#define ECE_LIB_CAPTURE_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/capture/icrc.h"
#include "lib/capture/verdict.h"
#include "lib/capture/view.h"

#define CAPTURE_TAGS_MAX    8 /* VLAN tags of a frame */
#define CAPTURE_HEADERS_MAX 8 /* IPv6 extension headers of a packet */
#define CAPTURE_GID_BYTES   16
#define CAPTURE_MAD_BYTES   256

/* What the packets of a capture begin with. */
enum capture_link {
	CAPTURE_LINK_ETHERNET,
	CAPTURE_LINK_SLL,  /* "cooked": tcpdump -i any, the older kind */
	CAPTURE_LINK_SLL2, /* and the newer one */
	CAPTURE_LINK_IP,   /* an IPv4 or IPv6 header at once */
};

struct capture_mad {
	uint8_t from[CAPTURE_GID_BYTES]; /* network addresses of the packet; IPv4 as a mapped IPv6 address */
	uint8_t to[CAPTURE_GID_BYTES];
	bool roce_v1;  /* the addresses are GIDs of a GRH, and not IP addresses */
	bool has_vlan; /* tagged */
	uint16_t vlan; /* id in the outermost tag */
	enum capture_icrc icrc;
	struct capture_view mad;
};

/**
 * capture_packet_mad - find the management datagram in a packet
 * @packet: of kind @link
 * @mad: written on CAPTURE_GOOD only; its view points into the packet, is within the packet's and starts with a whole MAD
 *       header of the communication management class; the capture may have cut what is behind that
 *
 * A wrong invariant CRC is told in @mad and is no reason to refuse a packet: captures cut and change packets.
 */
enum capture_verdict capture_packet_mad(enum capture_link link, const struct capture_view *packet,
					struct capture_mad *mad);

#endif
