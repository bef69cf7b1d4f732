// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include "devx/prm/queue.h"
#include "devx/sim/datapath/memory.h"

static bool operation_of(const struct wire_packet *packet, struct wire_atomic *operation)
{
	if (packet->payload_bytes != WIRE_ATOMIC_BYTES)
		return false;
	wire_atomic_get(packet->payload, operation);
	return operation->address % RC_ATOMIC_SIZE == 0;
}

/* Returns false when the memory may not be used so. The operand is in host order, as drivers on the same host see it. */
static bool execute(struct dp *dp, const struct dp_queue *queue, const struct wire_atomic *operation, bool add,
		    uint64_t *before)
{
	uint32_t pd = dp_queue_pd(queue);
	uint64_t after;

	if (!prm_get(dp_qp_context(queue), &prm_qpc.rae) ||
	    dp_memory_read(dp, pd, operation->key, operation->address, before, sizeof(*before), DP_REMOTE_ATOMIC))
		return false;
	after = *before;
	if (add)
		after += operation->swap_add;
	else if (after == operation->compare)
		after = operation->swap_add;
	return !dp_memory_write(dp, pd, operation->key, operation->address, &after, sizeof(after), DP_REMOTE_ATOMIC);
}

enum rc_taken rc_atomic_packet(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);
	uint32_t psn = packet->bth.psn;
	struct wire_atomic operation;
	uint64_t value;

	if (receive->message != RC_NO_MESSAGE || !operation_of(packet, &operation))
		return rc_nak_fatal(dp, queue, psn, RC_NAK_INVALID);
	if (!rc_reply_room(queue))
		return RC_IGNORED;
	if (!execute(dp, queue, &operation, packet->bth.opcode == WIRE_RC_FETCH_ADD, &value)) {
		rc_count(dp, queue, FW_COUNT_RESP_REMOTE_ACCESS_ERRORS);
		return rc_nak_fatal(dp, queue, psn, RC_NAK_ACCESS);
	}
	receive->msn++;
	rc_count(dp, queue, FW_COUNT_RX_ATOMIC_REQUESTS);
	rc_reply_atomic(dp, queue, psn, receive->msn, value);
	receive->atomic[receive->atomic_next] =
		(struct rc_atomic){.valid = true, .psn = psn, .msn = receive->msn, .value = value};
	receive->atomic_next = (receive->atomic_next + 1) % RC_ATOMICS_MAX;
	return RC_TAKEN;
}

void rc_atomic_repeat(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	const struct rc_receive *receive = rc_receive_of(queue);

	for (unsigned int i = 1; i <= RC_ATOMICS_MAX; i++) {
		const struct rc_atomic *known =
			&receive->atomic[(receive->atomic_next + RC_ATOMICS_MAX - i) % RC_ATOMICS_MAX];

		if (!known->valid || known->psn != packet->bth.psn)
			continue;
		rc_reply_atomic(dp, queue, known->psn, known->msn, known->value);
		return;
	}
}
