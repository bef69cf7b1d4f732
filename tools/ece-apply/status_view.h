/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a run of the store stands. */
#ifndef ECE_TOOLS_ECE_APPLY_STATUS_VIEW_H
#define ECE_TOOLS_ECE_APPLY_STATUS_VIEW_H

#include <jansson.h>

#include "lib/control/control.h"
#include "tools/ece-apply/args.h"

#define STATUS_VERSION 1 /* of the JSON object: raised when a key changes its meaning */

/**
 * status_text - print the loaded run on stdout: the reason, then what it is, its steps, and its hosts by state
 */
void status_text(const struct control *control, const struct store_run *run, const struct apply_args *args,
		 const char *state_dir);

/**
 * status_json - {version, run, file, started, state, result, reason, counts, steps, hosts}: hosts by state, folded
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *status_json(const struct control *control, const struct store_run *run);

#endif
