// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include <stdio.h>
#include <string.h>

#include "tools/common/table.h"
#include "tools/common/view.h"
#include "tools/ece-counters/units.h"
#include "tools/ece-counters/views.h"

#define PRIORITIES  8
#define COLUMNS_MAX (TABLE_COLUMNS_MAX - 1)
#define OF_PRIORITY "prio"
#define KIND_MAX    128 /* names of counters are shorter */

/* Columns of the terminal, for what stands beside each other. */
#define FIRST_COLUMN (VIEW_INDENT + 11)
#define CELL_COLUMNS 9
#define GAP          2

/* One counter of all priorities. */
struct kind {
	char name[KIND_MAX]; /* without the priority: "rx_pause_duration" */
	const struct sheet_line *of[PRIORITIES];
	bool told;
};

bool priority_is_in_table(const struct sheet_line *line)
{
	const struct counter *row = line->counter->row;

	return row && row->priority != COUNTER_NO_PRIORITY && line->group != GROUP_LOAD;
}

/* "rx_prio3_pause" is one of "rx_pause". */
static void name_kind(const char *name, char kind[KIND_MAX])
{
	const char *cut = strstr(name, OF_PRIORITY);
	size_t len = cut ? strlen(OF_PRIORITY) + 1 : 0; /* and its digit */

	if (cut && cut[len] == '_')
		len++;
	snprintf(kind, KIND_MAX, "%.*s%s", cut ? (int)(cut - name) : 0, name, cut ? cut + len : name);
}

/* @kinds has room for one more than COLUMNS_MAX. */
static struct kind *find_kind(struct kind *kinds, size_t *count, const char *name)
{
	struct kind *next = &kinds[*count];

	name_kind(name, next->name);
	for (struct kind *kind = kinds; kind < next; kind++)
		if (!strcmp(kind->name, next->name))
			return kind;
	if (*count == COLUMNS_MAX)
		return NULL;
	(*count)++;
	return next;
}

/* Where the driver does not tell pause by priority, its rows are absent, and there is no column for them. */
static size_t collect(const struct sheet *sheet, struct kind *kinds)
{
	size_t count = 0, kept = 0;

	for (size_t i = 0; i < sheet->count; i++) {
		const struct sheet_line *line = &sheet->lines[i];
		struct kind *kind;

		if (!priority_is_in_table(line))
			continue;
		kind = find_kind(kinds, &count, line->counter->name);
		if (!kind)
			continue;
		kind->of[line->counter->row->priority] = line;
		kind->told |= line->counter->reading.state == COUNTER_PRESENT && !sheet_is_zero(line);
	}
	for (size_t i = 0; i < count; i++)
		if (kinds[i].told)
			kinds[kept++] = kinds[i];
	return kept;
}

static bool has_something(const struct kind *kinds, size_t count, unsigned int priority)
{
	for (size_t i = 0; i < count; i++) {
		const struct sheet_line *line = kinds[i].of[priority];

		if (line && line->counter->reading.state == COUNTER_PRESENT && !sheet_is_zero(line))
			return true;
	}
	return false;
}

/* How it goes on where that is known, else how much it was. */
static void add_cell(struct table *table, const struct sheet *sheet, const struct sheet_line *line)
{
	char buf[UNITS_TEXT_MAX];

	if (!line)
		table_add(table, "-");
	else if (line->counter->reading.state != COUNTER_PRESENT)
		table_add(table, "%s", counter_state_name(&line->counter->reading));
	else if (line->last.change == SHEET_RESTARTED)
		table_add(table, "started over");
	else if (sheet->compared && line->last.change == SHEET_GREW)
		table_add(table, "%s", units_rate(buf, sheet_unit(line->counter), sheet_rate(&line->last)));
	else
		table_add(table, "%s", units_amount(buf, sheet_unit(line->counter), line->value));
}

static const char *mark_of(const struct kind *kinds, size_t count, unsigned int priority)
{
	for (size_t i = 0; i < count; i++)
		if (kinds[i].of[priority] && sheet_mark(kinds[i].of[priority])[0])
			return "! ";
	return "  ";
}

static bool is_row(const struct kind *kinds, size_t count, const struct sheet *sheet, unsigned int priority)
{
	return has_something(kinds, count, priority) || sheet->port->pfc & 1U << priority;
}

static void print_table(const struct term *term, const struct sheet *sheet, const struct kind *kinds, size_t count)
{
	struct table *table = table_new(count + 1);

	table_add(table, "   priority");
	for (size_t i = 0; i < count; i++) {
		table_right(table, i + 1);
		table_add(table, "%s", kinds[i].name);
	}
	for (unsigned int priority = 0; priority < PRIORITIES; priority++) {
		if (!is_row(kinds, count, sheet, priority))
			continue;
		table_add(table, "%s %u%s", mark_of(kinds, count, priority), priority,
			  sheet->port->pfc & 1U << priority ? " (PFC)" : "");
		for (size_t i = 0; i < count; i++)
			add_cell(table, sheet, kinds[i].of[priority]);
	}
	table_print(table, term->out, VIEW_INDENT, 0);
	table_free(table);
}

/* How many columns fit beside each other; at least one. */
static size_t fitting(const struct term *term, const struct kind *kinds, size_t count)
{
	size_t width = FIRST_COLUMN, fit = 0;

	while (fit < count) {
		size_t name = strlen(kinds[fit].name);

		width += GAP + (name > CELL_COLUMNS ? name : CELL_COLUMNS);
		if (term->width && fit && width > term->width)
			break;
		fit++;
	}
	return fit;
}

void priority_text(const struct term *term, const struct sheet *sheet)
{
	struct kind kinds[COLUMNS_MAX + 1] = {0};
	size_t count = collect(sheet, kinds);

	for (size_t at = 0, fit; at < count; at += fit) {
		fit = fitting(term, kinds + at, count - at);
		print_table(term, sheet, kinds + at, fit);
	}
}
