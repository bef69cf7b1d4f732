/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Inside of the data path: what its files share. */
#ifndef ECE_DEVX_SIM_DATAPATH_INTERNAL_H
#define ECE_DEVX_SIM_DATAPATH_INTERNAL_H

#include "devx/sim/datapath/dp.h"
#include "devx/sim/datapath/transmit.h"
#include "devx/sim/fw/object.h"
#include "devx/sim/wire/frame.h"

#define DP_MTU_MAX 4096

struct dp_queue;
struct dp_key;

/* What one transport does; a queue has one for its life. Every member may be NULL. */
struct dp_service {
	/*
	 * The send side has, or may have, work. Sends at most *@budget packets and counts them down. Returns true
	 * when there is more that could be done at once.
	 */
	bool (*run)(struct dp *dp, struct dp_queue *queue, unsigned int *budget);
	/* A packet for this queue; @queue's state was not looked at. */
	void (*receive)(struct dp *dp, struct dp_queue *queue, const struct wire_packet *packet);
	/* queue->due_ns has come; it was set to DP_NEVER before the call. */
	void (*due)(struct dp *dp, struct dp_queue *queue);
	/* The object's state is a new one (enum prm_qp_state, or that of SQ and RQ); the context has it already. */
	void (*moved)(struct dp *dp, struct dp_queue *queue, uint8_t from, uint8_t to);
	/* What there is to see of it, for QUERY_QP and people; false when there is nothing. */
	bool (*view)(const struct dp_queue *queue, struct fw_qp_view *view);
	/* Frees queue->transport. */
	void (*free)(struct dp_queue *queue);
};

/* ethernet.c, ud.c (UD and QP1), rc.c, uc.c, umr.c */
extern const struct dp_service dp_ethernet, dp_ud, dp_rc, dp_uc, dp_umr_queue;

/* ethernet.c: a frame that is no RoCE packet; ud.c: a packet to the multicast QPN 0xffffff */
void dp_ethernet_receive(struct dp *dp, const uint8_t *frame, size_t bytes);
void dp_ud_multicast(struct dp *dp, const struct wire_packet *packet);

/* What hangs on an object that has a send or a receive queue: a QP, SQ, RQ, or a shared receive queue (RMP). */
struct dp_queue {
	struct fw_object *object;
	const struct dp_service *service; /* NULL: it only feeds others (RQ, RMP) or its transport is not modelled */
	uint16_t send_head;               /* blocks of 64 bytes consumed, as the doorbell record counts them */
	uint16_t receive_head;            /* receive entries consumed */
	uint16_t shared_head;             /* RMP: the entry to take next; receive_head only counts */
	bool ready;                       /* is in dp->ready */
	struct dp_queue *next_ready;
	struct dp_queue *previous, *next; /* of dp->all */
	uint64_t due_ns;                  /* DP_NEVER: no timer */
	uint64_t flush_ns;                /* in the error state: when to look for new receive entries; DP_NEVER: not */
	uint64_t flush_wait_ns;           /* until the look after that */
	uint64_t cnp_sent_ns;             /* the last one, where cnp_sent; see cnp.h */
	bool cnp_sent;
	void *transport; /* of its service */
};

struct dp {
	struct fw *fw;
	const struct dp_ops *ops;
	void *ctx;
	uint64_t now_ns;
	struct dp_queue *all;
	struct dp_queue *ready_first, *ready_last;
	struct dp_loop loop;           /* dp_run() looks here first */
	struct dp_key *keys;           /* those whose list an UMR wrote, see key.h */
	size_t key_bytes;              /* of these lists */
	size_t rc_bytes;               /* that connections keep, see rc_keep() */
	uint64_t dropped;              /* frames and work requests that nobody could take */
	uint8_t frame[WIRE_FRAME_MAX]; /* one frame being built */
};

/* queue.c */

/* dp_queue_of - what hangs on an object, made when it has none; NULL when out of memory or when it has no queues */
struct dp_queue *dp_queue_of(struct dp *dp, struct fw_object *object);

/* dp_queue_find - the same by kind and number; NULL when there is no such object */
struct dp_queue *dp_queue_find(struct dp *dp, enum fw_object_kind kind, uint32_t number);

/* dp_ready - dp_run() is to call the queue's run() */
void dp_ready(struct dp *dp, struct dp_queue *queue);

/*
 * dp_qp_context - the context of a QP's object; dp_qp_state - its state; dp_qp_error - move it to the error state, which
 * calls service->moved()
 */
uint8_t *dp_qp_context(const struct dp_queue *queue);
uint8_t dp_qp_state(const struct dp_queue *queue);
void dp_qp_error(struct dp *dp, struct dp_queue *queue);

/* dp_qp_mtu - data in each packet of a message but the last, 256 to DP_MTU_MAX bytes whatever the context says */
uint32_t dp_qp_mtu(const struct dp_queue *queue);

/* dp_queue_pd - the protection domain of a QP, SQ, RQ or RMP; dp_queue_counters - the counter set of a QP or RQ, 0: none */
uint32_t dp_queue_pd(const struct dp_queue *queue);
uint32_t dp_queue_counters(const struct dp_queue *queue);

/* dp_queue_event - an asynchronous event about a queue; @type: enum prm_event_type */
void dp_queue_event(struct dp *dp, const struct dp_queue *queue, uint8_t type);

__attribute__((format(printf, 2, 3))) void dp_log(struct dp *dp, const char *format, ...);

#endif
