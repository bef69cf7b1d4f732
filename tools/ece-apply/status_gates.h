/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The verdicts of a run as its status shows them: the newest of each gate on each step. */
#ifndef ECE_TOOLS_ECE_APPLY_STATUS_GATES_H
#define ECE_TOOLS_ECE_APPLY_STATUS_GATES_H

#include <jansson.h>

#include "lib/control/control.h"

/**
 * status_gates_text - print them on stdout; of those that did not pass the sentence and the hosts it went by
 *
 * Prints nothing for a run without verdicts. Returns 0 or a negative errno with @e filled.
 */
int status_gates_text(struct control *control, struct ece_error *e);

/**
 * status_gates_json - an array of verdict_json()
 *
 * Returns a new reference, or NULL when memory ran out or the evidence cannot be read.
 */
json_t *status_gates_json(struct control *control);

#endif
