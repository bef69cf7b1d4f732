/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which entries of a list name or select which hosts: collected first, then made into an index. */
#ifndef ECE_LIB_FLEET_MENTIONS_H
#define ECE_LIB_FLEET_MENTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"
#include "lib/fleet/cursor.h"
#include "lib/fleet/fleet.h"

struct mention {
	uint32_t host, entry;
};

/* Zeroed memory is an empty list. */
struct mentions {
	struct mention *list;
	size_t count, room;
};

#define MENTIONS_FULL 1

/**
 * mention_count - a host is named or selected once more, by the value @at
 *
 * Returns 0, or MENTIONS_FULL with the fault reported when that passes FLEET_MENTIONS_MAX.
 */
int mention_count(struct parse *p, struct cursor at);

/**
 * mention_add - the same, and note that an entry has the host
 *
 * Returns 0, MENTIONS_FULL or -ENOMEM.
 */
int mention_add(struct parse *p, struct cursor at, struct mentions *mentions, uint32_t host, uint32_t entry);

/**
 * mention_push - note it without counting
 *
 * Returns 0 or -ENOMEM.
 */
int mention_push(struct mentions *mentions, uint32_t host, uint32_t entry);

/**
 * mentions_index - turn mentions into an index by host; entries of one host in the order in which they were noted
 *
 * The list is freed. Returns 0 or -ENOMEM.
 */
int mentions_index(struct arena *arena, struct mentions *mentions, uint32_t host_count, struct fleet_index *index);

/**
 * mentions_hosts - turn mentions of one entry into a list of hosts
 *
 * The list is freed. Returns 0 or -ENOMEM.
 */
int mentions_hosts(struct parse *p, struct mentions *mentions, const uint32_t **hosts, uint32_t *count);

/**
 * mentions_done - free the list
 */
void mentions_done(struct mentions *mentions);

#endif
