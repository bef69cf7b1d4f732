/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One order of a person at this host, from intent to end in one call: nothing is held, what was written is confirmed in
 * the transaction that records it. Journal, undo, holds and preconditions are those of the guard.
 */
#ifndef ECE_LIB_HOST_ONCE_H
#define ECE_LIB_HOST_ONCE_H

#include <time.h>

#include "lib/host/guard.h"

/* Runs that a person makes here are told from those of a controller by their names. */
#define ONCE_RUN_PREFIX "set-"

/**
 * once_name - a name for a new run: when it began, and 16 bits that tell it from all others of this host
 * @now: of the day, not of the guard
 * @run: receives the name, PROTOCOL_ID_MAX bytes
 *
 * The host is locked by the caller until the run is in the journal. Returns 0, -EEXIST when all names of this second are
 * taken, or another negative errno with @e filled.
 */
int once_name(const struct guard *guard, time_t now, char *run, struct ece_error *e);

/**
 * once_apply - write values and confirm them
 * @run: of once_name()
 * @sets: as for guard_prepare()
 *
 * The result of the job is CONFIRMED, UNCHANGED, FAILED_OLD, DIRTY or REFUSED. Killed half way, the run stands open
 * with its intents; once_undo() ends it. Returns 0 and a job for guard_job_free(); or a negative errno with @e filled when
 * the journal failed: values may be written then, and the run stands open.
 */
int once_apply(const struct guard *guard, const char *run, const struct guard_set *sets, size_t count, uint64_t now_ns,
	       struct guard_job **job, struct ece_error *e);

/**
 * once_undo - put back what a run of once_apply() wrote, where it is still there
 *
 * The result of the job is UNDONE, CONFLICT, UNDO_FAILED or REFUSED. Returns as once_apply().
 */
int once_undo(const struct guard *guard, const char *run, uint64_t now_ns, struct guard_job **job, struct ece_error *e);

#endif
