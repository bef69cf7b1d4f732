/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_CONNECT_OPTIONS_H
#define ECE_TOOLS_ECE_CONNECT_OPTIONS_H

#include "tools/ece-connect/args.h"

/**
 * connect_options - read the command line
 * @args: written when it returns true; points into @argv
 *
 * Prints what is wrong. Returns true to go on; false to leave with @exit_code.
 */
bool connect_options(int argc, char **argv, struct connect_args *args, int *exit_code);

#endif
