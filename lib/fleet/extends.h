/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Profiles and rollouts that take over what others say. */
#ifndef ECE_LIB_FLEET_EXTENDS_H
#define ECE_LIB_FLEET_EXTENDS_H

#include <stdint.h>

#include "lib/base/intern.h"
#include "lib/fleet/cursor.h"

/**
 * extends_order - put entries that extend each other into an order in which each comes after what it extends
 * @what: "profile", for messages
 * @map: the object of entries, by name
 * @names: the same names, numbered in the same order
 * @parents: receives for each entry what it extends, or FLEET_NONE; cycles are reported and cut
 * @order: receives the numbers of the entries
 *
 * Returns 0 or -ENOMEM.
 */
int extends_order(struct parse *p, const char *what, struct cursor map, const struct intern *names, uint32_t *parents,
		  uint32_t *order);

#endif
