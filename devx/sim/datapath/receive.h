/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Receive entries, out of a queue's own ring or a shared one. */
#ifndef ECE_DEVX_SIM_DATAPATH_RECEIVE_H
#define ECE_DEVX_SIM_DATAPATH_RECEIVE_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/ring.h"
#include "devx/sim/datapath/sge.h"

struct dp_receive {
	uint8_t bytes[DP_WQE_MAX];
	uint16_t index;      /* of the entry: what its completion tells */
	uint32_t cqn;        /* where that goes */
	uint32_t user_index; /* of the QP, also when the entry is of a shared queue */
	struct dp_sges sges; /* into bytes: do not copy this struct, or set at and end anew */
};

/**
 * dp_receive_take - take the next entry for @queue
 *
 * A linked-list shared queue (SRQ as RMP) gives its head; events for a low-water mark of it are raised here.
 * Returns 1; 0 when none is posted, which counts as out_of_buffer; -EFAULT when it cannot be read.
 */
int dp_receive_take(struct dp *dp, struct dp_queue *queue, struct dp_receive *receive);

/* dp_receive_flush - the same out of the queue's own ring only, and nobody is told; false when none is posted */
bool dp_receive_flush(struct dp *dp, struct dp_queue *queue, struct dp_receive *receive);

#endif
