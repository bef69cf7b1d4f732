/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Texts numbered in the order in which they were first seen, each kept once. */
#ifndef ECE_LIB_BASE_INTERN_H
#define ECE_LIB_BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "lib/base/arena.h"

#define INTERN_NONE UINT32_MAX

/* Zeroed memory with @arena set is an empty table. */
struct intern {
	struct arena *arena; /* keeps the texts */
	const char **texts;  /* by number */
	uint32_t count;
	uint32_t *slots; /* open addressing, a power of two; number + 1, or 0 */
	uint32_t slot_count;
};

/**
 * intern_put - the number of a text, a new one when it was not seen before
 *
 * Returns 0, or -ENOMEM with the table as before.
 */
int intern_put(struct intern *table, const char *text, size_t len, uint32_t *number);

/**
 * intern_find - the number of a text, or INTERN_NONE
 */
uint32_t intern_find(const struct intern *table, const char *text, size_t len);

/**
 * intern_done - free the table; the texts stay in the arena
 */
void intern_done(struct intern *table);

#endif
