/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The hosts of each entry of a list, made in one walk over the hosts: a fleet may have thousands of either. */
#ifndef ECE_TOOLS_ECE_APPLY_EXPLAIN_LISTS_H
#define ECE_TOOLS_ECE_APPLY_EXPLAIN_LISTS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/ece-apply/explain.h"

/* The entries of a host. @one: room for a single number, when the fleet has no list to point to. */
typedef const uint32_t *explain_entries(const struct fleet *fleet, uint32_t host, uint32_t *one, uint32_t *count);

struct explain_lists {
	const char **names; /* of the first entry, of the second, ... */
	size_t *first;      /* of each entry in @names, and one more */
};

/**
 * explain_lists_new - the hosts that are asked for, by entry
 * @count: of the entries
 *
 * Returns 0, or -ENOMEM with nothing to free. explain_lists_free() accepts zeroed memory.
 */
int explain_lists_new(const struct explain *x, uint32_t count, explain_entries *entries, struct explain_lists *lists);
void explain_lists_free(struct explain_lists *lists);

#endif
