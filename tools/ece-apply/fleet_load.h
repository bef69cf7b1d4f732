/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fleet file with what its commands say. */
#ifndef ECE_TOOLS_ECE_APPLY_FLEET_LOAD_H
#define ECE_TOOLS_ECE_APPLY_FLEET_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "devx/base/error.h"
#include "lib/fleet/fleet.h"
#include "tools/ece-apply/args.h"
#include "tools/ece-apply/exec_answer.h"

/* Zeroed memory is nothing loaded. */
struct fleet_load {
	struct fleet *fleet; /* lives until fleet_load_done() */
	struct fleet_exec *execs;
	struct exec_answer *answers; /* of each command */
	uint32_t exec_count;
	bool no_file;         /* the file could not be read, which nobody was told yet */
	struct ece_error why; /* then */
};

/**
 * fleet_load - read the fleet file of the command line, and run or look up its commands
 * @args: file, state directory and time
 * @sink: receives every fault, but that there is no file
 *
 * No command is run for a file that is faulty without it. Says on stderr which answer was used.
 * Returns 0, or a negative errno with faults in @sink.
 */
int fleet_load(const struct apply_args *args, struct ece_error_sink *sink, struct fleet_load *load);

/**
 * fleet_load_done - free all of it
 */
void fleet_load_done(struct fleet_load *load);

/**
 * fleet_load_now - what expires is judged against this: --now, or the clock; seconds since 1970
 */
int64_t fleet_load_now(const struct apply_args *args);

#endif
