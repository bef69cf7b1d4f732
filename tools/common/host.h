/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The host that a tool looks at: this one, or one of a simulated fleet (--sim DIR --host NAME). */
#ifndef ECE_TOOLS_COMMON_HOST_H
#define ECE_TOOLS_COMMON_HOST_H

#include "devx/base/error.h"
#include "devx/os/os.h"
#include "lib/simfleet/simfleet.h"

struct tool_host {
	const struct ece_os *os;
	const char *sim_dir; /* NULL: this host */
	const char *name;    /* of the simulated host, else NULL */
	struct simfleet *fleet;
	struct simfleet_host *open;
};

/**
 * tool_host_open - get at the host
 * @sim, @name: both or none
 *
 * A simulated host stays locked until tool_host_close(), which is to be called in any case. Returns 0 or a negative errno
 * with @e filled.
 */
int tool_host_open(const char *sim, const char *name, struct tool_host *host, struct ece_error *e);
void tool_host_close(struct tool_host *host);

#endif
