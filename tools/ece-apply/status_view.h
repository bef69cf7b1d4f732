/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a run of the store stands. */
#ifndef ECE_TOOLS_ECE_APPLY_STATUS_VIEW_H
#define ECE_TOOLS_ECE_APPLY_STATUS_VIEW_H

#include <jansson.h>

#include "lib/control/control.h"
#include "tools/ece-apply/args.h"

#define STATUS_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/**
 * status_text - print the loaded run on stdout: the reason, then what it is, its steps, its gates, its hosts by state
 * @store: for who carries it out
 *
 * Where a gate stopped the run, the hosts that it went by are shown, treated and untouched.
 * Returns 0 or a negative errno with @e filled: what was printed is then not all of it.
 */
int status_text(struct control *control, struct store *store, const struct store_run *run,
		const struct apply_args *args, struct ece_error *e);

/**
 * status_json - {version, run, file, change_id, generation, started, state, result, reason, pause, by, waits, leases, steps,
 * gates, hosts}: gates as verdict_json(), the newest verdict of each on each step; hosts by state, folded
 *
 * Returns a new reference, or NULL when memory ran out or the evidence cannot be read.
 */
json_t *status_json(struct control *control, struct store *store, const struct store_run *run);

#endif
