// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* What hangs on objects: made when it is first needed, moved and freed as commands say. */
#include "devx/sim/datapath/queue.h"

#include <stdlib.h>

#include "devx/prm/queue.h"
#include "devx/prm/wq.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/key.h"

/* Drivers that drain a queue post an entry after the error and wait for it; nothing tells the card. It looks at times. */
#define FLUSH_FIRST_NS UINT64_C(1000000)
#define FLUSH_LAST_NS  UINT64_C(1000000000)

/* "mtu" of a QP's context is log2 of it, from 256 on. */
#define MTU_SHIFT   7
#define MTU_LOG_MIN 1
#define MTU_LOG_MAX 5

static const struct dp_service *service_of(const struct fw_object *object)
{
	if (object->kind == FW_OBJECT_SQ)
		return &dp_ethernet;
	if (object->kind != FW_OBJECT_QP)
		return NULL;
	switch (prm_get(object->create + PRM_QPC_AT, &prm_qpc.st)) {
	case PRM_QP_RC:
		return &dp_rc;
	case PRM_QP_UC:
		return &dp_uc;
	case PRM_QP_UD:
	case PRM_QP_QP1:
		return &dp_ud;
	case PRM_QP_REG_UMR:
		return &dp_umr_queue;
	default:
		return NULL;
	}
}

static bool has_queues(const struct fw_object *object)
{
	switch (object->kind) {
	case FW_OBJECT_QP:
	case FW_OBJECT_SQ:
	case FW_OBJECT_RQ:
	case FW_OBJECT_RMP:
		return true;
	default:
		return false;
	}
}

static struct dp_queue *attach(struct dp *dp, struct fw_object *object)
{
	struct dp_queue *queue = calloc(1, sizeof(*queue));

	if (!queue)
		return NULL;
	queue->object = object;
	queue->service = service_of(object);
	queue->due_ns = DP_NEVER;
	queue->flush_ns = DP_NEVER;
	queue->next = dp->all;
	if (dp->all)
		dp->all->previous = queue;
	dp->all = queue;
	object->data = queue;
	return queue;
}

struct dp_queue *dp_queue_of(struct dp *dp, struct fw_object *object)
{
	if (!has_queues(object))
		return NULL;
	return object->data ? object->data : attach(dp, object);
}

struct dp_queue *dp_queue_find(struct dp *dp, enum fw_object_kind kind, uint32_t number)
{
	struct fw_object *object = fw_object_find(dp->fw->objects, kind, number);

	return object ? dp_queue_of(dp, object) : NULL;
}

void dp_ready(struct dp *dp, struct dp_queue *queue)
{
	if (queue->ready)
		return;
	queue->ready = true;
	queue->next_ready = NULL;
	if (dp->ready_last)
		dp->ready_last->next_ready = queue;
	else
		dp->ready_first = queue;
	dp->ready_last = queue;
}

struct dp_queue *dp_queue_take_ready(struct dp *dp)
{
	struct dp_queue *queue = dp->ready_first;

	if (!queue)
		return NULL;
	dp->ready_first = queue->next_ready;
	if (!dp->ready_first)
		dp->ready_last = NULL;
	queue->ready = false;
	return queue;
}

static void no_longer_ready(struct dp *dp, struct dp_queue *queue)
{
	struct dp_queue *before = NULL, *at;

	for (at = dp->ready_first; at != queue; at = at->next_ready)
		before = at;
	if (before)
		before->next_ready = queue->next_ready;
	else
		dp->ready_first = queue->next_ready;
	if (dp->ready_last == queue)
		dp->ready_last = before;
	queue->ready = false;
}

void dp_queue_detach(struct dp *dp, struct dp_queue *queue)
{
	if (queue->ready)
		no_longer_ready(dp, queue);
	if (queue->previous)
		queue->previous->next = queue->next;
	else
		dp->all = queue->next;
	if (queue->next)
		queue->next->previous = queue->previous;
	if (queue->service && queue->service->free)
		queue->service->free(queue);
	queue->object->data = NULL;
	free(queue);
}

uint8_t *dp_qp_context(const struct dp_queue *queue)
{
	return queue->object->create + PRM_QPC_AT;
}

uint8_t dp_qp_state(const struct dp_queue *queue)
{
	return (uint8_t)prm_get(dp_qp_context(queue), &prm_qpc.state);
}

uint32_t dp_qp_mtu(const struct dp_queue *queue)
{
	uint64_t log = prm_get(dp_qp_context(queue), &prm_qpc.mtu);

	if (log < MTU_LOG_MIN)
		log = MTU_LOG_MIN;
	return UINT32_C(1) << (MTU_SHIFT + (log > MTU_LOG_MAX ? MTU_LOG_MAX : log));
}

void dp_qp_error(struct dp *dp, struct dp_queue *queue)
{
	uint8_t from = dp_qp_state(queue);

	if (from == PRM_QP_ERR)
		return;
	prm_set(dp_qp_context(queue), &prm_qpc.state, PRM_QP_ERR);
	fw_object_moved(dp->fw->objects, queue->object, from, PRM_QP_ERR);
}

uint32_t dp_queue_pd(const struct dp_queue *queue)
{
	const struct fw_object *object = queue->object;

	if (object->kind == FW_OBJECT_QP)
		return (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.pd);
	return (uint32_t)prm_get(object->create + PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT, &prm_wq.pd);
}

uint32_t dp_queue_counters(const struct dp_queue *queue)
{
	const struct fw_object *object = queue->object;

	if (object->kind == FW_OBJECT_QP)
		return (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.counter_set_id);
	if (object->kind == FW_OBJECT_RQ)
		return (uint32_t)prm_get(object->create + PRM_QUEUE_CONTEXT_AT, &prm_rqc.counter_set_id);
	return 0;
}

static enum prm_event_queue event_queue_of(const struct fw_object *object)
{
	if (object->kind == FW_OBJECT_RQ)
		return PRM_EVENT_OF_RQ;
	return object->kind == FW_OBJECT_SQ ? PRM_EVENT_OF_SQ : PRM_EVENT_OF_QP;
}

void dp_queue_event(struct dp *dp, const struct dp_queue *queue, uint8_t type)
{
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};

	prm_set(data, &prm_queue_event.type, event_queue_of(queue->object));
	prm_set(data, &prm_queue_event.number, queue->object->id);
	dp->ops->event(dp->ctx, type, 0, data);
}

static bool is_reset(const struct fw_object *object, uint8_t state)
{
	return state == (object->kind == FW_OBJECT_QP ? (uint8_t)PRM_QP_RST : (uint8_t)PRM_QUEUE_RST);
}

static bool is_error(const struct fw_object *object, uint8_t state)
{
	return state == (object->kind == FW_OBJECT_QP ? (uint8_t)PRM_QP_ERR : (uint8_t)PRM_QUEUE_ERR);
}

static bool shares_receives(const struct dp_queue *queue)
{
	return queue->object->kind == FW_OBJECT_QP &&
	       prm_get(dp_qp_context(queue), &prm_qpc.rq_type) == PRM_QP_RQ_SHARED;
}

/* SQ and RQ flush only where their driver wants it. */
static bool flushes(const struct fw_object *object)
{
	const uint8_t *context = object->create + PRM_QUEUE_CONTEXT_AT;

	switch (object->kind) {
	case FW_OBJECT_SQ:
		return prm_get(context, &prm_sqc.flush_in_error_en);
	case FW_OBJECT_RQ:
		return prm_get(context, &prm_rqc.flush_in_error_en);
	default:
		return true;
	}
}

static void failed(struct dp *dp, struct dp_queue *queue)
{
	if (!flushes(queue->object))
		return;
	dp_flush(dp, queue);
	queue->flush_wait_ns = FLUSH_FIRST_NS;
	queue->flush_ns = dp->now_ns + FLUSH_FIRST_NS;
	if (shares_receives(queue))
		dp_queue_event(dp, queue, PRM_EVENT_SRQ_LAST_WQE);
}

void dp_queue_moved(struct dp *dp, struct dp_queue *queue, uint8_t from, uint8_t to)
{
	queue->flush_ns = DP_NEVER;
	if (is_reset(queue->object, to)) {
		queue->send_head = 0;
		queue->receive_head = 0;
		queue->due_ns = DP_NEVER;
	}
	if (queue->service && queue->service->moved)
		queue->service->moved(dp, queue, from, to);
	if (from != to && is_error(queue->object, to))
		failed(dp, queue);
	else if (!is_reset(queue->object, to))
		dp_ready(dp, queue);
}

void dp_queue_flush_due(struct dp *dp, struct dp_queue *queue)
{
	dp_flush(dp, queue);
	queue->flush_wait_ns *= 2;
	queue->flush_ns = queue->flush_wait_ns <= FLUSH_LAST_NS ? dp->now_ns + queue->flush_wait_ns : DP_NEVER;
}
