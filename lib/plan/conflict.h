/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Contradictions in the fleet file: what holds for a thousand NICs is said once, with the first of them as place. */
#ifndef ECE_LIB_PLAN_CONFLICT_H
#define ECE_LIB_PLAN_CONFLICT_H

#include "devx/base/error.h"
#include "lib/base/arena.h"
#include "lib/base/intern.h"

struct conflict;

struct conflicts {
	struct ece_error_sink sink;   /* hand this to fleet_wants(); its count is that of NICs and parameters */
	struct ece_error_sink *above; /* where they end up */
	struct arena arena;
	struct intern texts; /* numbered like @list */
	struct conflict *list;
	size_t room;
};

/**
 * conflicts_init - collect for @above; nothing is allocated before the first conflict
 *
 * @conflicts must not move afterwards.
 */
void conflicts_init(struct conflicts *conflicts, struct ece_error_sink *above);

/**
 * conflicts_done - hand on what was collected, in the order of first sight, and free everything
 */
void conflicts_done(struct conflicts *conflicts);

#endif
