/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Work requests taken apart. Pure: bytes in, what they mean out; the data they point to is for sge.h.
 * Source: Linux include/linux/mlx5/qp.h; rdma-core providers/mlx5/wqe.h.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_WQE_H
#define ECE_DEVX_SIM_DATAPATH_WQE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/datapath/ring.h"

enum dp_opcode {
	DP_OP_NOP = 0x00,
	DP_OP_SEND_INVALIDATE = 0x01,
	DP_OP_WRITE = 0x08,
	DP_OP_WRITE_IMM = 0x09,
	DP_OP_SEND = 0x0a,
	DP_OP_SEND_IMM = 0x0b,
	DP_OP_LARGE_SEND = 0x0e,
	DP_OP_READ = 0x10,
	DP_OP_COMPARE_SWAP = 0x11,
	DP_OP_FETCH_ADD = 0x12,
	DP_OP_MASKED_COMPARE_SWAP = 0x14,
	DP_OP_MASKED_FETCH_ADD = 0x15,
	DP_OP_LOCAL_INVALIDATE = 0x1b,
	DP_OP_UMR = 0x25,
};

/* A work request of a send queue, copied out of the ring. */
struct dp_wqe {
	uint8_t bytes[DP_WQE_MAX];
	size_t size;     /* of it, a multiple of 16 */
	uint16_t index;  /* of its first block: what its completion tells */
	uint16_t blocks; /* it takes in the ring */
	uint8_t opcode;  /* enum dp_opcode, or one that nobody knows */
	bool signalled;  /* a completion was asked for */
	bool solicited;
	bool fence;         /* wait for the answers to all requests before it */
	uint32_t immediate; /* or the key to invalidate; big endian as it lies there */

	/* The address vector of UD; offset into bytes, 0: none. */
	uint16_t address_at;
	/* Remote address, and operands of an atomic. */
	bool has_remote;
	uint64_t remote_address;
	uint32_t remote_key;
	uint64_t swap_add, compare;
	/* Ethernet: see ethernet.c. Offset, 0: none. */
	uint16_t ethernet_at;
	/* Data segments, up to size. */
	uint16_t data_at;
};

/* dp_wqe_writes, dp_wqe_has_immediate - a WRITE; a SEND or WRITE with immediate data */
static inline bool dp_wqe_writes(const struct dp_wqe *wqe)
{
	return wqe->opcode == DP_OP_WRITE || wqe->opcode == DP_OP_WRITE_IMM;
}

static inline bool dp_wqe_has_immediate(const struct dp_wqe *wqe)
{
	return wqe->opcode == DP_OP_SEND_IMM || wqe->opcode == DP_OP_WRITE_IMM;
}

/* The layouts that a work request may have, by the transport of its queue. */
enum dp_layout { DP_LAYOUT_ETHERNET, DP_LAYOUT_UD, DP_LAYOUT_CONNECTED };

/**
 * dp_wqe_parse - take a work request apart
 * @wqe: bytes, size, index and blocks are filled
 *
 * Returns 0, or -EINVAL when a segment does not end inside of it, or when its opcode needs one that is not there.
 */
int dp_wqe_parse(struct dp_wqe *wqe, enum dp_layout layout);

/**
 * dp_wqe_next - copy the next work request of a send queue
 * @posted: blocks posted so far, from the doorbell record
 * @head: blocks consumed so far; unchanged by this
 *
 * Returns 1 when there is one; 0 when the queue is empty; -EFAULT when it cannot be read, -EINVAL when it says that it
 * has no length, or more than was posted.
 */
int dp_wqe_next(struct dp *dp, const struct dp_ring *ring, uint16_t posted, uint16_t head, struct dp_wqe *wqe);

#endif
