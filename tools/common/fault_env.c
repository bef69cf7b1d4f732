// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/fault_env.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fault.h"
#include "lib/base/vfs_drop.h"
#include "tools/common/exit_code.h"

static void print_count(void)
{
	fprintf(stderr, "operations: %" PRIu64 "\n", fault_count());
}

int fault_env_arm(void)
{
	const char *spec = getenv(FAULT_ENV);

	if (!spec || !*spec)
		return 0;
	if (fault_arm(spec)) {
		fprintf(stderr, "error: %s=%s is none of kill@N, fail@N, count, each with or without \",drop\"\n",
			FAULT_ENV, spec);
		return TOOL_EXIT_USAGE;
	}
	if (!strncmp(spec, "count", 5))
		atexit(print_count);
	return 0;
}

const char *fault_env_vfs(void)
{
	if (!fault_drop_unsynced())
		return NULL;
	return vfs_drop_register() ? NULL : VFS_DROP;
}
