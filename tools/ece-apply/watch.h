/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A run as it moves, on stderr: drawn in place on a terminal, one line a change elsewhere. */
#ifndef ECE_TOOLS_ECE_APPLY_WATCH_H
#define ECE_TOOLS_ECE_APPLY_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/control/control.h"
#include "tools/common/term.h"
#include "tools/ece-apply/troubles.h"
#include "tools/ece-apply/watch_frame.h"

#define WATCH_TROUBLES_MAX 20 /* lines; after so many only the counts go on */

struct watch {
	struct term term;
	bool started;
	bool since;        /* start_ns is known before the first move */
	uint64_t start_ns; /* of the channel's clock, which is virtual for a simulated fleet */
	uint64_t now_ns;
	uint64_t drawn_ms;             /* of this machine's clock */
	enum rollout_step_state *seen; /* of each step */
	size_t seen_count;
	size_t troubles;        /* lines that were told of the run */
	bool full;              /* that there are more was told as well */
	struct troubles fresh;  /* of the run, not told yet; bounded by TROUBLES_MAX */
	uint64_t fresh_ns;      /* when the first of them came */
	bool read;              /* all hosts have answered */
	struct troubles unread; /* hosts that were not read, until all have answered */
	const struct plan *plan;
	const struct rollout *run;
	const struct control *control; /* knows names of changes; may be NULL */
	enum rollout_run_state state;  /* as it was told last */
	enum rollout_pause pause;
	struct watch_gate gates[ROLLOUT_GATES_MAX]; /* of the step that was judged last */
	size_t gate_count;
	uint32_t gate_step;
	void (*begun)(void *ctx); /* called before the first line of a run; may be NULL */
	void *begun_ctx;
};

/**
 * watch_init - start watching
 * @control_watch: receives what control_new() takes; it refers to @watch
 */
void watch_init(struct watch *watch, struct control_watch *control_watch);

/**
 * watch_since - the run began at @start_ns of its clock, before it was watched
 */
void watch_since(struct watch *watch, uint64_t start_ns);

/**
 * watch_end - draw the last state and leave it there; frees what the watch kept
 */
void watch_end(struct watch *watch);

#endif
