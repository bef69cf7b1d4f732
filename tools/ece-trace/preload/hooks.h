/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What this library takes over. All else in it is hidden. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_HOOKS_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_HOOKS_H

#include "tools/ece-trace/preload/real.h"

#define TRACE_EXPORT __attribute__((visibility("default")))

/**
 * trace_hook - the address of what stands in a function's place
 *
 * Returns NULL for those that are only called.
 */
void *trace_hook(enum trace_real which);

#endif
