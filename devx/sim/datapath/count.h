/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counting frames at the port, see devx/sim/fw/traffic.h. */
#ifndef ECE_DEVX_SIM_DATAPATH_COUNT_H
#define ECE_DEVX_SIM_DATAPATH_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/traffic.h"

struct dp;
struct wire_bth;
struct wire_path;

/**
 * dp_count_frame - a frame of the Ethernet service went through the port
 *
 * Its kind is told by the address it goes to, its priority by its DSCP or tag, as the port trusts them.
 */
void dp_count_frame(struct dp *dp, enum fw_direction direction, const uint8_t *frame, size_t bytes);

/**
 * dp_count_packet - the same of a RoCE packet, which also goes through the flow tables of RDMA traffic
 * @source: the queue pair that sends it; 0 of what is received
 *
 * Its priority: see dp_path_priority().
 */
void dp_count_packet(struct dp *dp, enum fw_direction direction, const struct wire_path *path,
		     const struct wire_bth *bth, uint32_t source, size_t bytes);

#endif
