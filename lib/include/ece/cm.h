/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * ECE over RDMA-CM: the connection manager carries both ends' words in its REQ and REP messages.
 *
 * Two kinds of connections. Of a queue pair that librdmacm made (rdma_create_qp), librdmacm negotiates by itself,
 * always with all that the device has; ece_cm_managed() tells what came of it. Of a queue pair that the program made
 * and moves itself ("external"), the program has to do it, and these functions are the steps:
 *
 *	active                                          passive
 *	ece_cm_offer(), rdma_connect()           ──►    RDMA_CM_EVENT_CONNECT_REQUEST:
 *	                                                ece_cm_answer(): moves the queue pair to RTR and RTS
 *	RDMA_CM_EVENT_CONNECT_RESPONSE:          ◄──    rdma_accept()
 *	ece_cm_take(): moves the queue pair
 *	rdma_establish()                         ──►    RDMA_CM_EVENT_ESTABLISHED
 *
 * REJ carries reason 35 where a policy requires what the other end does not offer, or what a device left out. A
 * rejection by libece has private data: the refusal of ece/negotiate.h, so that the other end can say for which option.
 *
 * What the messages of RDMA-CM have no room for stays unknown: what the peer's policy keeps back or requires, and what
 * is in effect at the active end. The passive end has answered before, so an active end whose device leaves something
 * out that its policy requires rejects the answer, and the passive end gets RDMA_CM_EVENT_REJECTED.
 *
 * Datagrams (a lookup, SIDR, of RDMA_PS_UDP): a queue pair has many peers, so nothing is asked of it. ece_cm_answer()
 * puts this end's offer into the reply; ece_cm_take(), at RDMA_CM_EVENT_ESTABLISHED, finds it where the kernels at both
 * ends carry it. None was seen to: Linux 6.1 and 7.3 send the options without the vendor, and hand on neither. The
 * queue pair is not moved.
 *
 * Source: librdmacm's cma.c and manual pages, Linux drivers/infiniband/core/cm.c.
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
 * Without ECE at this end nothing is put in and that is no error. Returns 0, or with @e filled a negative errno:
 * -EINVAL (kind CONFLICT) where the id has a queue pair of librdmacm's, -ECONNREFUSED (REFUSED) where the policy
 * requires what this end's device does not have, or what librdmacm said.
 */
int ece_cm_offer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy, struct ece_outcome *outcome,
		 struct ece_error *e);

/**
 * ece_cm_answer - the passive end, at RDMA_CM_EVENT_CONNECT_REQUEST, before rdma_accept()
 * @id: of the event
 * @move: as for ece_negotiate(); NULL: moves the queue pair to INIT, RTR and RTS with rdma_init_qp_attr()
 * @outcome: may be NULL
 *
 * A request without ECE, or of another vendor, is answered with none: the answer never names a vendor that the request
 * did not. Returns 0, or with @e filled a negative errno: -EINVAL (kind CONFLICT) as ece_cm_offer(); -ECONNREFUSED
 * (REFUSED) where a feature that the policy requires is missing: the request was rejected with reason 35 then, and the
 * id can be destroyed; what @move returned, or what device or librdmacm said: the caller rejects the request.
 */
int ece_cm_answer(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_policy *policy,
		  int (*move)(struct ibv_qp *qp, void *arg), void *arg, struct ece_outcome *outcome,
		  struct ece_error *e);

/**
 * ece_cm_take - the active end, at RDMA_CM_EVENT_CONNECT_RESPONSE, before rdma_establish()
 * @outcome: of ece_cm_offer()
 *
 * Returns as ece_cm_answer(), and -EPROTO (PROTOCOL) where the peer agreed to what was not offered, which was rejected
 * too.
 */
int ece_cm_take(struct rdma_cm_id *id, struct ibv_qp *qp, int (*move)(struct ibv_qp *qp, void *arg), void *arg,
		struct ece_outcome *outcome, struct ece_error *e);

/**
 * ece_cm_managed_allowed - may a queue pair of librdmacm's be used under this policy?
 * @id: with its queue pair, before rdma_connect() or rdma_accept()
 *
 * librdmacm advertises all that the device has, so a policy that keeps any of it back cannot be kept. At the passive
 * end librdmacm has asked for the peer's options by then, and a queue pair beside it has to tell what the device has:
 * one is made for as long as that takes. Returns 0 with @outcome started, or with @e filled -EPERM (kind CONFLICT),
 * whose sentence names the external flow as the way, -ECONNREFUSED (REFUSED) as ece_cm_offer(), -EINVAL (CONFLICT)
 * without such a queue pair, or what the device said.
 */
int ece_cm_managed_allowed(struct rdma_cm_id *id, enum ece_role role, const struct ece_policy *policy,
			   struct ece_outcome *outcome, struct ece_error *e);

/**
 * ece_cm_managed - what came of a connection whose queue pair is librdmacm's, once it is established
 * @outcome: of ece_cm_managed_allowed()
 *
 * Only the device can tell (ECE_EFFECTIVE_BY_DEVICE): librdmacm keeps to itself whether it asked for anything. Returns
 * 0, or -ECONNREFUSED (kind REFUSED) with @e filled where a feature that the policy requires is not in effect, or not
 * known to be: the caller has to disconnect.
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
