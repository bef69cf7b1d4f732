// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include "devx/base/be.h"
#include "devx/sim/datapath/cq.h"

/* One number is behind una. What was noted at its bits must not be taken for that of the number a window later. */
static void retire(struct rc_send *send)
{
	if (rc_bit(&send->again, send->una)) {
		rc_bit_clear(&send->again, send->una);
		send->again_count--;
	}
	rc_bit_clear(&send->answered, send->una);
	send->una = rc_psn(send->una, 1);
}

/* Moves una through the oldest request. Returns true when it is done. */
static bool advance(struct rc_send *send, const struct rc_request *request)
{
	uint32_t end = rc_psn(request->first, request->packets);

	if (request->kind == RC_LOCAL)
		return request->done;
	if (request->kind == RC_OUT)
		while (send->una != end && rc_diff(send->acked, send->una) > 0)
			retire(send);
	else
		while (send->una != end && rc_bit(&send->answered, send->una))
			retire(send);
	if (rc_diff(send->una, send->acked) > 0)
		send->acked = send->una;
	return send->una == end;
}

static void complete(struct dp *dp, struct dp_queue *queue, const struct rc_request *request, uint8_t syndrome)
{
	bool has_answer = request->kind == RC_READ || request->kind == RC_ATOMIC;
	struct dp_ring ring;

	if (dp_ring_of(dp, queue->object, DP_SEND, &ring))
		dp_complete_send(dp, queue, &ring, &request->wqe, has_answer ? request->bytes : 0, syndrome);
}

void rc_fail(struct dp *dp, struct dp_queue *queue, uint8_t syndrome)
{
	complete(dp, queue, rc_request_at(rc_send_of(queue), 0), syndrome);
	rc_request_pop(queue->transport);
	dp_qp_error(dp, queue);
}

/* The cursor went back, and then an acknowledge of the first time came after all. */
static void catch_up(struct rc_send *send)
{
	if (rc_diff(send->una, send->seen) > 0)
		send->seen = send->una;
	if (rc_diff(send->una, send->next) > 0)
		rc_cursor_to_una(send);
}

void rc_settle(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);
	uint32_t una = send->una;

	while (send->count) {
		const struct rc_request *request = rc_request_at(send, 0);

		if (request->syndrome) {
			rc_fail(dp, queue, request->syndrome);
			return;
		}
		if (!advance(send, request))
			break;
		complete(dp, queue, request, 0);
		rc_request_pop(queue->transport);
	}
	if (send->una == una)
		return;
	catch_up(send);
	rc_progress(dp, queue);
}

/* The peer has executed all requests before @psn. */
static void acknowledged(struct dp *dp, struct dp_queue *queue, uint32_t psn)
{
	struct rc_send *send = rc_send_of(queue);

	if (rc_diff(psn, send->acked) > 0) {
		send->acked = psn;
		send->tries = 0;
	}
	rc_settle(dp, queue);
	if (send->count && rc_diff(psn, send->una) > 0)
		rc_answers_lost(dp, queue, psn);
}

static void refused(struct dp *dp, struct dp_queue *queue, uint32_t psn, uint8_t nak)
{
	uint32_t packet;
	struct rc_request *request = rc_request_of(rc_send_of(queue), psn, &packet);

	if (!request || request->syndrome)
		return;
	switch (nak) {
	case RC_NAK_INVALID:
		request->syndrome = DP_SYNDROME_REMOTE_INVALID;
		rc_count(dp, queue, FW_COUNT_REQ_REMOTE_INVALID_REQUEST);
		break;
	case RC_NAK_ACCESS:
		request->syndrome = DP_SYNDROME_REMOTE_ACCESS;
		rc_count(dp, queue, FW_COUNT_REQ_REMOTE_ACCESS_ERRORS);
		break;
	case RC_NAK_OPERATION:
		request->syndrome = DP_SYNDROME_REMOTE_OPERATION;
		break;
	default:
		return;
	}
	rc_settle(dp, queue);
}

static void acknowledge(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	uint32_t psn = packet->bth.psn;
	uint8_t syndrome = packet->payload[0];
	uint8_t code = (uint8_t)(syndrome & ~RC_AETH_KIND);

	switch (syndrome & RC_AETH_KIND) {
	case 0:
		acknowledged(dp, queue, rc_psn(psn, 1));
		return;
	case RC_AETH_RNR:
		acknowledged(dp, queue, psn);
		rc_not_ready(dp, queue, code);
		return;
	case RC_AETH_NAK:
		acknowledged(dp, queue, psn);
		if (code == RC_NAK_SEQUENCE)
			rc_lost(dp, queue, psn);
		else
			refused(dp, queue, psn, code);
		return;
	}
}

static uint32_t answer_bytes(const struct dp_queue *queue, const struct rc_request *request, uint32_t i)
{
	if (request->kind == RC_ATOMIC)
		return RC_ATOMIC_SIZE;
	return i + 1 < request->packets ? dp_qp_mtu(queue) : request->bytes - i * dp_qp_mtu(queue);
}

static void place(struct dp *dp, struct dp_queue *queue, struct rc_request *request, uint32_t i, const uint8_t *data)
{
	struct dp_sges sges = rc_request_sges(queue, request);
	uint32_t bytes = answer_bytes(queue, request, i);
	uint64_t value;

	if (request->kind == RC_ATOMIC) {
		value = ece_be64(data);
		data = (const uint8_t *)&value;
	}
	if (bytes && dp_scatter(dp, &sges, (uint64_t)i * dp_qp_mtu(queue), data, bytes))
		request->syndrome = DP_SYNDROME_LOCAL_PROTECTION;
}

/* An answer to a READ or atomic. Going back takes them in order only. */
static void answered(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet, enum rc_kind kind)
{
	struct rc_send *send = rc_send_of(queue);
	uint32_t psn = packet->bth.psn, i;
	size_t header = packet->bth.opcode == WIRE_RC_READ_MIDDLE ? 0 : WIRE_AETH_BYTES;
	struct rc_request *request = rc_request_of(send, psn, &i);

	if (!request || request->kind != kind || rc_bit(&send->answered, psn) || request->syndrome ||
	    packet->payload_bytes != header + answer_bytes(queue, request, i))
		return;
	acknowledged(dp, queue, psn);
	if (!send->count || (send->una != psn && !rc_selective(queue)))
		return;
	place(dp, queue, request, i, packet->payload + header);
	if (!request->syndrome)
		rc_bit_set(&send->answered, psn);
	rc_settle(dp, queue);
}

void rc_answer_receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct rc_send *send = rc_send_of(queue);
	uint8_t opcode = packet->bth.opcode;

	if (rc_ahead(packet->bth.psn, send->una) >= rc_ahead(send->top, send->una))
		return;
	if (opcode != WIRE_RC_READ_MIDDLE && packet->payload_bytes < WIRE_AETH_BYTES)
		return;
	if (opcode == WIRE_RC_ACK)
		acknowledge(dp, queue, packet);
	else
		answered(dp, queue, packet, opcode == WIRE_RC_ATOMIC_ACK ? RC_ATOMIC : RC_READ);
	dp_ready(dp, queue);
}
