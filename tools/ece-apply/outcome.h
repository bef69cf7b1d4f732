/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a command ended: gathered while it runs, printed once at its end, as text or as JSON. */
#ifndef ECE_TOOLS_ECE_APPLY_OUTCOME_H
#define ECE_TOOLS_ECE_APPLY_OUTCOME_H

#include <jansson.h>
#include <stdbool.h>

#include "lib/control/control.h"
#include "tools/common/report.h"

#define OUTCOME_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

struct outcome {
	struct report report;
	enum control_result result;
	bool simulated;
	const struct plan *plan;       /* NULL when there was none */
	const struct rollout *run;     /* NULL when nothing was carried out */
	const struct control *control; /* knows the names of its hosts; goes with @run */
	bool unverified;               /* something of the run has no trustworthy read-back */
	char run_id[RUN_ID_MAX];       /* "" for none */
	char pause[256];               /* of a paused one: what happens by itself, and when; or "" */
	bool stopped;                  /* a signal came */
	bool usage;                    /* the command line was not enough: exit 64 whatever the result says */
	const struct fleet *fleet;     /* of a plan that was made from a file */
	json_t *drift;                 /* JSON: what --drift found, or NULL */
	bool with_plan;                /* JSON: with the groups and notes of the plan */
};

/**
 * outcome_init - nothing has happened yet: the result is an error; outcome_done() frees what was kept
 */
void outcome_init(struct outcome *outcome);
void outcome_done(struct outcome *outcome);

/**
 * outcome_fail - report an error; the result becomes what stands for its kind (locked, invalid, error)
 */
void outcome_fail(struct outcome *outcome, const struct ece_error *e);

/**
 * outcome_error - report an error of this tool: outcome_fail() with a sentence
 */
__attribute__((format(printf, 4, 5))) void outcome_error(struct outcome *outcome, int code, enum ece_error_kind kind,
							 const char *format, ...);

/**
 * outcome_exit_code - what the program exits with
 */
int outcome_exit_code(const struct outcome *outcome);

/**
 * outcome_json - {version, run, result, simulated, reason, hosts, changed, unchanged, left_out, failed, unreachable, owed,
 * undone, cards, cards_changed, steps [, host_groups], errors [, plan]}
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *outcome_json(const struct outcome *outcome);

#endif
