/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Work requests that change memory keys: UMR (user-mode memory registration).
 * Source: Linux include/linux/mlx5/{qp,device}.h and what drivers/infiniband/hw/mlx5/{umr,wr}.c and rdma-core send.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_UMR_H
#define ECE_DEVX_SIM_DATAPATH_UMR_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/wqe.h"

/**
 * dp_umr - do what a request with opcode UMR says: change fields of a key's context and write into its list
 * @wqe: parsed, of any layout
 *
 * The key must allow it (umr_en) and be of the queue's PD; the driver's own UMR queue may change any.
 * Returns 0; -EINVAL for a request that ends inside of a segment, -EACCES for a key that may not be changed or that is
 * not as free as the request expects, -ERANGE for a list with no room, or as dp_memory_read() for one that it points to.
 */
int dp_umr(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe);

#endif
