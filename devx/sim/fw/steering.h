/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which Ethernet frames the port takes in, and which receive queue they are for.
 *
 * A card does this with flow tables. The model keeps those without reading them and looks at what a driver tells it
 * besides: the MAC lists and promiscuous modes of the NIC vport context, and the one indirection table (RQT) that
 * spreads frames over the channels. That table is the oldest with more than one entry, since those of single channels
 * have one; while all have one it is the oldest.
 * Layouts: Linux include/linux/mlx5/mlx5_ifc.h.
 */
#ifndef ECE_DEVX_SIM_FW_STEERING_H
#define ECE_DEVX_SIM_FW_STEERING_H

#include <stdbool.h>

#include "devx/sim/fw/command.h"
#include "devx/sim/fw/object.h"

/* fw_port_mac - the address of the function, in the low 48 bits: what its driver set, else its own */
uint64_t fw_port_mac(const struct fw *fw);

/* fw_port_takes - does the driver want frames for this address? Broadcasts always. */
bool fw_port_takes(const struct fw *fw, const uint8_t mac[FW_MAC_BYTES]);

/**
 * fw_receive_queue - the RQ for a frame
 * @hash: the same for all frames of a flow
 *
 * Returns its number, or 0 when the driver has no table.
 */
uint32_t fw_receive_queue(const struct fw *fw, uint32_t hash);

/**
 * fw_set_mac_list - keep a list of MODIFY_NIC_VPORT_CONTEXT; of a VLAN list nothing is kept
 * @context: with the list behind it, @bytes in all
 *
 * Returns false, with nothing changed, when the list is longer than FW_MACS_MAX or than the command.
 */
bool fw_set_mac_list(struct fw_driver *driver, const uint8_t *context, size_t bytes);

fw_handler fw_create_rqt;
fw_handler fw_modify_rqt;
fw_handler fw_destroy_rqt;

#endif
