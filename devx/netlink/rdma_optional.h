/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which counters a port has and which of the optional ones are on: STAT_GET_STATUS, and STAT_SET with a list of those
 * that are to be on, of NETLINK_RDMA, client NLDEV (kernel 5.16). No socket here: bytes in, bytes out.
 * Source: Linux include/uapi/rdma/rdma_netlink.h, drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NETLINK_RDMA_OPTIONAL_H
#define ECE_DEVX_NETLINK_RDMA_OPTIONAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/netlink/rdma_stat.h"

struct ece_rdma_counter_status {
	char name[ECE_RDMA_COUNTER_NAME_MAX];
	uint32_t index; /* what STAT_SET names it by */
	bool optional;  /* else it always counts */
	bool on;        /* of an optional one */
};

/* Bytes of the request that has all of them on. */
#define ECE_RDMA_OPTIONAL_REQUEST_MAX (128 + 8 * ECE_RDMA_COUNTERS_MAX)

/**
 * ece_rdma_status_request - ask which counters a port has
 *
 * Returns the length of the message in @buf, or 0 when @size is less than ECE_RDMA_REQUEST_MAX.
 */
size_t ece_rdma_status_request(uint32_t device, uint32_t port, void *buf, size_t size);

/**
 * ece_rdma_status_parse - the answer
 * @message: with its header, aligned for a uint32_t; at most @len bytes are looked at
 * @each: called for each counter; what it returns, when that is not 0, ends the walk and is returned
 *
 * Attributes that are not known are passed over. Returns 0; -EBADMSG for what is not such an answer or is damaged.
 */
int ece_rdma_status_parse(const void *message, size_t len,
			  int (*each)(void *arg, const struct ece_rdma_counter_status *status), void *arg);

/**
 * ece_rdma_optional_request - have these optional counters on and all others off
 * @indexes: @count of them, at most ECE_RDMA_COUNTERS_MAX; none: all off
 *
 * Returns the length of the message in @buf, or 0 when @size is less than ECE_RDMA_OPTIONAL_REQUEST_MAX or there are too
 * many.
 */
size_t ece_rdma_optional_request(uint32_t device, uint32_t port, const uint32_t *indexes, size_t count, void *buf,
				 size_t size);

#endif
