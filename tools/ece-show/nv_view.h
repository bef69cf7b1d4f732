/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The non-volatile configuration of a card, as it is in force, as the next reset loads it, as it was built in. */
#ifndef ECE_TOOLS_ECE_SHOW_NV_VIEW_H
#define ECE_TOOLS_ECE_SHOW_NV_VIEW_H

#include <jansson.h>

#include "devx/nic/nv.h"
#include "tools/common/term.h"

/**
 * nv_text - a table; fields that the card does not have are named below it, and reasons once
 */
void nv_text(const struct term *term, const struct ece_nv_value *values, size_t count);

/**
 * nv_json - {name: {current, next, default, pending}}, each of the three {state, value, raw, why}
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *nv_json(const struct ece_nv_value *values, size_t count);

#endif
