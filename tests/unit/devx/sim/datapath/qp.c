// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/qp.h"

#include <string.h>

#include "devx/prm/address.h"
#include "devx/prm/cmd.h"
#include "tests/unit/devx/sim/datapath/fail.h"
#include "tests/unit/devx/sim/datapath/place.h"

#define OP_CREATE_QP  0x500
#define OP_DESTROY_QP 0x501
#define OP_RST2INIT   0x502
#define OP_INIT2RTR   0x503
#define OP_RTR2RTS    0x504
#define OP_2ERR       0x507
#define OP_2RST       0x50a

#define MODIFY_BYTES    PRM_CREATE_QP_PAGES_AT
#define MIGRATED        3
#define LOG_MSG_MAX     30
#define ACK_EVERY       8 /* log2: as Linux asks */
#define LOG_SEND        6
#define LOG_RECEIVE     4
#define RECEIVE_SGES    4
#define SGE_BYTES       16
#define HOP_LIMIT       64
#define REMOTE_RIGHTS   (DRIVER_REMOTE_READ | DRIVER_REMOTE_WRITE | DRIVER_ATOMIC)
#define ATOMIC_ANSWERED 2 /* atomic_mode: 8 bytes */

const struct driver_link driver_link = {
	.gid = DRIVER_GID_IPV4,
	.mtu = 3,
	.psn = {0x000100, 0xfffff0},
	.ack_timeout = 14,
	.retry_count = 7,
	.rnr_retry = 7,
	.min_rnr_nak = 12,
	.log_reads = 4,
	.source_port = 0xc123,
};

static uint8_t *context(uint8_t *in)
{
	return in + PRM_QPC_AT;
}

static uint8_t *path(uint8_t *in)
{
	return context(in) + PRM_QPC_PRIMARY_PATH_AT;
}

/* The receive entries lie in front of the send blocks. */
static size_t place_rings(struct driver_qp *qp, const struct driver_qp_options *options, uint8_t *in)
{
	const struct driver_place *how = &options->place;
	size_t start = how->page_offset * driver_place_unit(how);
	size_t receive = (size_t)qp->receive.entries * qp->receive.stride;
	size_t send = (size_t)qp->send.entries * qp->send.stride;
	struct driver_placed placed, record;

	driver_place(qp->card, &placed, start, receive + send, how->big_pages);
	driver_place_record(qp->card, &record);
	qp->receive.bytes = placed.bytes + start;
	qp->send.bytes = placed.bytes + start + receive;
	qp->receive.record = record.bytes + DRIVER_RECORD_AT;
	qp->send.record = qp->receive.record;
	if (how->umem) {
		prm_set(in, &prm_create_qp_in.wq_umem_valid, 1);
		prm_set(in, &prm_create_qp_in.wq_umem_id, driver_place_umem(qp->card, &placed));
		prm_set(in, &prm_create_qp_in.wq_umem_offset, start);
		prm_set(context(in), &prm_qpc.dbr_umem_valid, 1);
		prm_set(context(in), &prm_qpc.dbr_umem_id, driver_place_umem(qp->card, &record));
		prm_set(context(in), &prm_qpc.dbr_addr, DRIVER_RECORD_AT);
		return PRM_CREATE_QP_PAGES_AT;
	}
	prm_set(context(in), &prm_qpc.page_offset, how->page_offset);
	prm_set(context(in), &prm_qpc.log_page_size, how->big_pages);
	prm_set(context(in), &prm_qpc.dbr_addr, arena_scattered(&qp->card->memory, qp->receive.record));
	return driver_place_cut(how, driver_place_pages(qp->card, &placed, in, PRM_CREATE_QP_PAGES_AT, 0));
}

static void describe_sizes(struct driver_qp *qp, const struct driver_qp_options *options, uint8_t *qpc)
{
	uint32_t log_receive = options->log_receive ? options->log_receive : LOG_RECEIVE;
	uint32_t log_send = options->log_send ? options->log_send : LOG_SEND;
	uint32_t stride = SGE_BYTES * (options->receive_sges ? options->receive_sges : RECEIVE_SGES);

	qp->send = (struct driver_ring){.entries = 1U << log_send, .stride = 64};
	prm_set(qpc, &prm_qpc.log_sq_size, log_send);
	if (options->srq) {
		prm_set(qpc, &prm_qpc.rq_type, PRM_QP_RQ_SHARED);
		prm_set(qpc, &prm_qpc.srqn_rmpn_xrqn, options->srq->number);
		return;
	}
	qp->receive = (struct driver_ring){.entries = 1U << log_receive, .stride = stride};
	prm_set(qpc, &prm_qpc.log_rq_size, log_receive);
	prm_set(qpc, &prm_qpc.log_rq_stride, (uint64_t)__builtin_ctz(stride / SGE_BYTES));
}

static void take_options(struct driver_qp *qp, const struct driver_qp_options *options)
{
	qp->service = options->service;
	qp->send_cq = options->send_cq;
	qp->receive_cq = options->receive_cq ? options->receive_cq : options->send_cq;
	qp->srq = options->srq;
	qp->counters = options->counters ? options->counters : qp->card->counters;
	qp->rights = options->rights ? options->rights : REMOTE_RIGHTS;
	qp->q_key = options->q_key ? options->q_key : DRIVER_Q_KEY;
	if (!options->q_key && options->service == PRM_QP_QP1)
		qp->q_key = DRIVER_GSI_Q_KEY;
}

void driver_make_qp(struct driver_card *card, struct driver_qp *qp, const struct driver_qp_options *options)
{
	uint8_t in[DRIVER_MAILBOX_MAX] = {0}, out[PRM_MBOX_MIN];
	uint8_t *qpc = context(in);
	size_t in_bytes;
	uint8_t status;

	*qp = (struct driver_qp){.card = card};
	take_options(qp, options);
	describe_sizes(qp, options, qpc);
	in_bytes = place_rings(qp, options, in);
	prm_set(in, &prm_mbox_in.opcode, OP_CREATE_QP);
	prm_set(in, &prm_qp_in.ece, options->no_ece ? 0 : DRIVER_ECE_ASK);
	prm_set(qpc, &prm_qpc.st, options->service);
	prm_set(qpc, &prm_qpc.pm_state, MIGRATED);
	prm_set(qpc, &prm_qpc.pd, options->pd ? options->pd : card->pd);
	prm_set(qpc, &prm_qpc.user_index, options->user_index ? options->user_index : DRIVER_USER_INDEX);
	prm_set(qpc, &prm_qpc.cqn_snd, qp->send_cq->number);
	prm_set(qpc, &prm_qpc.cqn_rcv, qp->receive_cq->number);
	status = driver_command(card, in, in_bytes, out, sizeof(out));
	driver_require(!status, "CREATE_QP is refused with status %#x", status);
	qp->number = (uint32_t)prm_get(out, &prm_qp_out.qpn);
	qp->ece_offer = (uint32_t)prm_get(out, &prm_qp_out.ece);
}

void driver_destroy_qp(struct driver_qp *qp)
{
	driver_destroy(qp->card, OP_DESTROY_QP, qp->number);
}

static uint8_t move(struct driver_qp *qp, uint16_t opcode, uint8_t *in, uint32_t ece)
{
	uint8_t out[PRM_MBOX_MIN];
	uint8_t status;

	prm_set(in, &prm_mbox_in.opcode, opcode);
	prm_set(in, &prm_qp_in.qpn, qp->number);
	prm_set(in, &prm_qp_in.ece, ece);
	status = driver_command(qp->card, in, MODIFY_BYTES, out, sizeof(out));
	if (!status)
		qp->ece = (uint32_t)prm_get(out, &prm_qp_out.ece);
	return status;
}

uint8_t driver_qp_init(struct driver_qp *qp)
{
	uint8_t in[MODIFY_BYTES] = {0};
	uint8_t *qpc = context(in);

	prm_set(qpc, &prm_qpc.pm_state, MIGRATED);
	prm_set(qpc, &prm_qpc.counter_set_id, qp->counters);
	prm_set(qpc, &prm_qpc.rre, !!(qp->rights & DRIVER_REMOTE_READ));
	prm_set(qpc, &prm_qpc.rwe, !!(qp->rights & DRIVER_REMOTE_WRITE));
	prm_set(qpc, &prm_qpc.rae, !!(qp->rights & DRIVER_ATOMIC));
	prm_set(qpc, &prm_qpc.atomic_mode, ATOMIC_ANSWERED);
	prm_set(qpc, &prm_qpc.q_key, qp->q_key);
	return move(qp, OP_RST2INIT, in, 0);
}

static void describe_path(const struct driver_link *link, const struct driver_peer *peer, uint8_t *ads)
{
	prm_set(ads, &prm_ads.src_addr_index, link->gid);
	prm_set(ads, &prm_ads.hop_limit, HOP_LIMIT);
	prm_set(ads, &prm_ads.tclass, link->traffic_class);
	prm_set(ads, &prm_ads.dscp, link->traffic_class >> 2);
	prm_set(ads, &prm_ads.eth_prio, link->priority);
	prm_set(ads, &prm_ads.udp_sport, link->source_port);
	memcpy(ads + PRM_ADS_RMAC_AT, peer->mac, sizeof(peer->mac));
	memcpy(ads + PRM_ADS_RGID_AT, peer->gid, sizeof(peer->gid));
}

uint8_t driver_qp_rtr(struct driver_qp *qp, const struct driver_link *link, const struct driver_peer *peer,
		      uint32_t ece)
{
	uint8_t in[MODIFY_BYTES] = {0};
	uint8_t *qpc = context(in);

	prm_set(qpc, &prm_qpc.log_msg_max, LOG_MSG_MAX);
	prm_set(qpc, &prm_qpc.mtu, link->mtu);
	prm_set(qpc, &prm_qpc.remote_qpn, peer->qpn);
	prm_set(qpc, &prm_qpc.next_rcv_psn, peer->psn);
	prm_set(qpc, &prm_qpc.log_rra_max, link->log_reads);
	prm_set(qpc, &prm_qpc.min_rnr_nak, link->min_rnr_nak);
	describe_path(link, peer, path(in));
	return move(qp, OP_INIT2RTR, in, ece);
}

uint8_t driver_qp_rts(struct driver_qp *qp, const struct driver_link *link, uint32_t psn, uint32_t ece)
{
	uint8_t in[MODIFY_BYTES] = {0};
	uint8_t *qpc = context(in);

	prm_set(qpc, &prm_qpc.next_send_psn, psn);
	prm_set(qpc, &prm_qpc.log_ack_req_freq, ACK_EVERY);
	prm_set(qpc, &prm_qpc.log_sra_max, link->log_reads);
	prm_set(qpc, &prm_qpc.retry_count, link->retry_count);
	prm_set(qpc, &prm_qpc.rnr_retry, link->rnr_retry);
	prm_set(qpc, &prm_qpc.ack_timeout, link->ack_timeout);
	return move(qp, OP_RTR2RTS, in, ece);
}

uint8_t driver_qp_error(struct driver_qp *qp)
{
	uint8_t in[MODIFY_BYTES] = {0};

	return move(qp, OP_2ERR, in, 0);
}

uint8_t driver_qp_reset(struct driver_qp *qp)
{
	uint8_t in[MODIFY_BYTES] = {0};
	uint8_t status = move(qp, OP_2RST, in, 0);

	qp->send_posted = 0;
	qp->receive_posted = 0;
	memset(qp->send.record, 0, PRM_DOORBELL_RECORD_BYTES);
	return status;
}

struct driver_peer driver_peer_of(const struct driver_qp *qp, const struct driver_link *link, uint32_t psn)
{
	struct driver_peer peer = {.qpn = qp->number, .psn = psn};

	memcpy(peer.mac, qp->card->mac, sizeof(peer.mac));
	driver_gid(qp->card, link->gid, peer.gid);
	return peer;
}

static void must(const struct driver_qp *qp, const char *to, uint8_t status)
{
	driver_require(!status, "QP %#x does not go to %s: status %#x", qp->number, to, status);
}

/* One end, up to ready to receive; then to ready to send. */
static void to_rtr(struct driver_qp *qp, const struct driver_qp *other, const struct driver_link *link, bool second)
{
	struct driver_peer peer = driver_peer_of(other, link, link->psn[!second]);

	must(qp, "INIT", driver_qp_init(qp));
	must(qp, "RTR", driver_qp_rtr(qp, link, &peer, link->ece[second]));
}

void driver_connect(struct driver_qp *one, struct driver_qp *other, const struct driver_link *link)
{
	struct driver_link same = *link;

	if (one == other) {
		same.psn[1] = same.psn[0];
		to_rtr(one, one, &same, false);
		must(one, "RTS", driver_qp_rts(one, &same, same.psn[0], 0));
		return;
	}
	to_rtr(one, other, link, false);
	to_rtr(other, one, link, true);
	must(one, "RTS", driver_qp_rts(one, link, link->psn[0], 0));
	must(other, "RTS", driver_qp_rts(other, link, link->psn[1], 0));
}

void driver_ready(struct driver_qp *qp)
{
	static const struct driver_peer nobody;
	struct driver_link link = {.mtu = driver_link.mtu};

	must(qp, "INIT", driver_qp_init(qp));
	must(qp, "RTR", driver_qp_rtr(qp, &link, &nobody, 0));
	must(qp, "RTS", driver_qp_rts(qp, &link, 0, 0));
}

static void query(struct driver_qp *qp, uint8_t out[PRM_QUERY_QP_OUT_BYTES])
{
	uint8_t in[PRM_MBOX_MIN] = {0};

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_QP);
	prm_set(in, &prm_qp_in.qpn, qp->number);
	driver_require(!driver_command(qp->card, in, sizeof(in), out, PRM_QUERY_QP_OUT_BYTES), "QUERY_QP is refused");
}

enum prm_qp_state driver_qp_state(struct driver_qp *qp)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];

	query(qp, out);
	return (enum prm_qp_state)prm_get(context(out), &prm_qpc.state);
}

uint32_t driver_qp_ece(struct driver_qp *qp)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];

	query(qp, out);
	return (uint32_t)prm_get(out, &prm_query_qp_out.ece);
}
