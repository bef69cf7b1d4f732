/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What identifies and describes one NIC. */
#ifndef ECE_DEVX_BACKEND_IDENTITY_H
#define ECE_DEVX_BACKEND_IDENTITY_H

#include <stdint.h>

#include "devx/os/os.h"

/* Empty strings where the host does not tell. */
struct ece_nic_info {
	char pci[ECE_OS_NAME_MAX];  /* "0000:01:00.0": where it is now */
	char rdma[ECE_OS_NAME_MAX]; /* RDMA device, "mlx5_0" */
	char netdev[ECE_OS_NAME_MAX];
	char fwctl[ECE_OS_NAME_MAX]; /* fwctl node, "fwctl0" */
	char psid[17];
	char firmware[32]; /* "28.39.1002" */
	char card[32];     /* "ConnectX-7", or "15b3:1021" for a card that the toolkit has no name for */
	uint64_t guid;     /* node GUID: the card's identity together with the PSID; 0 when unknown */
	uint16_t device_id;
	uint8_t port;        /* of the RDMA device, from 1 */
	uint32_t speed_mbps; /* 0 when unknown */
};

/**
 * ece_card_name - the name of a card type by its PCI device id
 *
 * Returns a constant string, or NULL. Source: rdma-core providers/mlx5/mlx5.c, the PCI ID database.
 */
const char *ece_card_name(uint16_t device_id);

#endif
