// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/receive.h"

#include <errno.h>

#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/sim/fw/counter.h"

static uint8_t *wq_of(const struct dp_queue *shared)
{
	return shared->object->create + PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT;
}

/* The queue whose entries @queue uses: its own, or a shared one. NULL when there is none. */
static struct dp_queue *source_of(struct dp *dp, struct dp_queue *queue)
{
	const uint8_t *context = queue->object->create + PRM_QUEUE_CONTEXT_AT;

	if (queue->object->kind == FW_OBJECT_RQ) {
		if (prm_get(context, &prm_rqc.mem_rq_type) != PRM_MEM_RQ_RMP)
			return queue;
		return dp_queue_find(dp, FW_OBJECT_RMP, (uint32_t)prm_get(context, &prm_rqc.rmpn));
	}
	context = dp_qp_context(queue);
	switch (prm_get(context, &prm_qpc.rq_type)) {
	case PRM_QP_RQ_OWN:
		return queue;
	case PRM_QP_RQ_SHARED:
		return dp_queue_find(dp, FW_OBJECT_RMP, (uint32_t)prm_get(context, &prm_qpc.srqn_rmpn_xrqn));
	default:
		return NULL;
	}
}

static bool linked_list(const struct dp_queue *source)
{
	return source->object->kind == FW_OBJECT_RMP && prm_get(wq_of(source), &prm_wq.wq_type) == PRM_WQ_LINKED_LIST;
}

/*
 * Whether an entry starts with the segment that names the next one. Those that queue pairs take from a shared queue do
 * so in rings too, where it names nothing: UCX's DevX queues are such (SRQ_TOPO=cyclic). Shared rings of Ethernet
 * receive queues have none (DPDK).
 */
static bool starts_with_next(const struct dp_queue *queue, const struct dp_queue *source)
{
	return linked_list(source) || (source != queue && queue->object->kind == FW_OBJECT_QP);
}

/* Striding receive queues are not modelled: no card type offers them. */
static bool striding(const struct dp_queue *source)
{
	return source->object->kind != FW_OBJECT_QP && prm_get(wq_of(source), &prm_wq.wq_type) > PRM_WQ_CYCLIC;
}

/* Where completions of @queue go, also for entries of a shared queue. */
static void completions_of(const struct dp_queue *queue, struct dp_receive *receive)
{
	const uint8_t *context;

	if (queue->object->kind == FW_OBJECT_RQ) {
		context = queue->object->create + PRM_QUEUE_CONTEXT_AT;
		receive->cqn = (uint32_t)prm_get(context, &prm_rqc.cqn);
		receive->user_index = (uint32_t)prm_get(context, &prm_rqc.user_index);
		return;
	}
	context = dp_qp_context(queue);
	receive->cqn = (uint32_t)prm_get(context, &prm_qpc.cqn_rcv);
	receive->user_index = (uint32_t)prm_get(context, &prm_qpc.user_index);
}

/* Armed by the driver; it is told once, then not again until it arms anew. */
static void look_at_limit(struct dp *dp, struct dp_queue *shared, uint16_t left)
{
	uint64_t limit;

	if (shared->object->kind != FW_OBJECT_RMP)
		return;
	limit = prm_get(wq_of(shared), &prm_wq.lwm);
	if (left >= limit)
		return;
	prm_set(wq_of(shared), &prm_wq.lwm, 0);
	dp_queue_event(dp, shared, PRM_EVENT_SRQ_LIMIT);
}

/* Entries posted and not taken; more than the ring has is as good as none. */
static uint16_t waiting(struct dp *dp, const struct dp_ring *ring, const struct dp_queue *source)
{
	uint16_t posted;

	if (!dp_ring_posted(dp, ring, DP_RECEIVE, &posted))
		return 0;
	posted = (uint16_t)(posted - source->receive_head);
	return posted > ring->entries ? 0 : posted;
}

/* As dp_receive_take(), without its events and counters. */
static int take(struct dp *dp, struct dp_queue *queue, struct dp_queue *source, struct dp_receive *receive,
		uint16_t *left)
{
	struct dp_ring ring;
	size_t bytes;
	bool list;

	if (striding(source) || !dp_ring_of(dp, source->object, DP_RECEIVE, &ring))
		return 0;
	*left = waiting(dp, &ring, source);
	if (!*left)
		return 0;
	list = linked_list(source);
	receive->index = list ? source->shared_head : source->receive_head;
	bytes = ring.stride < DP_WQE_MAX ? ring.stride : DP_WQE_MAX;
	if (!dp_ring_read(dp, &ring, receive->index, 0, receive->bytes, bytes))
		return -EFAULT;
	completions_of(queue, receive);
	receive->sges.at = receive->bytes + (starts_with_next(queue, source) ? PRM_SRQ_NEXT_BYTES : 0);
	receive->sges.end = receive->bytes + bytes;
	receive->sges.pd = dp_queue_pd(source);
	source->receive_head++;
	(*left)--;
	if (list)
		source->shared_head = (uint16_t)(prm_get(receive->bytes, &prm_srq_next.next) & (ring.entries - 1));
	return 1;
}

int dp_receive_take(struct dp *dp, struct dp_queue *queue, struct dp_receive *receive)
{
	struct dp_queue *source = source_of(dp, queue);
	uint16_t left;
	int taken = source ? take(dp, queue, source, receive, &left) : 0;

	if (taken > 0)
		look_at_limit(dp, source, left);
	else if (!taken)
		fw_count(dp->fw, dp_queue_counters(queue), FW_COUNT_OUT_OF_BUFFER, 1);
	return taken;
}

bool dp_receive_flush(struct dp *dp, struct dp_queue *queue, struct dp_receive *receive)
{
	struct dp_queue *source = source_of(dp, queue);
	uint16_t left;

	return source == queue && take(dp, queue, source, receive, &left) > 0;
}
