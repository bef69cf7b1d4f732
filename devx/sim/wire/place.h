/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where in a frame the headers of a RoCE packet are: the one look at a frame that everything in this room starts with. */
#ifndef ECE_DEVX_SIM_WIRE_PLACE_H
#define ECE_DEVX_SIM_WIRE_PLACE_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/wire/frame.h"

struct wire_place {
	enum wire_network network;
	uint16_t vlan;     /* the tag, or WIRE_NO_VLAN */
	size_t network_at; /* IPv4 or IPv6 header, or the GRH */
	size_t bth_at;
	size_t icrc_at; /* the packet ends WIRE_ICRC_BYTES behind it; what follows pads the frame */
};

/**
 * wire_place_find - look for a RoCE packet in a frame
 *
 * A fragment, or an IPv4 packet with options, is none.
 * Returns 1, 0 for any other frame, or -EBADMSG for a RoCE packet whose lengths contradict each other; @place is
 * written on 1 only, and all of it lies inside the frame then.
 */
int wire_place_find(const uint8_t *frame, size_t bytes, struct wire_place *place);

#endif
