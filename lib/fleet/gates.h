/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The gates of a fleet file. */
#ifndef ECE_LIB_FLEET_GATES_H
#define ECE_LIB_FLEET_GATES_H

#include "lib/fleet/cursor.h"

#define GATE_HARD 0u /* of fleet->gates: the one that is built in comes first */

/**
 * read_gates - build fleet->gates
 *
 * Returns 0 or -ENOMEM.
 */
int read_gates(struct parse *p, struct cursor root);

#endif
