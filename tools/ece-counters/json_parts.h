/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Values that several JSON views have. */
#ifndef ECE_TOOLS_ECE_COUNTERS_JSON_PARTS_H
#define ECE_TOOLS_ECE_COUNTERS_JSON_PARTS_H

#include <jansson.h>
#include <stdint.h>

/* json_amount - a whole number; what JSON cannot hold as one is a text, as in the agent's protocol */
json_t *json_amount(uint64_t value);

#endif
