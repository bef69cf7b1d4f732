// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Counters of the table: a family for each metric of it, in which all ports stand together. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counters/metric.h"
#include "lib/export/shelf.h"

#define HELP_MAX 512

bool export_counter_wanted(const struct export_options *options, const struct scrape_port *port,
			   const struct scrape_counter *counter)
{
	const struct counter *row = counter->row;

	if (!row || !row->metric)
		return false;
	if (options->all || row->shown == COUNTER_ALWAYS)
		return true;
	if (row->shown != COUNTER_LOSSLESS || row->priority == COUNTER_NO_PRIORITY)
		return false;
	return (port->pfc_known && port->pfc >> row->priority & 1) || counter->reading.value;
}

struct export_number export_counter_number(const struct scrape_counter *counter)
{
	struct counter_reading total = {.value = counter->total, .state = COUNTER_PRESENT};
	uint64_t value = counter_value(counter->row, &total);

	return counter->row->unit == COUNTER_MICROSECONDS ? export_microseconds(value) : export_integer(value);
}

const char *export_state_word(uint8_t state)
{
	static const char *const words[] = {
		[COUNTER_ABSENT] = "absent",
		[COUNTER_PRESENT] = "present",
		[COUNTER_UNREADABLE] = "unreadable",
	};

	return words[state];
}

static void tell_counter(struct export_making *making, const struct export_told *told)
{
	const struct scrape_counter *counter = told->counter;
	char digit[] = {(char)('0' + counter->row->priority), '\0'};
	struct export_label priority = {"priority", digit};
	const struct export_label *more = counter->row->priority == COUNTER_NO_PRIORITY ? NULL : &priority;

	if (counter->reading.state == COUNTER_PRESENT)
		export_sample(&making->writer, &told->port->labels, more, export_counter_number(counter));
	else
		export_missing(&making->writer, &told->port->labels, more, export_state_word(counter->reading.state));
}

static int by_metric(const void *a, const void *b)
{
	const struct counter *const *x = a, *const *y = b;
	int order = counter_metric_order(*x, *y);

	return order ? order : (*x > *y) - (*x < *y);
}

/* Rows of one family beside each other. NULL when memory runs out. */
static const struct counter **sorted_rows(struct export_making *making)
{
	const struct counter **rows = arena_alloc(&making->arena, counter_count(), sizeof(struct counter *));

	for (size_t i = 0; rows && i < counter_count(); i++)
		rows[i] = counter_at(i);
	if (rows)
		qsort(rows, counter_count(), sizeof(struct counter *), by_metric);
	return rows;
}

/* With the kernel's name: people know it by that. */
static void help_of(const struct counter *row, char help[HELP_MAX])
{
	char name[64];

	snprintf(name, sizeof(name), "%s", row->name);
	for (char *c = name; row->priority != COUNTER_NO_PRIORITY && *c; c++)
		if (*c == '0' + row->priority)
			*c = 'N';
	snprintf(help, HELP_MAX, "%s (%s)", row->meaning, name);
}

static void begin_family(struct export_making *making, const struct counter *row, char name[COUNTER_METRIC_MAX],
			 char help[HELP_MAX])
{
	struct export_family family = {
		.name = counter_metric_family(row, name, COUNTER_METRIC_MAX),
		.unit = counter_metric_unit(row),
		.help = help,
		.type = row->gauge ? EXPORT_GAUGE : EXPORT_COUNTER,
	};

	help_of(row, help);
	export_family_begin(&making->writer, &family);
}

void export_counters(struct export_making *making)
{
	const struct counter **rows = sorted_rows(making);
	char name[COUNTER_METRIC_MAX], help[HELP_MAX];
	struct export_shelf shelf = {0};

	if (!rows || export_shelve(making, export_counter_wanted, &shelf)) {
		making->writer.code = -ENOMEM;
		return;
	}
	for (size_t i = 0; i < counter_count() && rows[i]->metric; i++) {
		if (!i || counter_metric_order(rows[i - 1], rows[i]))
			begin_family(making, rows[i], name, help);
		export_shelf_tell(making, &shelf, rows[i], tell_counter);
	}
}

static const struct export_family states = {
	.name = "ece_counters",
	.help = "How many of the counters that this exporter tells are present; absent, by kernel, driver or card; and "
		"unreadable. Only present ones have series.",
};

void export_counter_states(struct export_making *making)
{
	export_family_begin(&making->writer, &states);
	for (size_t p = 0; p < making->port_count; p++) {
		const struct export_port *port = &making->ports[p];
		size_t count[3] = {0};

		for (size_t i = 0; i < port->port->count; i++)
			if (export_counter_wanted(making->options, port->port, &port->port->counters[i]))
				count[port->port->counters[i].reading.state]++;
		for (uint8_t i = 0; i < 3; i++)
			export_sample(&making->writer, &port->labels,
				      &(struct export_label){"state", export_state_word(i)}, export_integer(count[i]));
	}
}
