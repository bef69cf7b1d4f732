/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Text by columns: UTF-8 where the locale has it, and no assumption that a byte is a column. */
#ifndef ECE_TOOLS_COMMON_TEXT_H
#define ECE_TOOLS_COMMON_TEXT_H

#include <stddef.h>
#include <stdio.h>

/**
 * text_width - the columns that @text takes on a terminal
 *
 * Bytes that are no character of the locale count as one column each.
 */
size_t text_width(const char *text);

/**
 * text_fit - how many bytes of @text fit into @columns, whole characters only
 */
size_t text_fit(const char *text, size_t columns);

/**
 * text_wrap - print words, breaking lines before @width
 * @indent: the column where the text starts, and where further lines are indented to
 *
 * A word longer than a line is not broken. No newline behind the last line.
 */
void text_wrap(FILE *out, const char *text, size_t indent, size_t width);

#endif
