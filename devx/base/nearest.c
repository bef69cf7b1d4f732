// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "devx/base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Optimal string alignment; three rows of the usual table are enough. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t rows[3][ECE_NEAREST_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *row = rows[2];

	for (size_t j = 0; j <= b_len; j++)
		last[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		size_t *oldest = before;

		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = smaller(smaller(last[j], row[j - 1]) + 1, last[j - 1] + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				row[j] = smaller(row[j], before[j - 2] + 1);
		}
		before = last;
		last = row;
		row = oldest;
	}
	return last[b_len];
}

const char *ece_nearest(const char *word, const char *(*candidate)(const void *ctx, size_t i), const void *ctx)
{
	const char *best = NULL;
	size_t best_distance = SIZE_MAX, len = strnlen(word, ECE_NEAREST_MAX + 1);

	if (!len || len > ECE_NEAREST_MAX)
		return NULL;
	for (size_t i = 0;; i++) {
		const char *name = candidate(ctx, i);
		size_t name_len, d, limit;

		if (!name)
			return best;
		name_len = strnlen(name, ECE_NEAREST_MAX + 1);
		if (name_len > ECE_NEAREST_MAX)
			continue;
		d = distance(word, len, name, name_len);
		limit = (len > name_len ? len : name_len) / 3;
		if (d <= (limit ? limit : 1) && d < best_distance) {
			best = name;
			best_distance = d;
		}
	}
}
