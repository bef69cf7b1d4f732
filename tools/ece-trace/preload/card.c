// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-trace/preload/card.h"

#include <errno.h>

#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "tools/ece-trace/preload/real.h"

/* Room for either answer. */
struct query {
	uint8_t in[PRM_MBOX_MIN];
	uint8_t out[PRM_QUERY_QP_OUT_BYTES];
	size_t out_len;
};

static struct query ask(const struct trace_qp *qp)
{
	struct query query = {.out_len = qp->target ? PRM_QUERY_DCT_OUT_BYTES : PRM_QUERY_QP_OUT_BYTES};

	prm_set(query.in, &prm_mbox_in.opcode, qp->target ? PRM_OP_QUERY_DCT : PRM_OP_QUERY_QP);
	prm_set(query.in, &prm_qp_in.qpn, qp->qpn);
	return query;
}

static void answer(struct trace_event *event, const struct query *query, int error)
{
	uint64_t word = event->qp.target ? prm_get(query->out + PRM_DCTC_AT, &prm_dctc.ece) :
					   prm_get(query->out, &prm_query_qp_out.ece);

	event->read_error = error;
	if (!error)
		event->effective = (struct trace_word){.has = true, .value = (uint32_t)word};
}

void trace_read_verbs(struct ibv_qp *qp, struct trace_event *event)
{
	__typeof__(mlx5dv_is_supported) *is_supported = trace_real(TRACE_REAL_DV_IS_SUPPORTED);
	__typeof__(mlx5dv_devx_qp_query) *qp_query = trace_real(TRACE_REAL_DEVX_QP_QUERY);
	struct query query = ask(&event->qp);

	event->read_error = EOPNOTSUPP;
	if (is_supported && qp_query && is_supported(qp->context->device))
		answer(event, &query, qp_query(qp, query.in, sizeof(query.in), query.out, query.out_len));
}

void trace_read_devx(struct mlx5dv_devx_obj *object, struct trace_event *event)
{
	__typeof__(mlx5dv_devx_obj_query) *obj_query = trace_real(TRACE_REAL_DEVX_OBJ_QUERY);
	struct query query = ask(&event->qp);

	event->read_error = EOPNOTSUPP;
	if (obj_query)
		answer(event, &query, obj_query(object, query.in, sizeof(query.in), query.out, query.out_len));
}
