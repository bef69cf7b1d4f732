// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/common/table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/text.h"

#define GAP     2 /* columns between two cells */
#define ELISION "..."

struct table {
	size_t columns;
	bool right[TABLE_COLUMNS_MAX];
	char **cells;
	size_t count, room;
	bool failed;
};

struct table *table_new(size_t columns)
{
	struct table *table = calloc(1, sizeof(*table));

	if (table)
		table->columns = columns && columns <= TABLE_COLUMNS_MAX ? columns : TABLE_COLUMNS_MAX;
	return table;
}

void table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->count; i++)
		free(table->cells[i]);
	free(table->cells);
	free(table);
}

void table_right(struct table *table, size_t column)
{
	if (table && column < table->columns)
		table->right[column] = true;
}

static bool grow(struct table *table)
{
	size_t room = table->room ? 2 * table->room : 64;
	char **cells;

	if (table->count < table->room)
		return true;
	cells = reallocarray(table->cells, room, sizeof(*cells));
	if (!cells)
		return false;
	table->cells = cells;
	table->room = room;
	return true;
}

void table_add(struct table *table, const char *format, ...)
{
	va_list args;
	char *cell;

	if (!table || table->failed)
		return;
	va_start(args, format);
	if (vasprintf(&cell, format, args) < 0)
		cell = NULL;
	va_end(args);
	if (!cell || !grow(table)) {
		free(cell);
		table->failed = true;
		return;
	}
	table->cells[table->count++] = cell;
}

static void measure(const struct table *table, size_t *widths)
{
	memset(widths, 0, TABLE_COLUMNS_MAX * sizeof(*widths));
	for (size_t i = 0; i < table->count; i++) {
		size_t w = text_width(table->cells[i]);

		if (w > widths[i % table->columns])
			widths[i % table->columns] = w;
	}
}

static void print_last(FILE *out, const char *cell, size_t used, size_t width)
{
	size_t room = width > used ? width - used : 0;

	if (!width || text_width(cell) <= room) {
		fputs(cell, out);
		return;
	}
	room = room > strlen(ELISION) ? room - strlen(ELISION) : 0;
	fprintf(out, "%.*s" ELISION, (int)text_fit(cell, room), cell);
}

static void print_row(const struct table *table, FILE *out, char *const *cells, size_t count, const size_t *widths,
		      size_t indent, size_t width)
{
	size_t used = indent;

	while (count && !cells[count - 1][0])
		count--;
	fprintf(out, "%*s", count ? (int)indent : 0, "");
	for (size_t i = 0; i < count; i++) {
		size_t blanks = widths[i] - text_width(cells[i]);

		if (table->right[i])
			fprintf(out, "%*s", (int)blanks, "");
		if (i + 1 == count) {
			print_last(out, cells[i], used, width);
			break;
		}
		fputs(cells[i], out);
		fprintf(out, "%*s", (int)(GAP + (table->right[i] ? 0 : blanks)), "");
		used += widths[i] + GAP;
	}
	fputc('\n', out);
}

int table_print(const struct table *table, FILE *out, size_t indent, size_t width)
{
	size_t widths[TABLE_COLUMNS_MAX];

	if (!table || table->failed)
		return -ENOMEM;
	measure(table, widths);
	for (size_t at = 0; at < table->count; at += table->columns) {
		size_t left = table->count - at;

		print_row(table, out, table->cells + at, left < table->columns ? left : table->columns, widths, indent,
			  width);
	}
	return 0;
}
