/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Frames that passed the port, by kind and by priority: what QUERY_VPORT_COUNTER and PPCNT answer, and with them sysfs
 * and ethtool. Bytes are those of the frames without check sequence.
 * Source: Linux include/linux/mlx5/mlx5_ifc.h (query_vport_counter_out), drivers/infiniband/hw/mlx5/mad.c.
 */
#ifndef ECE_DEVX_SIM_FW_TRAFFIC_H
#define ECE_DEVX_SIM_FW_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/fw.h"

/* In the order of the answer of QUERY_VPORT_COUNTER. */
enum fw_frame_kind {
	FW_FRAME_RDMA_UNICAST,
	FW_FRAME_RDMA_MULTICAST,
	FW_FRAME_BROADCAST,
	FW_FRAME_UNICAST,
	FW_FRAME_MULTICAST,
	FW_FRAME_KINDS,
};

enum fw_direction { FW_RECEIVED, FW_TRANSMITTED, FW_DIRECTIONS };

struct fw_frames {
	uint64_t packets, bytes;
};

/* RDMA unicast is not in it by kind: fw_state has it, since cards of a simulated fleet count it without frames. */
struct fw_traffic {
	struct fw_frames kind[FW_DIRECTIONS][FW_FRAME_KINDS];
	struct fw_frames priority[FW_DIRECTIONS][FW_PRIORITIES];
};

/**
 * fw_count_frame - the data path counts a frame that went through the port
 * @priority: see fw_qos_priority()
 */
void fw_count_frame(struct fw *fw, enum fw_direction direction, enum fw_frame_kind kind, uint8_t priority,
		    size_t bytes);

/* fw_frames_of - frames of one kind so far */
struct fw_frames fw_frames_of(const struct fw *fw, enum fw_direction direction, enum fw_frame_kind kind);

/**
 * fw_traffic_counter - a counter by the name that ethtool gives it: "tx_prio6_packets", "rx_vport_unicast_bytes"
 *
 * Returns false for any other name.
 */
bool fw_traffic_counter(const struct fw *fw, const char *name, uint64_t *value);

/* The sets of PPCNT that have frames in them; what else they hold is not touched. */
void fw_traffic_give_priority(const struct fw *fw, uint8_t priority, uint8_t *set);
void fw_traffic_give_802_3(const struct fw *fw, uint8_t *set);
void fw_traffic_give_2863(const struct fw *fw, uint8_t *set);

#endif
