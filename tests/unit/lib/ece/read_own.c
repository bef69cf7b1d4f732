// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* ece_qp_read_own() in a few lines, for mutants.sh: the real one stands on every backend. */
#include "devx/os/linux.h"
#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/qp/qp.h"

void ece_qp_read_own(const struct ece_os *os, void *ibv_qp, uint32_t qpn, struct ece_qp_reading *reading)
{
	uint8_t in[PRM_MBOX_MIN] = {0}, out[PRM_QUERY_QP_OUT_BYTES];

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_QP);
	prm_set(in, &prm_qp_in.qpn, qpn);
	*reading = (struct ece_qp_reading){.state = ECE_VALUE_UNREADABLE};
	if (os->ops->devx_qp_query(os->ctx, ibv_qp, in, sizeof(in), out, sizeof(out)))
		return;
	reading->state = ECE_VALUE_SET;
	reading->options = (uint32_t)prm_get(out, &prm_query_qp_out.ece);
}
