/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All that the counter table knows of one counter. */
#ifndef ECE_TOOLS_ECE_COUNTERS_EXPLAIN_VIEW_H
#define ECE_TOOLS_ECE_COUNTERS_EXPLAIN_VIEW_H

#include <jansson.h>

#include "lib/counters/counter.h"
#include "tools/common/term.h"

/* explain_text - a paragraph, and a line for each thing that is known */
void explain_text(const struct term *term, const struct counter *row);

/* explain_json - the same as an object. A new reference, or NULL when memory ran out */
json_t *explain_json(const struct counter *row);

#endif
