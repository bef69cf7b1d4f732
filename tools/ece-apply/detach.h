/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * --detach: a run that outlives its terminal. A child does everything from the start (an open database is not carried
 * over a fork); it asks on the terminal, and leaves it as soon as there is a run. The parent waits for that and tells.
 */
#ifndef ECE_TOOLS_ECE_APPLY_DETACH_H
#define ECE_TOOLS_ECE_APPLY_DETACH_H

#include <limits.h>
#include <stdbool.h>

#include "lib/store/store.h"
#include "tools/ece-apply/args.h"

struct detach {
	int tell; /* to the parent: the run; -1: nobody waits (any more) */
};

#define DETACH_NONE        \
	{                  \
		.tell = -1 \
	}

/**
 * detach_begin - with --detach, split in two; else do nothing
 *
 * Returns true in the process that does the work; false in the one that waited, which is to leave with @exit_code.
 */
bool detach_begin(struct detach *detach, const struct apply_args *args, int *exit_code);

/**
 * detach_prepare - make the directory for logs, before there is a run to log
 *
 * Returns 0 or a negative errno with @e filled; 0 without --detach.
 */
int detach_prepare(const struct detach *detach, const char *state_dir, struct ece_error *e);

/**
 * detach_leave - there is a run: from now on everything goes to its log, and the parent tells the person
 *
 * Returns whether it left; false without --detach, and when it has left before.
 */
bool detach_leave(struct detach *detach, const char *state_dir, const char *run);

#endif
