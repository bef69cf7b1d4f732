// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include <rdma/rdma_cma.h>

#include "lib/ece/cm.h"
#include "lib/ece/outcome.h"

/* Where it could not be read, what was asked for is all that is known. */
static void agree(struct ece_outcome *outcome, const struct ece_offer *asked)
{
	outcome->has_agreed = true;
	outcome->agreed = *asked;
	if (outcome->effective_by != ECE_EFFECTIVE_NOT_READ)
		outcome->agreed = ece_offer_intersect(asked, &outcome->effective);
}

static int answer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct cm_move *move, struct ece_outcome *outcome,
		  struct ece_error *e)
{
	struct ece_offer remote, both;
	int ret = cm_get(id, &remote, e);

	if (ret)
		return ret;
	outcome_set_remote(outcome, &remote);
	both = ece_offer_intersect(&outcome->local, &remote);
	if (outcome_lacks(outcome, &both))
		return cm_refuse(id, outcome, e);
	ret = cm_ask_and_move(id, qp, &both, move, outcome, e);
	if (ret)
		return ret;
	agree(outcome, &both);
	if (cm_lacks_effective(outcome))
		return cm_refuse(id, outcome, e);
	/* never a vendor that the peer did not name: librdmacm gives such a connection up */
	return cm_put(id, &outcome->agreed, e);
}

/* A lookup asks for nothing, so the reply tells what this end has. */
static int answer_datagram(struct rdma_cm_id *id, struct ibv_qp *qp, struct ece_outcome *outcome, struct ece_error *e)
{
	const struct ece_offer nothing = ece_offer_none();
	int ret = cm_datagram(qp, &nothing, outcome, e);

	if (ret == -ECONNREFUSED)
		cm_reject(id, outcome);
	return ret ? ret : cm_put(id, &outcome->local, e);
}

int ece_cm_answer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy,
		  int (*move)(struct ibv_qp *qp, void *arg), void *arg, struct ece_outcome *outcome,
		  struct ece_error *e)
{
	struct ece_outcome unwanted;
	int ret;

	outcome = outcome ? outcome : &unwanted;
	ret = cm_begin(id, qp, ECE_RESPONDER, policy, outcome, e);
	if (ret)
		return ret;
	if (cm_is_datagram(id))
		return answer_datagram(id, qp, outcome, e);
	return answer(id, qp, &(struct cm_move){move, arg}, outcome, e);
}
