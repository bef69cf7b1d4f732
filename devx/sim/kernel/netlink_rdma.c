// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* RDMA devices and resources over netlink: not yet played. */
#include <errno.h>

#include "devx/sim/kernel/kernel_internal.h"

int sim_netlink_rdma(struct sim_kernel *kernel, const void *request, size_t len,
		     int (*each)(void *arg, const void *message, size_t len), void *arg)
{
	(void)kernel;
	(void)request;
	(void)len;
	(void)each;
	(void)arg;
	return -EOPNOTSUPP;
}
