/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who types this, for those who read it later. */
#ifndef ECE_TOOLS_ECE_APPLY_WHO_H
#define ECE_TOOLS_ECE_APPLY_WHO_H

#include <stddef.h>

#define WHO_MAX 256

/**
 * who_text - "eve on host-1": the login name (that of who called sudo), else the user's, else its number
 *
 * Always NUL-terminates. Returns @buf.
 */
const char *who_text(char *buf, size_t size);

#endif
