/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a tool tells its caller by its exit status; 64, 65 and 69 hold for every tool. */
#ifndef ECE_TOOLS_COMMON_EXIT_CODE_H
#define ECE_TOOLS_COMMON_EXIT_CODE_H

enum tool_exit {
	TOOL_EXIT_OK = 0,
	TOOL_EXIT_ERROR = 1,
	TOOL_EXIT_USAGE = 64,       /* the command line is wrong */
	TOOL_EXIT_INVALID = 65,     /* what it names is wrong, or refused: nothing was written */
	TOOL_EXIT_UNREACHABLE = 69, /* a host or card that is needed does not answer */
};

#endif
