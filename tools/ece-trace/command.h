/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-trace as data. */
#ifndef ECE_TOOLS_ECE_TRACE_COMMAND_H
#define ECE_TOOLS_ECE_TRACE_COMMAND_H

#include "tools/common/command.h"

#define TRACE_WORDS_MAX 4096 /* of the program's command line */

enum trace_option {
	TRACE_OPTION_OUTPUT = 'o',
	TRACE_OPTION_READ = 'r',
	TRACE_OPTION_JSON = 'j',
	TRACE_OPTION_SHOW = 's',
	TRACE_OPTION_APPLY = COMMAND_OPTION_LONG_ONLY,
};

extern const struct command ece_trace_command;

#endif
