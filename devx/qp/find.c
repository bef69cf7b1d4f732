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

static void found_qp(struct ece_qp *qp, uint32_t qpn, const uint8_t *out, enum ece_qp_way way,
		     struct ece_qp_reading *reading)
{
	struct qp_answer answer = qp_answer_read(out);

	describe(qp, qpn, answer.service, qp_card_state_name(answer.state));
	qp->has_remote = answer.remote_qpn;
	qp->remote_qpn = answer.remote_qpn;
	qp_reading_set(reading, way, answer.ece);
}

/* A number may be a queue pair's or a target's: they share one space. */
static bool ask_fwctl(struct ece_qps *qps, const struct ece_backend *fwctl, uint32_t qpn, struct ece_qp *qp,
		      struct ece_qp_reading *reading)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES] = {0};
	struct ece_result result = ece_query_qp(fwctl, &qps->doors, qpn, out);

	if (!result.err) {
		found_qp(qp, qpn, out, ECE_QP_WAY_FWCTL, reading);
		return true;
	}
	if (result.has_status)
		result = ece_query_dct(fwctl, &qps->doors, qpn, out);
	if (!result.err) {
		describe(qp, qpn, PRM_QP_DCT, NULL);
		qp_reading_set(reading, ECE_QP_WAY_FWCTL, (uint32_t)prm_get(out + PRM_DCTC_AT, &prm_dctc.ece));
		return true;
	}
	qp_try_result(reading, ECE_QP_WAY_FWCTL, &result);
	return false;
}

/* Nothing else says what the queue pair is: an answer of no known type and state is not one. */
static bool ask_window(struct ece_qps *qps, uint32_t qpn, struct ece_qp *qp, struct ece_qp_reading *reading)
{
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];
	struct qp_answer answer;

	if (qps_dump_qp(qps, qpn, out, reading))
		return false;
	answer = qp_answer_read(out);
	if (!qp_service_name(answer.service) || !qp_card_state_name(answer.state)) {
		qp_try_failed(reading, ECE_QP_WAY_VSC, "the card's dump of it is not laid out as QUERY_QP's answer");
		return false;
	}
	found_qp(qp, qpn, out, ECE_QP_WAY_VSC, reading);
	return true;
}

static int not_found(struct ece_qp_reading *reading, uint32_t qpn, bool asked, struct ece_error *e)
{
	qp_reading_join(reading);
	if (!asked)
		return ece_error_set(
			e, -ENODEV, ECE_ERROR_NO_DOOR,
			"QP %u is not in the kernel's list, and there is no way to read one by its number: %s", qpn,
			reading->why);
	return ece_error_set(
		e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
		"no queue pair %u: it is not in the kernel's list, and the card shows none by that number: %s", qpn,
		reading->why);
}

int ece_qp_find(struct ece_qps *qps, uint32_t qpn, struct ece_qp *qp, struct ece_qp_reading *reading,
		struct ece_error *e)
{
	const struct ece_backend *fwctl;
	bool window;

	*reading = (struct ece_qp_reading){.tries = {[ECE_QP_WAY_FWCTL] = {.tried = true}}};
	fwctl = qps_fwctl(qps, reading);
	if (fwctl && ask_fwctl(qps, fwctl, qpn, qp, reading))
		return 0;
	reading->tries[ECE_QP_WAY_VSC].tried = true;
	window = qps_window(qps, reading);
	if (window && ask_window(qps, qpn, qp, reading))
		return 0;
	return not_found(reading, qpn, fwctl || window, e);
}
