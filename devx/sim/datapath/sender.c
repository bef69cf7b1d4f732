// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/sender.h"

#include <errno.h>

#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"

static int send_next(struct dp *dp, struct dp_queue *queue, const struct dp_sender *sender, struct dp_wqe *wqe,
		     unsigned int *budget)
{
	if (dp_wqe_parse(wqe, sender->layout))
		return DP_SYNDROME_LOCAL_OPERATION;
	return wqe->opcode == DP_OP_NOP ? 0 : sender->send(dp, queue, wqe, budget);
}

bool dp_send_posted(struct dp *dp, struct dp_queue *queue, const struct dp_sender *sender, unsigned int *budget)
{
	struct dp_ring ring;
	struct dp_wqe wqe;
	uint16_t posted;

	if (!dp_ring_of(dp, queue->object, DP_SEND, &ring) || !dp_ring_posted(dp, &ring, DP_SEND, &posted))
		return false;
	while (*budget) {
		int got = dp_wqe_next(dp, &ring, posted, queue->send_head, &wqe);
		int result = 0;

		if (!got)
			return false;
		if (got > 0) {
			(*budget)--;
			result = send_next(dp, queue, sender, &wqe, budget);
			if (result == -EAGAIN)
				return true;
			queue->send_head += wqe.blocks;
			dp_complete_send(dp, queue, &ring, &wqe, 0, (uint8_t)result);
		}
		if (got < 0 || result) {
			sender->failed(dp, queue);
			return false;
		}
	}
	return true;
}

void dp_qp_send_failed(struct dp *dp, struct dp_queue *queue)
{
	uint8_t from = dp_qp_state(queue);

	dp_log(dp, "QP %#x: a work request that cannot be sent; its send queue is in the error state",
	       queue->object->id);
	prm_set(dp_qp_context(queue), &prm_qpc.state, PRM_QP_SQER);
	fw_object_moved(dp->fw->objects, queue->object, from, PRM_QP_SQER);
	dp_flush_side(dp, queue, DP_SEND);
}

bool dp_qp_sends(const struct dp_queue *queue)
{
	return dp_qp_state(queue) == PRM_QP_RTS;
}

bool dp_qp_receives(const struct dp_queue *queue)
{
	switch (dp_qp_state(queue)) {
	case PRM_QP_RTR:
	case PRM_QP_RTS:
	case PRM_QP_SQER:
	case PRM_QP_SQD:
	case PRM_QP_SQ_DRAINING:
		return true;
	default:
		return false;
	}
}
