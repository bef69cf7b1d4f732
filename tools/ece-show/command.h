/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-show as data. */
#ifndef ECE_TOOLS_ECE_SHOW_COMMAND_H
#define ECE_TOOLS_ECE_SHOW_COMMAND_H

#include "tools/common/command.h"

#define SHOW_CARDS_MAX 256 /* words on the command line */

enum show_option {
	SHOW_OPTION_PROBE = 'p',
	SHOW_OPTION_JSON = 'j',
	SHOW_OPTION_PARAM = COMMAND_OPTION_LONG_ONLY,
	SHOW_OPTION_PARAMS,
	SHOW_OPTION_DIFF,
	SHOW_OPTION_NV,
	SHOW_OPTION_PPCC,
	SHOW_OPTION_COUNTERS,
	SHOW_OPTION_SIM,
	SHOW_OPTION_HOST,
	SHOW_OPTION_ENV,
	SHOW_OPTION_FLEET,
	SHOW_OPTION_PROFILE,
};

extern const struct command ece_show_command;

#endif
