/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The part of queue.c that only dp.c needs; the rest is in internal.h. */
#ifndef ECE_DEVX_SIM_DATAPATH_QUEUE_H
#define ECE_DEVX_SIM_DATAPATH_QUEUE_H

#include "devx/sim/datapath/internal.h"

/* dp_queue_take_ready - the queue that waits longest for its run(), no longer ready; NULL when none is */
struct dp_queue *dp_queue_take_ready(struct dp *dp);

/* dp_queue_detach - free what hangs on an object that goes */
void dp_queue_detach(struct dp *dp, struct dp_queue *queue);

/**
 * dp_queue_moved - an object's state is a new one
 *
 * A reset clears what was consumed. In the error state everything posted is flushed, after the service was told; in any
 * other state the service looks for work.
 */
void dp_queue_moved(struct dp *dp, struct dp_queue *queue, uint8_t from, uint8_t to);

/* dp_queue_flush_due - queue->flush_ns has come: flush what was posted to a queue in the error state since */
void dp_queue_flush_due(struct dp *dp, struct dp_queue *queue);

#endif
