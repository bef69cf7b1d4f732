// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/dashboard.h"

#include <string.h>

#include "tools/gen/dashboards/every.h"
#include "tools/gen/dashboards/panel.h"
#include "tools/gen/json.h"

#define SCHEMA_VERSION 39 /* Grafana 10.4; later ones bring it up to theirs */
#define COLUMNS        24
#define TAG            "ece"
#define CHOICE_MAX     64

static json_t *datasource_variable(void)
{
	return gen_must(json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:b, s:i, s:s, s:[], s:{}}", "name", "datasource",
				  "label", "Data source", "type", "datasource", "query", "prometheus", "refresh", 1,
				  "multi", 0, "includeAll", 0, "hide", 0, "regex", "", "options", "current"));
}

static json_t *query_variable(const struct variable *v)
{
	json_t *json = gen_must(json_pack("{s:s, s:s, s:s, s:o, s:s, s:{s:s, s:s}, s:i, s:i, s:i, s:s, s:b, s:b, s:[]}",
					  "name", v->name, "label", v->label, "type", "query", "datasource",
					  panel_datasource(), "definition", v->query, "query", "query", v->query,
					  "refId", "A", "refresh", 2, "sort", 7, "hide", 0, "regex", "", "multi",
					  v->several, "includeAll", v->several, "options"));

	if (v->several) {
		gen_set(json, "allValue", json_string(".*"));
		gen_set(json, "current", json_pack("{s:[s], s:[s]}", "text", "All", "value", "$__all"));
	} else {
		gen_set(json, "current", json_object());
	}
	return json;
}

static json_t *choice(const char *text, size_t len, int chosen)
{
	return gen_must(json_pack("{s:b, s:s%, s:s%}", "selected", chosen, "text", text, len, "value", text, len));
}

static json_t *custom_variable(const struct variable *v)
{
	json_t *options = gen_must(json_array());

	for (const char *at = v->choices; *at; at += strspn(at, ",")) {
		size_t len = strcspn(at, ",");

		gen_add(options, choice(at, len, at == v->choices));
		at += len;
	}
	return gen_must(json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:b, s:O, s:o}", "name", v->name, "label", v->label,
				  "type", "custom", "query", v->choices, "hide", 0, "multi", 0, "includeAll", 0,
				  "current", json_array_get(options, 0), "options", options));
}

static json_t *variables(const struct variable *v)
{
	json_t *list = gen_must(json_array());

	gen_add(list, datasource_variable());
	for (; v->name; v++)
		gen_add(list, v->query ? query_variable(v) : custom_variable(v));
	return list;
}

/* Where the next panel goes. */
struct grid {
	json_t *list;
	unsigned int id, x, y, height;
};

static void next_line(struct grid *grid)
{
	grid->y += grid->height;
	grid->x = grid->height = 0;
}

/* Panels beside one another until a line is full. */
static void add_panel(void *ctx, const struct panel *panel)
{
	struct grid *grid = ctx;

	if (grid->x + panel->width > COLUMNS)
		next_line(grid);
	gen_add(grid->list, panel_json(panel, ++grid->id, grid->x, grid->y));
	grid->x += panel->width;
	grid->height = panel->height > grid->height ? panel->height : grid->height;
}

static json_t *panels(const struct panel_row *row)
{
	struct grid grid = {.list = gen_must(json_array())};

	for (; row->title; row++) {
		gen_add(grid.list, panel_row_json(row->title, ++grid.id, grid.y++));
		for (const struct panel *panel = row->panels; panel && panel->title; panel++)
			add_panel(&grid, panel);
		if (row->every_counter)
			every_counter(add_panel, &grid);
		next_line(&grid);
	}
	return grid.list;
}

/* When a run began, as a line on every panel. */
static json_t *annotations(void)
{
	return gen_must(json_pack("{s:[{s:s, s:o, s:b, s:b, s:s, s:s, s:s, s:s, s:s, s:s}]}", "list", "name", "Runs",
				  "datasource", panel_datasource(), "enable", 1, "hide", 0, "iconColor", "blue", "expr",
				  "ece_run_start_timestamp_seconds{job=~\"$job\"} * 1000", "step", "60s", "titleFormat",
				  "run {{run}}", "textFormat", "ece-apply began it", "useValueForTime", "on"));
}

static json_t *links(void)
{
	return gen_must(json_pack("[{s:s, s:s, s:[s], s:b, s:b, s:b}]", "title", "ece", "type", "dashboards", "tags",
				  TAG, "asDropdown", 0, "keepTime", 1, "includeVars", 1));
}

json_t *dashboard_json(const struct dashboard *dashboard)
{
	json_t *json =
		gen_must(json_pack("{s:n, s:s, s:s, s:s, s:[s, s, s]}", "id", "uid", dashboard->uid, "title",
				   dashboard->title, "description", dashboard->about, "tags", TAG, "rdma", "roce"));

	gen_set(json, "schemaVersion", json_integer(SCHEMA_VERSION));
	gen_set(json, "version", json_integer(1));
	gen_set(json, "editable", json_true());
	gen_set(json, "graphTooltip", json_integer(1));
	gen_set(json, "refresh", json_string("1m"));
	gen_set(json, "timezone", json_string("browser"));
	gen_set(json, "time", json_pack("{s:s, s:s}", "from", "now-6h", "to", "now"));
	gen_set(json, "links", links());
	gen_set(json, "annotations", annotations());
	gen_set(json, "templating", json_pack("{s:o}", "list", variables(dashboard->variables)));
	gen_set(json, "panels", panels(dashboard->rows));
	return json;
}
