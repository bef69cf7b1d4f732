// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* DevX general commands. Source of the list and of the errors: Linux drivers/infiniband/hw/mlx5/devx.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/kernel/kernel_internal.h"

struct ece_os_devx {
	struct sim_kernel *kernel;
	struct sim_card *card;
	uint16_t uid;
};

/* The range that passes whatever it is. */
enum {
	GENERAL_FIRST = 0xb00,
	GENERAL_LAST = 0xcff,
};

static const uint16_t allowed[] = {
	0x100, /* QUERY_HCA_CAP */
	0x101, /* QUERY_ADAPTER */
	0x10a, /* QUERY_ISSI */
	0x740, /* QUERY_ESW_FUNCTIONS */
	0x750, /* QUERY_VPORT_STATE */
	0x752, /* QUERY_ESW_VPORT_CONTEXT */
	0x754, /* QUERY_NIC_VPORT_CONTEXT */
	0x760, /* QUERY_ROCE_ADDRESS */
	0x762, /* QUERY_HCA_VPORT_CONTEXT */
	0x76f, /* QUERY_VNIC_ENV */
	0x770, /* QUERY_VPORT_COUNTER */
	0x80a, /* GET_DROPPED_PACKET_LOG */
	0x80d, /* NOP */
	0x822, /* QUERY_CONG_STATUS */
	0x824, /* QUERY_CONG_PARAMS */
	0x826, /* QUERY_CONG_STATISTICS */
	0x842, /* QUERY_LAG */
};

static bool is_allowed(uint16_t opcode)
{
	if (opcode >= GENERAL_FIRST && opcode <= GENERAL_LAST)
		return true;
	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if (allowed[i] == opcode)
			return true;
	return false;
}

int sim_devx_open(void *ctx, const char *device, struct ece_os_devx **devx)
{
	struct sim_kernel *kernel = ctx;
	struct sim_card *card = NULL;

	if (kernel->flags & SIM_NO_RDMA_CORE)
		return -ENOSYS;
	for (size_t i = 0; !card && i < kernel->card_count; i++)
		if (sim_has_rdma(&kernel->cards[i]) && !strcmp(kernel->cards[i].rdma, device))
			card = &kernel->cards[i];
	if (!card)
		return -ENODEV;
	if (!sim_has_uctx(card))
		return -EOPNOTSUPP;
	*devx = malloc(sizeof(**devx));
	if (!*devx)
		return -ENOMEM;
	**devx = (struct ece_os_devx){.kernel = kernel, .card = card, .uid = ++kernel->uids};
	return 0;
}

/* Before 5.18 a refusal came back as the driver's own errno, and the output stayed in the kernel. */
static int old_exec(struct sim_kernel *kernel, struct sim_card *card, uint16_t uid, const void *in, size_t in_len,
		    void *out, size_t out_len)
{
	uint8_t *answer = malloc(out_len);
	int err;

	if (!answer)
		return -ENOMEM;
	err = sim_command(kernel, card, uid, in, in_len, answer, out_len);
	if (!err)
		memcpy(out, answer, out_len);
	else if (err == -EREMOTEIO)
		err = sim_refusal(kernel->persona, answer);
	free(answer);
	return err;
}

int sim_devx_exec(struct sim_kernel *kernel, struct sim_card *card, uint16_t uid, const void *in, size_t in_len,
		  void *out, size_t out_len)
{
	if (!kernel->persona->remote_io)
		return old_exec(kernel, card, uid, in, in_len, out, out_len);
	return sim_command(kernel, card, uid, in, in_len, out, out_len);
}

int sim_devx_command(struct ece_os_devx *devx, const void *in, size_t in_len, void *out, size_t out_len)
{
	if (in_len < PRM_MBOX_MIN || out_len < PRM_MBOX_MIN)
		return -EINVAL;
	if (in_len > UINT16_MAX || out_len > UINT16_MAX) /* the length of an ioctl attribute */
		return -EINVAL;
	if (!is_allowed((uint16_t)prm_get(in, &prm_mbox_in.opcode)))
		return -EINVAL;
	return sim_devx_exec(devx->kernel, devx->card, devx->uid, in, in_len, out, out_len);
}

void sim_devx_close(struct ece_os_devx *devx)
{
	free(devx);
}
