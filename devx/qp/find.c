// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>
#include <stdio.h>

#include "devx/backend/request.h"
#include "devx/qp/internal.h"

static void describe(struct ece_qp *qp, uint32_t qpn, uint8_t service, const char *state)
{
	const char *type = qp_service_name(service);

	*qp = (struct ece_qp){.qpn = qpn, .service = service};
	if (type)
		snprintf(qp->type, sizeof(qp->type), "%s", type);
	else
		snprintf(qp->type, sizeof(qp->type), "%u", service);
	snprintf(qp->state, sizeof(qp->state), "%s", state ? state : "");
}

int ece_qp_find(struct ece_qps *qps, uint32_t qpn, struct ece_qp *qp, struct ece_qp_reading *reading,
		struct ece_error *e)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES] = {0};
	const struct ece_backend *fwctl;
	struct qp_answer answer;
	struct ece_result result;

	*reading = (struct ece_qp_reading){.tries = {[ECE_QP_WAY_FWCTL] = {.tried = true}}};
	fwctl = qps_fwctl(qps, reading);
	if (!fwctl)
		return ece_error_set(e, -ENODEV, ECE_ERROR_NO_DOOR,
				     "QP %u is not in the kernel's list, and only fwctl reads one by its number: %s",
				     qpn, reading->tries[ECE_QP_WAY_FWCTL].why);
	result = ece_query_qp(fwctl, &qps->doors, qpn, out);
	if (!result.err) {
		answer = qp_answer_read(out);
		describe(qp, qpn, answer.service, qp_card_state_name(answer.state));
		qp->has_remote = answer.remote_qpn;
		qp->remote_qpn = answer.remote_qpn;
		qp_reading_set(reading, ECE_QP_WAY_FWCTL, answer.ece);
		return 0;
	}
	if (result.has_status)
		result = ece_query_dct(fwctl, &qps->doors, qpn, out);
	if (!result.err) {
		describe(qp, qpn, PRM_QP_DCT, NULL);
		qp_reading_set(reading, ECE_QP_WAY_FWCTL, (uint32_t)prm_get(out + PRM_DCTC_AT, &prm_dctc.ece));
		return 0;
	}
	ece_error_set(e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
		      "no queue pair %u: it is not in the kernel's list, and the card does not show one by that number",
		      qpn);
	return ece_error_result(e, &result) ? -ENOENT : 0;
}
