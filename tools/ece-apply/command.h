/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-apply as data. */
#ifndef ECE_TOOLS_ECE_APPLY_COMMAND_H
#define ECE_TOOLS_ECE_APPLY_COMMAND_H

#include "tools/common/command.h"

/* Indexes into the forms. */
enum apply_form {
	APPLY_FORM_FILE,
	APPLY_FORM_UNDO,
	APPLY_FORM_RESUME,
	APPLY_FORM_STATUS,
	APPLY_FORM_HISTORY,
	APPLY_FORM_FREEZE,
	APPLY_FORM_UNFREEZE,
	APPLY_FORM_EPOCH,
	APPLY_FORM_COUNT,
};

enum apply_option {
	APPLY_OPTION_YES = 'y',
	APPLY_OPTION_CHECK = 'c',
	APPLY_OPTION_JSON = 'j',
	APPLY_OPTION_FOLLOW = 'f',
	APPLY_OPTION_STATE = COMMAND_OPTION_LONG_ONLY,
	APPLY_OPTION_RESUME,
	APPLY_OPTION_ADOPT,
	APPLY_OPTION_HOLD,
	APPLY_OPTION_DETACH,
	APPLY_OPTION_REAL_TIME,
	APPLY_OPTION_NOW,
};

extern const struct command ece_apply_command;

#endif
