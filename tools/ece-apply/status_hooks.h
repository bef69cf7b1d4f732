/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who should have been told of runs and was not, in the status. */
#ifndef ECE_TOOLS_ECE_APPLY_STATUS_HOOKS_H
#define ECE_TOOLS_ECE_APPLY_STATUS_HOOKS_H

#include <jansson.h>

#include "lib/control/control.h"

/**
 * status_hooks_text - a line for each server; none where all got there
 *
 * What cannot be told is left out. status_hooks_json() is the same as an array.
 */
void status_hooks_text(struct control *control);
json_t *status_hooks_json(struct control *control);

#endif
