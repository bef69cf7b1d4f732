// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Event queues: the model keeps the object, its front writes the entries. */
#include "devx/sim/fw/handlers.h"

#include "devx/base/be.h"

#define EQN_AT   0x08
#define EQN_MASK 0xff

uint8_t fw_create_eq(struct fw_call *call)
{
	struct fw *fw = call->fw;
	uint8_t status = fw_create(call);

	if (status == PRM_STATUS_OK && fw->front && fw->front->eq_created)
		fw->front->eq_created(fw->front_ctx, call->out[EQN_AT + 3], call->in, call->in_len);
	return status;
}

uint8_t fw_destroy_eq(struct fw_call *call)
{
	struct fw *fw = call->fw;
	uint8_t status = fw_destroy(call);

	if (status == PRM_STATUS_OK && fw->front && fw->front->eq_destroyed)
		fw->front->eq_destroyed(fw->front_ctx, (uint8_t)(ece_be32(call->in + EQN_AT) & EQN_MASK));
	return status;
}
