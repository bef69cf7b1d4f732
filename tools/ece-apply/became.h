/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What became of the hosts of a run: those with the same end are one group. */
#ifndef ECE_TOOLS_ECE_APPLY_BECAME_H
#define ECE_TOOLS_ECE_APPLY_BECAME_H

#include <jansson.h>
#include <stdio.h>

#include "tools/ece-apply/outcome.h"

#define BECAME_LINES_MAX 20 /* printed; how many hosts are in further groups is then said */
#define BECAME_WHAT_MAX  512

struct became_group {
	char *hosts; /* folded: "gpu[001-120,125]" */
	size_t host_count;
	size_t nics; /* changed on each of them; 0: none, or not known any more */
	enum rollout_host_state state;
	char what[BECAME_WHAT_MAX]; /* "8 NICs changed each" */
};

struct became {
	struct became_group *groups; /* those that went well first */
	size_t count;
};

/**
 * became_make - look at each host that @outcome's run has, and at those that could not be read when it was planned
 *
 * A host that several changes of the run touch has the worst of their ends. became_free() it.
 * Returns 0 or -ENOMEM, with nothing held.
 */
int became_make(const struct outcome *outcome, struct became *became);
void became_free(struct became *became);

/**
 * became_text - a line for each group, two columns in: "  gpu[001-120,125]: 8 NICs changed each"
 */
void became_text(const struct became *became, FILE *out);

/**
 * became_json - [{hosts, host_count, state, nics, what}]
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *became_json(const struct outcome *outcome);

#endif
