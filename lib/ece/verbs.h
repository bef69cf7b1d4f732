/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What negotiations over a socket and over RDMA-CM have in common. */
#ifndef ECE_LIB_ECE_VERBS_H
#define ECE_LIB_ECE_VERBS_H

#include "ece/negotiate.h"

/**
 * verbs_policy - the policy of a connection
 * @given: the caller's; NULL: of the host, for the queue pair's device
 *
 * Returns 0, or a negative errno with @e filled.
 */
int verbs_policy(const struct ibv_qp *qp, const struct ece_policy *given, struct ece_policy *policy,
		 struct ece_error *e);

/**
 * verbs_moved - what came of a queue pair's transition
 * @ret: of the program's function; a positive errno, as ibv_modify_qp() returns it, is one too
 * @asked: options that went to the device with it
 *
 * Returns 0, or the negative errno with @e filled.
 */
int verbs_moved(int ret, const struct ece_offer *asked, struct ece_error *e);

#endif
