// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"

void rc_cursor_to_una(struct rc_send *send)
{
	const struct rc_request *oldest = send->count ? rc_request_at(send, 0) : NULL;

	send->cursor = 0;
	send->cursor_packet = oldest ? rc_ahead(send->una, oldest->first) : 0;
	send->next = send->una;
	send->reads = 0;
}

void rc_go_back(struct rc_send *send)
{
	rc_cursor_to_una(send);
	send->acked = send->seen = send->una;
	send->again = (struct rc_bits){0};
	send->again_count = 0;
	send->named = false;
	send->unasked = 0;
	send->timer.running = false;
}

static void mark(struct rc_send *send, uint32_t psn)
{
	if (rc_bit(&send->again, psn) || rc_bit(&send->answered, psn))
		return;
	rc_bit_set(&send->again, psn);
	send->again_count++;
}

void rc_send_again(struct rc_send *send, uint32_t psn)
{
	uint32_t i, n = 1;
	const struct rc_request *request = rc_request_of(send, psn, &i);

	if (!request)
		return;
	if (request->kind == RC_READ)
		n = rc_read_piece(request, i);
	for (i = 0; i < n && rc_diff(send->top, rc_psn(psn, i)) > 0; i++)
		mark(send, rc_psn(psn, i));
}

/* Marks what READs and atomics did not get of [@from, @to). Returns true when anything is missing. */
static bool mark_unanswered(struct rc_send *send, uint32_t from, uint32_t to)
{
	unsigned int before = send->again_count;
	uint32_t psn;

	for (unsigned int i = 0; i < send->count; i++) {
		const struct rc_request *request = rc_request_at(send, i);
		uint32_t end = rc_psn(request->first, request->packets);

		if (rc_diff(request->first, to) >= 0)
			break;
		if (request->kind != RC_READ && request->kind != RC_ATOMIC)
			continue;
		psn = rc_diff(from, request->first) > 0 ? from : request->first;
		for (; rc_diff(psn, end) < 0 && rc_diff(psn, to) < 0; psn = rc_psn(psn, 1))
			mark(send, psn);
	}
	return send->again_count != before;
}

void rc_answers_lost(struct dp *dp, struct dp_queue *queue, uint32_t psn)
{
	struct rc_send *send = rc_send_of(queue);

	if (!rc_selective(queue)) {
		if (send->went_back)
			return;
		send->went_back = true;
		rc_go_back(send);
	} else {
		uint32_t from = send->seen;

		if (rc_diff(psn, from) <= 0)
			return;
		send->seen = psn;
		if (!mark_unanswered(send, from, psn))
			return;
	}
	rc_count(dp, queue, FW_COUNT_IMPLIED_NAK_SEQ_ERR);
}

void rc_lost(struct dp *dp, struct dp_queue *queue, uint32_t psn)
{
	struct rc_send *send = rc_send_of(queue);

	if (!send->count || rc_diff(psn, send->acked) < 0 || (send->named && send->gap == psn))
		return;
	if (send->tries++ >= prm_get(dp_qp_context(queue), &prm_qpc.retry_count)) {
		rc_count(dp, queue, FW_COUNT_REQ_TRANSPORT_RETRIES_EXCEEDED);
		rc_fail(dp, queue, DP_SYNDROME_RETRIES);
		return;
	}
	rc_count(dp, queue, FW_COUNT_PACKET_SEQ_ERR);
	if (!rc_selective(queue)) {
		rc_go_back(send);
		return;
	}
	rc_send_again(send, psn);
	send->named = true;
	send->gap = psn;
}

/* The codes of the RNR NAK timer, in units of 10 us. Source: IBTA volume 1, 9.7.5.2.8. */
#define RNR_UNIT_NS 10000
static const uint16_t rnr_units[] = {
	0,   1,   2,   3,   4,    6,    8,    12,   16,   24,   32,   48,    64,    96,    128,   192,
	256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};
#define RNR_UNITS_OF_0 65536 /* the longest */

static uint64_t rnr_ns(uint8_t code)
{
	uint64_t units = rnr_units[code % (sizeof(rnr_units) / sizeof(rnr_units[0]))];

	return (units ? units : RNR_UNITS_OF_0) * RNR_UNIT_NS;
}

void rc_not_ready(struct dp *dp, struct dp_queue *queue, uint8_t code)
{
	struct rc_send *send = rc_send_of(queue);
	uint64_t limit = prm_get(dp_qp_context(queue), &prm_qpc.rnr_retry);

	if (!send->count || send->rnr_ns != DP_NEVER)
		return;
	if (limit != RC_RNR_FOR_EVER && send->rnr_tries++ >= limit) {
		rc_count(dp, queue, FW_COUNT_REQ_RNR_RETRIES_EXCEEDED);
		rc_fail(dp, queue, DP_SYNDROME_RNR_RETRIES);
		return;
	}
	rc_count(dp, queue, FW_COUNT_RNR_NAK_RETRY_ERR);
	rc_go_back(send);
	send->rnr_ns = dp->now_ns + rnr_ns(code);
	rc_alarm(queue);
}

void rc_progress(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);

	send->tries = 0;
	send->rnr_tries = 0;
	send->went_back = false;
	rc_timer_progress(dp, queue);
	dp_ready(dp, queue);
}

/* Nobody answered. Selective repeat asks by one packet, so that the peer names what it lacks; answers have no asker. */
static void timed_out(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);

	send->timer.running = false;
	if (!send->count)
		return;
	if (!rc_timer_expired(dp, queue)) {
		rc_count(dp, queue, FW_COUNT_REQ_TRANSPORT_RETRIES_EXCEEDED);
		rc_fail(dp, queue, DP_SYNDROME_RETRIES);
		return;
	}
	send->went_back = false;
	send->named = false;
	if (rc_selective(queue)) {
		rc_send_again(send, send->una);
		mark_unanswered(send, send->una, send->next);
	} else {
		rc_go_back(send);
	}
	dp_ready(dp, queue);
}

void rc_due(struct dp *dp, struct dp_queue *queue)
{
	struct dp_rc *rc = queue->transport;

	if (!rc)
		return;
	if (rc->send.rnr_ns <= dp->now_ns) {
		rc->send.rnr_ns = DP_NEVER;
		dp_ready(dp, queue);
	}
	if (rc->send.timer.running && rc->send.timer.at_ns <= dp->now_ns && !rc_timer_late(dp, queue))
		timed_out(dp, queue);
	rc_alarm(queue);
}
