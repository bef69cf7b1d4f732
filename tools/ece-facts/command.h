/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-facts as data. */
#ifndef ECE_TOOLS_ECE_FACTS_COMMAND_H
#define ECE_TOOLS_ECE_FACTS_COMMAND_H

#include "tools/common/command.h"

#define FACTS_FILES_MAX        1024 /* of compare */
#define FACTS_EXIT_DIFFERENCES 2

enum facts_form {
	FACTS_FORM_READ,
	FACTS_FORM_COMPARE,
};

enum facts_option {
	FACTS_OPTION_JSON = 'j',
	FACTS_OPTION_REDACT = COMMAND_OPTION_LONG_ONLY,
	FACTS_OPTION_SALT,
	FACTS_OPTION_SIM,
	FACTS_OPTION_HOST,
	FACTS_OPTION_FLEET,
	FACTS_OPTION_LIMIT,
	FACTS_OPTION_ODD,
	FACTS_OPTION_BY,
	FACTS_OPTION_STATE,
};

extern const struct command ece_facts_command;

#endif
