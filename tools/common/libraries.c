// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/libraries.h"

#include "devx/os/loaded.h"
#include "tools/common/exit_code.h"
#include "tools/common/report.h"

int libraries_load(void)
{
	struct ece_error e;

	if (!ece_loaded_mnl(&e))
		return 0;
	report_error(&e);
	return TOOL_EXIT_UNREACHABLE;
}
