/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The poll loop of the guard: agents, and the next lease that ends. */
#ifndef ECE_TOOLS_ECE_GUARD_SERVE_H
#define ECE_TOOLS_ECE_GUARD_SERVE_H

#include <stdint.h>
#include <sys/types.h>

#include "tools/ece-guard/guarded.h"

/**
 * guard_serve - until SIGTERM or SIGINT
 * @idle_ns: also when for so long no agent was connected and no run held anything; 0: never
 * @socket: path to listen on
 * @uid: of the agents
 *
 * Tells on stderr what it does by itself. Returns 0, or a negative errno with @e filled.
 */
int guard_serve(struct guarded *guarded, const char *socket, uid_t uid, uint64_t idle_ns, struct ece_error *e);

#endif
