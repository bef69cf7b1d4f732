/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counters of the port and of its PCI side: what PPCNT and MPCNT answer, and so what ethtool shows and, in part, the
 * files of counters/ in sysfs. Frames among them are counted by traffic.c; the rest stands where it was put, by
 * lib/simfleet or by a test, since nothing on a cable makes it.
 * Names: Linux drivers/net/ethernet/mellanox/mlx5/core/en_stats.c, drivers/infiniband/core/sysfs.c.
 */
#ifndef ECE_DEVX_SIM_FW_PORT_COUNTER_H
#define ECE_DEVX_SIM_FW_PORT_COUNTER_H

#include "devx/sim/fw/register.h"

fw_register_handler fw_ppcnt;
fw_register_handler fw_mpcnt;

/**
 * fw_port_counter - a counter of the port by the name that ethtool or sysfs gives it: "rx_crc_errors_phy"
 *
 * Returns where it stands in @state, or NULL for any other name.
 */
uint64_t *fw_port_counter(struct fw_state *state, const char *name);

/* fw_priority_counter - the same of one priority: "rx_prio3_pause" */
uint64_t *fw_priority_counter(struct fw_state *state, const char *name);

#endif
