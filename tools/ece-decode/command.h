/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The command line of ece-decode as data. */
#ifndef ECE_TOOLS_ECE_DECODE_COMMAND_H
#define ECE_TOOLS_ECE_DECODE_COMMAND_H

#include "tools/common/command.h"

#define DECODE_FILES_MAX 64 /* words on the command line */

enum decode_option {
	DECODE_OPTION_JSON = 'j',
	DECODE_OPTION_SUMMARY = 's',
	DECODE_OPTION_HOST = 'H',
	DECODE_OPTION_WANT = COMMAND_OPTION_LONG_ONLY,
};

enum {
	DECODE_EXIT_LACKS = 2, /* a connection is without what --want names */
};

extern const struct command ece_decode_command;

#endif
