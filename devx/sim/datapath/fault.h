/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Receive entries that cannot hold what arrived. */
#ifndef ECE_DEVX_SIM_DATAPATH_FAULT_H
#define ECE_DEVX_SIM_DATAPATH_FAULT_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/receive.h"

/**
 * dp_entry_fault - complete an entry in error, and count that
 * @err: of dp_scatter(): -ENOSPC for one that is too short, anything else for memory that may not be written
 *
 * What becomes of the queue is for the caller.
 */
void dp_entry_fault(struct dp *dp, struct dp_queue *queue, const struct dp_receive *receive, int err);

#endif
