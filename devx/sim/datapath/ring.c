// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/ring.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/sim/datapath/internal.h"

#define LOG_ENTRIES_MAX    16 /* the counters of a doorbell record have 16 bits */
#define LOG_CQ_ENTRIES_MAX 24 /* and the consumer index of a CQ 24 */
#define OFFSET_UNITS       64 /* page_offset counts in 1/64 of a page */
#define START_MAX          (UINT64_C(1) << 62)
#define PAGE_FLAGS         UINT64_C(0xfff) /* the low bits of an address carry permissions */
#define RECEIVE_STRIDE_MIN 16

/* The pages that end a creation command, from byte @at on. */
static void pages_of(struct dp_ring *ring, const struct fw_object *object, size_t at, uint64_t log_page_size)
{
	ring->pages = object->create + at;
	ring->page_count = object->bytes > at ? (object->bytes - at) / sizeof(uint64_t) : 0;
	ring->log_page = (uint8_t)(PRM_PAGE_SHIFT + log_page_size);
}

static bool pages_of_umem(struct dp *dp, struct dp_ring *ring, uint64_t id, uint64_t offset)
{
	const struct fw_object *umem;
	uint64_t start;

	umem = id <= UINT32_MAX ? fw_object_find(dp->fw->objects, FW_OBJECT_UMEM, (uint32_t)id) : NULL;
	if (!umem || umem->bytes < PRM_CREATE_UMEM_MTT_AT || offset > START_MAX)
		return false;
	start = prm_get(umem->create, &prm_create_umem_in.page_offset) + offset;
	pages_of(ring, umem, PRM_CREATE_UMEM_MTT_AT, prm_get(umem->create, &prm_create_umem_in.log_page_size));
	ring->start = start;
	return true;
}

/* The bus address of byte @at behind ring->start, and how many bytes follow it in its page. */
static bool place(const struct dp_ring *ring, uint64_t at, uint64_t *address, uint64_t *room)
{
	uint64_t page_bytes = UINT64_C(1) << ring->log_page;
	uint64_t page;

	at += ring->start;
	page = at >> ring->log_page;
	if (page >= ring->page_count)
		return false;
	*address = (ece_be64(ring->pages + page * sizeof(uint64_t)) & ~PAGE_FLAGS) + (at & (page_bytes - 1));
	*room = page_bytes - (at & (page_bytes - 1));
	return true;
}

bool dp_umem_place(struct dp *dp, uint64_t umem, uint64_t offset, uint64_t *address, uint64_t *room)
{
	struct dp_ring pages = {0};

	return pages_of_umem(dp, &pages, umem, offset) && place(&pages, 0, address, room);
}

/* A doorbell record: @address is a bus address, or where it lies in a umem. 0 where there is none. */
static uint64_t record_of(struct dp *dp, bool in_umem, uint64_t umem, uint64_t address)
{
	uint64_t bus, room;

	if (!in_umem)
		return address;
	return dp_umem_place(dp, umem, address, &bus, &room) && room >= PRM_DOORBELL_RECORD_BYTES ? bus : 0;
}

/* The "wq" of SQ, RQ and RMP. */
static bool ring_of_wq(struct dp *dp, const struct fw_object *object, struct dp_ring *ring)
{
	const size_t at = PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT;
	const uint8_t *wq = object->create + at;
	uint64_t log_entries = prm_get(wq, &prm_wq.log_wq_sz);

	if (log_entries > LOG_ENTRIES_MAX)
		return false;
	ring->stride = UINT32_C(1) << prm_get(wq, &prm_wq.log_wq_stride);
	ring->entries = UINT32_C(1) << log_entries;
	ring->record = record_of(dp, prm_get(wq, &prm_wq.dbr_umem_valid), prm_get(wq, &prm_wq.dbr_umem_id),
				 prm_get(wq, &prm_wq.dbr_addr));
	if (prm_get(wq, &prm_wq.wq_umem_valid))
		return pages_of_umem(dp, ring, prm_get(wq, &prm_wq.wq_umem_id), prm_get(wq, &prm_wq.wq_umem_offset));
	pages_of(ring, object, at + PRM_WQ_PAGES_AT, prm_get(wq, &prm_wq.log_wq_pg_sz));
	ring->start = prm_get(wq, &prm_wq.page_offset) * ((UINT64_C(1) << ring->log_page) / OFFSET_UNITS);
	return true;
}

static bool ring_of_queue(struct dp *dp, const struct fw_object *object, enum dp_side side, struct dp_ring *ring)
{
	const uint8_t *context = object->create + PRM_QUEUE_CONTEXT_AT;

	if ((object->kind == FW_OBJECT_SQ) != (side == DP_SEND) || !ring_of_wq(dp, object, ring))
		return false;
	if (object->kind == FW_OBJECT_RMP)
		return true;
	/* The same places in both contexts. */
	ring->cqn = (uint32_t)prm_get(context, &prm_rqc.cqn);
	ring->user_index = (uint32_t)prm_get(context, &prm_rqc.user_index);
	return true;
}

/* Both rings of a QP lie in one buffer, the receive ring first. */
static bool pages_of_qp(struct dp *dp, const struct fw_object *qp, struct dp_ring *ring)
{
	const uint8_t *in = qp->create;
	const uint8_t *context = in + PRM_QPC_AT;

	if (prm_get(in, &prm_create_qp_in.wq_umem_valid))
		return pages_of_umem(dp, ring, prm_get(in, &prm_create_qp_in.wq_umem_id),
				     prm_get(in, &prm_create_qp_in.wq_umem_offset));
	pages_of(ring, qp, PRM_CREATE_QP_PAGES_AT, prm_get(context, &prm_qpc.log_page_size));
	ring->start = prm_get(context, &prm_qpc.page_offset) * ((UINT64_C(1) << ring->log_page) / OFFSET_UNITS);
	return true;
}

static bool ring_of_qp(struct dp *dp, const struct fw_object *qp, enum dp_side side, struct dp_ring *ring)
{
	const uint8_t *context = qp->create + PRM_QPC_AT;
	bool own = prm_get(context, &prm_qpc.rq_type) == PRM_QP_RQ_OWN;
	uint32_t stride = UINT32_C(16) << prm_get(context, &prm_qpc.log_rq_stride);
	uint32_t entries = UINT32_C(1) << prm_get(context, &prm_qpc.log_rq_size);

	if (side == DP_SEND ? prm_get(context, &prm_qpc.no_sq) != 0 : !own)
		return false;
	if (!pages_of_qp(dp, qp, ring))
		return false;
	ring->user_index = (uint32_t)prm_get(context, &prm_qpc.user_index);
	ring->record = record_of(dp, prm_get(context, &prm_qpc.dbr_umem_valid), prm_get(context, &prm_qpc.dbr_umem_id),
				 prm_get(context, &prm_qpc.dbr_addr));
	if (side == DP_RECEIVE) {
		ring->stride = stride;
		ring->entries = entries;
		ring->cqn = (uint32_t)prm_get(context, &prm_qpc.cqn_rcv);
		return true;
	}
	ring->start += own ? (uint64_t)stride * entries : 0;
	ring->stride = DP_BLOCK_BYTES;
	ring->entries = UINT32_C(1) << prm_get(context, &prm_qpc.log_sq_size);
	ring->cqn = (uint32_t)prm_get(context, &prm_qpc.cqn_snd);
	return true;
}

bool dp_ring_of(struct dp *dp, struct fw_object *object, enum dp_side side, struct dp_ring *ring)
{
	memset(ring, 0, sizeof(*ring));
	switch (object->kind) {
	case FW_OBJECT_QP:
		if (!ring_of_qp(dp, object, side, ring))
			return false;
		break;
	case FW_OBJECT_SQ:
	case FW_OBJECT_RQ:
	case FW_OBJECT_RMP:
		if (!ring_of_queue(dp, object, side, ring))
			return false;
		break;
	default:
		return false;
	}
	if (side == DP_SEND ? ring->stride != DP_BLOCK_BYTES : ring->stride < RECEIVE_STRIDE_MIN)
		return false;
	return ring->record != 0 && ring->page_count != 0;
}

bool dp_ring_of_cq(struct dp *dp, struct fw_object *cq, struct dp_ring *ring)
{
	const uint8_t *in = cq->create;
	uint64_t log_entries = prm_get(in, &prm_create_cq_in.log_cq_size);

	memset(ring, 0, sizeof(*ring));
	if (log_entries > LOG_CQ_ENTRIES_MAX)
		return false;
	ring->entries = UINT32_C(1) << log_entries;
	ring->stride = prm_get(in, &prm_create_cq_in.cqe_sz) == PRM_CQE_SIZE_64 ? PRM_CQE_BYTES : 2 * PRM_CQE_BYTES;
	ring->record = record_of(dp, prm_get(in, &prm_create_cq_in.dbr_umem_valid),
				 prm_get(in, &prm_create_cq_in.dbr_umem_id), prm_get(in, &prm_create_cq_in.dbr_addr));
	if (prm_get(in, &prm_create_cq_in.cq_umem_valid))
		return pages_of_umem(dp, ring, prm_get(in, &prm_create_cq_in.cq_umem_id),
				     prm_get(in, &prm_create_cq_in.cq_umem_offset));
	pages_of(ring, cq, PRM_CREATE_CQ_PAGES_AT, prm_get(in, &prm_create_cq_in.log_page_size));
	ring->start = prm_get(in, &prm_create_cq_in.page_offset) * ((UINT64_C(1) << ring->log_page) / OFFSET_UNITS);
	return ring->page_count != 0;
}

/* The next piece of an access that neither crosses a page nor the end of the ring. */
static bool piece(const struct dp_ring *ring, uint64_t at, size_t bytes, uint64_t *address, size_t *count)
{
	uint64_t total = (uint64_t)ring->entries * ring->stride;
	uint64_t room;

	at %= total;
	if (!place(ring, at, address, &room))
		return false;
	if (room > total - at)
		room = total - at;
	*count = bytes < room ? bytes : (size_t)room;
	return true;
}

bool dp_ring_read(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint32_t at, void *to, size_t bytes)
{
	uint64_t from = (uint64_t)(index & (ring->entries - 1)) * ring->stride + at;
	uint8_t *next = to;
	uint64_t address;
	size_t count;

	for (; bytes; bytes -= count, next += count, from += count) {
		if (!piece(ring, from, bytes, &address, &count) || !dp->ops->read(dp->ctx, address, next, count))
			return false;
	}
	return true;
}

bool dp_ring_write(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint32_t at, const void *from,
		   size_t bytes)
{
	uint64_t to = (uint64_t)(index & (ring->entries - 1)) * ring->stride + at;
	const uint8_t *next = from;
	uint64_t address;
	size_t count;

	for (; bytes; bytes -= count, next += count, to += count) {
		if (!piece(ring, to, bytes, &address, &count) || !dp->ops->write(dp->ctx, address, next, count))
			return false;
	}
	return true;
}

bool dp_ring_hand_over(struct dp *dp, const struct dp_ring *ring, uint32_t index, uint8_t *entry, size_t bytes)
{
	uint32_t at = ring->stride - (uint32_t)bytes;
	size_t last = bytes - 1;

	entry[last] = (uint8_t)((entry[last] & ~1U) | ((index & ring->entries) != 0));
	return dp_ring_write(dp, ring, index, at, entry, last) &&
	       dp_ring_write(dp, ring, index, at + (uint32_t)last, entry + last, 1);
}

bool dp_ring_posted(struct dp *dp, const struct dp_ring *ring, enum dp_side side, uint16_t *count)
{
	uint64_t at = side == DP_SEND ? PRM_DOORBELL_RECORD_SEND : PRM_DOORBELL_RECORD_RECEIVE;
	uint8_t record[sizeof(uint32_t)];

	if (!dp->ops->read(dp->ctx, ring->record + at, record, sizeof(record)))
		return false;
	*count = (uint16_t)ece_be32(record);
	return true;
}
