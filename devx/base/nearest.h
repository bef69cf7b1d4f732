/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* "Did you mean": the known word that is most like the one that was typed. */
#ifndef ECE_DEVX_BASE_NEAREST_H
#define ECE_DEVX_BASE_NEAREST_H

#include <stddef.h>

#define ECE_NEAREST_MAX 64 /* longer words have no neighbours */

/**
 * ece_nearest - the candidate that is most like @word
 * @candidate: returns the i-th candidate, counted from 0, and NULL behind the last one; called in order
 * @ctx: handed to @candidate
 *
 * Counts letters inserted, left out, replaced, or swapped with their neighbour; upper and lower case are the same. A
 * candidate is near when a third of the longer word's letters, but at least one, would have to change at most. The
 * first one of equally near ones wins.
 *
 * Returns what @candidate returned, or NULL when nothing is near.
 */
const char *ece_nearest(const char *word, const char *(*candidate)(const void *ctx, size_t i), const void *ctx);

#endif
