// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include <rdma/rdma_cma.h>

#include "devx/base/error.h"
#include "lib/ece/cm.h"
#include "lib/ece/outcome.h"

int ece_cm_offer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy, struct ece_outcome *outcome,
		 struct ece_error *e)
{
	int ret = cm_begin(id, qp, ECE_REQUESTOR, policy, outcome, e);

	if (ret)
		return ret;
	if (outcome_lacks(outcome, &outcome->local))
		return outcome_refused(outcome, e);
	return cm_put(id, &outcome->local, e);
}

/* What the peer answers must have been offered: its queue pair may run with what this end's device does not know. */
static int note_answer(struct ece_outcome *outcome, struct ece_error *e)
{
	const struct ece_offer *local = &outcome->local, *remote = &outcome->remote;
	bool foreign = local->vendor_id && remote->vendor_id != local->vendor_id;

	outcome->agreed = ece_offer_intersect(local, remote);
	if (!foreign && !ece_offer_is_none(remote) && outcome->agreed.options != remote->options)
		return ece_error_set(
			e, -EPROTO, ECE_ERROR_PROTOCOL,
			"the peer does not keep to the ECE negotiation: it agreed to what was not offered");
	outcome->has_agreed = true;
	return 0;
}

int ece_cm_take(struct rdma_cm_id *id, struct ibv_qp *qp, int (*move)(struct ibv_qp *qp, void *arg), void *arg,
		struct ece_outcome *outcome, struct ece_error *e)
{
	struct ece_offer answer;
	int ret = cm_get(id, &answer, e);

	if (ret)
		return ret;
	if (cm_is_datagram(id))
		return cm_datagram(qp, &answer, outcome, e);
	outcome_set_remote(outcome, &answer);
	ret = note_answer(outcome, e);
	if (ret) {
		cm_reject(id, outcome);
		return ret;
	}
	if (outcome_lacks(outcome, &outcome->agreed))
		return cm_refuse(id, outcome, e);
	ret = cm_ask_and_move(id, qp, &outcome->agreed, &(struct cm_move){move, arg}, outcome, e);
	if (ret)
		return ret;
	return cm_lacks_effective(outcome) ? cm_refuse(id, outcome, e) : 0;
}
