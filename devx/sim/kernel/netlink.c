// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Netlink: one file a family answers; which one, is decided here. */
#include <errno.h>

#include "devx/sim/kernel/kernel_internal.h"

int sim_netlink(void *ctx, enum ece_os_netlink family, const void *request, size_t len, struct ece_os_reply *reply)
{
	reply->said[0] = '\0';
	switch (family) {
	case ECE_OS_NETLINK_ROUTE:
		return sim_netlink_route(ctx, request, len, reply);
	case ECE_OS_NETLINK_RDMA:
		return sim_netlink_rdma(ctx, request, len, reply);
	default:
		return -EPROTONOSUPPORT;
	}
}

/* There are no sockets to keep. */
int sim_keep(void *ctx, struct ece_os *kept)
{
	*kept = sim_kernel_os(ctx);
	return 0;
}

void sim_let_go(struct ece_os *kept)
{
	*kept = (struct ece_os){.ops = NULL};
}
