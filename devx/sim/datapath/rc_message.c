// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/datapath/rc.h"

#include <errno.h>
#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/queue.h"
#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/memory.h"

/* What an opcode says of its packet. */
enum {
	IS_SEND = 1,
	IS_WRITE = 2,
	IS_FIRST = 4,
	IS_LAST = 8,
	HAS_IMMEDIATE = 16,
	INVALIDATES = 32,
};

static const uint8_t shapes[] = {
	[WIRE_RC_SEND_FIRST] = IS_SEND | IS_FIRST,
	[WIRE_RC_SEND_MIDDLE] = IS_SEND,
	[WIRE_RC_SEND_LAST] = IS_SEND | IS_LAST,
	[WIRE_RC_SEND_LAST_IMM] = IS_SEND | IS_LAST | HAS_IMMEDIATE,
	[WIRE_RC_SEND_ONLY] = IS_SEND | IS_FIRST | IS_LAST,
	[WIRE_RC_SEND_ONLY_IMM] = IS_SEND | IS_FIRST | IS_LAST | HAS_IMMEDIATE,
	[WIRE_RC_WRITE_FIRST] = IS_WRITE | IS_FIRST,
	[WIRE_RC_WRITE_MIDDLE] = IS_WRITE,
	[WIRE_RC_WRITE_LAST] = IS_WRITE | IS_LAST,
	[WIRE_RC_WRITE_LAST_IMM] = IS_WRITE | IS_LAST | HAS_IMMEDIATE,
	[WIRE_RC_WRITE_ONLY] = IS_WRITE | IS_FIRST | IS_LAST,
	[WIRE_RC_WRITE_ONLY_IMM] = IS_WRITE | IS_FIRST | IS_LAST | HAS_IMMEDIATE,
	[WIRE_RC_SEND_LAST_INVALIDATE] = IS_SEND | IS_LAST | INVALIDATES,
	[WIRE_RC_SEND_ONLY_INVALIDATE] = IS_SEND | IS_FIRST | IS_LAST | INVALIDATES,
};

/* A packet taken apart. */
struct part {
	uint8_t shape;
	bool solicited;
	uint32_t psn;
	struct wire_reth reth;                   /* of a first WRITE */
	uint8_t immediate[WIRE_IMMEDIATE_BYTES]; /* or the key to invalidate */
	const uint8_t *data;
	uint32_t bytes;
};

static bool part_of(const struct wire_packet *packet, struct part *part)
{
	uint8_t opcode = packet->bth.opcode;
	uint8_t shape = opcode < sizeof(shapes) ? shapes[opcode] : 0;
	size_t reth = (shape & (IS_WRITE | IS_FIRST)) == (IS_WRITE | IS_FIRST) ? WIRE_RETH_BYTES : 0;
	size_t imm = shape & (HAS_IMMEDIATE | INVALIDATES) ? WIRE_IMMEDIATE_BYTES : 0;

	if (!shape || packet->payload_bytes < reth + imm || packet->payload_bytes - reth - imm > DP_MTU_MAX)
		return false;
	*part = (struct part){
		.shape = shape,
		.solicited = packet->bth.solicited,
		.psn = packet->bth.psn,
		.data = packet->payload + reth + imm,
		.bytes = (uint32_t)(packet->payload_bytes - reth - imm),
	};
	if (reth)
		wire_reth_get(packet->payload, &part->reth);
	memcpy(part->immediate, packet->payload + reth, imm);
	return true;
}

/* Does it belong where it stands, with as many bytes as it must have there? Source: IBTA volume 1, 9.7.4.1. */
static bool fits(const struct dp_queue *queue, const struct part *part)
{
	const struct rc_receive *receive = rc_receive_of(queue);
	enum rc_message open = part->shape & IS_WRITE ? RC_WRITE_MESSAGE : RC_SEND_MESSAGE;
	uint32_t mtu = dp_qp_mtu(queue);

	if (receive->message != (part->shape & IS_FIRST ? RC_NO_MESSAGE : open))
		return false;
	if (!(part->shape & IS_LAST))
		return part->bytes == mtu;
	return part->bytes <= mtu && (part->shape & IS_FIRST || part->bytes);
}

static void complete(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	struct rc_receive *receive = rc_receive_of(queue);
	uint8_t entry[PRM_CQE_BYTES] = {0};
	enum dp_cqe opcode;

	if (part->shape & IS_WRITE)
		opcode = DP_CQE_WRITE_IMM;
	else if (part->shape & INVALIDATES)
		opcode = DP_CQE_SEND_INVALIDATE;
	else
		opcode = part->shape & HAS_IMMEDIATE ? DP_CQE_SEND_IMM : DP_CQE_SEND;
	prm_set(entry, &prm_cqe.immediate, ece_be32(part->immediate));
	prm_set(entry, &prm_cqe.byte_cnt, receive->offset);
	receive->taken = false;
	dp_complete_receive(dp, queue, &receive->entry, entry, opcode, part->solicited);
}

void rc_message_flush(struct dp *dp, struct dp_queue *queue, uint8_t syndrome)
{
	struct rc_receive *receive = rc_receive_of(queue);

	receive->message = RC_NO_MESSAGE;
	if (!receive->taken)
		return;
	receive->taken = false;
	dp_complete_receive_error(dp, queue, &receive->entry, syndrome);
}

/* The receive entry that this packet needs, unless its message has one. */
static enum rc_taken take_entry(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	struct rc_receive *receive = rc_receive_of(queue);
	int got;

	if (receive->taken)
		return RC_TAKEN;
	got = dp_receive_take(dp, queue, &receive->entry);
	if (got < 0)
		return rc_nak_fatal(dp, queue, part->psn, RC_NAK_OPERATION);
	if (!got) {
		rc_nak_not_ready(dp, queue);
		return RC_IGNORED;
	}
	receive->taken = true;
	return RC_TAKEN;
}

static enum rc_taken finish(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	struct rc_receive *receive = rc_receive_of(queue);

	if (!(part->shape & IS_LAST))
		return RC_TAKEN;
	receive->message = RC_NO_MESSAGE;
	if (part->shape & INVALIDATES && dp_memory_invalidate(dp, dp_queue_pd(queue), ece_be32(part->immediate))) {
		rc_count(dp, queue, FW_COUNT_RESP_REMOTE_ACCESS_ERRORS);
		rc_message_flush(dp, queue, DP_SYNDROME_LOCAL_PROTECTION);
		return rc_nak_fatal(dp, queue, part->psn, RC_NAK_ACCESS);
	}
	receive->msn++;
	if (receive->taken)
		complete(dp, queue, part);
	return RC_TAKEN;
}

static enum rc_taken send_part(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	struct rc_receive *receive = rc_receive_of(queue);
	enum rc_taken taken = take_entry(dp, queue, part);
	int error;

	if (taken != RC_TAKEN)
		return taken;
	if (part->shape & IS_FIRST) {
		receive->message = RC_SEND_MESSAGE;
		receive->offset = 0;
	}
	error = part->bytes ? dp_scatter(dp, &receive->entry.sges, receive->offset, part->data, part->bytes) : 0;
	if (error == -ENOSPC) {
		rc_count(dp, queue, FW_COUNT_RESP_LOCAL_LENGTH_ERROR);
		rc_message_flush(dp, queue, DP_SYNDROME_LOCAL_LENGTH);
		return rc_nak_fatal(dp, queue, part->psn, RC_NAK_INVALID);
	}
	if (error) {
		rc_message_flush(dp, queue, DP_SYNDROME_LOCAL_PROTECTION);
		return rc_nak_fatal(dp, queue, part->psn, RC_NAK_OPERATION);
	}
	receive->offset += part->bytes;
	return finish(dp, queue, part);
}

static bool may_write(struct dp *dp, const struct dp_queue *queue, const struct part *part)
{
	if (!prm_get(dp_qp_context(queue), &prm_qpc.rwe))
		return false;
	return !part->reth.bytes || !dp_memory_check(dp, dp_queue_pd(queue), part->reth.key, part->reth.address,
						     part->reth.bytes, DP_REMOTE_WRITE);
}

static enum rc_taken refuse_write(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	rc_count(dp, queue, FW_COUNT_RESP_REMOTE_ACCESS_ERRORS);
	return rc_nak_fatal(dp, queue, part->psn, RC_NAK_ACCESS);
}

static void begin_write(struct rc_receive *receive, const struct part *part)
{
	receive->message = RC_WRITE_MESSAGE;
	receive->offset = 0;
	receive->address = part->reth.address;
	receive->key = part->reth.key;
	receive->left = part->reth.bytes;
}

static enum rc_taken write_part(struct dp *dp, struct dp_queue *queue, const struct part *part)
{
	struct rc_receive *receive = rc_receive_of(queue);
	uint32_t left = part->shape & IS_FIRST ? part->reth.bytes : receive->left;
	enum rc_taken taken = RC_TAKEN;

	if (left > DP_MESSAGE_MAX || (part->shape & IS_LAST ? part->bytes != left : part->bytes >= left))
		return rc_nak_fatal(dp, queue, part->psn, RC_NAK_INVALID);
	if (part->shape & IS_FIRST && !may_write(dp, queue, part))
		return refuse_write(dp, queue, part);
	if (part->shape & HAS_IMMEDIATE)
		taken = take_entry(dp, queue, part);
	if (taken != RC_TAKEN)
		return taken;
	if (part->shape & IS_FIRST) {
		begin_write(receive, part);
		rc_count(dp, queue, FW_COUNT_RX_WRITE_REQUESTS);
	}
	if (part->bytes && dp_memory_write(dp, dp_queue_pd(queue), receive->key, receive->address + receive->offset,
					   part->data, part->bytes, DP_REMOTE_WRITE))
		return refuse_write(dp, queue, part);
	receive->offset += part->bytes;
	receive->left -= part->bytes;
	return finish(dp, queue, part);
}

enum rc_taken rc_message_packet(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet)
{
	struct part part;

	if (!part_of(packet, &part) || !fits(queue, &part))
		return rc_nak_fatal(dp, queue, packet->bth.psn, RC_NAK_INVALID);
	return part.shape & IS_WRITE ? write_part(dp, queue, &part) : send_part(dp, queue, &part);
}
