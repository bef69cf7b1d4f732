// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * MODIFY of SQ, RQ, RMP and CQ, and the limits of shared receive queues: what is selected is taken over into the
 * context, where the data path and QUERY find it. Bits of the selection: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#include "devx/sim/fw/handlers.h"

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/prm/wq.h"

#define OP_MODIFY_CQ  0x403
#define OP_MODIFY_RQ  0x909
#define OP_MODIFY_RMP 0x90d

#define SELECT_AT    0x14 /* low word of modify_bitmask */
#define CQ_SELECT_AT 0x0c
#define CQ_RESIZE    1 /* op_mod */

static const struct selected {
	uint16_t opcode;
	uint8_t bit;
	uint16_t from; /* of the field in the mailbox, in that of CREATE as in that of MODIFY */
	const struct prm_field *field;
} selected[] = {
	{OP_MODIFY_CQ, 0, 0, &prm_create_cq_in.cq_period},
	{OP_MODIFY_CQ, 1, 0, &prm_create_cq_in.cq_max_count},
	{OP_MODIFY_CQ, 2, 0, &prm_create_cq_in.oi},
	{OP_MODIFY_RQ, 1, PRM_QUEUE_CONTEXT_AT, &prm_rqc.vsd},
	{OP_MODIFY_RQ, 2, PRM_QUEUE_CONTEXT_AT, &prm_rqc.scatter_fcs},
	{OP_MODIFY_RQ, 3, PRM_QUEUE_CONTEXT_AT, &prm_rqc.counter_set_id},
	{OP_MODIFY_RMP, 0, PRM_QUEUE_CONTEXT_AT + PRM_WQ_AT, &prm_wq.lwm},
};

static void take_selected(const struct fw_call *call, struct fw_object *object, size_t select_at)
{
	uint32_t select = ece_be32(call->in + select_at);

	for (size_t i = 0; i < sizeof(selected) / sizeof(selected[0]); i++) {
		const struct selected *s = &selected[i];

		if (s->opcode == call->command->opcode && select >> s->bit & 1)
			prm_set(object->create + s->from, s->field, prm_get(call->in + s->from, s->field));
	}
}

uint8_t fw_modify_queue(struct fw_call *call)
{
	struct fw_object *object = fw_named(call);
	uint64_t from = prm_get(call->in, &prm_modify_queue_in.state);
	uint64_t to = prm_get(call->in + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state);

	if (!object)
		return PRM_STATUS_BAD_RESOURCE;
	if (prm_get(object->create + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state) != from)
		return PRM_STATUS_BAD_RES_STATE;
	prm_set(object->create + PRM_QUEUE_CONTEXT_AT, &prm_queue_context.state, to);
	take_selected(call, object, SELECT_AT);
	fw_object_moved(call->fw->objects, object, (uint8_t)from, (uint8_t)to);
	return PRM_STATUS_OK;
}

/* Moderation has no effect. A new size is not offered (cq_resize), so whoever asks for one is refused. */
uint8_t fw_modify_cq(struct fw_call *call)
{
	struct fw_object *cq = fw_named(call);

	if (!cq)
		return PRM_STATUS_BAD_RESOURCE;
	if (prm_get(call->in, &prm_mbox_in.op_mod) == CQ_RESIZE)
		return PRM_STATUS_BAD_PARAM;
	take_selected(call, cq, CQ_SELECT_AT);
	return PRM_STATUS_OK;
}

uint8_t fw_arm_srq(struct fw_call *call)
{
	struct fw_object *srq = fw_named(call);

	if (!srq)
		return PRM_STATUS_BAD_RESOURCE;
	prm_set(srq->create + PRM_SRQC_AT, &prm_srqc.lwm, prm_get(call->in, &prm_arm_rq_in.lwm));
	return PRM_STATUS_OK;
}
