/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where queues lie in the driver's memory: in the pages of their creation command, or in a registered piece of user
 * memory (umem), and where their doorbell records do. Nothing of it is believed: a ring may lie anywhere, also in itself.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_RING_H
#define ECE_DEVX_SIM_DATAPATH_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/object.h"

struct dp;

#define DP_BLOCK_BYTES 64   /* a send queue counts in these */
#define DP_WQE_MAX     1024 /* bytes of a work request or of a receive entry */

struct dp_ring {
	const uint8_t *pages; /* 64-bit big endian addresses, inside an object that lives until the next command */
	size_t page_count;
	uint8_t log_page;
	uint64_t start;   /* of entry 0, from the first page on */
	uint32_t stride;  /* bytes */
	uint32_t entries; /* a power of two */
	uint32_t cqn;
	uint32_t user_index; /* what user space finds its queue by in a completion */
	uint64_t record;     /* bus address of the doorbell record, 0: none */
};

enum dp_side { DP_RECEIVE, DP_SEND };

/**
 * dp_ring_of - find a queue
 * @object: a QP, SQ, RQ or RMP
 *
 * Returns false when the object has no such queue, or says so in numbers that cannot be.
 */
bool dp_ring_of(struct dp *dp, struct fw_object *object, enum dp_side side, struct dp_ring *ring);

/* dp_ring_of_cq - the same of a completion queue; record is its own consumer index */
bool dp_ring_of_cq(struct dp *dp, struct fw_object *cq, struct dp_ring *ring);

/**
 * dp_ring_read, dp_ring_write - @bytes from byte @at of entry @index on, which is taken modulo the ring; inside one
 * entry or beyond it, around the end of the ring as work requests go
 *
 * Return false where it is not in the driver's memory.
 */
bool dp_ring_read(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint32_t at, void *to, size_t bytes);
bool dp_ring_write(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint32_t at, const void *from,
		   size_t bytes);

/**
 * dp_ring_hand_over - write entry number @index of an event or completion queue
 * @entry: @bytes of it, the end of its stride; the lowest bit of the last byte, which hands it over, is set here to what
 *	this round of the ring wants, and goes last
 *
 * Returns as dp_ring_write().
 */
bool dp_ring_hand_over(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint8_t *entry, size_t bytes);

/**
 * dp_umem_place - where a byte of a umem lies
 * @address: its bus address; @room: bytes from it to the end of its page, at least 1
 *
 * Returns false when there is no such umem, or when the byte lies behind its pages.
 */
bool dp_umem_place(struct dp *dp, uint64_t umem, uint64_t offset, uint64_t *address, uint64_t *room);

/* dp_ring_posted - the producer's count in the doorbell record: entries received, or blocks to send; false: unreadable */
bool dp_ring_posted(struct dp *dp, const struct dp_ring *ring, enum dp_side side, uint16_t *count);

#endif
