// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Functions of one card that share one RDMA device. In a RoCE LAG the device of the bond is on one function and the
 * others have none. A card with one device of several ports (MULTI_PORT_VHCA_EN) is the same to look at, but without a
 * bond. Source: Linux drivers/net/ethernet/mellanox/mlx5/core/lag, drivers/infiniband/hw/mlx5/main.c.
 */
#include <stdio.h>
#include <string.h>

#include "devx/backend/discover_parts.h"
#include "devx/backend/host.h"

#define PORTS_MAX 4 /* of one card */

bool ece_nic_same_slot(const struct ece_nic_info *a, const struct ece_nic_info *b)
{
	const char *dot = strrchr(a->pci, '.');
	size_t slot = dot ? (size_t)(dot - a->pci) : 0;

	return slot && a->kind == ECE_NIC_PF && b->kind == ECE_NIC_PF && !strncmp(a->pci, b->pci, slot + 1);
}

/* The bond that an interface is a port of. A bridge is a master too, but has no bonding_slave below its ports. */
static void find_bond(const struct ece_os *os, struct ece_nic_info *info)
{
	char path[ECE_NIC_PATH_MAX], state[32];

	if (!info->netdev[0])
		return;
	snprintf(path, sizeof(path), "%s/bonding_slave/state", info->netdev);
	if (ece_host_line(os, ECE_OS_NET, path, state, sizeof(state)) <= 0)
		return;
	snprintf(path, sizeof(path), "%s/master", info->netdev);
	if (os->ops->link(os->ctx, ECE_OS_NET, path, info->bond, sizeof(info->bond)) < 0)
		info->bond[0] = '\0';
}

/* Which port of another function's RDMA device is this interface? 0: none. */
static uint8_t port_of(const struct ece_os *os, const char *rdma, const char *netdev)
{
	char path[ECE_NIC_PATH_MAX], name[ECE_OS_NAME_MAX];

	for (uint8_t port = 2; port <= PORTS_MAX; port++) {
		snprintf(path, sizeof(path), "%s/ports/%u/gid_attrs/ndevs/0", rdma, port);
		if (ece_host_line(os, ECE_OS_INFINIBAND, path, name, sizeof(name)) > 0 && !strcmp(name, netdev))
			return port;
	}
	return 0;
}

static void share(struct ece_nic_info *info, struct ece_nic_info *owner, uint8_t port)
{
	ece_nic_name_copy(info->rdma, owner->rdma);
	ece_nic_name_copy(info->rdma_on, owner->pci);
	info->port = port;
}

static bool take_from(const struct ece_os *os, struct ece_nic_info *info, struct ece_nic_info *owner)
{
	uint8_t port;

	if (info->bond[0] && !strcmp(info->bond, owner->bond)) {
		share(info, owner, 1);
		ece_nic_note(info, "RoCE LAG %s: its RDMA device %s is on %s", info->bond, owner->rdma, owner->pci);
		if (!strstr(owner->note, "RoCE LAG"))
			ece_nic_note(owner, "RoCE LAG %s: %s carries the traffic of all its ports", owner->bond,
				     owner->rdma);
		return true;
	}
	port = port_of(os, owner->rdma, info->netdev);
	if (!port)
		return false;
	share(info, owner, port);
	ece_nic_note(info, "port %u of %s, which is on %s", port, owner->rdma, owner->pci);
	return true;
}

static void find_owner(const struct ece_os *os, struct ece_nics *nics, struct ece_nic_info *info)
{
	for (size_t i = 0; i < nics->count; i++) {
		struct ece_nic_info *owner = &nics->list[i];

		if (owner != info && owner->rdma[0] && !owner->rdma_on[0] && ece_nic_same_slot(info, owner) &&
		    take_from(os, info, owner))
			return;
	}
}

void ece_nic_link_up(const struct ece_os *os, struct ece_nics *nics)
{
	for (size_t i = 0; i < nics->count; i++)
		find_bond(os, &nics->list[i]);
	for (size_t i = 0; i < nics->count; i++)
		if (nics->list[i].netdev[0] && !nics->list[i].rdma[0] && !nics->list[i].rdma_elsewhere)
			find_owner(os, nics, &nics->list[i]);
}
