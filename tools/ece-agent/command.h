/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-agent as data. */
#ifndef ECE_TOOLS_ECE_AGENT_COMMAND_H
#define ECE_TOOLS_ECE_AGENT_COMMAND_H

#include "tools/common/command.h"

enum agent_option {
	AGENT_OPTION_STDIO = COMMAND_OPTION_LONG_ONLY,
	AGENT_OPTION_GUARD,
	AGENT_OPTION_STATE,
	AGENT_OPTION_ALLOWED_SIGNERS,
	AGENT_OPTION_NAME,
	AGENT_OPTION_SIM,
	AGENT_OPTION_HOST,
};

extern const struct command ece_agent_command;

#endif
