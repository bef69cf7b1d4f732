/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The way through the headers of link and network to the base transport header; for packet.c. */
#ifndef ECE_LIB_CAPTURE_NETWORK_H
#define ECE_LIB_CAPTURE_NETWORK_H

#include "lib/capture/packet.h"

#define TYPE_IPV4    0x0800
#define TYPE_IPV6    0x86dd
#define TYPE_ROCE_V1 0x8915

/**
 * capture_link_skip - from the link header to what is behind it
 * @view: advanced
 * @type: receives the Ethernet type of what follows
 * @mad: receives the VLAN
 */
enum capture_verdict capture_link_skip(enum capture_link link, struct capture_view *view, uint16_t *type,
				       struct capture_mad *mad);

/**
 * capture_network_skip - from the network header to the base transport header
 * @type: TYPE_ of the network header
 * @view: advanced, and ended where the network header says
 * @mad: receives the addresses
 *
 * CAPTURE_OTHER for what is no RoCE.
 */
enum capture_verdict capture_network_skip(uint16_t type, struct capture_view *view, struct capture_mad *mad);

#endif
