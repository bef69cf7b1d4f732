/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_TOOLS_ECE_DECODE_WORD_JSON_H
#define ECE_TOOLS_ECE_DECODE_WORD_JSON_H

#include <jansson.h>

#include "ece/offer.h"

/**
 * word_json - {vendor, raw, version, options, inferred, unnamed}
 *
 * Version, options, inferred and unnamed are null unless it is NVIDIA's. Returns a new reference, or NULL when memory ran
 * out.
 */
json_t *word_json(const struct ece_offer *word);

#endif
