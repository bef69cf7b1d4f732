// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/devx/sim/datapath/arena.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/devx/sim/datapath/fail.h"

/* Odd, so that it has an inverse modulo any number of pages. */
#define SCATTER         UINT64_C(0x2545f491)
#define SCATTER_INVERSE UINT64_C(0x41444c71)

void arena_init(struct arena *arena, size_t pages)
{
	*arena = (struct arena){.pages = pages};
	driver_require(pages && !(pages & (pages - 1)), "an arena of %zu pages", pages);
	arena->bytes = calloc(pages, ARENA_PAGE);
	arena->rights = malloc(pages);
	driver_require(arena->bytes && arena->rights, "no memory for an arena");
	memset(arena->rights, ARENA_READ | ARENA_WRITE, pages);
}

void arena_done(struct arena *arena)
{
	free(arena->bytes);
	free(arena->rights);
	*arena = (struct arena){0};
}

uint8_t *arena_take(struct arena *arena, size_t bytes, size_t align)
{
	size_t at = (arena->used + align - 1) & ~(align - 1);

	driver_require(at + bytes <= arena->pages * ARENA_PAGE, "the arena has no %zu bytes left", bytes);
	arena->used = at + bytes;
	return arena->bytes + at;
}

static size_t offset(const struct arena *arena, const uint8_t *at)
{
	driver_require(at >= arena->bytes && at < arena->bytes + arena->pages * ARENA_PAGE, "not in this arena");
	return (size_t)(at - arena->bytes);
}

uint64_t arena_linear(const struct arena *arena, const uint8_t *at)
{
	return ARENA_LINEAR + offset(arena, at);
}

/* Every second page of the window is a gap. */
uint64_t arena_scattered(const struct arena *arena, const uint8_t *at)
{
	uint64_t slot = (offset(arena, at) >> ARENA_PAGE_SHIFT) * SCATTER & (arena->pages - 1);

	return ARENA_SCATTERED + 2 * slot * ARENA_PAGE + offset(arena, at) % ARENA_PAGE;
}

void arena_allow(struct arena *arena, const uint8_t *at, size_t bytes, unsigned int rights)
{
	size_t first = offset(arena, at) >> ARENA_PAGE_SHIFT;
	size_t last = offset(arena, at + bytes - 1) >> ARENA_PAGE_SHIFT;

	memset(arena->rights + first, (int)rights, last - first + 1);
}

/* The place of a bus address, or SIZE_MAX. */
static size_t place(const struct arena *arena, uint64_t address, size_t bytes)
{
	uint64_t all = arena->pages * ARENA_PAGE;
	uint64_t in_page = address % ARENA_PAGE;
	uint64_t slot;

	if (bytes > all)
		return SIZE_MAX;
	if (address >= ARENA_LINEAR)
		return address - ARENA_LINEAR <= all - bytes ? (size_t)(address - ARENA_LINEAR) : SIZE_MAX;
	if (address < ARENA_SCATTERED || address - ARENA_SCATTERED >= 2 * all || bytes > ARENA_PAGE - in_page)
		return SIZE_MAX;
	slot = (address - ARENA_SCATTERED) >> ARENA_PAGE_SHIFT;
	if (slot % 2)
		return SIZE_MAX;
	slot = slot / 2 * SCATTER_INVERSE & (arena->pages - 1);
	return (size_t)(slot * ARENA_PAGE + in_page);
}

static uint8_t *find(struct arena *arena, uint64_t address, size_t bytes, unsigned int right)
{
	size_t at = place(arena, address, bytes);
	size_t page;

	arena->accesses++;
	driver_require(!arena->limit || arena->accesses <= arena->limit, "the card never stops to use memory");
	if (at != SIZE_MAX)
		for (page = at >> ARENA_PAGE_SHIFT; page << ARENA_PAGE_SHIFT < at + bytes; page++)
			if (!(arena->rights[page] & right))
				at = SIZE_MAX;
	if (at == SIZE_MAX) {
		arena->refused++;
		return NULL;
	}
	arena->bytes_moved += bytes;
	return arena->bytes + at;
}

bool arena_read(struct arena *arena, uint64_t address, void *to, size_t bytes)
{
	const uint8_t *at = find(arena, address, bytes, ARENA_READ);

	if (at)
		memcpy(to, at, bytes);
	return at != NULL;
}

bool arena_write(struct arena *arena, uint64_t address, const void *from, size_t bytes)
{
	uint8_t *at = find(arena, address, bytes, ARENA_WRITE);

	if (at)
		memcpy(at, from, bytes);
	return at != NULL;
}
