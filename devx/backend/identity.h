/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What identifies and describes one NIC, and whether it may be written. */
#ifndef ECE_DEVX_BACKEND_IDENTITY_H
#define ECE_DEVX_BACKEND_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/os/os.h"

#define ECE_NIC_TEXT_MAX 192

enum ece_nic_kind {
	ECE_NIC_PF,
	ECE_NIC_VF,
	ECE_NIC_SF,
	ECE_NIC_KIND_COUNT,
};

enum ece_link_layer {
	ECE_LINK_UNKNOWN,
	ECE_LINK_ETHERNET,
	ECE_LINK_INFINIBAND,
	ECE_LINK_LAYER_COUNT,
};

/* What keeps a NIC from being written. It is shown all the same, with what can be read of it. */
enum ece_nic_bar {
	ECE_NIC_BAR_NONE,
	ECE_NIC_BAR_NO_DRIVER,
	ECE_NIC_BAR_OTHER_DRIVER,   /* vfio-pci and the like: a guest or a program owns it */
	ECE_NIC_BAR_VIRTUAL,        /* VF, SF: its port is the physical function's */
	ECE_NIC_BAR_INFINIBAND,     /* no RoCE here */
	ECE_NIC_BAR_FABRIC_MANAGER, /* manages the NVSwitches of this machine */
	ECE_NIC_BAR_DPU,            /* the card's own CPU is in charge of it, or that cannot be told */
	ECE_NIC_BAR_NO_IDENTITY,    /* it could not be known again for an undo */
	ECE_NIC_BAR_OTHER,          /* what an agent of a newer version says */
	ECE_NIC_BAR_COUNT,
};

/* Empty strings where the host does not tell. */
struct ece_nic_info {
	char pci[ECE_OS_NAME_MAX];     /* "0000:01:00.0": where it is now; of an SF its device, "mlx5_core.sf.2" */
	char parent[ECE_OS_NAME_MAX];  /* of VF and SF: PCI address of the physical function; empty in a guest */
	char rdma[ECE_OS_NAME_MAX];    /* RDMA device, "mlx5_0" */
	char rdma_on[ECE_OS_NAME_MAX]; /* PCI address of the function that has it, when that is another one */
	bool rdma_elsewhere;           /* it has one, in another network namespace; rdma is empty then */
	char netdev[ECE_OS_NAME_MAX];
	char bond[ECE_OS_NAME_MAX];   /* the bond that the interface is a port of */
	char fwctl[ECE_OS_NAME_MAX];  /* fwctl node, "fwctl0" */
	char driver[ECE_OS_NAME_MAX]; /* "mlx5_core" */
	char psid[17];
	char firmware[32];  /* "28.39.1002" */
	char card[32];      /* "ConnectX-7", or "15b3:1021" for a card that the toolkit has no name for */
	uint64_t guid;      /* node GUID: the function's identity together with the PSID; 0 when unknown */
	uint64_t card_guid; /* system image GUID: the same for all functions of one card; 0 when unknown */
	uint16_t device_id;
	uint8_t port;        /* of the RDMA device, from 1 */
	uint32_t speed_mbps; /* 0 when unknown */
	enum ece_nic_kind kind;
	enum ece_link_layer link;
	enum ece_nic_bar bar;
	char why[ECE_NIC_TEXT_MAX];  /* of the bar, for people: why, and what can be done */
	char note[ECE_NIC_TEXT_MAX]; /* what else is odd, for people */
};

/**
 * ece_card_name - the name of a card type by its PCI device id
 *
 * Returns a constant string, or NULL. Source: rdma-core providers/mlx5/mlx5.c, the PCI ID database.
 */
const char *ece_card_name(uint16_t device_id);

/* Is this the id of a virtual function; of a card with a CPU of its own? Source: as above. */
bool ece_card_is_virtual(uint16_t device_id);
bool ece_card_is_dpu(uint16_t device_id);

/* Words for programs: "pf", "vf", "sf"; "unknown", "ethernet", "infiniband"; "none", "no_driver", ... */
const char *ece_nic_kind_name(enum ece_nic_kind kind);
const char *ece_link_layer_name(enum ece_link_layer link);
const char *ece_nic_bar_name(enum ece_nic_bar bar);

/* Is it this host that bars it, and not what the NIC is? Then another driver or kernel would help. */
bool ece_nic_bar_is_hosts(enum ece_nic_bar bar);

/**
 * ece_nic_bar_parse - the reverse of ece_nic_bar_name()
 *
 * Returns 0, or -EINVAL for a word that is none.
 */
int ece_nic_bar_parse(const char *name, enum ece_nic_bar *bar);

#endif
