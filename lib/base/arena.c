// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 << 10)

struct arena_block {
	struct arena_block *next;
	alignas(max_align_t) char data[];
};

/* What is left of the old block is lost, so a large piece gets a block of its own and leaves the old one in use. */
static void *block_add(struct arena *arena, size_t need)
{
	size_t bytes = need > BLOCK_BYTES / 4 ? need : BLOCK_BYTES;
	struct arena_block *block;

	if (bytes > SIZE_MAX - sizeof(*block))
		return NULL;
	block = malloc(sizeof(*block) + bytes);
	if (!block)
		return NULL;
	block->next = arena->blocks;
	arena->blocks = block;
	if (bytes == BLOCK_BYTES) {
		arena->at = block->data + need;
		arena->end = block->data + bytes;
	}
	return block->data;
}

static void *take(struct arena *arena, size_t bytes, size_t align)
{
	size_t skip = -(uintptr_t)arena->at & (align - 1);
	size_t left = (size_t)(arena->end - arena->at);
	void *p;

	if (!arena->at || skip > left || bytes > left - skip)
		return block_add(arena, bytes);
	p = arena->at + skip;
	arena->at += skip + bytes;
	return p;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
	size_t bytes;
	void *p;

	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	p = take(arena, bytes, alignof(max_align_t));
	if (p)
		memset(p, 0, bytes);
	return p;
}

char *arena_text(struct arena *arena, const char *text, size_t len)
{
	char *copy = len < SIZE_MAX ? take(arena, len + 1, 1) : NULL;

	if (!copy)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

void arena_done(struct arena *arena)
{
	struct arena_block *next;

	for (struct arena_block *block = arena->blocks; block; block = next) {
		next = block->next;
		free(block);
	}
	*arena = (struct arena){0};
}
