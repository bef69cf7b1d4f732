/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What both ends of a connection over RDMA-CM (ece/cm.h) have in common. */
#ifndef ECE_LIB_ECE_CM_H
#define ECE_LIB_ECE_CM_H

#include "ece/cm.h"

/**
 * cm_begin - an outcome that knows of this end, for a queue pair that the program moves itself
 *
 * Returns 0, or with @e filled -EINVAL (kind CONFLICT) where the id has a queue pair of librdmacm's, or what policy or
 * device said.
 */
int cm_begin(struct rdma_cm_id *id, struct ibv_qp *qp, enum ece_role role, const struct ece_policy *policy,
	     struct ece_outcome *outcome, struct ece_error *e);

/**
 * cm_is_datagram - a service lookup (SIDR) instead of a connection
 */
bool cm_is_datagram(const struct rdma_cm_id *id);

/**
 * cm_put - what this end's next REQ, REP or SIDR_REP carries; none leaves it as it was
 *
 * Returns 0, or a negative errno with @e filled.
 */
int cm_put(struct rdma_cm_id *id, const struct ece_offer *offer, struct ece_error *e);

/**
 * cm_get - what came in the peer's message; none where there was nothing
 *
 * Returns as cm_put().
 */
int cm_get(struct rdma_cm_id *id, struct ece_offer *offer, struct ece_error *e);

/* How a queue pair is brought to RTR or further; NULL: to RTS, as the id says. */
struct cm_move {
	int (*move)(struct ibv_qp *qp, void *arg);
	void *arg;
};

/**
 * cm_ask_and_move - ask the device, move the queue pair, and note in @outcome what is in effect then
 *
 * Returns 0, or a negative errno with @e filled.
 */
int cm_ask_and_move(struct rdma_cm_id *id, struct ibv_qp *qp, const struct ece_offer *ask, const struct cm_move *move,
		    struct ece_outcome *outcome, struct ece_error *e);

/**
 * cm_lacks_effective - is anything that a policy requires not in effect on this end's queue pair?
 *
 * It is noted in .lacking. What could not be read is not in effect.
 */
bool cm_lacks_effective(struct ece_outcome *outcome);

/**
 * cm_datagram - note what is known of a datagram queue pair and one of its peers
 * @remote: that came in the peer's message
 *
 * Such a queue pair has many peers and is ready before any of them answers: nothing is asked of it. Returns 0, or
 * -ECONNREFUSED with @e filled.
 */
int cm_datagram(struct ibv_qp *qp, const struct ece_offer *remote, struct ece_outcome *outcome, struct ece_error *e);

/**
 * cm_reject - reject the REQ, or the REP, with reason 35; its private data are the refusal of ece/negotiate.h
 *
 * A rejection that cannot be sent changes nothing: the peer runs into its own deadline.
 */
void cm_reject(struct rdma_cm_id *id, const struct ece_outcome *outcome);

/**
 * cm_refuse - reject for what @outcome lacks
 *
 * Returns -ECONNREFUSED with @e filled.
 */
int cm_refuse(struct rdma_cm_id *id, const struct ece_outcome *outcome, struct ece_error *e);

#endif
