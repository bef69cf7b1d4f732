// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fwctl: firmware commands by the kernel's own allow-list. A register is written in the configuration scope and read
 * in the debug-read-only scope; neither taints the kernel, and this file never asks for more. Source: Linux
 * drivers/fwctl/{main.c,mlx5/main.c}.
 */
#include "devx/backend/backend.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/host.h"
#include "devx/base/errno_text.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"

#define FWCTL_DEVICE_TYPE_MLX5 1

static int no_node(struct ece_doors *doors, struct ece_door *door)
{
	char release[ECE_OS_NAME_MAX];

	if (ece_host_line(doors->os, ECE_OS_HOST, "kernel_release", release, sizeof(release)) <= 0)
		return ece_door_shut(door, -ENODEV, "no fwctl node: needs Linux 6.15 or a vendor driver");
	if (ece_host_kernel_older(doors->os, 6, 15))
		return ece_door_shut(door, -ENODEV, "no fwctl node: kernel %s has none (needs 6.15 or a vendor driver)",
				     release);
	return ece_door_shut(
		door, -ENODEV,
		"no fwctl node: load the module mlx5_fwctl (kernel %s can have it); if it is, this function gives none",
		release);
}

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_FWCTL];
	const struct ece_os_ops *ops = doors->os->ops;
	struct ece_fwctl_info info = {0};
	int err;

	if (!doors->fwctl[0])
		return no_node(doors, door);
	err = ops->fwctl_open(doors->os->ctx, doors->fwctl, &doors->handle);
	if (err == -EACCES || err == -EPERM)
		return ece_door_shut(door, err, "%s: permission denied, root is needed", doors->fwctl);
	if (err)
		return ece_door_shut(door, err, "cannot open %s: %s", doors->fwctl, ece_errno_text(-err));
	err = ops->fwctl_info(doors->handle, &info);
	if (err)
		return ece_door_shut(door, err, "%s does not say what it is: %s", doors->fwctl, ece_errno_text(-err));
	if (info.device_type != FWCTL_DEVICE_TYPE_MLX5)
		return ece_door_shut(door, -ENODEV, "%s is not an mlx5 device (type %u)", doors->fwctl,
				     info.device_type);
	return 0;
}

static enum ece_fwctl_scope scope_of(const void *in)
{
	switch (prm_get(in, &prm_mbox_in.opcode)) {
	case PRM_OP_QUERY_HCA_CAP:
	case PRM_OP_QUERY_ADAPTER:
	case PRM_OP_MODIFY_CONG_STATUS:
		return ECE_FWCTL_CONFIGURATION;
	case PRM_OP_ACCESS_REG:
		if (prm_get(in, &prm_mbox_in.op_mod) == PRM_ACCESS_REG_WRITE)
			return ECE_FWCTL_CONFIGURATION;
		return ECE_FWCTL_DEBUG_READ_ONLY;
	default:
		return ECE_FWCTL_DEBUG_READ_ONLY;
	}
}

static struct ece_result command(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len)
{
	int err = doors->os->ops->fwctl_rpc(doors->handle, scope_of(in), in, in_len, out, out_len);

	ece_doors_heard(doors, err);
	/* An error means "not delivered", but for a command that was sent and never answered. */
	if (err)
		return ece_not_answered(ECE_BACKEND_FWCTL, err,
					err == -ETIMEDOUT ? ECE_REACHED_UNKNOWN : ECE_REACHED_NO);
	return ece_answered(ECE_BACKEND_FWCTL, out);
}

const struct ece_backend ece_backend_fwctl = {
	.id = ECE_BACKEND_FWCTL,
	.open = open_door,
	.command = command,
};
