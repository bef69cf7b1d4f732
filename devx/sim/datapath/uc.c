// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/uc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/memory.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/sender.h"

/* A request on its way. */
struct message {
	const struct dp_wqe *wqe;
	struct dp_sges sges;
	uint32_t bytes;
	struct wire_path path;
};

struct dp_uc *dp_uc_of(struct dp_queue *queue)
{
	if (!queue->transport)
		queue->transport = calloc(1, sizeof(struct dp_uc));
	return queue->transport;
}

static uint8_t packet_opcode(const struct dp_wqe *wqe, bool first, bool last)
{
	uint8_t kind = first ? (last ? DP_UC_ONLY : DP_UC_FIRST) : (last ? DP_UC_LAST : DP_UC_MIDDLE);

	return (uint8_t)(WIRE_UC + (dp_wqe_writes(wqe) ? DP_UC_WRITE : 0) + kind + (last && dp_wqe_has_immediate(wqe)));
}

static size_t put_headers(const struct message *message, bool first, bool last, uint8_t *payload)
{
	const struct dp_wqe *wqe = message->wqe;
	size_t at = 0;

	if (first && dp_wqe_writes(wqe)) {
		const struct wire_reth reth = {wqe->remote_address, wqe->remote_key, message->bytes};

		wire_reth_put(payload, &reth);
		at = WIRE_RETH_BYTES;
	}
	if (last && dp_wqe_has_immediate(wqe)) {
		memcpy(payload + at, &wqe->immediate, WIRE_IMMEDIATE_BYTES);
		at += WIRE_IMMEDIATE_BYTES;
	}
	return at;
}

/* The packet at @from. Returns the bytes of the message in it, or a negative errno. */
static int send_packet(struct dp *dp, struct dp_queue *queue, const struct message *message, uint32_t from)
{
	uint8_t payload[WIRE_RETH_BYTES + WIRE_IMMEDIATE_BYTES + DP_MTU_MAX];
	uint8_t *context = dp_qp_context(queue);
	uint32_t left = message->bytes - from, mtu = dp_qp_mtu(queue);
	uint32_t bytes = left < mtu ? left : mtu;
	bool first = !from, last = bytes == left;
	size_t head = put_headers(message, first, last, payload);
	struct wire_bth bth = {
		.opcode = packet_opcode(message->wqe, first, last),
		.solicited = last && message->wqe->solicited,
		.migrated = true,
		.pkey = WIRE_PKEY,
		.qpn = (uint32_t)prm_get(context, &prm_qpc.remote_qpn),
		.psn = (uint32_t)prm_get(context, &prm_qpc.next_send_psn),
	};

	if (dp_gather(dp, &message->sges, from, payload + head, bytes))
		return -EFAULT;
	prm_set(context, &prm_qpc.next_send_psn, (bth.psn + 1) & WIRE_PSN_MASK);
	dp_transmit_packet(dp, queue, &message->path, &bth, payload, head + bytes);
	return (int)bytes;
}

static int send_message(struct dp *dp, struct dp_queue *queue, const struct message *message, unsigned int *budget)
{
	struct dp_uc *uc = queue->transport;
	bool more;

	do {
		int bytes = send_packet(dp, queue, message, uc->sent);

		if (bytes < 0)
			return DP_SYNDROME_LOCAL_PROTECTION;
		uc->sent += (uint32_t)bytes;
		more = uc->sent < message->bytes;
		if (more && !*budget)
			return -EAGAIN;
		if (more)
			(*budget)--;
	} while (more);
	return 0;
}

/* The request is read again when the budget cut it in two; its driver may have changed it meanwhile. */
static int understand(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, struct message *message)
{
	int64_t bytes;

	if ((!dp_wqe_writes(wqe) && wqe->opcode != DP_OP_SEND && wqe->opcode != DP_OP_SEND_IMM) ||
	    dp_path_of_qp(dp, dp_qp_context(queue), &message->path) || !dp_uc_of(queue))
		return DP_SYNDROME_LOCAL_OPERATION;
	message->wqe = wqe;
	message->sges = (struct dp_sges){wqe->bytes + wqe->data_at, wqe->bytes + wqe->size, dp_queue_pd(queue)};
	bytes = dp_sges_bytes(&message->sges);
	if (bytes < 0 || bytes > DP_MESSAGE_MAX || bytes < ((struct dp_uc *)queue->transport)->sent)
		return DP_SYNDROME_LOCAL_LENGTH;
	message->bytes = (uint32_t)bytes;
	return 0;
}

static int send_one(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, unsigned int *budget)
{
	struct message message;
	int result;

	result = understand(dp, queue, wqe, &message);
	if (!result)
		result = send_message(dp, queue, &message, budget);
	if (result != -EAGAIN && queue->transport)
		((struct dp_uc *)queue->transport)->sent = 0;
	return result;
}

static bool run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	static const struct dp_sender sender = {DP_LAYOUT_CONNECTED, send_one, dp_qp_send_failed};

	if (dp_qp_state(queue) == PRM_QP_SQER)
		dp_flush_side(dp, queue, DP_SEND);
	return dp_qp_sends(queue) && dp_send_posted(dp, queue, &sender, budget);
}

static void moved(struct dp *dp, struct dp_queue *queue, uint8_t from, uint8_t to)
{
	struct dp_uc *uc = queue->transport;

	(void)from;
	if (!uc || (to != PRM_QP_RST && to != PRM_QP_ERR))
		return;
	/* An entry that was taken and not completed goes with the others. */
	if (to == PRM_QP_ERR && uc->has_entry)
		dp_complete_receive_error(dp, queue, &uc->entry, DP_SYNDROME_FLUSHED);
	free(uc);
	queue->transport = NULL;
}

static void free_transport(struct dp_queue *queue)
{
	free(queue->transport);
}

const struct dp_service dp_uc = {.run = run, .receive = dp_uc_receive, .moved = moved, .free = free_transport};
