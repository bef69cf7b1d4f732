/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where packets go: from what a driver wrote about it to what a frame needs, and back.
 *
 * The source side is an entry of the RoCE address table (SET_ROCE_ADDRESS): its GID, MAC, VLAN and the RoCE version.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (ads, roce_addr_layout), qp.h (mlx5_av), and what
 * drivers/infiniband/hw/mlx5/{qp,ah}.c fill in for Ethernet ports.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_PATH_H
#define ECE_DEVX_SIM_DATAPATH_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/sim/datapath/internal.h"

#define DP_PATH_HOP_LIMIT   64     /* where none was given */
#define DP_PATH_SOURCE_PORT 0xc000 /* where none was given: the first of those that RoCE sends from */

/**
 * dp_path_of_qp - the primary path of a QP
 * @context: of the QP
 *
 * The packets are marked as ECN capable where the driver left the two bits free.
 * Returns 0, or -ENOENT with @path as it was when the source GID index names no address of the port.
 */
int dp_path_of_qp(const struct dp *dp, const uint8_t *context, struct wire_path *path);

/**
 * dp_path_of_address - the same of an address vector of a datagram
 * @vector: PRM_AV_BYTES; its ECN bits go out as they are
 */
int dp_path_of_address(const struct dp *dp, const uint8_t *vector, struct wire_path *path);

/* dp_path_reply - the way back to where a packet came from; traffic class and hop limit are for the caller to mend */
void dp_path_reply(const struct wire_path *received, struct wire_path *reply);

/**
 * dp_path_priority - which priority its packets have in this port: by their DSCP where that is trusted, else their own
 */
uint8_t dp_path_priority(const struct dp *dp, const struct wire_path *path);

/**
 * dp_path_matches - did a packet come from where @path goes to?
 *
 * Network and both GIDs count; MAC, VLAN and the rest may differ, as they do behind a router.
 */
bool dp_path_matches(const struct wire_path *path, const struct wire_path *received);

/* dp_path_from_peer - the same of the path of a connected QP; nobody is its peer while that leads nowhere */
bool dp_path_from_peer(const struct dp *dp, const struct dp_queue *queue, const struct wire_packet *packet);

/* dp_own_mac - is this an address of the port: that of its function, or the MAC of one of its RoCE addresses? */
bool dp_own_mac(const struct dp *dp, const uint8_t mac[WIRE_MAC_BYTES]);

#endif
