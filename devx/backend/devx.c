// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * DevX general commands: what the kernel's RDMA driver lets a user context ask. It reads capabilities and congestion
 * parameters; neither ACCESS_REG nor MODIFY_CONG_PARAMS gets through. Source: Linux
 * drivers/infiniband/hw/mlx5/devx.c. ACCESS_REGISTER_USER does get through; its form and its capability bit: DPDK
 * drivers/common/mlx5.
 */
#include "devx/backend/backend.h"

#include <errno.h>
#include <string.h>

#include "devx/backend/answer.h"
#include "devx/backend/host.h"
#include "devx/backend/request.h"
#include "devx/base/errno_text.h"
#include "devx/prm/access_reg.h"
#include "devx/prm/cmd.h"
#include "devx/prm/hca_cap.h"

#define CAP_BYTES 0x100 /* as much of the general page as has fields */

static int open_door(struct ece_doors *doors)
{
	struct ece_door *door = &doors->door[ECE_BACKEND_DEVX];
	int err;

	if (doors->rdma_elsewhere)
		return ece_door_shut(door, -ENODEV, "no RDMA device: it is in another network namespace");
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
		return ece_door_shut(door, err, "cannot open %s for DevX: %s", doors->rdma, ece_errno_text(-err));
	return 0;
}

/* An errno other than EREMOTEIO: older kernels return it for a refusal of the firmware too, and drop the output. */
static enum ece_reached reached(const struct ece_doors *doors, int err)
{
	return doors->old_errnos || err == -ETIMEDOUT ? ECE_REACHED_UNKNOWN : ECE_REACHED_NO;
}

static struct ece_result pass(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len)
{
	int err = doors->os->ops->devx_command(doors->devx, in, in_len, out, out_len);
	struct ece_result result;

	ece_doors_heard(doors, err);
	if (err && err != -EREMOTEIO)
		return ece_not_answered(ECE_BACKEND_DEVX, err, reached(doors, err));
	result = ece_answered(ECE_BACKEND_DEVX, out);
	/* A refusal without a status must not look like a success. */
	if (err && !result.err)
		return ece_not_answered(ECE_BACKEND_DEVX, err, ECE_REACHED_YES);
	return result;
}

/* Does the firmware have ACCESS_REGISTER_USER? Asked when it first matters. */
static bool user_can(struct ece_doors *doors)
{
	uint8_t page[CAP_BYTES];

	if (!doors->user_asked) {
		doors->user_asked = true;
		doors->user_can =
			!ece_query_hca_cap(&ece_backend_devx, doors, PRM_CAP_GENERAL, page, sizeof(page)).err &&
			prm_get(page, &prm_cap_general.access_register_user);
	}
	return doors->user_can;
}

static struct ece_user_register *known(struct ece_doors *doors, uint16_t id)
{
	for (size_t i = 0; i < doors->user_count; i++)
		if (doors->user[i].id == id)
			return &doors->user[i];
	return NULL;
}

static void remember(struct ece_doors *doors, uint16_t id, const struct ece_result *result)
{
	if (!known(doors, id) && doors->user_count < ECE_USER_REGISTERS_MAX && !ece_result_transient(result))
		doors->user[doors->user_count++] = (struct ece_user_register){.id = id, .result = *result};
}

/*
 * A register read as ACCESS_REGISTER_USER, which has the form of ACCESS_REG. Which registers a firmware grants to user
 * contexts is not public: the first answer about each decides, and a refusal is not asked for again. Writes are not
 * offered.
 */
static struct ece_result read_register(struct ece_doors *doors, const void *in, size_t in_len, void *out,
				       size_t out_len)
{
	uint8_t copy[PRM_ACCESS_REG_DATA + PRM_ACCESS_REG_DATA_MAX];
	uint16_t id = (uint16_t)prm_get(in, &prm_access_reg.register_id);
	const struct ece_user_register *before = known(doors, id);
	struct ece_result result;

	if (prm_get(in, &prm_mbox_in.op_mod) != PRM_ACCESS_REG_READ)
		return ece_not_answered(ECE_BACKEND_DEVX, -EBADMSG, ECE_REACHED_NO);
	if (in_len > sizeof(copy))
		return ece_not_answered(ECE_BACKEND_DEVX, -EMSGSIZE, ECE_REACHED_NO);
	if (!user_can(doors))
		return ece_not_answered(ECE_BACKEND_DEVX, -EOPNOTSUPP, ECE_REACHED_NO);
	if (before && before->result.err)
		return before->result;
	memcpy(copy, in, in_len);
	prm_set(copy, &prm_mbox_in.opcode, PRM_OP_ACCESS_REGISTER_USER);
	result = pass(doors, copy, in_len, out, out_len);
	remember(doors, id, &result);
	return result;
}

static struct ece_result command(struct ece_doors *doors, const void *in, size_t in_len, void *out, size_t out_len)
{
	if (prm_get(in, &prm_mbox_in.opcode) == PRM_OP_ACCESS_REG)
		return read_register(doors, in, in_len, out, out_len);
	return pass(doors, in, in_len, out, out_len);
}

const struct ece_backend ece_backend_devx = {
	.id = ECE_BACKEND_DEVX,
	.open = open_door,
	.command = command,
};
