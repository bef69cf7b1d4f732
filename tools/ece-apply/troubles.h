/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Hosts that did not do what was asked, and why: those with the same reason are one line. */
#ifndef ECE_TOOLS_ECE_APPLY_TROUBLES_H
#define ECE_TOOLS_ECE_APPLY_TROUBLES_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/common/term.h"

#define TROUBLES_MAX 200000 /* hosts that are remembered; further ones are only counted */

struct trouble {
	char *host, *why;
};

/* Zeroed memory is none. */
struct troubles {
	struct trouble *list;
	size_t count, max, more;
};

/**
 * troubles_add - strings are copied; what there is no memory for is counted
 */
void troubles_add(struct troubles *troubles, const char *host, const char *why);

/**
 * troubles_tell - a line for each reason, by the first host that has it: "gpu[001-120,125]: the connection was refused"
 * @lines: at most; how many hosts have further reasons is then said
 * @when: before each line
 * @more: set to true where further ones were only counted, else left as it is; may be NULL
 *
 * None is left afterwards. Returns how many lines were told, without the one that counts.
 */
size_t troubles_tell(struct troubles *troubles, size_t lines, const char *when, const struct term *term, bool *more);

/**
 * troubles_free - forget them
 */
void troubles_free(struct troubles *troubles);

#endif
