/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One pass over a fleet for --drift: what drifted, since when, and which of it is repaired now. */
#ifndef ECE_TOOLS_ECE_APPLY_DRIFT_PASS_H
#define ECE_TOOLS_ECE_APPLY_DRIFT_PASS_H

#include "lib/drift/drift.h"
#include "lib/plan/plan.h"
#include "tools/ece-apply/planning.h"
#include "tools/ece-apply/session.h"

/* Of a group of drift->groups. */
struct drift_group_view {
	size_t same_hosts; /* with this very drift now, or repaired not long ago */
	bool widespread;   /* on so many that it is repaired nowhere */
};

/* Zeroed memory is no pass. */
struct drift_pass {
	const struct fleet *fleet;
	const struct facts_host *hosts;
	struct drift *drift;
	struct drift_group_view *views; /* of each group */
	bool remembered;                /* what was found is kept for the next pass */
	char forgotten[256];            /* else why, or "" */
	bool repairing;                 /* --repair */
	struct plan_repair *repairs;    /* what is repaired now, by host, NIC, parameter */
	size_t repair_count;
	bool *within;      /* of each host: something of it is repaired now */
	uint32_t repaired; /* hosts of these */
	uint32_t waiting;  /* hosts that would be, but for the bucket */
	uint32_t owed;     /* the same, but for what they are owed by earlier runs */
	uint64_t wait_ms;  /* until the bucket has a token */
	size_t unrepaired; /* items that stay as they are */
};

/**
 * drift_pass_make - find what drifted, keep it in mind, and with --repair choose what is repaired now
 * @planning: which hosts it is for, and who is owed
 *
 * With --repair the tokens are spent and the repairs counted, durably, when it returns. Reports what fails to the
 * outcome and then returns false.
 */
bool drift_pass_make(struct drift_pass *pass, struct session *session, const struct planning *planning,
		     const struct fleet *fleet, const struct facts_host *hosts);
void drift_pass_done(struct drift_pass *pass);

/**
 * drift_pass_result - what it means that so much drifted, when nothing is repaired
 */
enum control_result drift_pass_result(const struct drift_pass *pass);

#endif
