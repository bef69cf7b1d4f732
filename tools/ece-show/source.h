/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that is looked at: this one, or one of a simulated fleet. */
#ifndef ECE_TOOLS_ECE_SHOW_SOURCE_H
#define ECE_TOOLS_ECE_SHOW_SOURCE_H

#include "devx/base/error.h"
#include "devx/os/os.h"
#include "lib/simfleet/simfleet.h"
#include "tools/ece-show/args.h"

struct source {
	const struct ece_os *os;
	const char *sim_dir; /* NULL: this host */
	const char *host;    /* name of the simulated host */
	struct simfleet *fleet;
	struct simfleet_host *open;
};

/**
 * source_open - get at the host
 *
 * A simulated host stays locked until source_close(). Returns 0 or a negative errno with @e filled.
 */
int source_open(const struct show_args *args, struct source *source, struct ece_error *e);
void source_close(struct source *source);

#endif
