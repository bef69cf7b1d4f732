/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How an outcome (ece/negotiate.h) comes to be: shared by the steps, the verbs and RDMA-CM. */
#ifndef ECE_LIB_ECE_OUTCOME_H
#define ECE_LIB_ECE_OUTCOME_H

#include "ece/negotiate.h"

/**
 * outcome_begin - an outcome that knows of this end alone
 * @policy: NULL: everything is allowed and nothing required
 * @card: what the device offers; not looked at, and may be NULL, where not @supported
 *
 * .local is what has to be put on the wire.
 */
void outcome_begin(struct ece_outcome *outcome, enum ece_role role, const struct ece_policy *policy,
		   const struct ece_offer *card, bool supported);

/**
 * outcome_set_remote - the peer's words came
 */
void outcome_set_remote(struct ece_outcome *outcome, const struct ece_offer *remote);

/**
 * outcome_set_effective - what is in effect on this end's queue pair
 * @effective: not looked at, and may be NULL, where @by is ECE_EFFECTIVE_NOT_READ
 */
void outcome_set_effective(struct ece_outcome *outcome, const struct ece_offer *effective, enum ece_effective_by by);

/**
 * outcome_lacks - which options that either end's policy requires are not in an offer?
 * @offer: NULL: it is not known, so none of them is
 *
 * Notes them in .lacking, beside those that are there, and returns these.
 */
uint32_t outcome_lacks(struct ece_outcome *outcome, const struct ece_offer *offer);

/**
 * outcome_refused - the sentence for what is .lacking: whose policy, which option, why it is missing
 *
 * Returns -ECONNREFUSED with @e filled, kind REFUSED.
 */
int outcome_refused(const struct ece_outcome *outcome, struct ece_error *e);

#endif
