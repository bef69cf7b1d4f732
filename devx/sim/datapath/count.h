/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counting frames at the port, see devx/sim/fw/traffic.h. */
#ifndef ECE_DEVX_SIM_DATAPATH_COUNT_H
#define ECE_DEVX_SIM_DATAPATH_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/traffic.h"

struct dp;

/**
 * dp_count_frame - a frame went through the port
 * @rdma: it is a RoCE packet
 *
 * Its kind is told by the address it goes to, its priority by its DSCP or tag, as the port trusts them.
 */
void dp_count_frame(struct dp *dp, enum fw_direction direction, bool rdma, const uint8_t *frame, size_t bytes);

#endif
