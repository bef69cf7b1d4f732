/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the environment asks of this library. ece-trace sets it; a program that is set-user-ID is left alone. */
#ifndef ECE_TOOLS_ECE_TRACE_PRELOAD_SETTINGS_H
#define ECE_TOOLS_ECE_TRACE_PRELOAD_SETTINGS_H

#include <stdbool.h>

#include "tools/ece-trace/domain.h"
#include "tools/ece-trace/environment.h"

struct trace_settings {
	char output[TRACE_OUTPUT_MAX]; /* empty: stderr */
	bool read;
	bool apply;
	bool apply_damaged; /* it was asked for, and cannot be understood: nothing is applied */
	struct domain domain;
};

/**
 * trace_settings - read once, when the first of it is needed
 */
const struct trace_settings *trace_settings(void);

#endif
