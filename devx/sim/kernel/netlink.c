// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Netlink: one file a family answers; which one, is decided here. */
#include <errno.h>

#include "devx/sim/kernel/kernel_internal.h"

int sim_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len,
		int (*each)(void *arg, const void *message, size_t len), void *arg)
{
	switch (family) {
	case ECE_OS_NETLINK_ROUTE:
		return sim_netlink_route(ctx, request, len, each, arg);
	case ECE_OS_NETLINK_RDMA:
		return sim_netlink_rdma(ctx, request, len, each, arg);
	default:
		return -EPROTONOSUPPORT;
	}
}
