/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Work requests, receive entries, completions. Source: rdma-core providers/mlx5/wqe.h, linux/mlx5/{qp,device}.h. */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_POST_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "devx/sim/datapath/cq.h"
#include "devx/sim/datapath/wqe.h"
#include "tests/unit/devx/sim/datapath/qp.h"

#define DRIVER_SGES_MAX 32

/* driver_sge - @bytes of registered memory from @at on */
struct driver_sge driver_sge(const struct driver_mr *mr, size_t at, size_t bytes);

/* Where UD goes to. */
struct driver_address {
	uint32_t qpn;
	uint32_t q_key; /* with its top bit set: the sender's own */
	enum driver_gid source;
	uint8_t mac[6];
	uint8_t gid[16];
	uint8_t traffic_class;
	uint8_t priority;
	uint8_t hop_limit;
	uint16_t source_port;
	uint32_t flow_label;
};

/* driver_address_of - of another card's QP, which has this q_key; by the same kind of GID on both sides */
struct driver_address driver_address_of(const struct driver_qp *qp, enum driver_gid gid);

struct driver_send {
	enum dp_opcode opcode;
	const struct driver_sge *sges;
	size_t sge_count;
	const void *inline_data; /* in front of the segments */
	size_t inline_bytes;
	bool unsignalled;
	bool solicited;
	bool fence;
	uint32_t immediate; /* host order; or the key to invalidate */
	uint64_t remote_address;
	uint32_t remote_key;
	uint64_t swap_add, compare; /* of atomics, host order */
	const struct driver_address *address;
	bool hold; /* neither record nor doorbell: see driver_ring_send() */
};

/**
 * driver_post_send - put a request into the ring, count it in the record and ring
 *
 * Nothing happens before driver_turn() and its like. The ring is not checked for room.
 * Returns the counter that its completion will tell.
 */
uint16_t driver_post_send(struct driver_qp *qp, const struct driver_send *send);

/* driver_ring_send - record and doorbell for all that was posted */
void driver_ring_send(struct driver_qp *qp);

/* driver_post_receive - put an entry into the QP's own queue and count it; the count that its completion will tell */
uint16_t driver_post_receive(struct driver_qp *qp, const struct driver_sge *sges, size_t sge_count);

/* driver_post_srq - the same of a shared queue */
uint16_t driver_post_srq(struct driver_srq *srq, const struct driver_sge *sges, size_t sge_count);

/* driver_free_srq - a completion told this entry: it goes to the end of the list of those to be filled again */
void driver_free_srq(struct driver_srq *srq, uint16_t index);

struct driver_frame {
	const uint8_t *header; /* sent inline, at least 18 bytes unless a VLAN is inserted */
	size_t header_bytes;
	const struct driver_sge *sges;
	size_t sge_count;
	bool large; /* LARGE_SEND in pieces of @mss */
	uint16_t mss;
	bool l3_checksum, l4_checksum;
	bool vlan; /* insert @tag; then there is no inline header */
	uint16_t tag;
};

/* driver_post_frame, driver_post_frame_receive - the same on the queues of Ethernet */
uint16_t driver_post_frame(struct driver_queue *sq, const struct driver_frame *frame);
uint16_t driver_post_frame_receive(struct driver_queue *rq, const struct driver_sge *sges, size_t sge_count);

/* A completion, taken apart. */
struct driver_cqe {
	enum dp_cqe opcode;
	uint8_t syndrome; /* of errors */
	uint8_t sent_opcode;
	uint32_t qpn;
	uint32_t user_index;
	uint16_t counter;
	uint32_t bytes;
	uint32_t immediate;
	uint32_t source_qp;
	uint8_t grh, network;
	uint16_t checksum;
	uint8_t raw[64];
};

/* driver_poll - the next completion, taken; false when there is none */
bool driver_poll(struct driver_cq *cq, struct driver_cqe *cqe);

/* driver_wait - let time pass until there is one, and take it; false when all is at rest and there is none */
bool driver_wait(struct driver_cq *cq, struct driver_cqe *cqe);

#endif
