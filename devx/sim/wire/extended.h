/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Extended transport headers: what follows the base transport header at the front of a packet's payload, in the order in
 * which a packet has them. Pure. Source: IBTA volume 1, 9.3.
 *
 * Who gets one has seen that so many bytes are there; who puts one has room for them.
 */
#ifndef ECE_DEVX_SIM_WIRE_EXTENDED_H
#define ECE_DEVX_SIM_WIRE_EXTENDED_H

#include <stdint.h>

#define WIRE_DETH_BYTES      8
#define WIRE_RETH_BYTES      16
#define WIRE_ATOMIC_BYTES    28
#define WIRE_AETH_BYTES      4
#define WIRE_IMMEDIATE_BYTES 4 /* or the key that a SEND invalidates */

#define WIRE_PSN_MASK 0xffffffU
#define WIRE_QPN_MASK 0xffffffU
#define WIRE_MSN_MASK 0xffffffU

/* Of a datagram. */
struct wire_deth {
	uint32_t qkey;
	uint32_t source; /* the queue pair that it is from */
};

/* Of a READ request, and of the first packet of a WRITE. */
struct wire_reth {
	uint64_t address;
	uint32_t key;
	uint32_t bytes; /* of the whole message */
};

/* Of a compare-and-swap or fetch-and-add; the operands are in host order here. */
struct wire_atomic {
	uint64_t address;
	uint32_t key;
	uint64_t swap_add;
	uint64_t compare; /* of no use to fetch-and-add */
};

/* wire_deth_get, wire_deth_put - WIRE_DETH_BYTES; what is reserved is zero and not looked at */
void wire_deth_get(const uint8_t *at, struct wire_deth *deth);
void wire_deth_put(uint8_t *at, const struct wire_deth *deth);

/* wire_reth_get, wire_reth_put - WIRE_RETH_BYTES */
void wire_reth_get(const uint8_t *at, struct wire_reth *reth);
void wire_reth_put(uint8_t *at, const struct wire_reth *reth);

/* wire_atomic_get, wire_atomic_put - WIRE_ATOMIC_BYTES */
void wire_atomic_get(const uint8_t *at, struct wire_atomic *atomic);
void wire_atomic_put(uint8_t *at, const struct wire_atomic *atomic);

/* wire_aeth_put - WIRE_AETH_BYTES of an acknowledge; of @msn, the count of messages, the low 24 bits go out */
void wire_aeth_put(uint8_t *at, uint8_t syndrome, uint32_t msn);

#endif
