// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DevX on a queue pair of the caller's own: here its handle is the struct sim_qp. Source: Linux
 * drivers/infiniband/hw/mlx5/devx.c (devx_is_valid_obj_id(), devx_is_obj_query_cmd(), devx_is_obj_modify_cmd()).
 */
#include <errno.h>

#include "devx/prm/cmd.h"
#include "devx/prm/queue.h"
#include "devx/sim/kernel/kernel_internal.h"
#include "devx/sim/kernel/process.h"

static int run(struct sim_kernel *kernel, const struct sim_qp *qp, const uint16_t *allowed, size_t count,
	       const void *in, size_t in_len, void *out, size_t out_len)
{
	if (kernel->flags & SIM_NO_RDMA_CORE)
		return -ENOSYS;
	if (in_len < PRM_MBOX_MIN || out_len < PRM_MBOX_MIN || prm_get(in, &prm_qp_in.qpn) != qp->qpn)
		return -EINVAL;
	for (size_t i = 0; i < count; i++)
		if (allowed[i] == prm_get(in, &prm_mbox_in.opcode))
			return sim_devx_exec(kernel, qp->card, qp->uid, in, in_len, out, out_len);
	return -EINVAL;
}

int sim_devx_qp_query(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	static const uint16_t allowed[] = {PRM_OP_QUERY_QP};

	return run(ctx, qp, allowed, sizeof(allowed) / sizeof(allowed[0]), in, in_len, out, out_len);
}

int sim_devx_qp_modify(void *ctx, void *qp, const void *in, size_t in_len, void *out, size_t out_len)
{
	/* All transitions but SQD_RTS */
	static const uint16_t allowed[] = {0x502, 0x503, 0x504, 0x505, 0x506, 0x507, 0x50a, 0x50e};

	return run(ctx, qp, allowed, sizeof(allowed) / sizeof(allowed[0]), in, in_len, out, out_len);
}
