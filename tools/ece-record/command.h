/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-record as data. */
#ifndef ECE_TOOLS_ECE_RECORD_COMMAND_H
#define ECE_TOOLS_ECE_RECORD_COMMAND_H

#include "tools/common/command.h"

#define RECORD_CARDS_MAX 256

enum record_form {
	RECORD_FORM_TAKE,
	RECORD_FORM_REPLAY,
};

enum record_option {
	RECORD_OPTION_SIM = COMMAND_OPTION_LONG_ONLY,
	RECORD_OPTION_HOST,
	RECORD_OPTION_TYPE,
	RECORD_OPTION_JSON,
};

extern const struct command ece_record_command;

#endif
