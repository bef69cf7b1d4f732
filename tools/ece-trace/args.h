/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was asked of ece-trace. */
#ifndef ECE_TOOLS_ECE_TRACE_ARGS_H
#define ECE_TOOLS_ECE_TRACE_ARGS_H

#include <stdbool.h>

struct trace_args {
	const char *output, *apply, *show; /* NULL: not given */
	bool read, json;
	char *const *program; /* NULL-ended */
};

#endif
