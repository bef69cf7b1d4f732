/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A plan for a change ticket. */
#ifndef ECE_TOOLS_ECE_APPLY_PLAN_MARKDOWN_H
#define ECE_TOOLS_ECE_APPLY_PLAN_MARKDOWN_H

#include <stdio.h>

#include "lib/plan/plan.h"

struct plan_markdown {
	const struct fleet *fleet;
	const struct plan *plan;
	const char *change_id; /* of the ticket, or NULL */
	bool simulated;
};

/**
 * plan_markdown - print all of a plan as Markdown: what, where, cost, steps, undo, what is left out, digest
 *
 * Nothing is cut. What hosts and files say is escaped, so that it cannot be taken for markup.
 */
void plan_markdown(const struct plan_markdown *view, FILE *out);

#endif
