/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * RDMA devices of any vendor and their ports, as rdma netlink tells them, without rights.
 * Source: Linux drivers/infiniband/core/nldev.c, include/uapi/rdma/rdma_netlink.h.
 */
#ifndef ECE_DEVX_NET_RDMA_PORT_H
#define ECE_DEVX_NET_RDMA_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "devx/netlink/rdma_port.h"
#include "devx/os/os.h"

#define ECE_RDMA_DEVICES_MAX 4096 /* of one host */

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

#endif
