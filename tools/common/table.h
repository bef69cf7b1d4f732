/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Aligned columns. */
#ifndef ECE_TOOLS_COMMON_TABLE_H
#define ECE_TOOLS_COMMON_TABLE_H

#include <stddef.h>
#include <stdio.h>

#define TABLE_COLUMNS_MAX 16

struct table;

/**
 * table_new - an empty table of @columns columns, at most TABLE_COLUMNS_MAX
 *
 * Returns NULL when memory ran out. table_free() accepts NULL, as the other functions do.
 */
struct table *table_new(size_t columns);
void table_free(struct table *table);

/**
 * table_right - align a column to the right, for numbers
 */
void table_right(struct table *table, size_t column);

/**
 * table_add - the next cell; a row is full after as many cells as there are columns
 */
__attribute__((format(printf, 2, 3))) void table_add(struct table *table, const char *format, ...);

/**
 * table_print - print all rows
 * @indent: spaces in front of each
 * @width: columns of a line, the last cell is cut there and ends in "..."; 0: no limit
 *
 * Trailing empty cells leave no blanks. Returns 0, or -ENOMEM when a cell was lost for want of memory.
 */
int table_print(const struct table *table, FILE *out, size_t indent, size_t width);

#endif
