/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a switch has learned: which address is behind which port. Bounded; the one not heard of for longest goes. */
#ifndef ECE_DEVX_SIM_WIRE_ADDRESSES_H
#define ECE_DEVX_SIM_WIRE_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/wire/cable.h"

struct wire_address {
	uint8_t mac[WIRE_MAC_BYTES];
	int port;
	uint64_t heard; /* the count of wire_addresses.heard then */
};

struct wire_addresses {
	struct wire_address row[WIRE_ADDRESSES_MAX];
	size_t rows;
	uint64_t heard;
};

/* wire_addresses_learn - a frame from @mac came in at @port; a group address is nobody's and is not learned */
void wire_addresses_learn(struct wire_addresses *addresses, const uint8_t mac[WIRE_MAC_BYTES], int port);

/* wire_addresses_find - the port that @mac is behind, or -1 when it is not known */
int wire_addresses_find(const struct wire_addresses *addresses, const uint8_t mac[WIRE_MAC_BYTES]);

/* wire_addresses_forget - everything that is behind @port */
void wire_addresses_forget(struct wire_addresses *addresses, int port);

#endif
