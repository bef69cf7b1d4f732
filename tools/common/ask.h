/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The question before the first write. */
#ifndef ECE_TOOLS_COMMON_ASK_H
#define ECE_TOOLS_COMMON_ASK_H

#include <stdbool.h>

/**
 * ask_possible - is there a person to ask: are stdin and stderr a terminal?
 */
bool ask_possible(void);

/**
 * ask - true for "y" or "yes" only; no answer is a no
 */
__attribute__((format(printf, 1, 2))) bool ask(const char *format, ...);

#endif
