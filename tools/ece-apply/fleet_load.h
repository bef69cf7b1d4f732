/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file with what its commands say. */
#ifndef ECE_TOOLS_ECE_APPLY_FLEET_LOAD_H
#define ECE_TOOLS_ECE_APPLY_FLEET_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fleet/fleet.h"
#include "lib/plan/plan.h"
#include "tools/ece-apply/args.h"
#include "tools/ece-apply/exec_answer.h"
#include "tools/ece-apply/outcome.h"

/* Zeroed memory is nothing loaded. */
struct fleet_load {
	struct fleet *fleet; /* lives until fleet_load_done() */
	struct fleet_exec *execs;
	struct exec_answer *answers; /* of each command */
	uint32_t exec_count;
	struct plan_command *commands; /* the same, for a plan that is saved, or was */
	uint8_t digest[32];            /* SHA-256 of the file's text */
};

/**
 * fleet_load - read the fleet file of the command line, and run or look up its commands
 * @args: file, state directory and time
 * @outcome: receives every fault, and what the result is then
 * @load: for fleet_load_done() in any case
 *
 * No command is run for a file that is faulty without it. Says on stderr which answer was used.
 * Returns true when there is a fleet.
 */
bool fleet_load(const struct apply_args *args, struct outcome *outcome, struct fleet_load *load);

/**
 * fleet_load_done - free all of it
 */
void fleet_load_done(struct fleet_load *load);

/**
 * fleet_load_now - what expires is judged against this: --now, or the clock; seconds since 1970
 */
int64_t fleet_load_now(const struct apply_args *args);

#endif
