// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <linux/ethtool.h>
#include <string.h>

#include "devx/backend/backend.h"
#include "devx/backend/discover_parts.h"
#include "devx/prm/cmd.h"
#include "devx/prm/hca.h"
#include "devx/prm/port.h"

#define PSID_BYTES 16

static bool is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text <= 0x20 || (unsigned char)*text > 0x7e)
			return false;
	return true;
}

/* Takes what fits whole and is a plain word. */
static void take(char *to, size_t size, const char *from, size_t len)
{
	if (to[0] || !len || len >= size)
		return;
	memcpy(to, from, len);
	to[len] = '\0';
	if (!is_plain(to))
		to[0] = '\0';
}

/* "28.41.1000 (MT_0000000838)". Source: Linux mlx5/core/en_ethtool.c. */
static void ask_ethtool(const struct ece_os *os, struct ece_nic_info *info)
{
	struct ethtool_drvinfo drv = {.cmd = ETHTOOL_GDRVINFO};
	const char *open, *close;

	if (!info->netdev[0] || !os->ops->ethtool || os->ops->ethtool(os->ctx, info->netdev, &drv))
		return;
	drv.fw_version[sizeof(drv.fw_version) - 1] = '\0';
	open = strchr(drv.fw_version, '(');
	close = open ? strchr(open, ')') : NULL;
	take(info->firmware, sizeof(info->firmware), drv.fw_version, strcspn(drv.fw_version, " ("));
	if (close)
		take(info->psid, sizeof(info->psid), open + 1, (size_t)(close - open - 1));
}

static void ask_vport(struct ece_doors *doors, struct ece_nic_info *info)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_QUERY_NIC_VPORT_CONTEXT_AT + PRM_NIC_VPORT_CONTEXT_BYTES] = {0};
	const uint8_t *context = out + PRM_QUERY_NIC_VPORT_CONTEXT_AT;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_NIC_VPORT_CONTEXT);
	if (ece_backend_fwctl.command(doors, in, sizeof(in), out, sizeof(out)).err)
		return;
	info->guid = prm_get(context, &prm_nic_vport_context.node_guid);
	if (!info->card_guid)
		info->card_guid = prm_get(context, &prm_nic_vport_context.system_image_guid);
}

static void ask_adapter(struct ece_doors *doors, struct ece_nic_info *info)
{
	uint8_t in[PRM_MBOX_MIN] = {0};
	uint8_t out[PRM_QUERY_ADAPTER_PSID_AT + PSID_BYTES] = {0};
	const char *psid = (const char *)out + PRM_QUERY_ADAPTER_PSID_AT;

	prm_set(in, &prm_mbox_in.opcode, PRM_OP_QUERY_ADAPTER);
	if (!ece_backend_fwctl.command(doors, in, sizeof(in), out, sizeof(out)).err)
		take(info->psid, sizeof(info->psid), psid, strnlen(psid, PSID_BYTES));
}

void ece_nic_inquire(const struct ece_os *os, struct ece_nic_info *info)
{
	struct ece_doors doors = {.os = os};

	ask_ethtool(os, info);
	/* The node of a subfunction cannot be told from that of its physical function. */
	if (!info->fwctl[0] || info->kind == ECE_NIC_SF)
		return;
	ece_nic_name_copy(doors.pci, info->pci);
	ece_nic_name_copy(doors.fwctl, info->fwctl);
	if (!ece_backend_open(&ece_backend_fwctl, &doors)) {
		ask_vport(&doors, info);
		if (!info->psid[0])
			ask_adapter(&doors, info);
	}
	ece_doors_close(&doors);
}
