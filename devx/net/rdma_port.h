/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * RDMA devices of any vendor and their ports, as rdma netlink tells them, without rights.
 * Source: Linux drivers/infiniband/core/nldev.c, include/uapi/rdma/rdma_netlink.h.
 */
#ifndef ECE_DEVX_NET_RDMA_PORT_H
#define ECE_DEVX_NET_RDMA_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/os/os.h"

#define ECE_RDMA_DEVICES_MAX 4096 /* of one host */

enum ece_rdma_port_state {
	ECE_RDMA_PORT_NOP = 0,
	ECE_RDMA_PORT_DOWN = 1,
	ECE_RDMA_PORT_INIT = 2,
	ECE_RDMA_PORT_ARMED = 3,
	ECE_RDMA_PORT_ACTIVE = 4,
	ECE_RDMA_PORT_ACTIVE_DEFER = 5,
};

/* Empty strings and zeros where it is not told. */
struct ece_rdma_about {
	uint32_t index; /* another one after the device registered anew */
	uint32_t ports;
	char name[64];
	char firmware[64];
	char protocol[16]; /* "roce", "ib", "iw", "opa", "usnic" */
	uint64_t node_guid, system_guid;
	uint8_t node_type; /* enum rdma_node_type */
};

struct ece_rdma_port {
	uint8_t state, physical; /* enum ece_rdma_port_state; 5 of the other is "link up" */
	uint32_t netdev_index;   /* 0: none, or it is in another network namespace */
	char netdev[64];
};

/**
 * ece_rdma_devices - all that can be seen from this network namespace, in the order of their indexes
 * @list: receives an array; free() it. NULL when there is none
 *
 * Returns 0; -EPROTONOSUPPORT: this kernel has no RDMA; -E2BIG, -ENOMEM, -EBADMSG, or an errno of the seam.
 */
int ece_rdma_devices(const struct ece_os *os, struct ece_rdma_about **list, size_t *count);

/* ece_rdma_port - one port, from 1. Returns 0; -EINVAL: no such device or port; or an errno of the seam. */
int ece_rdma_port(const struct ece_os *os, uint32_t index, uint32_t port, struct ece_rdma_port *about);

/**
 * ece_rdma_shared - do all network namespaces of this host see all RDMA devices?
 *
 * Returns 1 (mode "shared"), 0 (mode "exclusive"), or a negative errno; -EINVAL of kernels before 5.2, which share.
 */
int ece_rdma_shared(const struct ece_os *os);

/* "active", "link_up": the words of iproute2's rdma in lower case; NULL for a number that has none. */
const char *ece_rdma_port_state_name(uint8_t state);
const char *ece_rdma_physical_state_name(uint8_t state);

#endif
