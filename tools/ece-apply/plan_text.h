/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan for people: what differs, what is left out and why, and the steps. */
#ifndef ECE_TOOLS_ECE_APPLY_PLAN_TEXT_H
#define ECE_TOOLS_ECE_APPLY_PLAN_TEXT_H

#include "lib/plan/plan.h"
#include "tools/common/term.h"

#define PLAN_TEXT_GROUPS_MAX 40 /* printed; --json has all of them */
#define PLAN_TEXT_NOTES_MAX  40

/**
 * plan_text - print a plan
 * @fleet: the file it was made from
 * @term: where to, and what that can show
 *
 * Long host lists are cut; --json has them in full.
 */
void plan_text(const struct fleet *fleet, const struct plan *plan, const struct term *term);

#endif
