/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-guard as data. */
#ifndef ECE_TOOLS_ECE_GUARD_COMMAND_H
#define ECE_TOOLS_ECE_GUARD_COMMAND_H

#include "tools/common/command.h"

enum guard_form {
	GUARD_FORM_SERVE,
	GUARD_FORM_BOOT,
	GUARD_FORM_FORGET,
};

enum guard_option {
	GUARD_OPTION_SOCKET = COMMAND_OPTION_LONG_ONLY,
	GUARD_OPTION_USER,
	GUARD_OPTION_WAIT,
	GUARD_OPTION_IDLE,
	GUARD_OPTION_ALLOWED_SIGNERS,
	GUARD_OPTION_NAME,
	GUARD_OPTION_JSON,
	GUARD_OPTION_STATE,
	GUARD_OPTION_SIM,
	GUARD_OPTION_HOST,
};

extern const struct command ece_guard_command;

#endif
