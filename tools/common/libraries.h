/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_COMMON_LIBRARIES_H
#define ECE_TOOLS_COMMON_LIBRARIES_H

/**
 * libraries_load - what a portable build takes from the host it runs on (devx/os/loaded.h); before anything else
 *
 * Returns 0; or TOOL_EXIT_UNREACHABLE, having said which library is missing and where to get it.
 */
int libraries_load(void);

#endif
