/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A whole file in memory, up to a limit. */
#ifndef ECE_TOOLS_COMMON_FILE_H
#define ECE_TOOLS_COMMON_FILE_H

#include <stddef.h>

#include "devx/base/error.h"

/**
 * file_read - read a file to its end
 * @max: most bytes it may have
 * @text: receives its bytes and a NUL behind them; free() it
 * @len: receives the bytes without that NUL
 *
 * Works for pipes too: the size is not asked for, the bytes are counted.
 * Returns 0; -E2BIG (kind LIMIT); or another negative errno; with @e filled.
 */
int file_read(const char *path, size_t max, char **text, size_t *len, struct ece_error *e);

#endif
