/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The dump of a card (devx/sim/fw/dump.h) as JSON: one object, its members in the order of the dump. */
#ifndef ECE_DEVX_SIM_WORDS_STATE_JSON_H
#define ECE_DEVX_SIM_WORDS_STATE_JSON_H

#include <jansson.h>

#include "devx/sim/fw/fw.h"

/**
 * sim_state_json - a card's state
 * @prefix: only names that start with it; "" for all
 *
 * Numbers beyond INT64_MAX, which JSON libraries lose, are strings. Returns a new reference, or NULL when out of memory.
 */
json_t *sim_state_json(const struct fw *fw, const char *prefix);

/**
 * sim_state_moved - what differs between two states
 *
 * Returns an object of arrays [then, now], null where a name is in only one of them; NULL when out of memory.
 */
json_t *sim_state_moved(const struct fw *then, const struct fw *now);

#endif
