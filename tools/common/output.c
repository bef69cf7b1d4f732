// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tools/common/exit_code.h"

int output_json(json_t *object)
{
	int err = object ? json_dumpf(object, stdout, JSON_COMPACT) : -1;

	json_decref(object);
	if (err) {
		/* What could not be written is said by output_end(). */
		if (!ferror(stdout))
			fputs("error: out of memory for the JSON output: it is not complete\n", stderr);
		return -ENOMEM;
	}
	putchar('\n');
	return 0;
}

int output_end(int exit_code)
{
	errno = 0;
	if (!ferror(stdout) && !fflush(stdout))
		return exit_code;
	fprintf(stderr, "error: cannot write the output: %s\n", errno ? strerror(errno) : "an earlier write failed");
	return exit_code ? exit_code : TOOL_EXIT_ERROR;
}
