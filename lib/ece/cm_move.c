// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include <rdma/rdma_cma.h>

#include "lib/ece/cm.h"
#include "lib/ece/outcome.h"
#include "lib/ece/verbs.h"

static int modify(struct rdma_cm_id *id, struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state};
	int mask = 0;

	if (rdma_init_qp_attr(id, &attr, &mask))
		return -errno;
	return -ibv_modify_qp(qp, &attr, mask);
}

/* Options go with the next transition, and are meant to go with that to RTR. */
static int prepare(struct rdma_cm_id *id, struct ibv_qp *qp, const struct cm_move *move)
{
	return move->move ? 0 : modify(id, qp, IBV_QPS_INIT);
}

/* To RTS at once: the peer may send as soon as it has this end's message. */
static int move_on(struct rdma_cm_id *id, struct ibv_qp *qp, const struct cm_move *move)
{
	int ret;

	if (move->move)
		return move->move(qp, move->arg);
	ret = modify(id, qp, IBV_QPS_RTR);
	return ret ? ret : modify(id, qp, IBV_QPS_RTS);
}

int cm_ask_and_move(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_offer *ask, const struct cm_move *move,
		    struct ece_outcome *outcome, struct ece_error *e)
{
	const struct ece_offer nothing = ece_offer_none();
	struct ece_offer effective;
	enum ece_effective_by by;
	int ret = verbs_moved(prepare(id, qp, move), &nothing, e);

	if (!ret)
		ret = ece_qp_ask(qp, ask, e);
	if (!ret)
		ret = verbs_moved(move_on(id, qp, move), ask, e);
	if (ret)
		return ret;
	by = ece_qp_effective(qp, !ece_offer_is_none(ask), &effective);
	outcome_set_effective(outcome, &effective, by);
	return 0;
}
