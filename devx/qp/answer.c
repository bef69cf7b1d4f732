// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/prm/queue.h"
#include "devx/qp/internal.h"

struct qp_answer qp_answer_read(const uint8_t *out)
{
	const uint8_t *context = out + PRM_QPC_AT;

	return (struct qp_answer){
		.service = (uint8_t)prm_get(context, &prm_qpc.st),
		.state = (uint8_t)prm_get(context, &prm_qpc.state),
		.remote_qpn = (uint32_t)prm_get(context, &prm_qpc.remote_qpn),
		.ece = (uint32_t)prm_get(out, &prm_query_qp_out.ece),
	};
}

bool qp_answer_fits(const struct qp_answer *answer, const struct ece_qp *qp)
{
	if (answer->service != qp->service || !qp_card_state_name(answer->state))
		return false;
	return !qp->has_remote || answer->remote_qpn == qp->remote_qpn;
}
