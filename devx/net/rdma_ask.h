/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One exchange over rdma netlink, and what its refusals mean. The kernel says EINVAL to nearly everything that it cannot
 * do; what else is known of the device decides between "this kernel has no such request" and "this failed".
 * Source: Linux drivers/infiniband/core/nldev.c.
 */
#ifndef ECE_DEVX_NET_RDMA_ASK_H
#define ECE_DEVX_NET_RDMA_ASK_H

#include <stddef.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "devx/netlink/rdma.h"
#include "devx/os/os.h"

/* A list that sends this many messages in a row without an entry does not go on. One or two are usual. */
#define ECE_RDMA_EMPTY_MAX 64

union ece_rdma_request {
	uint32_t aligned;
	char bytes[ECE_RDMA_REQUEST_MAX];
};

/**
 * ece_rdma_ask - send a request and hand the messages of the answer to @each
 * @len: 0: the request could not be made
 * @said: receives what the kernel said besides an error, or is emptied; NULL: of no interest
 *
 * Returns 0; what @each returned when that is not 0; -ELOOP: the kernel sent ECE_RDMA_EMPTY_MAX messages without an
 * entry; -EBADMSG: no answer at all to a request that is not for a list, or @len is 0; or an errno of the seam.
 */
int ece_rdma_ask(const struct ece_os *os, const void *request, size_t len,
		 int (*each)(void *arg, const void *message, size_t len), void *arg, char said[ECE_OS_SAID_MAX]);

/**
 * ece_rdma_failed - put into words why an exchange about a device failed
 * @err: what ece_rdma_ask() returned; 0 returns 0 and leaves @e alone
 * @what: that was asked, "its counters"
 * @said: of ece_rdma_ask(), or NULL
 *
 * For what means the same of every request; -EINVAL is here a refusal without a reason. Returns @err.
 */
int ece_rdma_failed(struct ece_error *e, int err, const char *device, const char *what, const char *said);

/**
 * ece_rdma_find - the index of a device, and whether it has a port
 *
 * Returns 0; -ENODEV: no such device or port; -EPROTONOSUPPORT, or another errno of the seam. @e is filled.
 */
int ece_rdma_find(const struct ece_os *os, const char *device, uint32_t port, uint32_t *index, struct ece_error *e);

#endif
