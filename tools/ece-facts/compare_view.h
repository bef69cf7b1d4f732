/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A comparison for people, on stdout. */
#ifndef ECE_TOOLS_ECE_FACTS_COMPARE_VIEW_H
#define ECE_TOOLS_ECE_FACTS_COMPARE_VIEW_H

#include <jansson.h>

/**
 * compare_text - print what hostfacts_compare() made
 */
void compare_text(const json_t *result);

#endif
