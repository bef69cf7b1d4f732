/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Ctrl-C: the first one stops a run where it can be resumed, the second one ends the program at once. */
#ifndef ECE_TOOLS_ECE_APPLY_STOP_H
#define ECE_TOOLS_ECE_APPLY_STOP_H

#include <stdbool.h>

#include "lib/control/control.h"

/**
 * stop_on_signal - hand SIGINT, SIGTERM and SIGHUP to a controller
 * @control: NULL: they end the program again, as before
 */
void stop_on_signal(struct control *control);

/**
 * stop_asked - did a signal come?
 */
bool stop_asked(void);

#endif
