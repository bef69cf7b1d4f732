/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Entries of the file that are a command, whose output the caller has brought along. */
#ifndef ECE_LIB_FLEET_EXECS_H
#define ECE_LIB_FLEET_EXECS_H

#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/**
 * exec_open - go into the output of a command
 * @at: the entry that has "exec"; entries are opened in the order of fleet_execs()
 * @root: the output; without json when there is nothing to read, which is reported unless p->without_execs
 *
 * Cursors and faults are of the output until exec_close(). Returns 0 or -ENOMEM.
 */
int exec_open(struct parse *p, struct cursor at, enum fleet_exec_kind kind, struct cursor *root);
void exec_close(struct parse *p);

/**
 * check_exec_keys - report keys that only an entry with a command has
 */
void check_exec_keys(struct parse *p, struct cursor at);

#endif
