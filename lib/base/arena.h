/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Many small pieces of memory that are freed together: a parsed file. */
#ifndef ECE_LIB_BASE_ARENA_H
#define ECE_LIB_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* Zeroed memory is an empty arena. */
struct arena {
	struct arena_block *blocks; /* newest first */
	char *at, *end;             /* what is left of the newest block */
};

/**
 * arena_alloc - zeroed memory for @count things of @size bytes
 *
 * Aligned for any type. No bytes asked for: a valid pointer all the same. What was handed out before stays valid and
 * in place.
 * Returns NULL when memory runs out or count * size overflows; the arena is then as before.
 */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/**
 * arena_text - a copy of @len bytes with a NUL behind them
 *
 * Returns NULL when memory runs out.
 */
char *arena_text(struct arena *arena, const char *text, size_t len);

/**
 * arena_done - free all of it; the arena is empty again
 */
void arena_done(struct arena *arena);

#endif
