/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The counters of a NIC, as its host tells them now. */
#ifndef ECE_TOOLS_ECE_SHOW_COUNTERS_VIEW_H
#define ECE_TOOLS_ECE_SHOW_COUNTERS_VIEW_H

#include <jansson.h>

#include "lib/counters/counter.h"
#include "tools/common/term.h"

/* Readings of all rows of the table, in its order. */
struct nic_counters {
	const struct counter_reading *readings;
	bool devx_only; /* those of queue pairs by verbs stand still */
};

/**
 * counters_text - a table; counters that this host or card does not have are named below it
 */
void counters_text(const struct term *term, const struct nic_counters *nic);

/**
 * counters_json - {name: {state, value, unit, class, meaning}}; value is null unless the state is "present"
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *counters_json(const struct nic_counters *nic);

#endif
