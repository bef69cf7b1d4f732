/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Of a transport of kind command: what to run. */
#ifndef ECE_LIB_FLEET_COMMAND_H
#define ECE_LIB_FLEET_COMMAND_H

#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/**
 * read_command - the keys of a command, checked
 *
 * Returns 0 or -ENOMEM.
 */
int read_command(struct parse *p, struct cursor at, struct fleet_command *command);

#endif
