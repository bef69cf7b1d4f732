/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-set as data. */
#ifndef ECE_TOOLS_ECE_SET_COMMAND_H
#define ECE_TOOLS_ECE_SET_COMMAND_H

#include "tools/common/command.h"

#define SET_WORDS_MAX 257 /* a card and its values */

enum set_option {
	SET_OPTION_YES = 'y',
	SET_OPTION_JSON = 'j',
	SET_OPTION_UNDO = COMMAND_OPTION_LONG_ONLY,
	SET_OPTION_HISTORY,
	SET_OPTION_STATE,
	SET_OPTION_SIM,
	SET_OPTION_HOST,
};

extern const struct command ece_set_command;

#endif
