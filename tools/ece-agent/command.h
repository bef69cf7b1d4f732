/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-agent as data. */
#ifndef ECE_TOOLS_ECE_AGENT_COMMAND_H
#define ECE_TOOLS_ECE_AGENT_COMMAND_H

#include "tools/common/command.h"

enum agent_form {
	AGENT_FORM_SERVE,
	AGENT_FORM_ENSURE,
	AGENT_FORM_FREEZE,
	AGENT_FORM_UNFREEZE,
};

enum agent_option {
	AGENT_OPTION_STDIO = COMMAND_OPTION_LONG_ONLY,
	AGENT_OPTION_GUARD,
	AGENT_OPTION_STATE,
	AGENT_OPTION_ALLOWED_SIGNERS,
	AGENT_OPTION_NAME,
	AGENT_OPTION_SIM,
	AGENT_OPTION_HOST,
	AGENT_OPTION_PROTOCOL,
	AGENT_OPTION_JSON,
	AGENT_OPTION_FORCE,
	AGENT_OPTION_GEN,
	AGENT_OPTION_CURRENT,
	AGENT_OPTION_DETAILED,
	AGENT_OPTION_WHY,
	AGENT_OPTION_SERVICE,
	AGENT_OPTION_ENDPOINT,
	AGENT_OPTION_PREFIX,
	AGENT_OPTION_CA,
	AGENT_OPTION_CERT,
	AGENT_OPTION_KEY,
	AGENT_OPTION_USER,
	AGENT_OPTION_PASSWORD,
};

/* What the exit status tells beside the codes that every tool has. */
enum agent_exit {
	AGENT_EXIT_CHANGED = 2, /* ensure, --detailed-exitcode: ready, and something was written for it */
	AGENT_EXIT_FROZEN = 5,  /* ensure: not ready, and nothing may be written */
	AGENT_EXIT_OWED = 7,    /* ensure: ready with an older generation than the host should have */
};

extern const struct command ece_agent_command;

#endif
