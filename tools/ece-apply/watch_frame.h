/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One picture of a run, for a terminal. */
#ifndef ECE_TOOLS_ECE_APPLY_WATCH_FRAME_H
#define ECE_TOOLS_ECE_APPLY_WATCH_FRAME_H

#include <stdint.h>

#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"
#include "tools/common/term.h"

#define WATCH_TIME_MAX 24

/**
 * watch_frame - the steps with their bars, and the counts
 *
 * Of many steps only those around the one that moves are in it. Returns a string that free() frees, or NULL.
 */
char *watch_frame(const struct term *term, const struct plan *plan, const struct rollout *run, uint64_t elapsed_ns);

/**
 * watch_time - "01:02:03"
 *
 * Returns @buf.
 */
const char *watch_time(uint64_t ns, char buf[WATCH_TIME_MAX]);

/**
 * watch_step_text - the state of a step in words: "waiting", "writing", "watched", ...
 *
 * Returns a constant string.
 */
const char *watch_step_text(enum rollout_step_state state);

#endif
