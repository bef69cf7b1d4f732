/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The word most like another one, for "did you mean". */
#ifndef ECE_LIB_BASE_NEAREST_H
#define ECE_LIB_BASE_NEAREST_H

#include <stddef.h>

#define NEAREST_WORD_MAX 64 /* bytes; longer words are near nothing */

struct nearest {
	const char *word;
	const char *best; /* NULL while nothing is near */
	size_t distance;  /* of @best */
	size_t limit;     /* largest distance that still counts as near: a third of the word, at least 1 */
};

/**
 * nearest_start - look for what is like @word, which must outlive the search
 */
struct nearest nearest_start(const char *word);

/**
 * nearest_offer - take a candidate into account; the first of equally near ones stays
 */
void nearest_offer(struct nearest *n, const char *candidate);

/**
 * nearest_distance - letters to change, add, take away or swap with their neighbour to make @a into @b
 *
 * Returns SIZE_MAX when one of them is longer than NEAREST_WORD_MAX.
 */
size_t nearest_distance(const char *a, const char *b);

#endif
