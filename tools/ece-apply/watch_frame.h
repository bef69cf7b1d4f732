/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One picture of a run, for a terminal. */
#ifndef ECE_TOOLS_ECE_APPLY_WATCH_FRAME_H
#define ECE_TOOLS_ECE_APPLY_WATCH_FRAME_H

#include <stdint.h>

#include "lib/counters/gate.h"
#include "lib/plan/plan.h"
#include "lib/rollout/rollout.h"
#include "tools/common/term.h"

#define WATCH_TIME_MAX 24

/* What a gate of the step that moves said last. */
struct watch_gate {
	char name[GATE_NAME_MAX];
	enum gate_result result;
	char why[GATE_WHY_MAX];
};

/* What there is to draw. */
struct watch_view {
	const struct plan *plan;
	const struct rollout *run;
	uint64_t elapsed_ns; /* since the run began */
	uint64_t now_ns;     /* on the run's clock */
	const struct watch_gate *gates;
	size_t gate_count;
};

/**
 * watch_frame - the reason, the steps with their bars, the counts, what gates said, and when leases end
 *
 * Of many steps only those around the one that moves are in it. Returns a string that free() frees, or NULL.
 */
char *watch_frame(const struct term *term, const struct watch_view *view);

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
