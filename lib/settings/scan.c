// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/settings/scan.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the text that is looked at. */
struct piece {
	const char *at;
	size_t len;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct piece skip(struct piece piece, size_t n)
{
	return (struct piece){piece.at + n, piece.len - n};
}

static struct piece trimmed(struct piece piece)
{
	while (piece.len && is_blank(piece.at[0]))
		piece = skip(piece, 1);
	while (piece.len && is_blank(piece.at[piece.len - 1]))
		piece.len--;
	return piece;
}

static struct piece unquoted(struct piece piece)
{
	if (piece.len >= 2 && (piece.at[0] == '"' || piece.at[0] == '\'') && piece.at[piece.len - 1] == piece.at[0])
		return (struct piece){piece.at + 1, piece.len - 2};
	return piece;
}

static void copy(struct piece piece, char *buf, size_t size)
{
	size_t n = piece.len < size - 1 ? piece.len : size - 1;

	for (size_t i = 0; i < n; i++)
		buf[i] = piece.at[i] >= ' ' && piece.at[i] <= '~' ? piece.at[i] : '?';
	buf[n] = '\0';
}

/* "NAME=VALUE" of a variable of the table */
static bool take(struct piece piece, struct settings_found *found)
{
	const char *equals = piece.len ? memchr(piece.at, '=', piece.len) : NULL;
	struct piece name;

	if (!equals)
		return false;
	name = trimmed((struct piece){piece.at, (size_t)(equals - piece.at)});
	found->variable = settings_variable_find(name.at, name.len);
	if (!found->variable)
		return false;
	copy(unquoted(trimmed(skip(piece, (size_t)(equals - piece.at) + 1))), found->value, sizeof(found->value));
	return true;
}

static bool take_line(struct piece line, struct settings_found *found)
{
	static const char export[] = "export ";

	found->line++;
	line = trimmed(line);
	if (!line.len || line.at[0] == '#' || line.at[0] == ';')
		return false;
	if (line.at[0] == '[') {
		const char *end = memchr(line.at, ']', line.len);

		copy((struct piece){line.at + 1, (end ? (size_t)(end - line.at) : line.len) - 1}, found->section,
		     sizeof(found->section));
		return false;
	}
	if (line.len > sizeof(export) - 1 && !memcmp(line.at, export, sizeof(export) - 1))
		line = skip(line, sizeof(export) - 1);
	return take(line, found);
}

int settings_scan(enum settings_form form, const char *text, size_t len,
		  int (*each)(void *arg, const struct settings_found *found), void *arg)
{
	struct piece rest = {text, len};
	struct settings_found found = {0};
	char end = form == SETTINGS_LINES ? '\n' : '\0';
	int stop;

	while (rest.len) {
		const char *at = memchr(rest.at, end, rest.len);
		struct piece piece = {rest.at, at ? (size_t)(at - rest.at) : rest.len};
		bool taken = form == SETTINGS_LINES ? take_line(piece, &found) : take(piece, &found);

		stop = taken ? each(arg, &found) : 0;
		if (stop)
			return stop;
		rest = skip(rest, at ? piece.len + 1 : piece.len);
	}
	return 0;
}
