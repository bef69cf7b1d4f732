/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* ECE words as JSON: the parts that every tool shows of them. */
#ifndef ECE_TOOLS_COMMON_WORD_JSON_H
#define ECE_TOOLS_COMMON_WORD_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "ece/offer.h"

/**
 * option_names_json - the names of option bits, in the order of the bits; those without a name are left out
 * @inferred_only: only the names that no vendor text has
 *
 * Returns a new reference, or NULL when memory ran out.
 */
json_t *option_names_json(uint32_t bits, bool inferred_only);

/**
 * word_parts_set - put "version", "options", "inferred" and "unnamed" into an object
 * @word: NULL, or of another vendor than NVIDIA: all four are null
 *
 * @object as for build_set().
 */
void word_parts_set(json_t **object, const struct ece_offer *word);

#endif
