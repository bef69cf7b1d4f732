// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Which functions the toolkit leaves alone. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "devx/backend/backend.h"
#include "devx/backend/discover_parts.h"
#include "devx/backend/host.h"
#include "devx/backend/request.h"
#include "devx/prm/hca_cap.h"

#define DRIVER  "mlx5_core"
#define VPD_MAX 4096

__attribute__((format(printf, 3, 4))) static void bar(struct ece_nic_info *info, enum ece_nic_bar which,
						      const char *format, ...)
{
	va_list args;

	info->bar = which;
	va_start(args, format);
	vsnprintf(info->why, sizeof(info->why), format, args);
	va_end(args);
}

static bool judge_driver(struct ece_nic_info *info)
{
	/* A subfunction has an auxiliary driver, whose name says nothing new. */
	if (info->kind == ECE_NIC_SF || !strcmp(info->driver, DRIVER))
		return false;
	if (!info->driver[0])
		bar(info, ECE_NIC_BAR_NO_DRIVER, "no driver is bound to it: load mlx5_core, or bind it");
	else
		bar(info, ECE_NIC_BAR_OTHER_DRIVER,
		    "the driver %s has it, so a guest or another program owns it: bind it to mlx5_core to set it here",
		    info->driver);
	return true;
}

/*
 * On machines whose NVSwitches are managed over InfiniBand these functions have "SW_MNG" in their vital product data.
 * Source: bottlerocket-os, which starts the fabric's subnet manager on them. Only root may read the data; who may not
 * is still kept away by the link layer.
 */
bool ece_nic_manages_switches(const struct ece_os *os, const struct ece_nic_info *info)
{
	char path[ECE_NIC_PATH_MAX], vpd[VPD_MAX];
	int len;

	if (info->link != ECE_LINK_INFINIBAND || info->kind != ECE_NIC_PF || strcmp(info->driver, DRIVER) != 0)
		return false;
	len = os->ops->read(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "vpd", path), vpd, sizeof(vpd));
	return len > 0 && memmem(vpd, (size_t)len, "SW_MNG", strlen("SW_MNG"));
}

static bool judge_link(struct ece_nic_info *info, bool manages)
{
	if (info->link != ECE_LINK_INFINIBAND)
		return false;
	if (manages)
		bar(info, ECE_NIC_BAR_FABRIC_MANAGER,
		    "it manages the NVSwitches of this machine and belongs to the fabric manager");
	else
		bar(info, ECE_NIC_BAR_INFINIBAND, "its port runs InfiniBand, where RoCE parameters mean nothing");
	return true;
}

static bool judge_kind(struct ece_nic_info *info)
{
	const char *what = info->kind == ECE_NIC_SF ? "a subfunction" : "a virtual function";

	if (info->kind == ECE_NIC_PF)
		return false;
	if (info->parent[0])
		bar(info, ECE_NIC_BAR_VIRTUAL, "it is %s: what can be set belongs to the port of %s", what,
		    info->parent);
	else
		bar(info, ECE_NIC_BAR_VIRTUAL,
		    "it is %s: what can be set belongs to a physical function outside this machine", what);
	return true;
}

/* The general capabilities, through the first door that answers. Returns 0 or a negative errno. */
static int query_caps(const struct ece_os *os, const struct ece_nic_info *info, uint8_t *page, size_t len)
{
	const struct ece_backend *const ways[] = {&ece_backend_devx, &ece_backend_fwctl};
	struct ece_doors doors = {.os = os};
	int err = -1;

	ece_nic_name_copy(doors.pci, info->pci);
	if (!info->rdma_on[0])
		ece_nic_name_copy(doors.rdma, info->rdma);
	ece_nic_name_copy(doors.fwctl, info->fwctl);
	for (size_t i = 0; err && i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!ece_backend_open(ways[i], &doors))
			err = ece_query_hca_cap(ways[i], &doors, PRM_CAP_GENERAL, page, len).err;
	ece_doors_close(&doors);
	return err;
}

/* In the card's own system the host's ports have representors, named after their controller. */
static int stop_at_host_port(void *arg, const char *netdev)
{
	const struct ece_os *os = arg;
	char path[ECE_NIC_PATH_MAX], name[32];

	snprintf(path, sizeof(path), "%s/phys_port_name", netdev);
	return ece_host_line(os, ECE_OS_NET, path, name, sizeof(name)) > 0 && name[0] == 'c';
}

/*
 * A BlueField is a NIC, or a computer with a NIC (DPU mode). In DPU mode its own CPU manages the embedded switch, so
 * that the host's function is not the switch's manager. Source: Linux mlx5/core/ecpf.c, eswitch.h. UNVERIFIED.
 */
static bool judge_dpu(const struct ece_os *os, struct ece_nic_info *info)
{
	struct ece_os copy = *os;
	char path[ECE_NIC_PATH_MAX];
	uint8_t page[PRM_CAP_GENERAL_BYTES];

	if (!ece_card_is_dpu(info->device_id))
		return false;
	if (os->ops->list(os->ctx, ECE_OS_PCI_DEVICES, ece_nic_path(info, "net", path), stop_at_host_port, &copy) > 0)
		bar(info, ECE_NIC_BAR_DPU, "this system is the DPU's own CPU, which serves the ports of a host");
	else if (query_caps(os, info, page, sizeof(page)))
		bar(info, ECE_NIC_BAR_DPU,
		    "whether this BlueField runs as a DPU cannot be told: neither DevX nor fwctl answers");
	else if (!prm_get(page, &prm_cap_general.eswitch_manager))
		bar(info, ECE_NIC_BAR_DPU,
		    "it belongs to a DPU, whose own CPU is in charge of the port: the toolkit sets a BlueField in NIC "
		    "mode only");
	return info->bar != ECE_NIC_BAR_NONE;
}

static void judge_identity(struct ece_nic_info *info)
{
	if (!info->guid)
		bar(info, ECE_NIC_BAR_NO_IDENTITY,
		    "its GUID cannot be read, by which its old values are kept for an undo: only an RDMA device of its "
		    "own "
		    "(mlx5_ib) or fwctl (Linux 6.15, for root) tells it");
}

void ece_nic_judge(const struct ece_os *os, struct ece_nic_info *info, bool manages)
{
	if (!judge_driver(info) && !judge_kind(info) && !judge_link(info, manages) && !judge_dpu(os, info))
		judge_identity(info);
}
