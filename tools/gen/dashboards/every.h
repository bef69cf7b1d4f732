/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Panels for every counter of the table that an exporter tells by default. */
#ifndef ECE_TOOLS_GEN_DASHBOARDS_EVERY_H
#define ECE_TOOLS_GEN_DASHBOARDS_EVERY_H

#include "tools/gen/dashboards/dashboard.h"

/**
 * every_counter - a panel for each feature and unit of the table, in its order; more than one for many counters
 * @take: the panel and its strings are valid during the call
 */
void every_counter(void (*take)(void *ctx, const struct panel *panel), void *ctx);

#endif
