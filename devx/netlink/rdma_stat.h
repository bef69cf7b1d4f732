/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Hardware counters of an RDMA port: the message STAT_GET of NETLINK_RDMA, client NLDEV (kernel 5.3). No socket here:
 * bytes in, bytes out. One exchange asks the driver once for all counters; sysfs asks it for every file.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NETLINK_RDMA_STAT_H
#define ECE_DEVX_NETLINK_RDMA_STAT_H

#include <stddef.h>
#include <stdint.h>

#define ECE_RDMA_COUNTER_NAME_MAX 64  /* with the NUL; mlx5's longest has 31 */
#define ECE_RDMA_COUNTERS_MAX     512 /* of one port; mlx5 has 38 */

struct ece_rdma_counter {
	char name[ECE_RDMA_COUNTER_NAME_MAX];
	uint64_t value;
};

/**
 * ece_rdma_counters_request - ask for the counters of a port, counted from 1
 *
 * Returns the length of the message in @buf, or 0 when @size is less than ECE_RDMA_REQUEST_MAX.
 */
size_t ece_rdma_counters_request(uint32_t device, uint32_t port, void *buf, size_t size);

/**
 * ece_rdma_counters_parse - the answer
 * @message: with its header, aligned for a uint32_t; at most @len bytes are looked at
 * @each: called for each counter; what it returns, when that is not 0, ends the walk and is returned
 *
 * Optional counters that are switched off are not in it. Attributes that are not known are passed over. Returns 0;
 * -EBADMSG for what is not such an answer or is damaged.
 */
int ece_rdma_counters_parse(const void *message, size_t len,
			    int (*each)(void *arg, const struct ece_rdma_counter *counter), void *arg);

#endif
