/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The hosts of a fleet file, and those that a part of it means. */
#ifndef ECE_LIB_FLEET_HOSTS_H
#define ECE_LIB_FLEET_HOSTS_H

#include <stdint.h>

#include "lib/fleet/cursor.h"
#include "lib/fleet/mentions.h"

/**
 * read_hosts - inventory and assigns: all hosts of the fleet and their labels
 *
 * Returns 0 or -ENOMEM.
 */
int read_hosts(struct parse *p, struct cursor root);

/**
 * select_hosts - add the hosts that a "hosts" value names or selects to @mentions, each once, for entry @entry
 *
 * Reports hosts and labels that the file does not have. Without the value (at.json NULL): every host.
 * Returns 0 or -ENOMEM.
 */
int select_hosts(struct parse *p, struct cursor at, uint32_t entry, struct mentions *mentions);

#endif
