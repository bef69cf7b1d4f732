/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Dashboards of Grafana as data. Expressions name counters as the kernel does, between two "@": their names in
 * Prometheus, and what they mean, come from the counter table.
 */
#ifndef ECE_TOOLS_GEN_DASHBOARDS_DASHBOARD_H
#define ECE_TOOLS_GEN_DASHBOARDS_DASHBOARD_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Which series: what the variables of the dashboard have chosen. */
#define JOB     "job=~\"$job\""
#define HOST    JOB ", instance=~\"$instance\""
#define DEVICE  HOST ", device=~\"$device\""
#define PORT    DEVICE ", port=~\"$port\""
#define OF_JOB  "{" JOB "}"
#define OF_HOST "{" HOST "}"
#define OF_NIC  "{" DEVICE "}"
#define OF_PORT "{" PORT "}"
#define RATE    "[$__rate_interval]"

enum panel_kind {
	PANEL_SERIES,
	PANEL_STAT,
	PANEL_TABLE,
	PANEL_STATES, /* a line in time whose colour is the state: of series that are there while they hold */
};

/* Where a click on a series leads. */
enum panel_link {
	PANEL_LINK_NONE,
	PANEL_LINK_HOST,
	PANEL_LINK_NIC,
};

struct panel_query {
	const char *expr; /* PromQL */
	const char *legend;
};

#define PANEL_QUERIES_MAX 8

struct panel {
	enum panel_kind kind;
	enum panel_link link;
	unsigned int width, height; /* of 24 columns; in rows of Grafana */
	const char *title;
	const char *unit;   /* of Grafana: "percentunit", "Bps", "pps", "cps", "s" */
	const char *about;  /* what it means, and what to do; the meanings of its counters are put behind */
	double orange, red; /* from here on; 0: never */
	struct panel_query queries[PANEL_QUERIES_MAX];
};

struct panel_row {
	const char *title;
	const struct panel *panels; /* ends in one without a title; NULL with: */
	bool every_counter;         /* a panel for each feature of the table */
};

struct variable {
	const char *name, *label;
	const char *query;   /* "label_values(METRIC, LABEL)"; NULL: .choices */
	const char *choices; /* "a,b,c" */
	bool several;        /* more than one at a time, or all */
};

struct dashboard {
	const char *uid, *title, *about;
	const struct variable *variables; /* ends in one without a name */
	const struct panel_row *rows;     /* ends in one without a title */
};

extern const struct dashboard dashboard_fleet, dashboard_host, dashboard_nic;

/**
 * dashboard_json - Grafana's classic JSON model, for provisioning: schemaVersion 39, a variable for the data source
 *
 * Returns a new reference. Ends the program for want of memory, or for a counter that no row has.
 */
json_t *dashboard_json(const struct dashboard *dashboard);

#endif
