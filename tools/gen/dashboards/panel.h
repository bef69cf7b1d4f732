/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One panel, as Grafana's classic JSON model has it. */
#ifndef ECE_TOOLS_GEN_DASHBOARDS_PANEL_H
#define ECE_TOOLS_GEN_DASHBOARDS_PANEL_H

#include "tools/gen/dashboards/dashboard.h"

/* The data source that the variable of that name has chosen. */
json_t *panel_datasource(void);

/**
 * panel_json - a panel at a place
 * @id: of the panel in its dashboard, from 1
 *
 * Returns a new reference; ends the program as dashboard_json().
 */
json_t *panel_json(const struct panel *panel, unsigned int id, unsigned int x, unsigned int y);

/**
 * panel_row_json - the heading of a row
 */
json_t *panel_row_json(const char *title, unsigned int id, unsigned int y);

#endif
