// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <errno.h>

#include "devx/backend/answer.h"
#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/qp/internal.h"

void ece_qp_read_own(const struct ece_os *os, void *ibv_qp, uint32_t qpn, struct ece_qp_reading *reading)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_QUERY_QP_OUT_BYTES] = {0};
	struct ece_result result = {.err = 0};
	int err;

	*reading = (struct ece_qp_reading){.tries = {[ECE_QP_WAY_DEVX] = {.tried = true}}};
	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_QP);
	prm_set(in, &prm_qp_in.qpn, qpn);
	err = os->ops->devx_qp_query(os->ctx, ibv_qp, in, sizeof(in), out, sizeof(out));
	if (!err || err == -EREMOTEIO)
		result = ece_answered(ECE_BACKEND_DEVX, out);
	if (err && !result.err)
		result = ece_not_answered(ECE_BACKEND_DEVX, err, ECE_REACHED_UNKNOWN);
	if (!result.err) {
		qp_reading_set(reading, ECE_QP_WAY_DEVX, qp_answer_read(out).ece);
		return;
	}
	qp_try_result(reading, ECE_QP_WAY_DEVX, &result);
	reading->state = err == -ENOSYS ? ECE_VALUE_NO_DOOR : ECE_VALUE_UNREADABLE;
	qp_reading_join(reading);
}
