// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <string.h>

#include <rdma/rdma_cma.h>

#include "devx/base/error.h"
#include "lib/ece/cm.h"
#include "lib/ece/outcome.h"
#include "lib/ece/verbs.h"

bool cm_is_datagram(const struct rdma_cm_id *id)
{
	return id->qp_type == IBV_QPT_UD;
}

int cm_begin(struct rdma_cm_id *id, struct ibv_qp *qp, enum ece_role role, const struct ece_policy *policy,
	     struct ece_outcome *outcome, struct ece_error *e)
{
	struct ece_offer card = ece_offer_none();
	struct ece_policy applied;
	bool supported = false;
	int ret;

	outcome_begin(outcome, role, policy, NULL, false);
	if (id->qp)
		return ece_error_set(e, -EINVAL, ECE_ERROR_CONFLICT,
				     "the id has a queue pair of librdmacm's, which negotiates ECE by itself: use "
				     "ece_cm_managed_allowed(), or make the queue pair with ibv_create_qp()");
	ret = verbs_policy(qp, policy, &applied, e);
	if (!ret)
		ret = ece_qp_offer(qp, &card, &supported, e);
	if (!ret)
		outcome_begin(outcome, role, &applied, &card, supported);
	return ret;
}

int cm_put(struct rdma_cm_id *id, const struct ece_offer *offer, struct ece_error *e)
{
	struct ibv_ece ece = {.vendor_id = offer->vendor_id, .options = offer->options};

	/* librdmacm refuses a vendor of 0 */
	if (ece_offer_is_none(offer) || !rdma_set_local_ece(id, &ece))
		return 0;
	return ece_error_set(e, -errno, ECE_ERROR_REFUSED, "librdmacm does not take the ECE options: %s",
			     strerror(errno));
}

int cm_get(struct rdma_cm_id *id, struct ece_offer *offer, struct ece_error *e)
{
	struct ibv_ece ece = {.vendor_id = 0};

	if (rdma_get_remote_ece(id, &ece))
		return ece_error_set(e, -errno, ECE_ERROR_REFUSED, "librdmacm does not tell the peer's ECE options: %s",
				     strerror(errno));
	*offer = (struct ece_offer){.vendor_id = ece.vendor_id, .options = ece.options};
	return 0;
}

bool cm_lacks_effective(struct ece_outcome *outcome)
{
	return outcome_lacks(outcome, outcome->effective_by == ECE_EFFECTIVE_NOT_READ ? NULL : &outcome->effective);
}

int cm_datagram(struct ibv_qp *qp, const struct ece_offer *remote, struct ece_outcome *outcome, struct ece_error *e)
{
	struct ece_offer effective;
	enum ece_effective_by by = ece_qp_effective(qp, false, &effective);

	/* a kernel that does not hand the words on is no peer without ECE */
	if (remote->vendor_id)
		outcome_set_remote(outcome, remote);
	outcome_set_effective(outcome, &effective, by);
	return cm_lacks_effective(outcome) ? outcome_refused(outcome, e) : 0;
}
