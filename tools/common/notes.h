/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reasons below a table: equal ones once, each with a number that the table refers to. */
#ifndef ECE_TOOLS_COMMON_NOTES_H
#define ECE_TOOLS_COMMON_NOTES_H

#include <stddef.h>

#include "tools/common/term.h"

#define NOTES_MAX 64

struct notes {
	const char *text[NOTES_MAX]; /* not owned */
	size_t count;
};

/**
 * notes_add - the number of a reason, from 1
 * @text: must stay; empty: 0
 *
 * Returns 0 when there are too many to be told apart.
 */
size_t notes_add(struct notes *notes, const char *text);

/**
 * notes_print - one paragraph each
 */
void notes_print(const struct notes *notes, const struct term *term, size_t indent);

#endif
