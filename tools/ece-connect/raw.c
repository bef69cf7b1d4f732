// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "tools/ece-connect/link.h"

#define PSN_MASK    0xffffff
#define HOP_LIMIT   64
#define RNR_TIMER   12 /* 0.64 ms */
#define ACK_TIMEOUT 14 /* 67 ms */
#define RETRIES     7

/* What a transition of one queue pair needs. */
struct moving {
	struct link *link;
	struct link_qp *qp;
};

static int to_init(const struct link *link, struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = (uint8_t)link->device.port};

	return -ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
}

static struct ibv_ah_attr way(const struct link *link)
{
	struct ibv_ah_attr ah = {
		.dlid = link->peer.lid,
		.port_num = (uint8_t)link->device.port,
		.is_global = 1,
		.grh = {.sgid_index = (uint8_t)link->device.gid.gid_index, .hop_limit = HOP_LIMIT},
	};

	memcpy(ah.grh.dgid.raw, link->peer.gid, sizeof(link->peer.gid));
	return ah;
}

static int to_rtr(const struct link *link, const struct link_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = link->mtu,
		.dest_qp_num = qp->peer.qpn,
		.rq_psn = qp->peer.psn,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = RNR_TIMER,
		.ah_attr = way(link),
	};

	return -ibv_modify_qp(qp->qp, &attr,
			      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				      IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
}

static int to_rts(const struct link_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = qp->own.psn,
		.timeout = ACK_TIMEOUT,
		.retry_cnt = RETRIES,
		.rnr_retry = RETRIES,
		.max_rd_atomic = 1,
	};

	return -ibv_modify_qp(qp->qp, &attr,
			      IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
				      IBV_QP_MAX_QP_RD_ATOMIC);
}

/* ece_negotiate()'s move */
static int move(struct ibv_qp *qp, void *arg)
{
	const struct moving *moving = arg;
	int err = to_rtr(moving->link, moving->qp);

	(void)qp;
	return err ? err : to_rts(moving->qp);
}

static int make_qp(struct link *link, size_t i, struct ece_error *e)
{
	struct ibv_qp_init_attr attr = link_qp_attr(link);
	struct link_qp *qp = &link->qps[i];
	int err;

	qp->qp = ibv_create_qp(link->pd, &attr);
	if (!qp->qp)
		return ece_error_set(e, -errno, ECE_ERROR_IO, "%s makes no queue pair (the %zuth): %s",
				     link->device.name, i + 1, strerror(errno));
	qp->own.qpn = qp->qp->qp_num;
	/* Any number will do: it need not be secret */
	if (getrandom(&qp->own.psn, sizeof(qp->own.psn), GRND_NONBLOCK) < 0)
		qp->own.psn = qp->own.qpn;
	qp->own.psn &= PSN_MASK;
	err = to_init(link, qp->qp);
	if (err)
		return ece_error_set(e, err, ECE_ERROR_IO, "queue pair %u does not go to INIT: %s", qp->own.qpn,
				     strerror(-err));
	return data_expect(link, i, e);
}

static int tell(const struct link *link, size_t i, struct ece_error *e)
{
	uint8_t frame[EXCHANGE_MAX];

	return talk_send(&link->talk, frame, exchange_put_qp(frame, &link->qps[i].own), e);
}

static int hear(struct link *link, size_t i, struct ece_error *e)
{
	uint8_t body[EXCHANGE_MAX];
	size_t len;
	int err = talk_receive(&link->talk, EXCHANGE_QP, body, &len, e);

	return err ? err : exchange_take_qp(body, len, &link->qps[i].peer, e);
}

static int swap_numbers(struct link *link, size_t i, struct ece_error *e)
{
	int err = link->role == ECE_REQUESTOR ? tell(link, i, e) : hear(link, i, e);

	if (err)
		return err;
	return link->role == ECE_REQUESTOR ? hear(link, i, e) : tell(link, i, e);
}

int raw_connect(struct link *link, struct ece_error *e)
{
	int err = 0;

	for (size_t i = 0; !err && i < link->own.qps; i++)
		err = make_qp(link, i, e);
	for (size_t i = 0; !err && i < link->own.qps; i++)
		err = swap_numbers(link, i, e);
	for (size_t i = 0; !err && i < link->own.qps; i++) {
		struct moving moving = {.link = link, .qp = &link->qps[i]};

		link->negotiating = true;
		err = ece_negotiate(link->talk.fd, link->role, link->qps[i].qp, &link->policy, move, &moving,
				    talk_left_ms(&link->talk), &link->qps[i].outcome, e);
		link->negotiating = err && err != -ECONNREFUSED;
		if (!link->negotiating)
			link_report(link, i, err);
	}
	return err;
}
