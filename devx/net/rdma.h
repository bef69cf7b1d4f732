/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the kernel tells of an RDMA device over rdma netlink: its index, the counters of a port, who uses it. Needs no
 * rights. Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NET_RDMA_H
#define ECE_DEVX_NET_RDMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/netlink/rdma.h"
#include "devx/netlink/rdma_stat.h"
#include "devx/os/os.h"

/**
 * ece_rdma_index - the number by which rdma netlink knows a device
 * @name: as in sysfs, "mlx5_0"
 *
 * A device that registers anew, as after a reload of its driver, gets another one. Returns 0; -ENODEV: there is none of
 * that name in this network namespace; -EBADMSG: an answer was damaged; or another negative errno of the seam.
 */
int ece_rdma_index(const struct ece_os *os, const char *name, uint32_t *index);

/**
 * ece_rdma_counters - all hardware counters of a port, as the driver has them now
 * @index: of ece_rdma_index()
 * @port: from 1
 * @counters: receives an array; free() it. NULL when there is none
 *
 * Returns 0, -E2BIG for more than ECE_RDMA_COUNTERS_MAX, -ENOMEM, -EBADMSG, or an errno of the seam. -EINVAL is the
 * kernel's word for nearly everything: no such port, no counters in this driver, no such request in this kernel, and
 * a command that the firmware refused.
 */
int ece_rdma_counters(const struct ece_os *os, uint32_t index, uint32_t port, struct ece_rdma_counter **counters,
		      size_t *count);

/**
 * ece_rdma_counters_refused - why ece_rdma_counters() failed, told apart where the kernel has one word for it
 * @device, @index, @port: that it was asked of
 * @err: what it returned, not 0
 *
 * Asks the kernel what else it knows of the port. Returns -EOPNOTSUPP: there are no counters to read (this driver has
 * none, or the kernel is older than 5.3); -ENODEV: the device is gone, or registered anew under another index; -EIO:
 * there are some, and the driver or the card failed to read them; or @err for what needs no telling apart. @e is filled.
 */
int ece_rdma_counters_refused(const struct ece_os *os, const char *device, uint32_t index, uint32_t port, int err,
			      struct ece_error *e);

#define ECE_RDMA_QPS_MAX 65536 /* queue pairs of one device */

/**
 * ece_rdma_qps - all queue pairs that the kernel's resource tracker has of a device; not those made by DevX
 * @qps: receives an array; free() it. NULL when there is none
 *
 * Costs the card a command for each, and one that fails is an error of all. Returns 0, -E2BIG for more than
 * ECE_RDMA_QPS_MAX, -ENOMEM, -EBADMSG, or an errno of the seam.
 */
int ece_rdma_qps(const struct ece_os *os, uint32_t index, struct ece_rdma_qp **qps, size_t *count);

/* Can it carry data? The driver has queue pairs of its own, and every port has one for management. */
bool ece_rdma_qp_carries_data(const struct ece_rdma_qp *qp);

/* ece_rdma_contexts - how many have the device open; 0 on kernels before 5.13, which do not tell */
int ece_rdma_contexts(const struct ece_os *os, uint32_t index, uint32_t *count);

/* Who uses a device, as far as the kernel's resource tracker knows: it does not see what was made by DevX. */
struct ece_rdma_use {
	uint32_t qps;      /* queue pairs that can carry data */
	uint32_t contexts; /* as ece_rdma_contexts() has it */
};

/* ece_rdma_use - costs the card a command for each queue pair. Returns as ece_rdma_index(). */
int ece_rdma_use(const struct ece_os *os, uint32_t index, struct ece_rdma_use *use);

#endif
