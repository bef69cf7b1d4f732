/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The test hook of the tools: ECE_FAULT=kill@N | fail@N | count (lib/base/fault.h), only for tests. */
#ifndef ECE_TOOLS_COMMON_FAULT_ENV_H
#define ECE_TOOLS_COMMON_FAULT_ENV_H

#define FAULT_ENV "ECE_FAULT"

/**
 * fault_env_arm - arm what the environment asks for; with "count", the number of operations goes to stderr at exit
 *
 * Returns 0, or TOOL_EXIT_USAGE after it said that the value is none.
 */
int fault_env_arm(void);

/**
 * fault_env_vfs - the SQLite VFS to open databases with
 *
 * Returns NULL (the default) unless ECE_FAULT ends in ",drop": then what was not synced is lost when the process dies.
 */
const char *fault_env_vfs(void);

#endif
