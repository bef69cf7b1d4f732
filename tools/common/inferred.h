/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Names of ECE options that no vendor text has: said to be so wherever one is shown. */
#ifndef ECE_TOOLS_COMMON_INFERRED_H
#define ECE_TOOLS_COMMON_INFERRED_H

#include <stdint.h>
#include <stdio.h>

/**
 * inferred_print - one line for each option in @shown whose name is an inference, and nothing where there is none
 * @before: what each line begins with: an indent, or the name of the tool
 * @shown: bits of all words that were printed
 */
void inferred_print(FILE *out, const char *before, uint32_t shown);

#endif
