/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Send queues that wait for nobody: each work request is done with when its packets have left. */
#ifndef ECE_DEVX_SIM_DATAPATH_SENDER_H
#define ECE_DEVX_SIM_DATAPATH_SENDER_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/wqe.h"

struct dp_sender {
	enum dp_layout layout;
	/*
	 * Sends what @wqe asks for, which was taken apart. It has counted as one packet already; a request of more
	 * counts the others itself. Returns 0, the syndrome of an error completion (enum dp_syndrome), or -EAGAIN
	 * when the budget is used up in the middle: it is called with the same request again.
	 */
	int (*send)(struct dp *dp, struct dp_queue *queue, const struct dp_wqe *wqe, unsigned int *budget);
	/* A request failed, or the queue cannot be read: it stops here. */
	void (*failed)(struct dp *dp, struct dp_queue *queue);
};

/**
 * dp_send_posted - the run() of such a queue, whose state allows it
 *
 * What counts as posted is looked up once, so one call ends at that however the driver's memory changes.
 */
bool dp_send_posted(struct dp *dp, struct dp_queue *queue, const struct dp_sender *sender, unsigned int *budget);

/**
 * dp_qp_send_failed - ->failed of datagrams and unreliable connections: the send side stops (SQER), the other goes on
 */
void dp_qp_send_failed(struct dp *dp, struct dp_queue *queue);

/* dp_qp_sends, dp_qp_receives - does the state of a QP let it? */
bool dp_qp_sends(const struct dp_queue *queue);
bool dp_qp_receives(const struct dp_queue *queue);

#endif
