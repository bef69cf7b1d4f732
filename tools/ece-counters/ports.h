/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The RDMA ports that are selected, for what is switched on them. */
#ifndef ECE_TOOLS_ECE_COUNTERS_PORTS_H
#define ECE_TOOLS_ECE_COUNTERS_PORTS_H

#include "devx/base/error.h"
#include "devx/os/os.h"
#include "tools/ece-counters/selection.h"

/**
 * ports_each - all of them, in the order of their names; devices that somebody else owns are passed over
 * @each: returns a negative errno with @e filled to end the walk
 *
 * Returns 0; -ENOENT: a word names no device; -ENODEV: there is none; what @each returned, or a negative errno. @e is
 * filled.
 */
int ports_each(const struct ece_os *os, const struct selection *selection,
	       int (*each)(void *arg, const char *device, uint32_t port, struct ece_error *e), void *arg,
	       struct ece_error *e);

#endif
