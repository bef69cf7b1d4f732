// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/wire/extended.h"

#include "devx/base/be.h"

enum {
	DETH_QKEY = 0,
	DETH_SOURCE = 4,

	RETH_ADDRESS = 0,
	RETH_KEY = 8,
	RETH_LENGTH = 12,

	ATOMIC_ADDRESS = 0,
	ATOMIC_KEY = 8,
	ATOMIC_SWAP_ADD = 12,
	ATOMIC_COMPARE = 20,

	AETH_SYNDROME_SHIFT = 24,
};

void wire_deth_get(const uint8_t *at, struct wire_deth *deth)
{
	deth->qkey = ece_be32(at + DETH_QKEY);
	deth->source = ece_be32(at + DETH_SOURCE) & WIRE_QPN_MASK;
}

void wire_deth_put(uint8_t *at, const struct wire_deth *deth)
{
	ece_put_be32(at + DETH_QKEY, deth->qkey);
	ece_put_be32(at + DETH_SOURCE, deth->source & WIRE_QPN_MASK);
}

void wire_reth_get(const uint8_t *at, struct wire_reth *reth)
{
	reth->address = ece_be64(at + RETH_ADDRESS);
	reth->key = ece_be32(at + RETH_KEY);
	reth->bytes = ece_be32(at + RETH_LENGTH);
}

void wire_reth_put(uint8_t *at, const struct wire_reth *reth)
{
	ece_put_be64(at + RETH_ADDRESS, reth->address);
	ece_put_be32(at + RETH_KEY, reth->key);
	ece_put_be32(at + RETH_LENGTH, reth->bytes);
}

void wire_atomic_get(const uint8_t *at, struct wire_atomic *atomic)
{
	atomic->address = ece_be64(at + ATOMIC_ADDRESS);
	atomic->key = ece_be32(at + ATOMIC_KEY);
	atomic->swap_add = ece_be64(at + ATOMIC_SWAP_ADD);
	atomic->compare = ece_be64(at + ATOMIC_COMPARE);
}

void wire_atomic_put(uint8_t *at, const struct wire_atomic *atomic)
{
	ece_put_be64(at + ATOMIC_ADDRESS, atomic->address);
	ece_put_be32(at + ATOMIC_KEY, atomic->key);
	ece_put_be64(at + ATOMIC_SWAP_ADD, atomic->swap_add);
	ece_put_be64(at + ATOMIC_COMPARE, atomic->compare);
}

void wire_aeth_put(uint8_t *at, uint8_t syndrome, uint32_t msn)
{
	ece_put_be32(at, (uint32_t)syndrome << AETH_SYNDROME_SHIFT | (msn & WIRE_MSN_MASK));
}
