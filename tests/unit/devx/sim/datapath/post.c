// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/post.h"

#include <string.h>

#include "devx/base/be.h"
#include "devx/prm/address.h"
#include "devx/prm/wq.h"
#include "devx/prm/wqe.h"
#include "tests/unit/devx/sim/datapath/fail.h"

#define REQUEST_MAX 1024 /* bytes: what ds can say, rounded to blocks */
#define BLOCK       64

#define AV_EXTENDED_AT 8 /* the bit in front of the QP number that drivers set: the vector is not a compact one */
#define AV_EXTENDED    0x80

/* A request or a receive entry as it grows. */
struct draft {
	uint8_t bytes[REQUEST_MAX];
	size_t used;
};

static uint8_t *grow(struct draft *draft, size_t bytes)
{
	uint8_t *at = draft->bytes + draft->used;

	driver_require(draft->used + bytes <= sizeof(draft->bytes), "a request of more than %d bytes", REQUEST_MAX);
	draft->used += bytes;
	return at;
}

static size_t round_up(size_t bytes, size_t to)
{
	return (bytes + to - 1) / to * to;
}

struct driver_sge driver_sge(const struct driver_mr *mr, size_t at, size_t bytes)
{
	return (struct driver_sge){.bytes = (uint32_t)bytes, .key = mr->key, .address = mr->address + at};
}

struct driver_address driver_address_of(const struct driver_qp *qp, enum driver_gid gid)
{
	struct driver_address address = {
		.qpn = qp->service == PRM_QP_QP1 ? 1 : qp->number,
		.q_key = qp->q_key,
		.source = gid,
		.hop_limit = 64,
		.source_port = 0xc321,
	};

	memcpy(address.mac, qp->card->mac, sizeof(address.mac));
	driver_gid(qp->card, gid, address.gid);
	return address;
}

static void put_address(struct draft *draft, const struct driver_address *address)
{
	uint8_t *av = grow(draft, PRM_AV_BYTES);

	prm_set(av, &prm_av.qkey, address->q_key);
	prm_set(av, &prm_av.dqp, address->qpn);
	av[AV_EXTENDED_AT] |= AV_EXTENDED;
	prm_set(av, &prm_av.eth_prio, address->priority);
	prm_set(av, &prm_av.udp_sport, address->source_port);
	memcpy(av + PRM_AV_RMAC_AT, address->mac, sizeof(address->mac));
	prm_set(av, &prm_av.tclass, address->traffic_class);
	prm_set(av, &prm_av.hop_limit, address->hop_limit);
	prm_set(av, &prm_av.grh, 1);
	prm_set(av, &prm_av.src_addr_index, address->source);
	prm_set(av, &prm_av.flow_label, address->flow_label);
	memcpy(av + PRM_AV_RGID_AT, address->gid, sizeof(address->gid));
}

static bool is_atomic(enum dp_opcode opcode)
{
	return opcode == DP_OP_COMPARE_SWAP || opcode == DP_OP_FETCH_ADD;
}

static bool has_remote(enum dp_opcode opcode)
{
	return opcode == DP_OP_WRITE || opcode == DP_OP_WRITE_IMM || opcode == DP_OP_READ || is_atomic(opcode);
}

static void put_remote(struct draft *draft, const struct driver_send *send)
{
	uint8_t *remote = grow(draft, PRM_WQE_REMOTE_BYTES);
	uint8_t *atomic;

	prm_set(remote, &prm_wqe_remote.raddr, send->remote_address);
	prm_set(remote, &prm_wqe_remote.rkey, send->remote_key);
	if (!is_atomic(send->opcode))
		return;
	atomic = grow(draft, PRM_WQE_ATOMIC_BYTES);
	prm_set(atomic, &prm_wqe_atomic.swap_add, send->swap_add);
	prm_set(atomic, &prm_wqe_atomic.compare, send->compare);
}

static void put_sges(struct draft *draft, const struct driver_sge *sges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t *at = grow(draft, PRM_WQE_DATA_BYTES);

		prm_set(at, &prm_wqe_data.byte_count, sges[i].bytes);
		prm_set(at, &prm_wqe_data.lkey, sges[i].key);
		prm_set(at, &prm_wqe_data.addr, sges[i].address);
	}
}

static void put_inline(struct draft *draft, const void *data, size_t bytes)
{
	uint8_t *at = grow(draft, round_up(PRM_WQE_INLINE_AT + bytes, PRM_WQE_UNIT));

	prm_set(at, &prm_wqe_inline.is_inline, 1);
	prm_set(at, &prm_wqe_inline.byte_count, bytes);
	memcpy(at + PRM_WQE_INLINE_AT, data, bytes);
}

static void put_control(uint8_t *control, uint8_t opcode, uint32_t number, uint16_t index, size_t bytes)
{
	prm_set(control, &prm_wqe_ctrl.opcode, opcode);
	prm_set(control, &prm_wqe_ctrl.wqe_index, index);
	prm_set(control, &prm_wqe_ctrl.qpn, number);
	prm_set(control, &prm_wqe_ctrl.ds, bytes / PRM_WQE_UNIT);
}

/* A request lies in blocks and goes on at the start of the ring where that ends. */
static uint16_t to_ring(const struct driver_ring *ring, const struct draft *draft, uint16_t at)
{
	size_t blocks = round_up(draft->used, BLOCK) / BLOCK;

	for (size_t i = 0; i < blocks; i++)
		memcpy(ring->bytes + (size_t)((at + i) % ring->entries) * BLOCK, draft->bytes + i * BLOCK, BLOCK);
	return (uint16_t)blocks;
}

void driver_ring_send(struct driver_qp *qp)
{
	ece_put_be32(qp->send.record + PRM_DOORBELL_RECORD_SEND, qp->send_posted);
	dp_doorbell(qp->card->dp, qp->card->driver->now_ns, qp->last);
}

uint16_t driver_post_send(struct driver_qp *qp, const struct driver_send *send)
{
	struct draft draft = {.used = PRM_WQE_CTRL_BYTES};
	uint8_t *control = draft.bytes;

	if (send->address)
		put_address(&draft, send->address);
	if (has_remote(send->opcode))
		put_remote(&draft, send);
	if (send->inline_bytes)
		put_inline(&draft, send->inline_data, send->inline_bytes);
	put_sges(&draft, send->sges, send->sge_count);
	put_control(control, (uint8_t)send->opcode, qp->number, qp->send_posted, draft.used);
	prm_set(control, &prm_wqe_ctrl.completion, send->unsignalled ? 0 : PRM_WQE_COMPLETION_ALWAYS);
	prm_set(control, &prm_wqe_ctrl.solicited, send->solicited);
	prm_set(control, &prm_wqe_ctrl.fence, send->fence ? PRM_WQE_FENCE : PRM_WQE_FENCE_NONE);
	prm_set(control, &prm_wqe_ctrl.imm, send->immediate);
	qp->send_index = qp->send_posted;
	memcpy(qp->last, control, sizeof(qp->last));
	qp->send_posted = (uint16_t)(qp->send_posted + to_ring(&qp->send, &draft, qp->send_posted));
	if (!send->hold)
		driver_ring_send(qp);
	return qp->send_index;
}

/* One receive entry; a list that does not fill it is ended. */
static void put_receive(const struct driver_ring *ring, uint32_t index, size_t at, const struct driver_sge *sges,
			size_t count)
{
	uint8_t *entry = ring->bytes + (size_t)(index % ring->entries) * ring->stride;
	struct draft draft = {0};

	put_sges(&draft, sges, count);
	if (at + draft.used < ring->stride)
		put_sges(&draft, &(struct driver_sge){.key = PRM_WQE_TERMINATE_LKEY}, 1);
	driver_require(at + draft.used <= ring->stride, "%zu segments in an entry of %u bytes", count, ring->stride);
	memcpy(entry + at, draft.bytes, draft.used);
}

uint16_t driver_post_receive(struct driver_qp *qp, const struct driver_sge *sges, size_t sge_count)
{
	uint16_t index = qp->receive_posted++;

	put_receive(&qp->receive, index, 0, sges, sge_count);
	ece_put_be32(qp->receive.record + PRM_DOORBELL_RECORD_RECEIVE, qp->receive_posted);
	return index;
}

uint16_t driver_post_srq(struct driver_srq *srq, const struct driver_sge *sges, size_t sge_count)
{
	uint16_t index = srq->tail;
	const uint8_t *entry = srq->ring.bytes + (size_t)index * srq->ring.stride;

	put_receive(&srq->ring, index, PRM_SRQ_NEXT_BYTES, sges, sge_count);
	srq->tail = (uint16_t)(prm_get(entry, &prm_srq_next.next) % srq->ring.entries);
	srq->posted++;
	ece_put_be32(srq->ring.record + PRM_DOORBELL_RECORD_RECEIVE, srq->posted);
	return index;
}

void driver_free_srq(struct driver_srq *srq, uint16_t index)
{
	uint8_t *last = srq->ring.bytes + (size_t)srq->last * srq->ring.stride;

	prm_set(last, &prm_srq_next.next, index);
	srq->last = index;
}

static void put_ethernet(struct draft *draft, const struct driver_frame *frame)
{
	size_t more = frame->header_bytes > 2 ? round_up(frame->header_bytes - 2, PRM_WQE_UNIT) : 0;
	uint8_t *ethernet = grow(draft, PRM_WQE_ETH_BYTES + more);

	prm_set(ethernet, &prm_wqe_eth.l3_checksum, frame->l3_checksum);
	prm_set(ethernet, &prm_wqe_eth.l4_checksum, frame->l4_checksum);
	prm_set(ethernet, &prm_wqe_eth.mss, frame->mss);
	if (frame->vlan) {
		prm_set(ethernet, &prm_wqe_eth.insert_vlan, 1);
		prm_set(ethernet, &prm_wqe_eth.vlan_tag, frame->tag);
		return;
	}
	prm_set(ethernet, &prm_wqe_eth.inline_bytes, frame->header_bytes);
	if (frame->header_bytes)
		memcpy(ethernet + PRM_WQE_ETH_INLINE_AT, frame->header, frame->header_bytes);
}

uint16_t driver_post_frame(struct driver_queue *sq, const struct driver_frame *frame)
{
	struct draft draft = {.used = PRM_WQE_CTRL_BYTES};
	uint16_t index = sq->posted;

	put_ethernet(&draft, frame);
	put_sges(&draft, frame->sges, frame->sge_count);
	put_control(draft.bytes, frame->large ? DP_OP_LARGE_SEND : DP_OP_SEND, sq->number, index, draft.used);
	prm_set(draft.bytes, &prm_wqe_ctrl.completion, PRM_WQE_COMPLETION_ALWAYS);
	sq->posted = (uint16_t)(sq->posted + to_ring(&sq->ring, &draft, index));
	ece_put_be32(sq->ring.record + PRM_DOORBELL_RECORD_SEND, sq->posted);
	dp_doorbell(sq->card->dp, sq->card->driver->now_ns, draft.bytes);
	return index;
}

uint16_t driver_post_frame_receive(struct driver_queue *rq, const struct driver_sge *sges, size_t sge_count)
{
	uint16_t index = rq->posted++;

	put_receive(&rq->ring, index, 0, sges, sge_count);
	ece_put_be32(rq->ring.record + PRM_DOORBELL_RECORD_RECEIVE, rq->posted);
	return index;
}

static void take_apart(const uint8_t *entry, struct driver_cqe *cqe)
{
	memcpy(cqe->raw, entry, sizeof(cqe->raw));
	cqe->opcode = (enum dp_cqe)prm_get(entry, &prm_cqe.opcode);
	cqe->sent_opcode = (uint8_t)prm_get(entry, &prm_cqe.send_opcode);
	cqe->qpn = (uint32_t)prm_get(entry, &prm_cqe.qpn);
	cqe->user_index = (uint32_t)prm_get(entry, &prm_cqe.user_index);
	cqe->counter = (uint16_t)prm_get(entry, &prm_cqe.wqe_counter);
	if (cqe->opcode == DP_CQE_REQUESTER_ERROR || cqe->opcode == DP_CQE_RESPONDER_ERROR) {
		cqe->syndrome = (uint8_t)prm_get(entry, &prm_error_cqe.syndrome);
		return;
	}
	cqe->bytes = (uint32_t)prm_get(entry, &prm_cqe.byte_cnt);
	cqe->immediate = (uint32_t)prm_get(entry, &prm_cqe.immediate);
	cqe->source_qp = (uint32_t)prm_get(entry, &prm_cqe.source_qp);
	cqe->grh = (uint8_t)prm_get(entry, &prm_cqe.grh);
	cqe->network = (uint8_t)prm_get(entry, &prm_cqe.network);
	cqe->checksum = (uint16_t)prm_get(entry, &prm_cqe.check_sum);
}

bool driver_poll(struct driver_cq *cq, struct driver_cqe *cqe)
{
	const struct driver_ring *ring = &cq->ring;
	size_t at = (size_t)(cq->consumer % ring->entries + 1) * ring->stride - PRM_CQE_BYTES;
	const uint8_t *entry = ring->bytes + at;
	bool round = cq->consumer / ring->entries & 1;

	*cqe = (struct driver_cqe){0};
	/* The opcode that is none, or the owner bit of the last round: hardware's. */
	if (entry[PRM_CQE_OWNER_AT] >> 4 == 0xf || (entry[PRM_CQE_OWNER_AT] & 1) != round)
		return false;
	take_apart(entry, cqe);
	cq->consumer++;
	ece_put_be32(ring->record, cq->consumer & 0xffffff);
	return true;
}

bool driver_wait(struct driver_cq *cq, struct driver_cqe *cqe)
{
	struct driver *driver = cq->card->driver;

	while (!driver_poll(cq, cqe))
		if (!driver_step(driver))
			return driver_poll(cq, cqe);
	return true;
}
