/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The memory of a host in one array of bytes, as its card sees it: bus addresses, some of them of nothing.
 *
 * Every page has two addresses. In the scattered window no two pages are neighbours and a page that is not there lies
 * behind each, so that whoever runs over the end of one is refused. In the linear window they lie side by side, for
 * physical keys and for pages larger than 4 KiB.
 */
#ifndef ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_ARENA_H
#define ECE_TESTS_UNIT_DEVX_SIM_DATAPATH_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARENA_PAGE_SHIFT 12
#define ARENA_PAGE       4096

#define ARENA_SCATTERED UINT64_C(0x0000001000000000)
#define ARENA_LINEAR    UINT64_C(0x0000004000000000)

struct arena {
	uint8_t *bytes;
	uint8_t *rights; /* of each page, ARENA_... */
	size_t pages;    /* a power of two */
	size_t used;     /* bytes handed out */
	uint64_t refused;
	uint64_t accesses; /* by the card so far, refused or not */
	uint64_t bytes_moved;
	uint64_t limit; /* of accesses: one more ends the process; 0: none */
};

enum {
	ARENA_READ = 1,
	ARENA_WRITE = 2,
};

/* arena_init - ends the process where there is no memory, as everything here does that cannot go on */
void arena_init(struct arena *arena, size_t pages);
void arena_done(struct arena *arena);

/**
 * arena_take - memory for the host, zeroed
 * @align: a power of two
 *
 * Returns the host's own pointer to it, valid until arena_done(); there is no giving back.
 */
uint8_t *arena_take(struct arena *arena, size_t bytes, size_t align);

/* arena_linear, arena_scattered - the bus address of what the host has at @at, in either window */
uint64_t arena_linear(const struct arena *arena, const uint8_t *at);
uint64_t arena_scattered(const struct arena *arena, const uint8_t *at);

/* arena_allow - what the card may do to the pages of [@at, +@bytes): ARENA_READ | ARENA_WRITE, 0 for nothing */
void arena_allow(struct arena *arena, const uint8_t *at, size_t bytes, unsigned int rights);

/* arena_read, arena_write - the card reads and writes; false, and nothing done, where there is no memory or no right */
bool arena_read(struct arena *arena, uint64_t address, void *to, size_t bytes);
bool arena_write(struct arena *arena, uint64_t address, const void *from, size_t bytes);

#endif
