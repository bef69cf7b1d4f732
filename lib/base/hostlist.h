/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Host ranges as cluster tools write them: "gpu[001-016,018],login1", "r[1-4]n[01-32]".
 *
 * A list is names separated by commas; a name may have brackets with numbers and ranges of numbers, also several of
 * them. The lower bound's width is kept: [008-011] is 008 to 011, [8-11] is 8 to 11. Host names are data: letters,
 * digits and "-_.:", the first one a letter or a digit, so that none can be an option, a path or a piece of shell.
 */
#ifndef ECE_LIB_BASE_HOSTLIST_H
#define ECE_LIB_BASE_HOSTLIST_H

#include <stddef.h>

#define HOSTLIST_MAX          200000 /* hosts of one list */
#define HOSTLIST_NAME_MAX     253    /* bytes of one name, as in DNS */
#define HOSTLIST_DIGITS_MAX   9      /* of a number in brackets */
#define HOSTLIST_BRACKETS_MAX 8      /* of one name */

/* What is wrong with a list. */
struct hostlist_fault {
	size_t at;       /* offset into the text */
	const char *why; /* a constant sentence without a full stop */
};

/* Takes one name, not NUL-terminated. Non-zero stops and is returned by hostlist_each(). */
typedef int hostlist_take(void *ctx, const char *name, size_t len);

/**
 * hostlist_check - is it a host list, and how long is it?
 * @max: most hosts it may have; HOSTLIST_MAX at most
 * @count: receives the number of hosts; may be NULL
 * @fault: filled when it is none; may be NULL
 *
 * Names given twice count twice. Time is linear in @len.
 * Returns 0; -EINVAL for text that is no host list; -E2BIG when it has more than @max hosts.
 */
int hostlist_check(const char *text, size_t len, size_t max, size_t *count, struct hostlist_fault *fault);

/**
 * hostlist_each - call @take for every host, in the order of the list
 *
 * Checks the whole list first: @take is not called for one that is faulty.
 * Returns 0, what @take returned, or as hostlist_check().
 */
int hostlist_each(const char *text, size_t len, size_t max, hostlist_take *take, void *ctx,
		  struct hostlist_fault *fault);

/**
 * hostlist_fold - a short list of this form that has exactly these hosts
 * @names: in any order, duplicates allowed; each a name that hostlist_check() takes
 * @text: receives the list, sorted: "gpu[001-120,125],login1"; free() it
 *
 * Numbers are folded in one place of a name: the last number of its first dotted part, or of the whole name when it
 * starts with a digit.
 * Returns 0 or -ENOMEM.
 */
int hostlist_fold(const char *const *names, size_t count, char **text);

#endif
