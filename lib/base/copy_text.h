/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Text into an array of fixed size. */
#ifndef ECE_LIB_BASE_COPY_TEXT_H
#define ECE_LIB_BASE_COPY_TEXT_H

#include <stddef.h>
#include <string.h>

/**
 * copy_text - copy a string, cut to fit, the rest of the array zeroed
 * @size: of @to, at least 1
 *
 * For texts that may be cut: sentences for people, and names that were checked when they came in.
 */
static inline void copy_text(char *to, size_t size, const char *from)
{
	size_t len = 0;

	/* Not strnlen(): gcc takes its bound for what is read of a shorter constant */
	while (len < size - 1 && from[len])
		len++;
	memcpy(to, from, len);
	memset(to + len, 0, size - len);
}

#endif
