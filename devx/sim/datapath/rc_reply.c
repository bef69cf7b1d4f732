// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/memory.h"

#define LAST_IS_FOR_FATAL 1

static struct rc_answer *at(struct rc_receive *receive, unsigned int i)
{
	return &receive->answer[(receive->answer_first + i) % RC_ANSWERS_MAX];
}

bool rc_reply_room(const struct dp_queue *queue)
{
	return rc_receive_of(queue)->answers < RC_ANSWERS_MAX - LAST_IS_FOR_FATAL;
}

static struct rc_answer *push(struct dp *dp, struct dp_queue *queue, enum rc_answer_kind kind, uint32_t psn)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer *answer;

	if (!rc_reply_room(queue))
		return NULL;
	answer = at(receive, receive->answers++);
	*answer = (struct rc_answer){.kind = kind, .psn = psn, .msn = receive->msn};
	dp_ready(dp, queue);
	return answer;
}

void rc_ack(struct dp *dp, struct dp_queue *queue, uint32_t psn)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer *answer = receive->answers ? at(receive, receive->answers - 1) : NULL;

	/* One that has not left yet can say this too. */
	if (answer && answer->kind == RC_ANSWER_ACK) {
		answer->psn = psn;
		answer->msn = receive->msn;
		return;
	}
	answer = push(dp, queue, RC_ANSWER_ACK, psn);
	if (answer)
		answer->syndrome = RC_AETH_ACK;
}

void rc_nak_gap(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer *answer = push(dp, queue, RC_ANSWER_NAK, receive->psn);

	if (!answer)
		return;
	answer->syndrome = RC_AETH_NAK | RC_NAK_SEQUENCE;
	receive->nak = true;
}

void rc_nak_not_ready(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer *answer = push(dp, queue, RC_ANSWER_NAK, receive->psn);

	if (!answer)
		return;
	answer->syndrome = (uint8_t)(RC_AETH_RNR | prm_get(dp_qp_context(queue), &prm_qpc.min_rnr_nak));
	receive->rnr = true;
}

enum rc_taken rc_nak_fatal(struct dp *dp, struct dp_queue *queue, uint32_t psn, enum rc_nak nak)
{
	struct rc_receive *receive = rc_receive_of(queue);

	receive->failed = true;
	*at(receive, receive->answers++) = (struct rc_answer){
		.kind = RC_ANSWER_NAK,
		.syndrome = (uint8_t)(RC_AETH_NAK | nak),
		.fatal = true,
		.psn = psn,
		.msn = receive->msn,
	};
	dp_ready(dp, queue);
	return RC_REFUSED;
}

bool rc_reply_read(struct dp *dp, struct dp_queue *queue, uint32_t psn, uint32_t key, uint64_t address, uint32_t bytes)
{
	struct rc_answer *answer = push(dp, queue, RC_ANSWER_READ, psn);

	if (!answer)
		return false;
	answer->key = key;
	answer->address = address;
	answer->left = bytes;
	return true;
}

bool rc_reply_atomic(struct dp *dp, struct dp_queue *queue, uint32_t psn, uint32_t msn, uint64_t value)
{
	struct rc_answer *answer = push(dp, queue, RC_ANSWER_ATOMIC, psn);

	if (!answer)
		return false;
	answer->msn = msn;
	answer->value = value;
	return true;
}

static void pop(struct rc_receive *receive)
{
	receive->answer_first = (receive->answer_first + 1) % RC_ANSWERS_MAX;
	receive->answers--;
}

/* The asynchronous event of a responder that refused a request. Source: IBTA volume 1, 11.6.3. */
static void fatal(struct dp *dp, struct dp_queue *queue, uint8_t nak)
{
	uint8_t type = nak == RC_NAK_ACCESS  ? PRM_EVENT_QUEUE_ACCESS_ERROR :
		       nak == RC_NAK_INVALID ? PRM_EVENT_QUEUE_INVALID_REQUEST :
					       PRM_EVENT_QUEUE_CATASTROPHIC;

	dp_qp_error(dp, queue);
	dp_queue_event(dp, queue, type);
}

static void send_acknowledge(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer answer = *at(receive, 0);
	struct wire_bth bth = {.opcode = WIRE_RC_ACK, .psn = answer.psn};
	uint8_t payload[WIRE_AETH_BYTES];

	pop(receive);
	/* The gap was filled before it could be named. */
	if (answer.syndrome == (RC_AETH_NAK | RC_NAK_SEQUENCE) && answer.psn != receive->psn) {
		answer.syndrome = RC_AETH_ACK;
		bth.psn = rc_psn(answer.psn, WIRE_PSN_MASK);
	}
	wire_aeth_put(payload, answer.syndrome, answer.msn);
	rc_transmit(dp, queue, &bth, payload, sizeof(payload), true);
	if (answer.fatal)
		fatal(dp, queue, (uint8_t)(answer.syndrome & ~RC_AETH_KIND));
}

static uint8_t read_opcode(bool first, bool last)
{
	if (first)
		return last ? WIRE_RC_READ_ONLY : WIRE_RC_READ_FIRST;
	return last ? WIRE_RC_READ_LAST : WIRE_RC_READ_MIDDLE;
}

static void refuse_read(struct dp *dp, struct dp_queue *queue)
{
	struct rc_answer *answer = at(rc_receive_of(queue), 0);

	rc_count(dp, queue, FW_COUNT_RESP_REMOTE_ACCESS_ERRORS);
	answer->kind = RC_ANSWER_NAK;
	answer->syndrome = RC_AETH_NAK | RC_NAK_ACCESS;
	answer->fatal = true;
	send_acknowledge(dp, queue);
}

/* One packet of the answer to a READ, whose memory may have become another since it was asked for. */
static void send_read(struct dp *dp, struct dp_queue *queue)
{
	struct rc_receive *receive = rc_receive_of(queue);
	struct rc_answer *answer = at(receive, 0);
	uint32_t mtu = dp_qp_mtu(queue);
	uint32_t bytes = answer->left < mtu ? answer->left : mtu;
	bool last = answer->left <= mtu;
	struct wire_bth bth = {.opcode = read_opcode(!answer->begun, last), .psn = answer->psn};
	size_t header = bth.opcode == WIRE_RC_READ_MIDDLE ? 0 : WIRE_AETH_BYTES;
	uint8_t payload[RC_HEADERS_MAX + DP_MTU_MAX];

	if (bytes && dp_memory_read(dp, dp_queue_pd(queue), answer->key, answer->address, payload + header, bytes,
				    DP_REMOTE_READ)) {
		refuse_read(dp, queue);
		return;
	}
	if (header)
		wire_aeth_put(payload, RC_AETH_ACK, answer->msn);
	answer->begun = true;
	answer->psn = rc_psn(answer->psn, 1);
	answer->address += bytes;
	answer->left -= bytes;
	if (last)
		pop(receive);
	rc_transmit(dp, queue, &bth, payload, header + bytes, false);
}

static void send_atomic(struct dp *dp, struct dp_queue *queue)
{
	struct rc_answer *answer = at(rc_receive_of(queue), 0);
	struct wire_bth bth = {.opcode = WIRE_RC_ATOMIC_ACK, .psn = answer->psn};
	uint8_t payload[WIRE_AETH_BYTES + RC_ATOMIC_SIZE];

	wire_aeth_put(payload, RC_AETH_ACK, answer->msn);
	ece_put_be64(payload + WIRE_AETH_BYTES, answer->value);
	pop(rc_receive_of(queue));
	rc_transmit(dp, queue, &bth, payload, sizeof(payload), false);
}

bool rc_replies_run(struct dp *dp, struct dp_queue *queue, unsigned int *budget)
{
	struct rc_receive *receive = rc_receive_of(queue);

	for (; *budget && receive->answers; (*budget)--) {
		switch (at(receive, 0)->kind) {
		case RC_ANSWER_READ:
			send_read(dp, queue);
			break;
		case RC_ANSWER_ATOMIC:
			send_atomic(dp, queue);
			break;
		default:
			send_acknowledge(dp, queue);
			break;
		}
	}
	return receive->answers != 0;
}
