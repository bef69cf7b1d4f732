/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A file of the web configuration, read with a note of which one it was. */
#ifndef ECE_LIB_HTTP_WEB_FILE_H
#define ECE_LIB_HTTP_WEB_FILE_H

#include "lib/http/web_config.h"

/**
 * web_file_read - read a whole file
 * @max: bytes it may have
 * @files: notes it, also when it cannot be read
 * @text: receives its bytes and a NUL behind them; free() it
 *
 * Returns 0; -E2BIG; or another negative errno; with @e filled.
 */
int web_file_read(const char *path, size_t max, struct web_files *files, char **text, size_t *len, struct ece_error *e);

#endif
