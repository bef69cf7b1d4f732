/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_TRACE_LAUNCH_H
#define ECE_TOOLS_ECE_TRACE_LAUNCH_H

#include "tools/ece-trace/args.h"

/**
 * launch - become the program, with the library in front of it
 *
 * Returns only when that fails: the exit status, after it was said why.
 */
int launch(const struct trace_args *args);

#endif
