// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include <stdlib.h>

#include "devx/prm/queue.h"
#include "devx/prm/roce_accl.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/path.h"
#include "devx/sim/datapath/transmit.h"
#include "devx/sim/fw/register.h"

#define ECE_VERSION_SHIFT    28
#define ECE_SELECTIVE_REPEAT 1U
#define ECE_FIRST_VERSION    2 /* that has it */

bool rc_selective(const struct dp_queue *queue)
{
	uint32_t ece = queue->object->ece;

	return ece >> ECE_VERSION_SHIFT >= ECE_FIRST_VERSION && ece & ECE_SELECTIVE_REPEAT;
}

void rc_count(struct dp *dp, const struct dp_queue *queue, enum fw_count what)
{
	fw_count(dp->fw, dp_queue_counters(queue), what, 1);
}

bool rc_keep(struct dp *dp, size_t bytes, bool must)
{
	if (!must && dp->rc_bytes + bytes > RC_BYTES_MAX)
		return false;
	dp->rc_bytes += bytes;
	return true;
}

void rc_drop(struct dp *dp, size_t bytes)
{
	dp->rc_bytes -= bytes;
}

static void force_ack_dscp(const struct dp *dp, struct wire_path *path)
{
	const uint8_t *reg = fw_roce_accl_state(dp->fw)->roce_accl;

	if (prm_get(reg, &prm_roce_accl.ack_dscp_force))
		path->traffic_class =
			(uint8_t)(prm_get(reg, &prm_roce_accl.ack_dscp) << 2 | (path->traffic_class & WIRE_ECN_MASK));
}

void rc_transmit(struct dp *dp, const struct dp_queue *queue, struct wire_bth *bth, const uint8_t *payload,
		 size_t bytes, bool ack)
{
	const uint8_t *context = dp_qp_context(queue);
	struct wire_path path;

	if (dp_path_of_qp(dp, context, &path)) {
		dp->dropped++;
		return;
	}
	if (ack)
		force_ack_dscp(dp, &path);
	bth->qpn = (uint32_t)prm_get(context, &prm_qpc.remote_qpn);
	bth->pkey = WIRE_PKEY;
	bth->migrated = true;
	dp_transmit_packet(dp, queue, &path, bth, payload, bytes);
}

void rc_alarm(struct dp_queue *queue)
{
	const struct dp_rc *rc = queue->transport;

	queue->due_ns = rc->send.rnr_ns;
	if (rc->send.timer.running && rc->send.timer.at_ns < queue->due_ns)
		queue->due_ns = rc->send.timer.at_ns;
}

bool dp_rc_view(const struct dp_queue *queue, struct dp_rc_view *view)
{
	const struct dp_rc *rc = queue->transport;

	if (queue->service != &dp_rc || !rc)
		return false;
	*view = (struct dp_rc_view){
		.selective = rc_selective(queue),
		.send_psn = rc->send.top,
		.receive_psn = rc->receive.psn,
		.msn = rc->receive.msn,
		.in_flight = rc_ahead(rc->send.top, rc->send.una),
		.requests = rc->send.count,
		.early = rc->receive.early_count,
		.packets_again = rc->send.packets_again,
		.bytes_again = rc->send.bytes_again,
	};
	return true;
}

static bool show(const struct dp_queue *queue, struct fw_qp_view *view)
{
	struct dp_rc_view rc;

	if (!dp_rc_view(queue, &rc))
		return false;
	*view = (struct fw_qp_view){
		.recovery = rc.selective ? "selective-repeat" : "go-back-N",
		.next_psn = rc.send_psn,
		.expected_psn = rc.receive_psn,
		.again_packets = rc.packets_again,
		.again_bytes = rc.bytes_again,
	};
	return true;
}

static bool run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	uint8_t state = dp_qp_state(queue);
	bool more;

	if (state == PRM_QP_ERR) {
		dp_flush(dp, queue);
		return false;
	}
	if (!queue->transport)
		return false;
	more = rc_replies_run(dp, queue, budget);
	/* The last reply may have been the end of the connection. */
	state = dp_qp_state(queue);
	if (!more && (state == PRM_QP_RTS || state == PRM_QP_SQD))
		more = rc_requests_run(dp, queue, budget);
	return more;
}

static bool is_answer(uint8_t opcode)
{
	return opcode >= WIRE_RC_READ_FIRST && opcode <= WIRE_RC_ATOMIC_ACK;
}

/* A connection manager that still waits for its last message may go on. Source: IBTA volume 1, 11.6.3. */
static void established(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);

	if (receive->heard)
		return;
	receive->heard = true;
	dp_queue_event(dp, queue, PRM_EVENT_COMMUNICATION_ESTABLISHED);
}

static void receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	uint8_t state = dp_qp_state(queue);

	if (!queue->transport || state < PRM_QP_RTR || state == PRM_QP_ERR || !dp_path_from_peer(dp, queue, packet)) {
		dp->dropped++;
		return;
	}
	if (state == PRM_QP_RTR)
		established(dp, queue);
	if (!is_answer(packet->bth.opcode))
		rc_respond(dp, queue, packet);
	else if (state != PRM_QP_RTR)
		rc_answer_receive(dp, queue, packet);
}

static void clear(struct dp_queue *queue)
{
	struct dp_rc *rc = queue->transport;

	if (!rc)
		return;
	while (rc->send.count)
		rc_request_pop(rc);
	rc_early_forget(rc);
	rc->send.rnr_ns = DP_NEVER;
	rc->send.timer.running = false;
	rc->receive.answers = 0;
	queue->due_ns = DP_NEVER;
}

static void forget(struct dp_queue *queue)
{
	struct dp_rc *rc = queue->transport;

	if (!rc)
		return;
	clear(queue);
	rc_drop(rc->dp, sizeof(*rc));
	free(rc->receive.early);
	free(rc);
	queue->transport = NULL;
}

/* Nothing could ever be received: its driver has to know. */
static void begin_failed(struct dp *dp, struct dp_queue *queue, const char *why)
{
	dp_log(dp, "QP %#x: %s", queue->object->id, why);
	dp_qp_error(dp, queue);
	dp_queue_event(dp, queue, PRM_EVENT_QUEUE_CATASTROPHIC);
}

/* Ready to receive: the connection begins. */
static void begin(struct dp *dp, struct dp_queue *queue)
{
	struct dp_rc *rc;

	forget(queue);
	if (!rc_keep(dp, sizeof(*rc), false)) {
		begin_failed(dp, queue, "too many connections");
		return;
	}
	rc = calloc(1, sizeof(*rc));
	if (!rc) {
		rc_drop(dp, sizeof(*rc));
		begin_failed(dp, queue, "out of memory");
		return;
	}
	rc->dp = dp;
	rc->send.rnr_ns = DP_NEVER;
	rc->receive.psn = (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.next_rcv_psn);
	queue->transport = rc;
}

/* Ready to send, and perhaps with work requests posted already. */
static void begin_to_send(struct dp *dp, struct dp_queue *queue)
{
	struct dp_rc *rc = queue->transport;
	uint32_t psn = (uint32_t)prm_get(dp_qp_context(queue), &prm_qpc.next_send_psn);

	if (!rc)
		return;
	rc->send.una = rc->send.acked = rc->send.next = rc->send.top = rc->send.end = rc->send.seen = psn;
	dp_ready(dp, queue);
}

/* The error state: what is under way is completed here, what is only posted behind it, by queue.c. */
static void flush(struct dp *dp, struct dp_queue *queue)
{
	struct dp_rc *rc = queue->transport;
	struct dp_ring ring;
	bool posted = dp_ring_of(dp, queue->object, DP_SEND, &ring);

	for (; rc && rc->send.count; rc_request_pop(rc))
		if (posted)
			dp_complete_send(dp, queue, &ring, &rc_request_at(&rc->send, 0)->wqe, 0, DP_SYNDROME_FLUSHED);
	if (rc)
		rc_message_flush(dp, queue, DP_SYNDROME_FLUSHED);
	clear(queue);
}

static void moved(struct dp *dp, struct dp_queue *queue, uint8_t from, uint8_t to)
{
	if (to == PRM_QP_RST)
		forget(queue);
	else if (to == PRM_QP_RTR && from != PRM_QP_RTR)
		begin(dp, queue);
	else if (to == PRM_QP_RTS && from == PRM_QP_RTR)
		begin_to_send(dp, queue);
	else if (to == PRM_QP_RTS)
		dp_ready(dp, queue);
	else if (to == PRM_QP_ERR)
		flush(dp, queue);
}

const struct dp_service dp_rc = {
	.run = run,
	.receive = receive,
	.due = rc_due,
	.moved = moved,
	.view = show,
	.free = forget,
};
