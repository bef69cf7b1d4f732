// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/gen/dashboards/every.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/counters/counter.h"

#define WIDTH     8
#define HEIGHT    8
#define TITLE_MAX 64
#define TEXT_MAX  192

struct group {
	struct panel panel;
	char title[TITLE_MAX];
	char exprs[PANEL_QUERIES_MAX][TEXT_MAX];
	char legends[PANEL_QUERIES_MAX][TEXT_MAX];
	size_t count;
};

/* Of the eight priorities the first stands for all: they are series of one name. */
static bool is_told(const struct counter *counter)
{
	return counter->shown != COUNTER_ASKED_FOR && counter->metric && counter->priority <= 0;
}

static const char *feature_of(const struct counter *counter)
{
	return counter->feature ? counter->feature : "other";
}

static bool together(const struct counter *a, const struct counter *b)
{
	return a->unit == b->unit && a->gauge == b->gauge && !strcmp(feature_of(a), feature_of(b));
}

static bool is_first(size_t row)
{
	for (size_t i = 0; i < row; i++)
		if (is_told(counter_at(i)) && together(counter_at(i), counter_at(row)))
			return false;
	return true;
}

/* What a rate of it is: microseconds in a second are a share of it. */
static const char *unit_of(const struct counter *counter)
{
	static const char *const units[] = {
		[COUNTER_EVENTS] = "cps",
		[COUNTER_PACKETS] = "pps",
		[COUNTER_BYTES] = "Bps",
		[COUNTER_MICROSECONDS] = "percentunit",
	};

	return counter->gauge ? "none" : units[counter->unit];
}

static const char *what_of(const struct counter *counter)
{
	if (counter->gauge)
		return "now";
	return counter->unit == COUNTER_MICROSECONDS ? "share of time" : counter_unit_name(counter->unit);
}

static void hand_over(struct group *group, void (*take)(void *ctx, const struct panel *panel), void *ctx)
{
	if (group->count)
		take(ctx, &group->panel);
	group->count = 0;
	memset(group->panel.queries, 0, sizeof(group->panel.queries));
}

static void add(struct group *group, const struct counter *counter)
{
	size_t i = group->count++;

	snprintf(group->exprs[i], TEXT_MAX, counter->gauge ? "@%s@" OF_PORT : "rate(@%s@" OF_PORT RATE ")",
		 counter->name);
	if (counter->priority == COUNTER_NO_PRIORITY)
		snprintf(group->legends[i], TEXT_MAX, "%s", counter->name);
	else
		snprintf(group->legends[i], TEXT_MAX, "%.2s_prio{{priority}}%s", counter->name,
			 strchr(strchr(counter->name, '_') + 1, '_'));
	group->panel.queries[i] = (struct panel_query){group->exprs[i], group->legends[i]};
}

/* "slow_restart" is a name, "slow restart" a title. */
static void in_words(char *text)
{
	while ((text = strchr(text, '_')))
		*text = ' ';
}

static void group_of(const struct counter *first, void (*take)(void *ctx, const struct panel *panel), void *ctx)
{
	struct group group = {.panel = {.kind = PANEL_SERIES, .width = WIDTH, .height = HEIGHT, .about = ""}};
	const struct counter *counter;

	snprintf(group.title, TITLE_MAX, "%s, %s", feature_of(first), what_of(first));
	in_words(group.title);
	group.panel.title = group.title;
	group.panel.unit = unit_of(first);
	for (size_t i = 0; (counter = counter_at(i)); i++) {
		if (!is_told(counter) || !together(counter, first))
			continue;
		if (group.count == PANEL_QUERIES_MAX)
			hand_over(&group, take, ctx);
		add(&group, counter);
	}
	hand_over(&group, take, ctx);
}

void every_counter(void (*take)(void *ctx, const struct panel *panel), void *ctx)
{
	const struct counter *counter;

	for (size_t i = 0; (counter = counter_at(i)); i++)
		if (is_told(counter) && is_first(i))
			group_of(counter, take, ctx);
}
