/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which NICs an entry means. */
#ifndef ECE_LIB_FLEET_NICS_H
#define ECE_LIB_FLEET_NICS_H

#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

/**
 * read_globs - the globs of a "nics" or a role; its role is none
 *
 * Returns 0 or -ENOMEM.
 */
int read_globs(struct parse *p, struct cursor at, struct fleet_nics *nics);

/**
 * read_nics - a value of "nics": globs and the role, which must be one of the file
 *
 * Returns 0 or -ENOMEM.
 */
int read_nics(struct parse *p, struct cursor at, struct fleet_nics *nics);

/**
 * read_roles - build fleet->roles
 *
 * Returns 0 or -ENOMEM.
 */
int read_roles(struct parse *p, struct cursor root);

#endif
