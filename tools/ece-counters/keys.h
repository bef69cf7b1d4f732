/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a person types at a terminal, out of the bytes that come from it. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_KEYS_H
#define ECE_TOOLS_ECE_COUNTERS_KEYS_H

#include <stddef.h>

/* Below 256 a key is its character. */
enum key {
	KEY_NONE = 0,
	KEY_UP = 256,
	KEY_DOWN,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_HOME,
	KEY_OTHER, /* an escape sequence that means nothing here */
};

/**
 * keys_next - the first key in @bytes
 * @used: receives how many bytes it took; 0 only where @len is 0
 *
 * A sequence that is cut off is KEY_OTHER: what is left of it comes with the next read.
 */
int keys_next(const char *bytes, size_t len, size_t *used);

#endif
