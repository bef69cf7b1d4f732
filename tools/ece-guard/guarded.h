/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that the guard owns: this machine, or one of a simulated fleet. */
#ifndef ECE_TOOLS_ECE_GUARD_GUARDED_H
#define ECE_TOOLS_ECE_GUARD_GUARDED_H

#include <limits.h>

#include "lib/host/agent.h"
#include "lib/simfleet/simfleet.h"
#include "tools/common/host_signing.h"

struct guarded {
	char dir[PATH_MAX]; /* the state directory */
	const char *name;   /* of the simulated host, else NULL */
	struct host_signing signing;
	struct agent agent; /* ready for use between begin and end */
	int only, lock;     /* the one guard; at work on the host */
	struct simfleet *fleet;
	size_t host;
	struct simfleet_host *open;
};

/**
 * guarded_open - get at the journal
 * @state: of --state or --sim
 * @name: NULL: this machine
 * @only: become the one guard of this host, or say who is not
 *
 * guarded_close() is to be called in any case. Returns 0 or a negative errno with @e filled.
 */
int guarded_open(const char *state, const char *name, bool only, struct guarded *guarded, struct ece_error *e);
void guarded_close(struct guarded *guarded);

/**
 * guarded_sign - from now on write only what is signed, where somebody has said who may sign
 * @file, @name: of --allowed-signers and --name, or NULL; a simulated host has its own
 */
int guarded_sign(struct guarded *guarded, const char *file, const char *name, struct ece_error *e);

/**
 * guarded_begin - work on the host: ece-set, or an agent without a guard, waits meanwhile
 *
 * Returns 0; or a negative errno with @e filled, -EBUSY when another one is at work for long.
 */
int guarded_begin(struct guarded *guarded, struct ece_error *e);
void guarded_end(struct guarded *guarded);

/**
 * guarded_boot - what the host is after its boot, see guard_boot(); begins and ends by itself
 * @reloaded: also in the same boot
 */
int guarded_boot(struct guarded *guarded, bool reloaded, struct guard_boot *result, struct ece_error_sink *sink,
		 struct ece_error *e);

#endif
