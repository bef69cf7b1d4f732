// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/memory.h"
#include "devx/sim/datapath/umr.h"

/* An acknowledge is asked for at least so often, so that a window never waits for one that nobody asked for. */
#define ASK_AT_LEAST_EVERY (RC_WINDOW / 4)

struct rc_request *rc_request_of(const struct rc_send *send, uint32_t psn, uint32_t *packet)
{
	for (unsigned int i = 0; i < send->count; i++) {
		struct rc_request *request = rc_request_at(send, i);

		*packet = rc_ahead(psn, request->first);
		if (*packet < request->packets)
			return request;
	}
	return NULL;
}

void rc_request_pop(struct dp_rc *rc)
{
	struct rc_send *send = &rc->send;

	free(rc_request_at(send, 0));
	rc_drop(rc->dp, sizeof(struct rc_request));
	send->oldest = (send->oldest + 1) % RC_REQUESTS_MAX;
	send->count--;
	if (send->cursor)
		send->cursor--;
	else
		send->cursor_packet = 0;
}

struct dp_sges rc_request_sges(const struct dp_queue *queue, const struct rc_request *request)
{
	return (struct dp_sges){
		.at = request->wqe.bytes + request->wqe.data_at,
		.end = request->wqe.bytes + request->wqe.size,
		.pd = dp_queue_pd(queue),
	};
}

uint32_t rc_read_piece(const struct rc_request *request, uint32_t i)
{
	uint32_t piece = RC_READ_PACKETS - i % RC_READ_PACKETS;

	return piece < request->packets - i ? piece : request->packets - i;
}

static int kind_of(uint8_t opcode)
{
	switch (opcode) {
	case DP_OP_SEND:
	case DP_OP_SEND_IMM:
	case DP_OP_SEND_INVALIDATE:
	case DP_OP_WRITE:
	case DP_OP_WRITE_IMM:
		return RC_OUT;
	case DP_OP_READ:
		return RC_READ;
	case DP_OP_COMPARE_SWAP:
	case DP_OP_FETCH_ADD:
		return RC_ATOMIC;
	case DP_OP_NOP:
	case DP_OP_UMR:
	case DP_OP_LOCAL_INVALIDATE:
		return RC_LOCAL;
	default:
		return -EINVAL;
	}
}

/* Returns the syndrome that the request ends with before anything of it was sent, 0 when none. */
static uint8_t measure(const struct dp_queue *queue, struct rc_request *request)
{
	struct dp_sges sges = rc_request_sges(queue, request);
	uint64_t max = UINT64_C(1) << prm_get(dp_qp_context(queue), &prm_qpc.log_msg_max);
	uint32_t mtu = dp_qp_mtu(queue);
	int64_t bytes = dp_sges_bytes(&sges);

	if (bytes < 0 || (uint64_t)bytes > max)
		return DP_SYNDROME_LOCAL_LENGTH;
	if (request->kind == RC_ATOMIC && bytes != RC_ATOMIC_SIZE)
		return DP_SYNDROME_LOCAL_LENGTH;
	request->bytes = (uint32_t)bytes;
	request->packets = bytes ? (request->bytes + mtu - 1) / mtu : 1;
	return 0;
}

/* A request that cannot even be understood takes one number, so that it fails in its turn. */
static void understand(const struct dp_queue *queue, struct rc_request *request)
{
	int kind = dp_wqe_parse(&request->wqe, DP_LAYOUT_CONNECTED) ? -EINVAL : kind_of(request->wqe.opcode);

	request->kind = RC_OUT;
	request->packets = 1;
	if (kind < 0) {
		request->syndrome = DP_SYNDROME_LOCAL_OPERATION;
		return;
	}
	request->kind = (enum rc_kind)kind;
	if (request->kind == RC_LOCAL)
		request->packets = 0;
	else
		request->syndrome = measure(queue, request);
}

static void append(struct dp_queue *queue, struct rc_request *request)
{
	struct rc_send *send = rc_send_of(queue);

	understand(queue, request);
	request->first = send->end;
	send->end = rc_psn(send->end, request->packets);
	send->list[(send->oldest + send->count++) % RC_REQUESTS_MAX] = request;
	queue->send_head = (uint16_t)(queue->send_head + request->wqe.blocks);
}

/* Copies posted work requests into the list. Returns true when there may be more of them than it has room for. */
static bool admit(struct dp *dp, struct dp_queue *queue)
{
	struct rc_send *send = rc_send_of(queue);
	struct dp_ring ring;
	uint16_t posted;

	if (!dp_ring_of(dp, queue->object, DP_SEND, &ring) || !dp_ring_posted(dp, &ring, DP_SEND, &posted))
		return false;
	while (send->count < RC_REQUESTS_MAX) {
		struct rc_request *request;
		int got;

		if (!rc_keep(dp, sizeof(*request), !send->count))
			return false;
		request = calloc(1, sizeof(*request));
		got = request ? dp_wqe_next(dp, &ring, posted, queue->send_head, &request->wqe) : 0;
		if (got == 1) {
			append(queue, request);
			continue;
		}
		free(request);
		rc_drop(dp, sizeof(*request));
		if (got < 0) {
			dp_qp_error(dp, queue);
			dp_queue_event(dp, queue, PRM_EVENT_QUEUE_CATASTROPHIC);
		}
		return false;
	}
	return true;
}

static uint8_t out_opcode(const struct rc_request *request, uint32_t i)
{
	const struct dp_wqe *wqe = &request->wqe;
	bool last = i == request->packets - 1;
	uint8_t base = dp_wqe_writes(wqe) ? WIRE_RC_WRITE_FIRST : WIRE_RC_SEND_FIRST;

	if (last && wqe->opcode == DP_OP_SEND_INVALIDATE)
		return i ? WIRE_RC_SEND_LAST_INVALIDATE : WIRE_RC_SEND_ONLY_INVALIDATE;
	if (!last)
		return (uint8_t)(base + (i ? WIRE_RC_SEND_MIDDLE : WIRE_RC_SEND_FIRST));
	return (uint8_t)(base + (i ? WIRE_RC_SEND_LAST : WIRE_RC_SEND_ONLY) + dp_wqe_has_immediate(wqe));
}

static size_t put_reth(uint8_t *at, const struct dp_wqe *wqe, uint64_t offset, uint32_t bytes)
{
	const struct wire_reth reth = {wqe->remote_address + offset, wqe->remote_key, bytes};

	wire_reth_put(at, &reth);
	return WIRE_RETH_BYTES;
}

static uint32_t packet_bytes(const struct dp_queue *queue, const struct rc_request *request, uint32_t i,
			     uint32_t packets)
{
	uint64_t mtu = dp_qp_mtu(queue);

	return (uint32_t)(i + packets >= request->packets ? request->bytes - i * mtu : packets * mtu);
}

/* Packet @i of a SEND or WRITE. Returns a syndrome when its data cannot be read. */
static uint8_t send_out(struct dp *dp, struct dp_queue *queue, struct rc_request *request, uint32_t i, bool ask)
{
	const struct dp_wqe *wqe = &request->wqe;
	struct dp_sges sges = rc_request_sges(queue, request);
	uint32_t bytes = packet_bytes(queue, request, i, 1);
	bool last = i == request->packets - 1;
	uint8_t payload[RC_HEADERS_MAX + DP_MTU_MAX];
	struct wire_bth bth = {
		.opcode = out_opcode(request, i),
		.solicited = last && wqe->solicited,
		.ack = ask,
		.psn = rc_psn(request->first, i),
	};
	size_t at = 0;

	if (dp_wqe_writes(wqe) && !i)
		at += put_reth(payload, wqe, 0, request->bytes);
	if (last && (dp_wqe_has_immediate(wqe) || wqe->opcode == DP_OP_SEND_INVALIDATE)) {
		memcpy(payload + at, &wqe->immediate, WIRE_IMMEDIATE_BYTES);
		at += WIRE_IMMEDIATE_BYTES;
	}
	if (bytes && dp_gather(dp, &sges, (uint64_t)i * dp_qp_mtu(queue), payload + at, bytes))
		return DP_SYNDROME_LOCAL_PROTECTION;
	rc_transmit(dp, queue, &bth, payload, at + bytes, false);
	return 0;
}

static void send_read(struct dp *dp, struct dp_queue *queue, const struct rc_request *request, uint32_t i,
		      uint32_t packets)
{
	struct wire_bth bth = {.opcode = WIRE_RC_READ_REQUEST, .ack = true, .psn = rc_psn(request->first, i)};
	uint8_t payload[WIRE_RETH_BYTES];

	put_reth(payload, &request->wqe, (uint64_t)i * dp_qp_mtu(queue), packet_bytes(queue, request, i, packets));
	rc_transmit(dp, queue, &bth, payload, sizeof(payload), false);
}

static void send_atomic(struct dp *dp, struct dp_queue *queue, const struct rc_request *request)
{
	const struct dp_wqe *wqe = &request->wqe;
	struct wire_bth bth = {
		.opcode = wqe->opcode == DP_OP_COMPARE_SWAP ? WIRE_RC_COMPARE_SWAP : WIRE_RC_FETCH_ADD,
		.ack = true,
		.psn = request->first,
	};
	const struct wire_atomic atomic = {wqe->remote_address, wqe->remote_key, wqe->swap_add, wqe->compare};
	uint8_t payload[WIRE_ATOMIC_BYTES];

	wire_atomic_put(payload, &atomic);
	rc_transmit(dp, queue, &bth, payload, sizeof(payload), false);
}

/* The packet at @i, which of a READ asks for @packets answers. Returns false when the request failed by it. */
static bool send_packet(struct dp *dp, struct dp_queue *queue, struct rc_request *request, uint32_t i, uint32_t packets,
			bool ask)
{
	struct rc_send *send = rc_send_of(queue);
	bool again = rc_diff(send->top, rc_psn(request->first, i)) > 0;

	switch (request->kind) {
	case RC_OUT:
		request->syndrome = send_out(dp, queue, request, i, ask);
		break;
	case RC_READ:
		send_read(dp, queue, request, i, packets);
		break;
	default:
		send_atomic(dp, queue, request);
		break;
	}
	if (request->syndrome)
		return false;
	if (again) {
		send->packets_again++;
		send->bytes_again += request->kind == RC_OUT ? packet_bytes(queue, request, i, 1) : 0;
	}
	if (!send->timer.running)
		rc_timer_start(dp, queue);
	return true;
}

static uint32_t ask_every(const struct dp_queue *queue)
{
	uint64_t log = prm_get(dp_qp_context(queue), &prm_qpc.log_ack_req_freq);

	return 1ULL << log < ASK_AT_LEAST_EVERY ? 1U << log : ASK_AT_LEAST_EVERY;
}

static uint32_t reads_max(const struct dp_queue *queue)
{
	return 1U << prm_get(dp_qp_context(queue), &prm_qpc.log_sra_max);
}

/* Forgets which READs and atomics are behind una by now. */
static void retire_reads(struct rc_send *send)
{
	while (send->reads && rc_diff(send->una, send->read_end[send->read_oldest]) >= 0) {
		send->read_oldest = (send->read_oldest + 1) % RC_READS_MAX;
		send->reads--;
	}
}

/* How many numbers the next packet at the cursor takes; 0 when something forbids to send it now. */
static uint32_t next_step(const struct dp_queue *queue, struct rc_send *send, const struct rc_request *request)
{
	uint32_t step = request->kind == RC_READ ? rc_read_piece(request, send->cursor_packet) : 1;

	if (request->wqe.fence && send->cursor)
		return 0;
	if (rc_ahead(send->next, send->una) + step > RC_WINDOW)
		return 0;
	if (request->kind == RC_OUT)
		return step;
	retire_reads(send);
	return send->reads < reads_max(queue) ? step : 0;
}

static bool ask_now(const struct dp_queue *queue, struct rc_send *send, const struct rc_request *request)
{
	send->unasked++;
	if (send->cursor_packet + 1 < request->packets && send->unasked < ask_every(queue))
		return false;
	send->unasked = 0;
	return true;
}

static void step_cursor(struct rc_send *send, const struct rc_request *request, uint32_t step)
{
	send->next = rc_psn(send->next, step);
	if (rc_diff(send->next, send->top) > 0)
		send->top = send->next;
	send->cursor_packet += step;
	if (send->cursor_packet == request->packets) {
		send->cursor++;
		send->cursor_packet = 0;
	}
	if (request->kind == RC_OUT)
		return;
	send->read_end[(send->read_oldest + send->reads) % RC_READS_MAX] = send->next;
	send->reads++;
}

/* Work without packets, done when all before it was sent. */
static void do_locally(struct dp *dp, struct dp_queue *queue, struct rc_request *request)
{
	int error = 0;

	if (!request->done && request->wqe.opcode == DP_OP_UMR)
		error = dp_umr(dp, queue, &request->wqe);
	else if (!request->done && request->wqe.opcode == DP_OP_LOCAL_INVALIDATE)
		error = dp_memory_invalidate(dp, dp_queue_pd(queue), be32toh(request->wqe.immediate));
	if (error)
		request->syndrome = DP_SYNDROME_BIND;
	request->done = true;
	rc_send_of(queue)->cursor++;
}

/* One packet at the cursor. Returns false when there is none to send now. */
static bool send_next(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	struct rc_send *send = rc_send_of(queue);
	struct rc_request *request;
	uint32_t step;

	if (send->cursor == send->count)
		return false;
	request = rc_request_at(send, send->cursor);
	if (request->syndrome)
		return false;
	if (request->kind == RC_LOCAL) {
		if (request->wqe.fence && send->cursor)
			return false;
		do_locally(dp, queue, request);
		(*budget)--;
		return true;
	}
	step = next_step(queue, send, request);
	if (!step || !send_packet(dp, queue, request, send->cursor_packet, step, ask_now(queue, send, request)))
		return false;
	step_cursor(send, request, step);
	(*budget)--;
	return true;
}

/* Selective repeat: numbers from @psn on, in one packet when they are answers to a READ. */
static void send_marked(struct dp *dp, struct dp_queue *queue, uint32_t psn, unsigned int *budget)
{
	struct rc_send *send = rc_send_of(queue);
	struct rc_request *request;
	uint32_t i, packets = 0, limit = 1;

	request = rc_request_of(send, psn, &i);
	if (request && request->kind == RC_READ)
		limit = rc_read_piece(request, i);
	while (packets < limit && rc_bit(&send->again, rc_psn(psn, packets))) {
		rc_bit_clear(&send->again, rc_psn(psn, packets));
		send->again_count--;
		packets++;
	}
	if (!request || request->syndrome)
		return;
	(*budget)--;
	send_packet(dp, queue, request, i, packets, true);
}

static void send_all_marked(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	struct rc_send *send = rc_send_of(queue);
	uint32_t psn;

	for (psn = send->una; *budget && send->again_count && psn != send->top; psn = rc_psn(psn, 1))
		if (rc_bit(&send->again, psn))
			send_marked(dp, queue, psn, budget);
}

bool rc_requests_run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	struct rc_send *send = rc_send_of(queue);
	bool more = dp_qp_state(queue) == PRM_QP_RTS && admit(dp, queue);
	unsigned int before;

	if (!send->count || send->rnr_ns != DP_NEVER)
		return false;
	send_all_marked(dp, queue, budget);
	while (*budget && send_next(dp, queue, budget))
		;
	before = send->count;
	rc_settle(dp, queue);
	/* What was done locally may be what a fence behind it waited for. */
	more = more || (send->count && send->count != before);
	return !*budget || (more && send->count < RC_REQUESTS_MAX);
}
