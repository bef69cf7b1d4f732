// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tools/ece-counters/beside.h"

#include <stdbool.h>
#include <string.h>

#include "tools/common/term.h"

size_t beside_count(size_t width, size_t blocks)
{
	size_t fit = (width + BESIDE_GAP) / (BESIDE_COLUMNS + BESIDE_GAP);

	if (fit > blocks)
		fit = blocks;
	if (fit > BESIDE_MAX)
		fit = BESIDE_MAX;
	return fit ? fit : 1;
}

size_t beside_width(size_t width, size_t beside)
{
	return beside > 1 ? (width - (beside - 1) * BESIDE_GAP) / beside : width;
}

/* One line of a block, as wide as its column unless it is the last one; moves on to the next. */
static void cell(FILE *out, const char **at, size_t width, bool last)
{
	size_t len = strcspn(*at, "\n"), used;
	size_t fit = term_fit(*at, len, width, &used);

	fwrite(*at, 1, fit, out);
	/* A style that was cut off with its end */
	if (fit < len)
		fputs(memchr(*at, '\033', fit) ? "\033[0m" : "", out);
	if (!last)
		fprintf(out, "%*s", (int)(width - used + BESIDE_GAP), "");
	*at += len + ((*at)[len] == '\n');
}

static bool any_left(const char *const *at, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (at[i][0])
			return true;
	return false;
}

static void row(FILE *out, char *const *blocks, size_t count, size_t width)
{
	const char *at[BESIDE_MAX];

	for (size_t i = 0; i < count; i++)
		at[i] = blocks[i];
	while (any_left(at, count)) {
		for (size_t i = 0; i < count; i++)
			cell(out, &at[i], width, i + 1 == count);
		fputc('\n', out);
	}
}

void beside_print(FILE *out, char *const *blocks, size_t count, size_t beside, size_t width)
{
	for (size_t i = 0; i < count; i += beside) {
		if (i)
			fputc('\n', out);
		row(out, blocks + i, count - i < beside ? count - i : beside, width);
	}
}
