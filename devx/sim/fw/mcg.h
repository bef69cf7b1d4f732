/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Multicast groups: which queue pairs get the packets for a GID. Source: Linux mlx5_ifc.h (attach_to_mcg_in). */
#ifndef ECE_DEVX_SIM_FW_MCG_H
#define ECE_DEVX_SIM_FW_MCG_H

#include "devx/sim/fw/command.h"

fw_handler fw_attach_to_mcg;
fw_handler fw_detach_from_mcg;

/**
 * fw_mcg_next - walk the members of a group
 * @gid: FW_GID_BYTES
 * @at: where to go on; 0 to begin with
 *
 * Returns the number of a queue pair, which may be gone since; 0 behind the last member.
 */
uint32_t fw_mcg_next(const struct fw *fw, const uint8_t *gid, size_t *at);

#endif
