// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* SIOCETHTOOL: not yet played. */
#include <errno.h>

#include "devx/sim/kernel/kernel_internal.h"

int sim_ethtool(void *ctx, const char *netdev, void *data)
{
	(void)ctx;
	(void)netdev;
	(void)data;
	return -EOPNOTSUPP;
}
