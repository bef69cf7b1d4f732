/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Unreliable connections: SEND and RDMA WRITE in packets that nobody acknowledges. A gap in the sequence drops the
 * message it is in, and the receive entry waits for the next one.
 * Their transport is dp_uc of internal.h. Source: IBTA volume 1, 9.8.2.
 */
#ifndef ECE_DEVX_SIM_DATAPATH_UC_H
#define ECE_DEVX_SIM_DATAPATH_UC_H

#include "devx/sim/datapath/internal.h"
#include "devx/sim/datapath/receive.h"
#include "devx/sim/wire/extended.h"

/* What a packet's number says, without the service in its top bits. */
#define DP_UC_WRITE    6 /* of the first WRITE */
#define DP_UC_FIRST    0
#define DP_UC_MIDDLE   1
#define DP_UC_LAST     2
#define DP_UC_LAST_IMM 3
#define DP_UC_ONLY     4
#define DP_UC_ONLY_IMM 5
#define DP_UC_KINDS    6 /* of each of the two */

/* What hangs on a queue pair. */
struct dp_uc {
	uint32_t sent; /* bytes of the request that is being sent */

	bool in_message; /* being received */
	bool write;
	uint32_t received;
	struct wire_reth reth; /* of a WRITE: what its first packet announced */
	bool has_entry;        /* a receive entry was taken, and nothing completed it yet */
	struct dp_receive entry;
};

/* dp_uc_of - made when it is first needed; NULL when out of memory */
struct dp_uc *dp_uc_of(struct dp_queue *queue);

/* dp_uc_receive - a packet for the queue pair */
void dp_uc_receive(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);

#endif
