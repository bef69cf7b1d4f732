// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/nearest.h"

#include <stdint.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Optimal string alignment, by three rows of its matrix. */
size_t nearest_distance(const char *a, const char *b)
{
	size_t rows[3][NEAREST_WORD_MAX + 1];
	size_t *older = rows[0], *old = rows[1], *now = rows[2], *spare;
	size_t a_len = strnlen(a, NEAREST_WORD_MAX + 1), b_len = strnlen(b, NEAREST_WORD_MAX + 1);

	if (a_len > NEAREST_WORD_MAX || b_len > NEAREST_WORD_MAX)
		return SIZE_MAX;
	for (size_t j = 0; j <= b_len; j++)
		old[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		now[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			now[j] = least(least(old[j], now[j - 1]) + 1, old[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = least(now[j], older[j - 2] + 1);
		}
		spare = older;
		older = old;
		old = now;
		now = spare;
	}
	return old[b_len];
}

struct nearest nearest_start(const char *word)
{
	size_t limit = strnlen(word, NEAREST_WORD_MAX) / 3;

	return (struct nearest){.word = word, .distance = SIZE_MAX, .limit = limit ? limit : 1};
}

void nearest_offer(struct nearest *n, const char *candidate)
{
	size_t distance = nearest_distance(n->word, candidate);

	if (distance <= n->limit && distance < n->distance) {
		n->best = candidate;
		n->distance = distance;
	}
}
