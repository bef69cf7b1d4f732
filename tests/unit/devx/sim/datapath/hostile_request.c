// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/hostile_request.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/mkey.h"
#include "devx/prm/wqe.h"

#define REQUEST_MAX    1024
#define SEGMENTS_MAX   5
#define BLOCK          64
#define ETHERNET_BYTES 14
#define IPV4_BYTES     20
#define TCP_BYTES      20
#define ATOMIC_LAST    DP_OP_MASKED_FETCH_ADD

/* Who asks whom. */
struct asker {
	struct source *source;
	struct hostile_host *host, *other;
};

/* What a send queue is to this harness, be it of a QP or of Ethernet. */
struct sender {
	uint32_t number;
	const struct driver_ring *ring;
	uint16_t *posted;
	enum hostile_qp kind; /* HOSTILE_QPS: Ethernet */
};

static struct sender any_sender(struct source *source, struct hostile_host *host)
{
	size_t n = source_pick(source, HOSTILE_QPS + 1);

	if (n == HOSTILE_QPS)
		return (struct sender){host->sq.number, &host->sq.ring, &host->sq.posted, HOSTILE_QPS};
	return (struct sender){host->qp[n].number, &host->qp[n].send, &host->qp[n].send_posted, (enum hostile_qp)n};
}

struct draft {
	uint8_t bytes[REQUEST_MAX];
	size_t used;
};

static uint8_t *grow(struct draft *draft, size_t bytes)
{
	static uint8_t waste[REQUEST_MAX];
	uint8_t *at = draft->bytes + draft->used;

	if (draft->used + bytes > sizeof(draft->bytes))
		return waste;
	draft->used += bytes;
	return at;
}

static void data_segment(struct asker *a, struct draft *draft)
{
	uint8_t *at = grow(draft, PRM_WQE_DATA_BYTES);
	struct driver_sge sge = source_sge(a->source, a->host);

	ece_put_be32(at, sge.bytes);
	ece_put_be32(at + 4, sge.key);
	ece_put_be64(at + 8, sge.address);
}

static void inline_segment(struct asker *a, struct draft *draft)
{
	size_t there = source_pick(a->source, 13) * PRM_WQE_UNIT;
	uint8_t *at = grow(draft, there + PRM_WQE_UNIT);

	ece_put_be32(at,
		     0x80000000 | (source_odd(a->source, 16) ? (uint32_t)source_take(a->source, 2) : (uint32_t)there));
}

static void remote_segment(struct asker *a, bool atomic, struct draft *draft)
{
	uint8_t *at = grow(draft, PRM_WQE_REMOTE_BYTES);
	struct driver_sge sge = source_sge(a->source, a->other);

	if (atomic && !source_odd(a->source, 16))
		sge.address &= ~(uint64_t)7;
	ece_put_be64(at, sge.address);
	ece_put_be32(at + 8, sge.key);
}

/* Operands, and where the old value goes to. */
static void atomic_segments(struct asker *a, uint8_t opcode, struct draft *draft)
{
	struct driver_sge sge = source_sge(a->source, a->host);
	uint8_t *at;

	for (size_t n = opcode >= DP_OP_MASKED_COMPARE_SWAP ? 4 : 2; n; n--)
		ece_put_be64(grow(draft, 8), source_take(a->source, 1));
	at = grow(draft, PRM_WQE_DATA_BYTES);
	ece_put_be32(at, source_odd(a->source, 16) ? sge.bytes : 8);
	ece_put_be32(at + 4, sge.key);
	ece_put_be64(at + 8, sge.address);
}

static void address_segment(struct asker *a, struct draft *draft)
{
	size_t n = HOSTILE_UD + source_pick(a->source, 2);
	struct hostile_host *to = source_odd(a->source, 4) ? a->host : a->other;
	struct driver_address address = driver_address_of(&to->qp[n], (enum driver_gid)source_pick(a->source, 4));
	uint8_t *at = grow(draft, 48);

	ece_put_be32(at, source_odd(a->source, 4) ? (uint32_t)source_take(a->source, 4) : address.q_key);
	ece_put_be32(at + 8,
		     0x80000000 | (source_odd(a->source, 8) ? (uint32_t)source_take(a->source, 3) : address.qpn));
	ece_put_be16(at + 14, (uint16_t)source_take(a->source, 2));
	memcpy(at + 20, address.mac, sizeof(address.mac));
	at[26] = source_byte(a->source);
	at[27] = 64;
	ece_put_be32(at + 28, 1U << 30 | (uint32_t)address.source << 20);
	if (source_odd(a->source, 8))
		ece_put_be32(at + 28, (uint32_t)source_take(a->source, 4));
	memcpy(at + 32, address.gid, sizeof(address.gid));
}

/* A header of IPv4 and TCP, or whatever. */
static void ethernet_segment(struct asker *a, struct draft *draft)
{
	static const uint8_t lengths[] = {0, 2, 14, 18, 34, 40, 54, 54, 54, 66, 74};
	size_t header = lengths[source_pick(a->source, ARRAY_COUNT(lengths))];
	size_t more = header > 2 ? (header - 2 + 15) / 16 * 16 : 0;
	uint8_t *at = grow(draft, PRM_WQE_ETH_BYTES + more);
	uint8_t *frame = at + PRM_WQE_ETH_INLINE_AT;

	at[4] = source_byte(a->source) & 0xc0;
	ece_put_be16(at + 6, (uint16_t)(source_odd(a->source, 2) ? 1000 : source_take(a->source, 2)));
	ece_put_be16(at + 12, (uint16_t)header);
	if (source_odd(a->source, 8))
		ece_put_be16(at + 12, (uint16_t)source_take(a->source, 2));
	if (header < ETHERNET_BYTES)
		return;
	memcpy(frame, a->other->card->mac, 6);
	memcpy(frame + 6, a->host->card->mac, 6);
	ece_put_be16(frame + 12, source_odd(a->source, 8) ? (uint16_t)source_take(a->source, 2) : 0x0800);
	if (header < ETHERNET_BYTES + IPV4_BYTES)
		return;
	frame[14] = source_odd(a->source, 8) ? source_byte(a->source) : 0x45;
	ece_put_be16(frame + 16,
		     (uint16_t)(source_odd(a->source, 4) ? source_take(a->source, 2) : header - ETHERNET_BYTES));
	frame[23] = source_odd(a->source, 4) ? 17 : 6;
	if (header >= ETHERNET_BYTES + IPV4_BYTES + TCP_BYTES)
		frame[46] = source_odd(a->source, 8) ? source_byte(a->source) : 0x50;
}

/* UMR: control, context, and a list inline or behind a pointer. */
static void umr_segments(struct asker *a, struct draft *draft)
{
	uint8_t *umr = grow(draft, PRM_WQE_UMR_BYTES);
	uint8_t *mkc = grow(draft, PRM_MKC_BYTES);
	size_t octwords = source_pick(a->source, 8);
	bool is_inline = source_odd(a->source, 2);

	umr[0] = (uint8_t)(is_inline << 7 | (source_odd(a->source, 4) ? source_byte(a->source) & 0x7f : 0));
	ece_put_be16(umr + 4, source_odd(a->source, 8) ? (uint16_t)source_take(a->source, 2) : (uint16_t)octwords);
	ece_put_be16(umr + 6, (uint16_t)source_pick(a->source, 16));
	ece_put_be64(umr + 8, source_take(a->source, 8));
	ece_put_be32(mkc, (uint32_t)source_take(a->source, 4));
	ece_put_be32(mkc + 4, 0xffffff00 | (source_key(a->source, a->host) & 0xff));
	ece_put_be32(mkc + 12, source_odd(a->source, 4) ? (uint32_t)source_take(a->source, 4) : a->host->card->pd);
	ece_put_be64(mkc + 16, source_address(a->source, a->host));
	ece_put_be64(mkc + 24, source_length(a->source));
	mkc[0x3b] = source_odd(a->source, 4) ? source_byte(a->source) : ARENA_PAGE_SHIFT;
	if (!is_inline) {
		data_segment(a, draft);
		return;
	}
	for (size_t n = octwords * 2; n; n--)
		ece_put_be64(grow(draft, 8), ARENA_LINEAR + source_take(a->source, 1) * ARENA_PAGE);
}

/* The segments that belong to an opcode, most of the time. */
static void segments(struct asker *a, const struct sender *sender, uint8_t opcode, struct draft *draft)
{
	if (sender->kind == HOSTILE_QPS)
		ethernet_segment(a, draft);
	else if (sender->kind == HOSTILE_UD || sender->kind == HOSTILE_GSI)
		address_segment(a, draft);
	if (opcode == DP_OP_UMR) {
		umr_segments(a, draft);
		return;
	}
	if (opcode == DP_OP_WRITE || opcode == DP_OP_WRITE_IMM || (opcode >= DP_OP_READ && opcode <= ATOMIC_LAST))
		remote_segment(a, opcode > DP_OP_READ, draft);
	if (opcode > DP_OP_READ && opcode <= ATOMIC_LAST) {
		atomic_segments(a, opcode, draft);
		return;
	}
	for (size_t n = source_pick(a->source, SEGMENTS_MAX); n; n--)
		if (source_odd(a->source, 4))
			inline_segment(a, draft);
		else
			data_segment(a, draft);
}

static void put_control(struct asker *a, const struct sender *sender, uint8_t opcode, struct draft *draft)
{
	uint32_t key = a->host->mr[HOSTILE_CHANGING].key;
	uint8_t *control = draft->bytes;

	prm_set(control, &prm_wqe_ctrl.opcode, opcode);
	prm_set(control, &prm_wqe_ctrl.wqe_index, *sender->posted);
	prm_set(control, &prm_wqe_ctrl.qpn, sender->number);
	prm_set(control, &prm_wqe_ctrl.ds,
		source_odd(a->source, 40) ? source_byte(a->source) : draft->used / PRM_WQE_UNIT);
	control[11] = source_byte(a->source) & 0xee;
	prm_set(control, &prm_wqe_ctrl.imm, source_odd(a->source, 4) ? source_key(a->source, a->host) : key);
}

/* Datagrams and frames are sent, and little else; one QP only changes keys. */
static uint8_t usual_opcode(struct source *source, enum hostile_qp kind, uint8_t opcode)
{
	switch ((int)kind) {
	case HOSTILE_UD:
	case HOSTILE_GSI:
		return DP_OP_SEND;
	case HOSTILE_UMR:
		return DP_OP_UMR;
	case HOSTILE_QPS:
		return source_odd(source, 3) ? DP_OP_LARGE_SEND : DP_OP_SEND;
	default:
		return opcode;
	}
}

void hostile_request(struct source *source, struct hostile_host *host, struct hostile_host *other, uint8_t doorbell[8])
{
	static const uint8_t opcodes[] = {
		DP_OP_NOP,
		DP_OP_SEND_INVALIDATE,
		DP_OP_WRITE,
		DP_OP_WRITE_IMM,
		DP_OP_SEND,
		DP_OP_SEND_IMM,
		DP_OP_LARGE_SEND,
		DP_OP_READ,
		DP_OP_READ,
		DP_OP_COMPARE_SWAP,
		DP_OP_FETCH_ADD,
		DP_OP_MASKED_COMPARE_SWAP,
		DP_OP_SEND,
		DP_OP_LOCAL_INVALIDATE,
		DP_OP_UMR,
		DP_OP_WRITE,
		DP_OP_MASKED_FETCH_ADD,
	};
	struct asker a = {source, host, other};
	struct sender sender = any_sender(source, host);
	struct draft draft = {.used = PRM_WQE_CTRL_BYTES};
	uint8_t opcode = opcodes[source_pick(source, ARRAY_COUNT(opcodes))];

	if (!source_odd(source, 8))
		opcode = usual_opcode(source, sender.kind, opcode);
	size_t blocks;

	if (source_odd(source, 40))
		opcode = source_byte(source);
	segments(&a, &sender, opcode, &draft);
	put_control(&a, &sender, opcode, &draft);
	blocks = (draft.used + BLOCK - 1) / BLOCK;
	for (size_t i = 0; i < blocks; i++)
		memcpy(sender.ring->bytes + (*sender.posted + i) % sender.ring->entries * BLOCK,
		       draft.bytes + i * BLOCK, BLOCK);
	*sender.posted = (uint16_t)(*sender.posted + blocks);
	if (source_odd(source, 40))
		*sender.posted = (uint16_t)source_take(source, 2);
	ece_put_be32(sender.ring->record + PRM_DOORBELL_RECORD_SEND, *sender.posted);
	memcpy(doorbell, draft.bytes, 8);
}
