/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The plan of a file and of what hosts have: a new one, or one that was saved; and how one is saved. */
#ifndef ECE_TOOLS_ECE_APPLY_PLANNING_H
#define ECE_TOOLS_ECE_APPLY_PLANNING_H

#include "lib/plan/saved.h"
#include "tools/ece-apply/fleet_load.h"
#include "tools/ece-apply/session.h"

/* Zeroed memory is no plan. */
struct planning {
	struct plan *plan;
	const struct facts_host *hosts; /* those of the controller */
	size_t host_count;
	struct plan_saved *saved; /* --plan */
	struct store_owed *listed;
	struct plan_owed *owed; /* of this fleet's hosts, among them */
};

/**
 * planning_begin - read the saved plan of the command line, if it names one; no host is asked before
 *
 * A plan of another fleet file, also of an earlier state of the same, is refused. This and planning_make() report what
 * fails to the outcome and then return false.
 */
bool planning_begin(struct planning *planning, struct session *session, const struct fleet_load *load);

/**
 * planning_make - compare
 * @hosts: what control_read() gave
 */
bool planning_make(struct planning *planning, struct session *session, const struct fleet_load *load,
		   const struct facts_host *hosts, size_t count);

/**
 * planning_save - write the plan to the file of --plan-out
 */
bool planning_save(const struct planning *planning, struct session *session, const struct fleet_load *load);
void planning_done(struct planning *planning);

#endif
