// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/cq.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/receive.h"
#include "devx/sim/fw/counter.h"

#define INDEX_MASK UINT32_C(0xffffff)

static void tell(struct dp *dp, struct fw_object *cq)
{
	cq->armed = FW_NOT_ARMED;
	dp->ops->completion(dp->ctx, (uint32_t)prm_get(cq->create, &prm_create_cq_in.c_eqn), cq->id);
}

static void overrun(struct dp *dp, struct fw_object *cq)
{
	uint8_t data[PRM_EQE_DATA_BYTES] = {0};

	cq->failed = true;
	dp_log(dp, "CQ %#x overran", cq->id);
	prm_set(data, &prm_cq_error.cqn, cq->id);
	prm_set(data, &prm_cq_error.syndrome, PRM_CQ_ERROR_OVERRUN);
	dp->ops->event(dp->ctx, PRM_EVENT_CQ_ERROR, 0, data);
}

/* Entries that the driver has not taken are not written over, where it says what it has taken and wants to be heard. */
static bool full(struct dp *dp, const struct fw_object *cq, const struct dp_ring *ring)
{
	uint8_t record[sizeof(uint32_t)];

	if (prm_get(cq->create, &prm_create_cq_in.oi) || !ring->record)
		return false;
	if (!dp->ops->read(dp->ctx, ring->record, record, sizeof(record)))
		return false;
	return ((cq->producer - ece_be32(record)) & INDEX_MASK) >= ring->entries;
}

void dp_cq_post(struct dp *dp, uint32_t cqn, uint8_t entry[64], enum dp_cqe opcode, bool solicited)
{
	struct fw_object *cq = fw_object_find(dp->fw->objects, FW_OBJECT_CQ, cqn);
	struct dp_ring ring;

	if (!cq || cq->failed || !dp_ring_of_cq(dp, cq, &ring))
		return;
	if (full(dp, cq, &ring)) {
		overrun(dp, cq);
		return;
	}
	prm_set(entry, &prm_cqe.opcode, opcode);
	if (!dp_ring_hand_over(dp, &ring, cq->producer, entry, PRM_CQE_BYTES)) {
		dp_log(dp, "CQ %#x is not in the driver's memory", cq->id);
		return;
	}
	cq->producer++;
	if (solicited || opcode >= DP_CQE_REQUESTER_ERROR)
		cq->solicited = cq->producer;
	if (cq->armed == FW_ARMED || (cq->armed == FW_ARMED_SOLICITED && cq->solicited == cq->producer))
		tell(dp, cq);
}

/* Is there an entry behind @consumer, before @producer? Both count modulo 2^24. */
static bool behind(uint32_t consumer, uint32_t producer)
{
	uint32_t distance = (producer - consumer) & INDEX_MASK;

	return distance && distance <= INDEX_MASK / 2;
}

void dp_cq_arm(struct dp *dp, const uint8_t doorbell[8])
{
	uint32_t cqn = (uint32_t)prm_get(doorbell, &prm_cq_doorbell.cqn);
	uint32_t consumer = (uint32_t)prm_get(doorbell, &prm_cq_doorbell.consumer_index);
	bool solicited = prm_get(doorbell, &prm_cq_doorbell.solicited_only);
	struct fw_object *cq = fw_object_find(dp->fw->objects, FW_OBJECT_CQ, cqn);

	if (!cq)
		return;
	cq->armed = solicited ? FW_ARMED_SOLICITED : FW_ARMED;
	if (behind(consumer, solicited ? cq->solicited : cq->producer))
		tell(dp, cq);
}

static void count_error(struct dp *dp, const struct dp_queue *queue, bool requester, uint8_t syndrome)
{
	uint32_t set = dp_queue_counters(queue);

	fw_count(dp->fw, set, requester ? FW_COUNT_REQ_CQE_ERROR : FW_COUNT_RESP_CQE_ERROR, 1);
	if (syndrome == DP_SYNDROME_FLUSHED)
		fw_count(dp->fw, set, requester ? FW_COUNT_REQ_CQE_FLUSH_ERROR : FW_COUNT_RESP_CQE_FLUSH_ERROR, 1);
}

void dp_complete_send(struct dp *dp, struct dp_queue *queue, const struct dp_ring *ring, const struct dp_wqe *wqe,
		      uint32_t bytes, uint8_t syndrome)
{
	uint8_t entry[PRM_CQE_BYTES] = {0};

	if (!syndrome && !wqe->signalled)
		return;
	prm_set(entry, &prm_cqe.user_index, ring->user_index);
	prm_set(entry, &prm_cqe.byte_cnt, bytes);
	prm_set(entry, &prm_cqe.send_opcode, wqe->opcode);
	prm_set(entry, &prm_cqe.qpn, queue->object->id);
	prm_set(entry, &prm_cqe.wqe_counter, wqe->index);
	if (!syndrome) {
		dp_cq_post(dp, ring->cqn, entry, DP_CQE_REQUESTER, false);
		return;
	}
	prm_set(entry, &prm_error_cqe.syndrome, syndrome);
	count_error(dp, queue, true, syndrome);
	dp_cq_post(dp, ring->cqn, entry, DP_CQE_REQUESTER_ERROR, false);
}

/* Of an Ethernet queue its number's place holds the flow tag, 0 here: the driver makes the mark of its packet of it. */
void dp_complete_receive(struct dp *dp, const struct dp_queue *queue, const struct dp_receive *receive,
			 uint8_t entry[64], enum dp_cqe opcode, bool solicited)
{
	prm_set(entry, &prm_cqe.user_index, receive->user_index);
	prm_set(entry, &prm_cqe.wqe_counter, receive->index);
	if (queue->object->kind == FW_OBJECT_QP)
		prm_set(entry, &prm_cqe.qpn, queue->object->id);
	dp_cq_post(dp, receive->cqn, entry, opcode, solicited);
}

void dp_complete_receive_error(struct dp *dp, struct dp_queue *queue, const struct dp_receive *receive,
			       uint8_t syndrome)
{
	uint8_t entry[PRM_CQE_BYTES] = {0};

	prm_set(entry, &prm_error_cqe.user_index, receive->user_index);
	prm_set(entry, &prm_error_cqe.qpn, queue->object->id);
	prm_set(entry, &prm_error_cqe.wqe_counter, receive->index);
	prm_set(entry, &prm_error_cqe.syndrome, syndrome);
	count_error(dp, queue, false, syndrome);
	dp_cq_post(dp, receive->cqn, entry, DP_CQE_RESPONDER_ERROR, false);
}

static void flush_sends(struct dp *dp, struct dp_queue *queue)
{
	struct dp_ring ring;
	struct dp_wqe wqe;
	uint16_t posted;
	uint32_t left;

	if (!dp_ring_of(dp, queue->object, DP_SEND, &ring) || !dp_ring_posted(dp, &ring, DP_SEND, &posted))
		return;
	for (left = ring.entries; left && dp_wqe_next(dp, &ring, posted, queue->send_head, &wqe) > 0; left--) {
		wqe.opcode = (uint8_t)prm_get(wqe.bytes, &prm_send_doorbell.opcode);
		dp_complete_send(dp, queue, &ring, &wqe, 0, DP_SYNDROME_FLUSHED);
		queue->send_head = (uint16_t)(queue->send_head + wqe.blocks);
	}
}

/* Entries of a shared queue stay in it: other queues use them. */
static void flush_receives(struct dp *dp, struct dp_queue *queue)
{
	struct dp_receive receive;
	struct dp_ring ring;
	uint32_t left;

	if (!dp_ring_of(dp, queue->object, DP_RECEIVE, &ring))
		return;
	for (left = ring.entries; left && dp_receive_flush(dp, queue, &receive); left--)
		dp_complete_receive_error(dp, queue, &receive, DP_SYNDROME_FLUSHED);
}

void dp_flush_side(struct dp *dp, struct dp_queue *queue, enum dp_side side)
{
	if (side == DP_SEND)
		flush_sends(dp, queue);
	else
		flush_receives(dp, queue);
}

void dp_flush(struct dp *dp, struct dp_queue *queue)
{
	flush_sends(dp, queue);
	flush_receives(dp, queue);
}
