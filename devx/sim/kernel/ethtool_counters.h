/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The counters of a network interface, in the driver's order. */
#ifndef ECE_DEVX_SIM_KERNEL_ETHTOOL_COUNTERS_H
#define ECE_DEVX_SIM_KERNEL_ETHTOOL_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "devx/sim/fw/state.h"

#define SIM_ETHTOOL_NAME 32 /* bytes of a name, as the kernel's */

/**
 * sim_ethtool_counters - those that the driver names now
 * @names, @values: may be NULL
 *
 * Returns their number.
 */
size_t sim_ethtool_counters(const struct fw_state *state, char (*names)[SIM_ETHTOOL_NAME], uint64_t *values);

#endif
