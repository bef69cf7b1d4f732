// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/sim/kernel/kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "devx/prm/cmd.h"
#include "devx/sim/cards/card.h"
#include "devx/sim/fw/page.h"
#include "devx/sim/kernel/kernel_internal.h"

/* The commands of this toolkit fit; only a caller with larger mailboxes pays for the heap. */
#define SMALL_COMMAND 0x1200

enum {
	CAP_LOG_MAX_UCTX = 0x8c,
	CAP_UCTX = 0xd4,
	CAP_GROUP_MANAGER = 0x34, /* bit 31 */
	CAP_QOS = 0x40,           /* bit 4 */
};

static const struct ece_os_ops ops = {
	.read = sim_read,
	.write = sim_write,
	.replace = sim_replace,
	.list = sim_list,
	.link = sim_link,
	.devx_open = sim_devx_open,
	.devx_command = sim_devx_command,
	.devx_close = sim_devx_close,
	.fwctl_open = sim_fwctl_open,
	.fwctl_info = sim_fwctl_info,
	.fwctl_rpc = sim_fwctl_rpc,
	.fwctl_close = sim_fwctl_close,
	.devx_qp_query = sim_devx_qp_query,
	.devx_qp_modify = sim_devx_qp_modify,
	.config_open = sim_config_open,
	.config_read = sim_config_read,
	.config_write = sim_config_write,
	.config_close = sim_config_close,
	.netlink = sim_netlink,
	.keep = sim_keep,
	.let_go = sim_let_go,
	.ethtool = sim_ethtool,
	.pause = sim_pause,
};

void sim_kernel_init(struct sim_kernel *kernel, const struct sim_persona *persona, struct sim_card *cards,
		     size_t card_count)
{
	*kernel = (struct sim_kernel){
		.persona = persona,
		.hostname = "sim",
		.boot_id = "00000000-0000-0000-0000-000000000000",
		.cards = cards,
		.card_count = card_count,
	};
}

void sim_card_name(struct sim_card *card, size_t i)
{
	sim_card_name_function(card, i, i, 0);
}

void sim_card_name_function(struct sim_card *card, size_t i, size_t slot, uint8_t function)
{
	unsigned int n = (unsigned int)i;
	unsigned int bus = (unsigned int)slot;

	/* Bus 0 has the root ports */
	snprintf(card->pci, sizeof(card->pci), "%04x:%02x:00.%x", bus / 255 & 0xffff, bus % 255 + 1, function & 7U);
	snprintf(card->rdma, sizeof(card->rdma), "mlx5_%u", n);
	snprintf(card->netdev, sizeof(card->netdev), "eth%u", n);
	snprintf(card->fwctl, sizeof(card->fwctl), "fwctl%u", n);
}

struct ece_os sim_kernel_os(struct sim_kernel *kernel)
{
	return (struct ece_os){.ops = &ops, .ctx = kernel};
}

const struct sim_odd *sim_odd(const struct sim_card *card)
{
	static const struct sim_odd nothing;

	return card->odd ? card->odd : &nothing;
}

uint32_t sim_cap_general(const struct sim_card *card, uint16_t at)
{
	return fw_page_word(&card->fw.type->cap_general, at);
}

uint32_t sim_cap_roce(const struct sim_card *card, uint16_t at)
{
	return fw_page_word(&card->fw.type->cap_roce, at);
}

bool sim_has_uctx(const struct sim_card *card)
{
	return sim_cap_general(card, CAP_LOG_MAX_UCTX) >> 24 & 0x1f;
}

bool sim_has_rdma(const struct sim_card *card)
{
	return card->rdma[0] && !sim_odd(card)->rdma_elsewhere;
}

bool sim_has_dcb(const struct sim_card *card)
{
	return sim_cap_general(card, CAP_GROUP_MANAGER) >> 31 && sim_cap_general(card, CAP_QOS) >> 4 & 1;
}

bool sim_has_fwctl(const struct sim_kernel *kernel, const struct sim_card *card)
{
	return kernel->persona->fwctl && card->fwctl[0] && sim_cap_general(card, CAP_UCTX);
}

uint64_t sim_now(const struct sim_kernel *kernel)
{
	uint64_t now = kernel->now_ns ? kernel->now_ns(kernel->now_ctx) : 0;

	return now > kernel->due_ns ? now : kernel->due_ns;
}

static int answered(struct sim_kernel *kernel, uint64_t now, uint64_t due)
{
	bool late = due == FW_NEVER || due - now > SIM_COMMAND_TIMEOUT_NS;
	uint64_t end = late ? now + SIM_COMMAND_TIMEOUT_NS : due;

	if (end > kernel->due_ns)
		kernel->due_ns = end;
	return late ? -ETIMEDOUT : 0;
}

static int run(struct sim_kernel *kernel, struct sim_card *card, uint8_t *in, size_t in_len, uint8_t *out,
	       size_t out_len)
{
	uint64_t now = kernel->now_ns ? kernel->now_ns(kernel->now_ctx) : 0;
	uint64_t due = fw_exec(&card->fw, now, in, in_len, out, out_len);
	int err = answered(kernel, now, due);

	if (err)
		return err;
	return prm_get(out, &prm_mbox_out.status) ? -EREMOTEIO : 0;
}

int sim_command(struct sim_kernel *kernel, struct sim_card *card, uint16_t uid, const void *in, size_t in_len,
		void *out, size_t out_len)
{
	uint8_t small[SMALL_COMMAND];
	uint8_t *heap = NULL;
	uint8_t *copy = small;
	int err;

	/* The firmware must not see the caller's buffers: the uid is ours, and a lost answer leaves @out alone */
	if (in_len + out_len > sizeof(small)) {
		heap = malloc(in_len + out_len);
		if (!heap)
			return -ENOMEM;
		copy = heap;
	}
	memcpy(copy, in, in_len);
	prm_set(copy, &prm_mbox_in.uid, uid);
	err = run(kernel, card, copy, in_len, copy + in_len, out_len);
	if (!err || err == -EREMOTEIO)
		memcpy(out, copy + in_len, out_len);
	free(heap);
	return err;
}

int sim_refusal(const struct sim_persona *persona, const uint8_t *answer)
{
	uint8_t status = (uint8_t)prm_get(answer, &prm_mbox_out.status);

	return status == PRM_STATUS_NOT_READY ? -persona->not_ready_errno : -prm_status_errno(status);
}
