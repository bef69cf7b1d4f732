/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sentences about a plan, for every view of it. */
#ifndef ECE_TOOLS_ECE_APPLY_PLAN_WORDS_H
#define ECE_TOOLS_ECE_APPLY_PLAN_WORDS_H

#include "lib/plan/plan.h"

#define PLAN_WORDS_MAX 2560 /* of one sentence; the gates of a rollout with long names */

/**
 * plan_words_note - what notes of a kind are about; those that refuse the plan say so
 */
const char *plan_words_note(enum plan_note_kind kind, bool refuses);

/**
 * plan_words_cost - "12 changes act at once, on 6 NICs of 3 hosts; 35 queue pairs of 4 processes use them"
 * @cost: of the plan
 *
 * Says where it is not known what uses a NIC. Always NUL-terminates. All return @buf, of PLAN_WORDS_MAX bytes.
 */
const char *plan_words_cost(const struct plan *plan, enum ece_param_cost cost, char *buf);

/**
 * plan_words_policy - what changes of the ECE policy are; empty where there are none
 */
const char *plan_words_policy(const struct plan *plan, char *buf);

/**
 * plan_words_budget - when a run stops in this part, and what follows
 */
const char *plan_words_budget(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf);

/**
 * plan_words_gates - what judges each step of this part
 */
const char *plan_words_gates(const struct fleet *fleet, uint32_t part, char *buf);

/**
 * plan_words_lease - what hosts do that hold a change and hear nothing more
 */
const char *plan_words_lease(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf);

/**
 * plan_words_unit - what comes together, or "" where each host goes for itself
 */
const char *plan_words_unit(const struct fleet *fleet, const struct plan *plan, uint32_t part, char *buf);

#endif
