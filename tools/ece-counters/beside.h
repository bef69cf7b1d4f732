/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Blocks of lines beside each other, where the terminal is wide enough. Pure. */
#ifndef ECE_TOOLS_ECE_COUNTERS_BESIDE_H
#define ECE_TOOLS_ECE_COUNTERS_BESIDE_H

#include <stddef.h>
#include <stdio.h>

#define BESIDE_COLUMNS 78 /* of the terminal, that a block wants */
#define BESIDE_GAP     3
#define BESIDE_MAX     8

/* beside_count - how many fit beside each other; at least 1. @width: of the terminal, 0: it is none */
size_t beside_count(size_t width, size_t blocks);

/* beside_width - columns that each of @beside blocks gets */
size_t beside_width(size_t width, size_t beside);

/**
 * beside_print - @beside blocks in a row, from left to right, and an empty line between rows
 * @beside: of beside_count()
 * @blocks: lines, each with its newline; they may have styles, which do not count. What is wider than @width is cut
 */
void beside_print(FILE *out, char *const *blocks, size_t count, size_t beside, size_t width);

#endif
