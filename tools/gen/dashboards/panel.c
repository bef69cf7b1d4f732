// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/gen/dashboards/expr.h"
#include "tools/gen/json.h"

/* What a click keeps: the data source, the job, the time. */
#define KEPT "${datasource:queryparam}&${job:queryparam}&${__url_time_range}"

static const char *const types[] = {
	[PANEL_SERIES] = "timeseries",
	[PANEL_STAT] = "stat",
	[PANEL_TABLE] = "table",
	[PANEL_STATES] = "state-timeline",
};

json_t *panel_datasource(void)
{
	return gen_must(json_pack("{s:s, s:s}", "type", "prometheus", "uid", "${datasource}"));
}

static json_t *place(unsigned int width, unsigned int height, unsigned int x, unsigned int y)
{
	return gen_must(json_pack("{s:i, s:i, s:i, s:i}", "h", height, "w", width, "x", x, "y", y));
}

static json_t *expr(const char *text)
{
	char *filled = expr_text(text);
	json_t *json = gen_must(json_string(filled));

	free(filled);
	return json;
}

static json_t *target(const struct panel *panel, size_t i)
{
	const char ref[] = {(char)('A' + i), 0};
	json_t *json = gen_must(json_pack("{s:o, s:o, s:s, s:s}", "datasource", panel_datasource(), "expr",
					  expr(panel->queries[i].expr), "legendFormat", panel->queries[i].legend,
					  "refId", ref));

	if (panel->kind == PANEL_TABLE)
		gen_set(json, "format", json_string("table"));
	if (panel->kind == PANEL_TABLE || panel->kind == PANEL_STAT)
		gen_set(json, "instant", json_true());
	else
		gen_set(json, "range", json_true());
	return json;
}

static json_t *targets(const struct panel *panel)
{
	json_t *list = gen_must(json_array());

	for (size_t i = 0; i < PANEL_QUERIES_MAX && panel->queries[i].expr; i++)
		gen_add(list, target(panel, i));
	return list;
}

/* Rows of the eight priorities, and a counter in several queries, are told once. */
static bool told_before(const struct panel *panel, const struct counter *counter, size_t query, const char *end)
{
	const struct counter *other;

	for (size_t i = 0; i <= query; i++)
		for (const char *at = panel->queries[i].expr; (other = expr_next(&at)) && (i < query || at < end);)
			if (!strcmp(other->metric, counter->metric) && other->unit == counter->unit)
				return true;
	return false;
}

static json_t *description(const struct panel *panel)
{
	const struct counter *counter;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	json_t *json;

	if (!out)
		gen_must(NULL);
	fputs(panel->about, out);
	for (size_t i = 0; i < PANEL_QUERIES_MAX && panel->queries[i].expr; i++) {
		for (const char *at = panel->queries[i].expr; (counter = expr_next(&at));) {
			if (!told_before(panel, counter, i, at))
				fprintf(out, "%s`%s`: %s.", ftell(out) ? "\n\n" : "", counter->name, counter->meaning);
		}
	}
	if (fclose(out))
		gen_must(NULL);
	json = gen_must(json_string(text));
	free(text);
	return json;
}

static json_t *thresholds(const struct panel *panel)
{
	json_t *steps = gen_must(json_pack("[{s:s, s:n}]", "color", "green", "value"));

	if (panel->orange != 0)
		gen_add(steps, json_pack("{s:s, s:f}", "color", "orange", "value", panel->orange));
	if (panel->red != 0)
		gen_add(steps, json_pack("{s:s, s:f}", "color", "red", "value", panel->red));
	return gen_must(json_pack("{s:s, s:o}", "mode", "absolute", "steps", steps));
}

static json_t *links(enum panel_link link)
{
	json_t *list = gen_must(json_array());

	if (link == PANEL_LINK_HOST)
		gen_add(list, json_pack("{s:s, s:s}", "title", "This host", "url",
					"/d/ece-host?var-instance=${__field.labels.instance}&" KEPT));
	if (link == PANEL_LINK_NIC)
		gen_add(list, json_pack("{s:s, s:s}", "title", "This NIC", "url",
					"/d/ece-nic?var-instance=${__field.labels.instance}"
					"&var-device=${__field.labels.device}&" KEPT));
	return list;
}

static json_t *fields(const struct panel *panel)
{
	json_t *defaults = gen_must(json_pack("{s:s, s:o, s:o}", "unit", panel->unit, "thresholds", thresholds(panel),
					      "links", links(panel->link)));

	if (panel->kind == PANEL_SERIES) {
		gen_set(defaults, "min", json_integer(0));
		gen_set(defaults, "color", json_pack("{s:s}", "mode", "palette-classic"));
		gen_set(defaults, "custom",
			json_pack("{s:s, s:s, s:i, s:i}", "drawStyle", "line", "showPoints", "never", "lineWidth", 1,
				  "fillOpacity", 5));
	} else if (panel->kind == PANEL_STATES) {
		gen_set(defaults, "color", json_pack("{s:s}", "mode", "palette-classic"));
	} else {
		gen_set(defaults, "color", json_pack("{s:s}", "mode", "thresholds"));
	}
	return gen_must(json_pack("{s:o, s:[]}", "defaults", defaults, "overrides"));
}

static json_t *series_options(void)
{
	return gen_must(json_pack("{s:{s:s, s:s, s:b, s:[s, s]}, s:{s:s, s:s}}", "legend", "displayMode", "table",
				  "placement", "bottom", "showLegend", 1, "calcs", "lastNotNull", "max", "tooltip",
				  "mode", "multi", "sort", "desc"));
}

static json_t *stat_options(void)
{
	return gen_must(json_pack("{s:s, s:s, s:s, s:s, s:{s:[s], s:s, s:b}}", "colorMode", "value", "graphMode",
				  "none", "orientation", "auto", "textMode", "auto", "reduceOptions", "calcs",
				  "lastNotNull", "fields", "", "values", 0));
}

static json_t *options(enum panel_kind kind)
{
	switch (kind) {
	case PANEL_STAT:
		return stat_options();
	case PANEL_TABLE:
		return gen_must(json_pack("{s:b, s:s}", "showHeader", 1, "cellHeight", "sm"));
	case PANEL_STATES:
		return gen_must(json_pack("{s:s, s:b, s:{s:b}}", "showValue", "never", "mergeValues", 1, "legend",
					  "showLegend", 0));
	case PANEL_SERIES:
		break;
	}
	return series_options();
}

/* Columns that every row of a table would have. */
static json_t *transformations(void)
{
	return gen_must(json_pack("[{s:s, s:{}}, {s:s, s:{s:{s:b, s:b, s:b}}}]", "id", "merge", "options", "id",
				  "organize", "options", "excludeByName", "Time", 1, "__name__", 1, "job", 1));
}

json_t *panel_json(const struct panel *panel, unsigned int id, unsigned int x, unsigned int y)
{
	json_t *json = gen_must(json_pack("{s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "id", id, "type",
					  types[panel->kind], "title", panel->title, "description", description(panel),
					  "datasource", panel_datasource(), "gridPos",
					  place(panel->width, panel->height, x, y), "fieldConfig", fields(panel),
					  "options", options(panel->kind), "targets", targets(panel)));

	if (panel->kind == PANEL_TABLE)
		gen_set(json, "transformations", transformations());
	return json;
}

json_t *panel_row_json(const char *title, unsigned int id, unsigned int y)
{
	return gen_must(json_pack("{s:i, s:s, s:s, s:b, s:o, s:[]}", "id", id, "type", "row", "title", title,
				  "collapsed", 0, "gridPos", place(24, 1, 0, y), "panels"));
}
