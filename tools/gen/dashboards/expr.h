/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Texts that name counters between two "@". */
#ifndef ECE_TOOLS_GEN_DASHBOARDS_EXPR_H
#define ECE_TOOLS_GEN_DASHBOARDS_EXPR_H

#include <stddef.h>

#include "lib/counters/counter.h"

/**
 * expr_text - a text with the names that Prometheus has for its counters
 *
 * Returns memory to free(). Ends the program for want of memory, and for a name that no row has, or one without a name
 * in Prometheus.
 */
char *expr_text(const char *text);

/**
 * expr_next - the next counter that a text names
 * @at: where to go on; the text at first
 *
 * Returns NULL when there is none behind @at.
 */
const struct counter *expr_next(const char **at);

#endif
