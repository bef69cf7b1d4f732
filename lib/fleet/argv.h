/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Commands that a fleet file names. */
#ifndef ECE_LIB_FLEET_ARGV_H
#define ECE_LIB_FLEET_ARGV_H

#include "lib/fleet/cursor.h"

/**
 * read_argv - a copy of the words of a command, NULL-ended; NULL when there is none, or its form is wrong
 *
 * Returns 0 or -ENOMEM.
 */
int read_argv(struct parse *p, struct cursor at, const char *const **argv);

#endif
