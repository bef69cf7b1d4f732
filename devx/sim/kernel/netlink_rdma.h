/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Parts of the resource tracker: what was asked, and the driver's dump of a queue pair. */
#ifndef ECE_DEVX_SIM_KERNEL_NETLINK_RDMA_H
#define ECE_DEVX_SIM_KERNEL_NETLINK_RDMA_H

#include "devx/sim/kernel/kernel.h"

#define SIM_RDMA_DUMP_MAX 1024 /* the driver's own limit; a longer dump comes out empty */

struct sim_rdma_request {
	unsigned int op; /* of the client NLDEV */
	bool dump;
	bool has_device, has_port, has_qpn;
	uint32_t device, port, qpn;
};

/**
 * sim_rdma_request_parse - a message from user space
 *
 * Returns 0; -EINVAL for what is none, or for another client than NLDEV.
 */
int sim_rdma_request_parse(const void *message, size_t len, struct sim_rdma_request *request);

/**
 * sim_rdma_dump_qp - have the card dump a queue pair
 *
 * The real driver lets the card write into a page; here the pieces come back in the register. Returns the length of the
 * dump; -EOPNOTSUPP where the card has no such register or its menu no queue pair.
 */
int sim_rdma_dump_qp(struct sim_kernel *kernel, struct sim_card *card, uint32_t qpn, uint8_t dump[SIM_RDMA_DUMP_MAX]);

#endif
