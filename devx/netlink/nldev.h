/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What messages of NETLINK_RDMA, client NLDEV, have in common: the start of a request, and the numbers that are newer
 * than the header of an older build host. Internal to devx/netlink.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, whose numbers never change.
 */
#ifndef ECE_DEVX_NETLINK_NLDEV_H
#define ECE_DEVX_NETLINK_NLDEV_H

#include <rdma/rdma_netlink.h>

#include "devx/netlink/attr.h"
#include "devx/netlink/rdma_stat.h"

/* A kernel that checks strictly (STAT_* before 6.12, STAT_SET always) refuses a request with what it does not know. */
enum ece_nldev_newer {
	ECE_NLDEV_DRIVER_DETAILS = 97,
	ECE_NLDEV_RES_SUBTYPE = 98,
	ECE_NLDEV_STAT_OPCOUNTER_ENABLED = 104, /* 6.15 */
};

#define ECE_NLDEV_TYPE(op) ((uint16_t)RDMA_NL_GET_TYPE(RDMA_NL_NLDEV, (op)))

/**
 * ece_nldev_start - begin a request
 * @size: of @buf
 * @needed: what the request can have at most
 * @flags: besides NLM_F_REQUEST
 *
 * Returns NULL when @size is less than @needed.
 */
struct nlmsghdr *ece_nldev_start(void *buf, size_t size, size_t needed, unsigned int op, uint16_t flags);

/* ece_nldev_start_port - the same with the device and the port, from 1, that it is about */
struct nlmsghdr *ece_nldev_start_port(void *buf, size_t size, size_t needed, unsigned int op, uint32_t device,
				      uint32_t port);

/**
 * ece_nldev_counters - the counters of a STAT_HWCOUNTERS table
 *
 * Returns what @each returned when that is not 0, which ends the walk; -EBADMSG for a damaged one.
 */
int ece_nldev_counters(const struct nlattr *table, int (*each)(void *arg, const struct ece_rdma_counter *counter),
		       void *arg);

#endif
