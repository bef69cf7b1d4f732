/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reading again and again until somebody ends it. */
#ifndef ECE_TOOLS_ECE_COUNTERS_WATCH_H
#define ECE_TOOLS_ECE_COUNTERS_WATCH_H

#include "tools/ece-counters/reading.h"
#include "tools/ece-counters/screen.h"

/* watch_parts - what is read: of the files of the port, each a command of the firmware, all only with --all */
unsigned int watch_parts(const struct counters_args *args);

/**
 * watch_run - draw, print or write JSON lines until the end
 * @screen: of screen_open(), and not shown; is given back before this returns
 *
 * Returns 0; -EPIPE without more: nobody reads what is printed; or a negative errno with @e filled.
 */
int watch_run(const struct counters_args *args, struct reading *reading, struct screen *screen, struct ece_error *e);

#endif
