// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include <rdma/rdma_cma.h>

#include "devx/base/error.h"
#include "lib/ece/cm.h"
#include "lib/ece/outcome.h"
#include "lib/ece/verbs.h"

/*
 * On the passive side librdmacm has called ibv_set_ece() already, and the queue pair tells of nothing until its transition:
 * one beside it, for as long as it takes to ask, is of the same device and type.
 */
static int offer_of_another(const struct ibv_qp *qp, struct ece_offer *offer, bool *supported, struct ece_error *e)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = qp->send_cq,
		.recv_cq = qp->recv_cq,
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = qp->qp_type,
	};
	struct ibv_qp *another = ibv_create_qp(qp->pd, &attr);
	int ret;

	if (!another)
		return ece_error_set(e, -errno, ECE_ERROR_REFUSED,
				     "no queue pair could be made to ask the device what ECE it has: %s",
				     strerror(errno));
	ret = ece_qp_offer(another, offer, supported, e);
	ibv_destroy_qp(another);
	return ret;
}

/* librdmacm puts all of it on the wire. */
static int check_allowed(struct ece_outcome *outcome, struct ece_error *e)
{
	uint32_t kept = ece_offer_bits(&outcome->card) & ~ece_offer_bits(&outcome->local);
	char text[ECE_OFFER_TEXT_MAX];

	outcome->local = outcome->card;
	if (!kept)
		return 0;
	return ece_error_set(
		e, -EPERM, ECE_ERROR_CONFLICT,
		"the policy keeps back %s, and librdmacm advertises all that the device has of a queue pair "
		"that it made: make it with ibv_create_qp() and use ece_cm_offer() or ece_cm_answer()",
		ece_bits_format(kept, text, sizeof(text)));
}

int ece_cm_managed_allowed(struct rdma_cm_id *id, enum ece_role role, const struct ece_policy *policy,
			   struct ece_outcome *outcome, struct ece_error *e)
{
	struct ece_offer card = ece_offer_none();
	struct ece_policy applied;
	bool supported = false;
	int ret;

	outcome_begin(outcome, role, policy, NULL, false);
	if (!id->qp)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
				     "the id has no queue pair of librdmacm's: call rdma_create_qp() before");
	ret = verbs_policy(id->qp, policy, &applied, e);
	if (!ret)
		ret = role == ECE_REQUESTOR ? ece_qp_offer(id->qp, &card, &supported, e) :
					      offer_of_another(id->qp, &card, &supported, e);
	if (ret)
		return ret;
	outcome_begin(outcome, role, &applied, &card, supported);
	ret = check_allowed(outcome, e);
	if (!ret && outcome_lacks(outcome, &outcome->local))
		ret = outcome_refused(outcome, e);
	return ret;
}

int ece_cm_managed(struct rdma_cm_id *id, struct ece_outcome *outcome, struct ece_error *e)
{
	struct ece_offer effective;
	/* whether librdmacm asked for anything it does not tell, so the verbs' answer may be the default */
	enum ece_effective_by by = ece_qp_effective(id->qp, false, &effective);

	outcome_set_effective(outcome, &effective, by);
	return cm_lacks_effective(outcome) ? outcome_refused(outcome, e) : 0;
}
