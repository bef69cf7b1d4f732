/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where packets of RDMA go: the path in the context of a queue pair, the address vector in a datagram's work request,
 * and the table of the port's own addresses.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (ads, roce_addr_layout) and qp.h (mlx5_av).
 */
#ifndef ECE_DEVX_PRM_ADDRESS_H
#define ECE_DEVX_PRM_ADDRESS_H

#include <stdint.h>

#include "devx/prm/field.h"

#define PRM_GID_BYTES 16

/* A path. */
#define PRM_ADS_RGID_AT 0x10
#define PRM_ADS_RMAC_AT 0x26
#define PRM_ADS(ROW)                      \
	ROW(pkey_index, 0x00, 15, 0)      \
	ROW(src_addr_index, 0x08, 23, 16) \
	ROW(hop_limit, 0x08, 7, 0)        \
	ROW(tclass, 0x0c, 27, 20)         \
	ROW(flow_label, 0x0c, 19, 0)      \
	ROW(dscp, 0x20, 21, 16)           \
	ROW(udp_sport, 0x20, 15, 0)       \
	ROW(eth_prio, 0x24, 30, 28)
PRM_DECLARE_LAYOUT(ads, PRM_ADS);

/* An address vector. The service level of RoCE is the priority of a VLAN tag. */
#define PRM_AV_BYTES    48
#define PRM_AV_OWN_QKEY UINT32_C(0x80000000) /* of qkey: that of the queue pair goes out instead */
#define PRM_AV_RMAC_AT  0x14
#define PRM_AV_RGID_AT  0x20
#define PRM_AV(ROW)                       \
	ROW(qkey, 0x00, 31, 0)            \
	ROW(dqp, 0x08, 23, 0)             \
	ROW(eth_prio, 0x0c, 27, 25)       \
	ROW(udp_sport, 0x0c, 15, 0)       \
	ROW(tclass, 0x18, 15, 8)          \
	ROW(hop_limit, 0x18, 7, 0)        \
	ROW(grh, 0x1c, 30, 30)            \
	ROW(src_addr_index, 0x1c, 27, 20) \
	ROW(flow_label, 0x1c, 19, 0)
PRM_DECLARE_LAYOUT(av, PRM_AV);

/* One of the port's own addresses, as SET_ROCE_ADDRESS has it; an IPv4 address is in the last four bytes of the GID. */
#define PRM_ROCE_ADDR_GID_AT 0x00
#define PRM_ROCE_ADDR_MAC_AT 0x12
#define PRM_ROCE_ADDR(ROW)             \
	ROW(vlan_valid, 0x10, 28, 28)  \
	ROW(vlan_id, 0x10, 27, 16)     \
	ROW(roce_l3_type, 0x18, 11, 8) \
	ROW(roce_version, 0x18, 7, 0)
PRM_DECLARE_LAYOUT(roce_addr, PRM_ROCE_ADDR);

enum prm_roce_version {
	PRM_ROCE_VERSION_1 = 0,
	PRM_ROCE_VERSION_2 = 2,
};

enum prm_roce_l3_type {
	PRM_ROCE_L3_IPV4 = 0,
	PRM_ROCE_L3_IPV6 = 1,
};

#endif
