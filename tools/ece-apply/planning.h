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
	size_t owed_count;
	bool *within, *asked; /* of each host: the plan is for it, it is to be read; NULL: all are */
	bool owed_only;
	const struct plan_repair *repairs; /* only these are written; NULL: all that differs */
	size_t repair_count;
	bool nobody; /* it is for no host at all: nobody of those is owed anything */
};

/**
 * planning_begin - read the saved plan of the command line, if it names one; no host is asked before
 *
 * A plan of another fleet file, also of an earlier state of the same, is refused. This and planning_make() report what
 * fails to the outcome and then return false.
 */
bool planning_begin(struct planning *planning, struct session *session, const struct fleet_load *load);

/**
 * planning_narrow - what hosts are owed from earlier, and which hosts the plan is for
 *
 * With --limit, --owed or a saved plan that was made with them not all are; names that the file does not have are refused.
 */
bool planning_narrow(struct planning *planning, struct session *session, const struct fleet_load *load);

/**
 * planning_find_owed - for planning_narrow() only
 */
bool planning_find_owed(struct planning *planning, struct session *session, const struct fleet *fleet);

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
