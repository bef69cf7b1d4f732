/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-counters as data. */
#ifndef ECE_TOOLS_ECE_COUNTERS_COMMAND_H
#define ECE_TOOLS_ECE_COUNTERS_COMMAND_H

#include "tools/common/command.h"

#define COUNTERS_WORDS_MAX 256 /* on the command line */

enum counters_option {
	COUNTERS_OPTION_ALL = 'a',
	COUNTERS_OPTION_CARD = 'c',
	COUNTERS_OPTION_JSON = 'j',
	COUNTERS_OPTION_MEANINGS = 'm',
	COUNTERS_OPTION_COUNT = 'n',
	COUNTERS_OPTION_QPS = 'q',
	COUNTERS_OPTION_RATES = 'r',
	COUNTERS_OPTION_WATCH = 'w',
	COUNTERS_OPTION_EXPLAIN = COMMAND_OPTION_LONG_ONLY,
	COUNTERS_OPTION_INTERVAL,
	COUNTERS_OPTION_OPTIONAL,
	COUNTERS_OPTION_BIND,
	COUNTERS_OPTION_KEEP,
	COUNTERS_OPTION_SIM,
	COUNTERS_OPTION_HOST,
};

extern const struct command ece_counters_command;

#endif
