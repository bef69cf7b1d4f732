// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include <stdlib.h>
#include <string.h>

#include "devx/prm/queue.h"
#include "devx/sim/datapath/memory.h"

static bool get_reth(const struct wire_packet *packet, struct wire_reth *reth)
{
	if (packet->payload_bytes != WIRE_RETH_BYTES)
		return false;
	wire_reth_get(packet->payload, reth);
	return reth->bytes <= DP_MESSAGE_MAX;
}

static uint32_t packets_of(const struct dp_queue *queue, uint32_t bytes)
{
	return bytes ? (bytes - 1) / dp_qp_mtu(queue) + 1 : 1;
}

static bool may_read(struct dp *dp, const struct dp_queue *queue, const struct wire_reth *reth)
{
	if (!prm_get(dp_qp_context(queue), &prm_qpc.rre))
		return false;
	return !reth->bytes ||
	       !dp_memory_check(dp, dp_queue_pd(queue), reth->key, reth->address, reth->bytes, DP_REMOTE_READ);
}

static enum rc_taken read_request(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet,
				  uint32_t *numbers)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct wire_reth reth;

	if (receive->message != RC_NO_MESSAGE || !get_reth(packet, &reth))
		return rc_nak_fatal(dp, queue, packet->bth.psn, RC_NAK_INVALID);
	if (!may_read(dp, queue, &reth)) {
		rc_count(dp, queue, FW_COUNT_RESP_REMOTE_ACCESS_ERRORS);
		return rc_nak_fatal(dp, queue, packet->bth.psn, RC_NAK_ACCESS);
	}
	receive->msn++;
	if (!rc_reply_read(dp, queue, packet->bth.psn, reth.key, reth.address, reth.bytes)) {
		receive->msn--;
		return RC_IGNORED;
	}
	rc_count(dp, queue, FW_COUNT_RX_READ_REQUESTS);
	*numbers = packets_of(queue, reth.bytes);
	return RC_TAKEN;
}

/* Part of a READ once more. One that reaches into what has not been asked for yet is none. */
static void read_repeat(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct wire_reth reth;

	if (!get_reth(packet, &reth) || !may_read(dp, queue, &reth) ||
	    packets_of(queue, reth.bytes) > rc_ahead(receive->psn, packet->bth.psn))
		return;
	rc_reply_read(dp, queue, packet->bth.psn, reth.key, reth.address, reth.bytes);
}

static bool is_atomic(uint8_t opcode)
{
	return opcode == WIRE_RC_COMPARE_SWAP || opcode == WIRE_RC_FETCH_ADD;
}

static void duplicate(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);

	rc_count(dp, queue, FW_COUNT_DUPLICATE_REQUEST);
	if (packet->bth.opcode == WIRE_RC_READ_REQUEST)
		read_repeat(dp, queue, packet);
	else if (is_atomic(packet->bth.opcode))
		rc_atomic_repeat(dp, queue, packet);
	else if (receive->early_count)
		rc_nak_gap(dp, queue);
	else
		rc_ack(dp, queue, rc_psn(receive->psn, WIRE_PSN_MASK));
}

static void in_order(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);
	uint32_t numbers = 1;
	enum rc_taken taken;

	receive->nak = false;
	receive->rnr = false;
	if (packet->bth.opcode == WIRE_RC_READ_REQUEST)
		taken = read_request(dp, queue, packet, &numbers);
	else if (is_atomic(packet->bth.opcode))
		taken = rc_atomic_packet(dp, queue, packet);
	else
		taken = rc_message_packet(dp, queue, packet);
	if (taken != RC_TAKEN)
		return;
	receive->psn = rc_psn(receive->psn, numbers);
	if (packet->bth.ack && packet->bth.opcode != WIRE_RC_READ_REQUEST && !is_atomic(packet->bth.opcode))
		rc_ack(dp, queue, packet->bth.psn);
}

static void keep(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_early **slot, *early;

	if (!receive->early)
		receive->early = calloc(RC_WINDOW, sizeof(struct rc_early *));
	if (!receive->early || rc_ahead(packet->bth.psn, receive->psn) >= RC_WINDOW)
		return;
	slot = &receive->early[packet->bth.psn % RC_WINDOW];
	if (*slot || !rc_keep(dp, packet->frame_bytes, false))
		return;
	early = malloc(sizeof(*early) + packet->frame_bytes);
	if (!early) {
		rc_drop(dp, packet->frame_bytes);
		return;
	}
	early->bytes = packet->frame_bytes;
	memcpy(early->frame, packet->frame, packet->frame_bytes);
	*slot = early;
	receive->early_count++;
}

static struct rc_early *take_early(struct dp_rc *rc, uint32_t psn)
{
	struct rc_early *early;

	if (!rc->receive.early_count)
		return NULL;
	early = rc->receive.early[psn % RC_WINDOW];
	if (!early)
		return NULL;
	rc->receive.early[psn % RC_WINDOW] = NULL;
	rc->receive.early_count--;
	rc_drop(rc->dp, early->bytes);
	return early;
}

void rc_early_forget(struct dp_rc *rc)
{
	for (uint32_t i = 0; i < RC_WINDOW && rc->receive.early_count; i++)
		free(take_early(rc, i));
}

/* The gap is closed: what came early is in order now, up to the next gap, which is named at once. */
static void go_on(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct wire_packet packet;
	struct rc_early *early;

	while (!receive->rnr && !receive->failed && (early = take_early(queue->transport, receive->psn))) {
		uint32_t psn = receive->psn;

		if (wire_frame_parse(early->frame, early->bytes, &packet) == 1)
			in_order(dp, queue, &packet);
		free(early);
		if (receive->psn == psn)
			break;
	}
	/* The peer goes back after this, so that all of it comes again. */
	if (receive->rnr || receive->failed)
		rc_early_forget(queue->transport);
	else if (receive->early_count && !receive->nak)
		rc_nak_gap(dp, queue);
}

void rc_respond(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_receive *receive = rc_receive_of(queue);
	int32_t diff = rc_diff(packet->bth.psn, receive->psn);

	if (receive->failed)
		return;
	if (!diff) {
		in_order(dp, queue, packet);
		go_on(dp, queue);
		return;
	}
	if (diff < 0) {
		duplicate(dp, queue, packet);
		return;
	}
	if (receive->rnr)
		return;
	rc_count(dp, queue, FW_COUNT_OUT_OF_SEQUENCE);
	if (rc_selective(queue))
		keep(dp, queue, packet);
	if (!receive->nak)
		rc_nak_gap(dp, queue);
}
