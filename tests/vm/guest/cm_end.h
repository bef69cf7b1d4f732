/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One end of an RDMA-CM connection for the guest's programs cm and ececm: all but ECE. Whatever fails ends the program. */
#ifndef ECE_TESTS_VM_GUEST_CM_END_H
#define ECE_TESTS_VM_GUEST_CM_END_H

#include <stdbool.h>
#include <stdint.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#define MESSAGE_BYTES 3000 /* some packets */

struct end {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *id;
	struct rdma_cm_id *listener; /* of the end that listens */
	struct rdma_addrinfo *address;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	struct rdma_conn_param param;
	bool listens;
	bool own; /* the queue pair is the program's, not librdmacm's */
	uint8_t message[MESSAGE_BYTES];
};

/* die - say what failed, with errno; must - the same where @ret is not 0, which may be an errno */
void die(const char *what);
void must(int ret, const char *what);

/**
 * end_open - an id that is bound to the address, or has resolved it
 * @space: RDMA_PS_TCP or RDMA_PS_UDP
 */
void end_open(struct end *end, bool listens, const char *address, const char *port, enum rdma_port_space space);

/**
 * end_await - one end waits for a request, whose id it goes on with
 */
void end_await(struct end *end);

/**
 * end_next - the next event; rdma_ack_cm_event() it. end_pass - it has to be this one
 */
struct rdma_cm_event *end_next(struct end *end, enum rdma_cm_event_type hoped);
void end_pass(struct end *end, enum rdma_cm_event_type wanted);

/**
 * end_make_qp - as .own says; end_move - to INIT, RTR and RTS as the id says
 */
void end_make_qp(struct end *end);
void end_move(struct end *end);

/**
 * end_post, end_send, end_receive - one message from the end that connects to the other one, which compares it
 */
void end_post(struct end *end);
void end_send(struct end *end);
void end_receive(struct end *end);

/**
 * end_hold - "ready", until the program's input ends; then disconnect
 */
void end_hold(struct end *end);

#endif
