// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DevX general commands: what the kernel's RDMA driver lets a user context ask. It reads capabilities and congestion
 * parameters; no register and no MODIFY_CONG_PARAMS gets through. Source: Linux drivers/infiniband/hw/mlx5/devx.c.
 */
#include "devx/backend/backend.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/host.h"

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_DEVX];
	int err;

	if (!doors->rdma[0])
		return ece_door_shut(door, -ENODEV, "no RDMA device: the mlx5_ib driver is not loaded");
	/* The kernel runs the commands of a shared device on the function that has it. */
	if (doors->rdma_on[0])
		return ece_door_shut(door, -ENODEV, "DevX: the RDMA device %s is on %s", doors->rdma, doors->rdma_on);
	/* 6.1 was read; where between 5.17 and 6.1 the change came in does not matter to anybody who runs 6.1. */
	doors->old_errnos = ece_host_kernel_older(doors->os, 6, 1);
	err = doors->os->ops->devx_open(doors->os->ctx, doors->rdma, &doors->devx);
	if (err == -ENOSYS)
		return ece_door_shut(door, err, "rdma-core (libibverbs, libmlx5) is not installed");
	if (err == -EOPNOTSUPP || err == -EINVAL)
		return ece_door_shut(door, err, "%s has no DevX", doors->rdma);
	if (err)
		return ece_door_shut(door, err, "cannot open %s for DevX: %s", doors->rdma, strerrordesc_np(-err));
	return 0;
}

/* An errno other than EREMOTEIO: older kernels return it for a refusal of the firmware too, and drop the output. */
static enum ece_reached reached(const struct ece_doors *doors, int err)
{
	return doors->old_errnos || err == -ETIMEDOUT ? ECE_REACHED_UNKNOWN : ECE_REACHED_NO;
}

static struct ece_result command(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len)
{
	int err = doors->os->ops->devx_command(doors->devx, in, in_len, out, out_len);
	struct ece_result result;

	if (err && err != -EREMOTEIO)
		return ece_not_answered(ECE_BACKEND_DEVX, err, reached(doors, err));
	result = ece_answered(ECE_BACKEND_DEVX, out);
	/* A refusal without a status must not look like a success. */
	if (err && !result.err)
		return ece_not_answered(ECE_BACKEND_DEVX, err, ECE_REACHED_YES);
	return result;
}

const struct ece_backend ece_backend_devx = {
	.id = ECE_BACKEND_DEVX,
	.open = open_door,
	.command = command,
};
