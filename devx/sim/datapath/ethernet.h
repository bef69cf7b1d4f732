/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Ethernet: send queues (SQ) of a netdev put frames on the wire, its receive queues (RQ) take them in. Their transport
 * is dp_ethernet of internal.h.
 * Source: Linux include/linux/mlx5/{qp,device}.h (mlx5_wqe_eth_seg, mlx5_cqe64).
 */
#ifndef ECE_DEVX_SIM_DATAPATH_ETHERNET_H
#define ECE_DEVX_SIM_DATAPATH_ETHERNET_H

#include <stddef.h>
#include <stdint.h>

struct dp;

/* dp_ethernet_frame_max - bytes of the longest frame that the port's MTU lets through, without its check sequence */
size_t dp_ethernet_frame_max(const struct dp *dp);

#endif
