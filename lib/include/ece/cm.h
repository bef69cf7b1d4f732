/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ECE over RDMA-CM: the connection manager carries both ends' words in its REQ and REP messages.
 *
 * Two kinds of connections. Of a queue pair that librdmacm made (rdma_create_qp), librdmacm negotiates by itself, always
 * with all that the device has; ece_cm_managed() tells what came of it. Of a queue pair that the program made and moves
 * itself ("external"), the program has to do it, and these functions are the steps:
 *
 *	active                                          passive
 *	ece_cm_offer(), rdma_connect()           ──►    RDMA_CM_EVENT_CONNECT_REQUEST:
 *	                                                ece_cm_answer(): moves the queue pair to RTR and RTS
 *	RDMA_CM_EVENT_CONNECT_RESPONSE:          ◄──    rdma_accept()
 *	ece_cm_take(): moves the queue pair
 *	rdma_establish()                         ──►    RDMA_CM_EVENT_ESTABLISHED
 *
 * REJ carries reason 35 where a policy required what the other end does not offer. Source: librdmacm's cma.c and manual
 * pages, Linux drivers/infiniband/core/cm.c.
 *
 * One thread at a time may use an id or an outcome.
 */
#ifndef ECE_CM_H
#define ECE_CM_H

#include <ece/negotiate.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rdma_cm_id;
struct rdma_cm_event;

#define ECE_CM_REJECT_REASON 35 /* "vendor option not supported" */

/**
 * ece_cm_offer - the active end, before rdma_connect()
 * @id: with an address resolved and no queue pair of its own
 * @qp: the program's, in RESET or INIT
 * @policy: NULL: ece_policy_find() for the id's device
 * @outcome: is started here and goes on through ece_cm_take()
 *
 * Without ECE at this end nothing is put in and that is no error. Returns 0, or with @e filled a negative errno: -EINVAL
 * (kind CONFLICT) where the id has a queue pair of librdmacm's, -ECONNREFUSED (REFUSED) where the policy requires what this
 * end's device does not have.
 */
int ece_cm_offer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy, struct ece_outcome *outcome,
		 struct ece_error *e);

/**
 * ece_cm_answer - the passive end, at RDMA_CM_EVENT_CONNECT_REQUEST, before rdma_accept()
 * @id: of the event
 * @move: as for ece_negotiate(); NULL: moves the queue pair to INIT, RTR and RTS with rdma_init_qp_attr()
 *
 * Returns 0, or with @e filled a negative errno: -ECONNREFUSED (REFUSED) where a feature that the policy requires is
 * missing. The request was rejected with reason 35 then, and the id can be destroyed.
 */
int ece_cm_answer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy,
		  int (*move)(struct ibv_qp *qp, void *arg), void *arg, struct ece_outcome *outcome,
		  struct ece_error *e);

/**
 * ece_cm_take - the active end, at RDMA_CM_EVENT_CONNECT_RESPONSE, before rdma_establish()
 * @outcome: of ece_cm_offer()
 *
 * Returns as ece_cm_answer().
 */
int ece_cm_take(struct rdma_cm_id *id, struct ibv_qp *qp, int (*move)(struct ibv_qp *qp, void *arg), void *arg,
		struct ece_outcome *outcome, struct ece_error *e);

/**
 * ece_cm_managed_allowed - may a queue pair of librdmacm's be used under this policy?
 * @id: with its queue pair, before rdma_connect() or rdma_accept()
 *
 * librdmacm advertises all that the device has, so a policy that keeps any of it back cannot be kept. Returns 0 with
 * @outcome started, or with @e filled -EPERM (kind CONFLICT), whose sentence names the external flow as the way.
 */
int ece_cm_managed_allowed(struct rdma_cm_id *id, enum ece_role role, const struct ece_policy *policy,
			   struct ece_outcome *outcome, struct ece_error *e);

/**
 * ece_cm_managed - what came of a connection whose queue pair is librdmacm's, once it is established
 * @outcome: of ece_cm_managed_allowed()
 *
 * Returns 0, or -ECONNREFUSED (kind REFUSED) with @e filled where a feature that the policy requires is not in effect:
 * the caller has to disconnect.
 */
int ece_cm_managed(struct rdma_cm_id *id, struct ece_outcome *outcome, struct ece_error *e);

/**
 * ece_cm_was_refused - does an event say that the peer refused for ECE's sake?
 *
 * Fills @e (-ECONNREFUSED, kind REFUSED) if so.
 */
bool ece_cm_was_refused(const struct rdma_cm_event *event, struct ece_error *e);

#ifdef __cplusplus
}
#endif

#endif
