// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/explain_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counters/metric.h"
#include "tools/common/json_build.h"
#include "tools/common/text.h"
#include "tools/common/view.h"
#include "tools/ece-counters/group.h"

#define LABEL_COLUMNS 14

static const char *class_text(enum counter_class class)
{
	static const char *const texts[] = {
		[COUNTER_HARD] = "hard: any growth beyond the baseline is harm, and stops a rollout",
		[COUNTER_BASELINE] = "baseline: a rollout is judged by it against what the same host did before",
		[COUNTER_INFORM] = "inform: it is expected to move; that alone is no fault",
		[COUNTER_NEVER] = "never: it says something about applications, and no rollout is judged by it",
	};

	return texts[class];
}

static const char *source_text(enum counter_source source)
{
	static const char *const texts[COUNTER_SOURCE_COUNT] = {
		[COUNTER_RDMA] = "rdma netlink (rdma statistic), a hardware counter of the RDMA port",
		[COUNTER_PORT] = "/sys/class/infiniband/DEVICE/ports/N/counters",
		[COUNTER_ETHTOOL] = "ethtool -S of the network interface; all traffic of the port, of every function",
		[COUNTER_CONGESTION] = "the card itself (QUERY_CONG_STATISTICS)",
	};

	return texts[source];
}

static void entry(const struct term *term, const char *label, const char *text)
{
	if (!text || !text[0])
		return;
	fprintf(term->out, "%*s%-*s", VIEW_INDENT, "", LABEL_COLUMNS, label);
	text_wrap(term->out, text, VIEW_INDENT + LABEL_COLUMNS, view_width(term));
	fputc('\n', term->out);
}

static const char *feature_text(const char *feature)
{
	const char *meaning, *name;

	for (size_t i = 0; feature && (name = counter_feature_at(i, &meaning)); i++)
		if (!strcmp(name, feature))
			return meaning;
	return "";
}

/* The other rows that show the same of the card; of eight priorities none, since they are the same counter. */
static bool is_beside(const struct counter *row, const struct counter *other)
{
	if (other == row || !row->feature || !other->feature || strcmp(row->feature, other->feature) != 0)
		return false;
	return row->priority == COUNTER_NO_PRIORITY ? other->priority == COUNTER_NO_PRIORITY :
						      other->priority == row->priority;
}

/* Calls @each for every name that is worth a look, the one to take in its place first. */
static void look_also(const struct counter *row, void (*each)(void *arg, const char *name), void *arg)
{
	if (row->substitute)
		each(arg, row->substitute);
	for (size_t i = 0; i < counter_count(); i++) {
		const struct counter *other = counter_at(i);

		if (is_beside(row, other) && (!row->substitute || strcmp(other->name, row->substitute) != 0))
			each(arg, other->name);
	}
}

static void aliases(const struct counter *row, void (*each)(void *arg, const struct counter_alias *alias), void *arg)
{
	const struct counter_alias *alias;

	for (size_t i = 0; (alias = counter_alias_at(i)); i++)
		if (alias->source == row->source &&
		    counter_of_driver(alias->driver, alias->source, alias->theirs) == row)
			each(arg, alias);
}

static void add_name(void *arg, const char *name)
{
	FILE *out = arg;

	fprintf(out, "%s%s", ftell(out) > 0 ? ", " : "", name);
}

static void add_alias(void *arg, const struct counter_alias *alias)
{
	FILE *out = arg;

	fprintf(out, "%s%s (%s)", ftell(out) > 0 ? ", " : "", alias->theirs, alias->driver);
}

static void list_entry(const struct term *term, const char *label, const struct counter *row, bool of_drivers)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return;
	if (of_drivers)
		aliases(row, add_alias, out);
	else
		look_also(row, add_name, out);
	fclose(out);
	entry(term, label, text);
	free(text);
}

static void width_text(const struct counter *row, char *buf, size_t size)
{
	if (row->gauge)
		snprintf(buf, size, "it goes up and down: how many there are now");
	else if (row->sticks)
		snprintf(buf, size, "%u bits; it stays at its highest value", row->width);
	else if (row->width == 32)
		snprintf(buf, size, "32 bits: it goes round; rounds are added up while somebody reads often enough");
	else
		snprintf(buf, size, "%u bits", row->width);
}

void explain_text(const struct term *term, const struct counter *row)
{
	char buf[128], metric[COUNTER_METRIC_MAX];

	fprintf(term->out, "%s%s%s\n", term_style(term, TERM_BOLD), row->name, term_style(term, TERM_PLAIN));
	fprintf(term->out, "%*s", VIEW_INDENT, "");
	text_wrap(term->out, row->meaning, VIEW_INDENT, view_width(term));
	fputs("\n\n", term->out);
	entry(term, "tells of", counter_group_name(counter_group(row)));
	entry(term, "shows", feature_text(row->feature));
	entry(term, "unit", counter_unit_name(row->unit));
	width_text(row, buf, sizeof(buf));
	entry(term, "width", buf);
	entry(term, "gate class", class_text(row->class));
	entry(term, "comes from", source_text(row->source));
	entry(term, "only with", row->since);
	if (row->verbs_only)
		entry(term, "blind to", "queue pairs that were made by DevX do not move it");
	entry(term, "metric", counter_metric_name(row, metric, sizeof(metric)));
	if (row->node_name) {
		snprintf(buf, sizeof(buf), "%s%s", COUNTER_NODE, row->node_name);
		entry(term, "node_exporter", buf);
	}
	list_entry(term, "other drivers", row, true);
	list_entry(term, "see also", row, false);
}

static void append_name(void *arg, const char *name)
{
	build_append(arg, json_string(name));
}

static void append_alias(void *arg, const struct counter_alias *alias)
{
	build_append(arg, json_pack("{s:s, s:s}", "driver", alias->driver, "name", alias->theirs));
}

json_t *explain_json(const struct counter *row)
{
	json_t *names = json_array(), *also = json_array(), *object;
	char metric[COUNTER_METRIC_MAX], node[128];

	snprintf(node, sizeof(node), "%s%s", COUNTER_NODE, row->node_name ? row->node_name : "");
	aliases(row, append_alias, &names);
	look_also(row, append_name, &also);
	object = json_pack("{s:s, s:s, s:s, s:s?, s:s, s:i, s:b, s:b, s:s, s:s, s:s?, s:b, s:s?, s:s?, s:o, s:o}",
			   "name", row->name, "meaning", row->meaning, "group", counter_group_name(counter_group(row)),
			   "feature", row->feature, "unit", counter_unit_name(row->unit), "bits", (int)row->width,
			   "gauge", row->gauge, "sticks", row->sticks, "class", counter_class_name(row->class),
			   "source", counter_source_name(row->source), "since", row->since, "verbs_only",
			   row->verbs_only, "metric", counter_metric_name(row, metric, sizeof(metric)), "node_exporter",
			   row->node_name ? node : NULL, "aliases", names, "see_also", also);
	return object;
}
