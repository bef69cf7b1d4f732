/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a card tells of its programmable congestion control. */
#ifndef ECE_TOOLS_ECE_SHOW_PPCC_VIEW_H
#define ECE_TOOLS_ECE_SHOW_PPCC_VIEW_H

#include <jansson.h>

#include "devx/nic/ppcc_list.h"
#include "tools/common/term.h"

/**
 * ppcc_text - each algorithm and its parameters, by the names that a fleet file takes
 */
void ppcc_text(const struct term *term, const struct ece_ppcc_told *told);

/**
 * ppcc_json - [{slot, algorithm, text, id, version, enabled, counters, trace, cut, untold, parameters: {name: {...}}}]
 *
 * A parameter is {param, value, raw, state, why, default, min, max, access, text}; param is null where it cannot be set
 * by name. Returns a new reference, or NULL when memory ran out.
 */
json_t *ppcc_json(const struct ece_ppcc_told *told);

/**
 * ppcc_find - what the card tells of the parameter that a row reads and writes
 *
 * Returns that of the first slot which has it, in @told; NULL where there is none.
 */
const struct ece_ppcc_told_param *ppcc_find(const struct ece_ppcc_told *told, const struct ece_param *param);

/**
 * ppcc_param_text - lines below param_card_text(): default, range, access, and the card's own text
 */
void ppcc_param_text(const struct term *term, const struct ece_ppcc_told_param *told);

/* As in ppcc_json(). */
json_t *ppcc_param_json(const struct ece_ppcc_told_param *told);

#endif
