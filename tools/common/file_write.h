/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Write a whole file: the old one or the new one, never half of one. */
#ifndef ECE_TOOLS_COMMON_FILE_WRITE_H
#define ECE_TOOLS_COMMON_FILE_WRITE_H

#include <stddef.h>
#include <sys/types.h>

#include "devx/base/error.h"

/**
 * file_write - make or replace a file
 *
 * What is no regular file (a pipe, /dev/stdout) is written to as it is. A new file can be read and written by its owner
 * only. Returns 0, or a negative errno with @e filled; there is no new file then.
 */
int file_write(const char *path, const char *text, size_t len, struct ece_error *e);

/**
 * file_write_for_all - the same, and a new or replaced file can be read by everybody: another program waits for it
 */
int file_write_for_all(const char *path, const char *text, size_t len, struct ece_error *e);

/**
 * file_replace - put a new file of this mode in the place of whatever is there
 *
 * It has another name, with one more dot, until it is complete and on the disk. Returns as file_write().
 */
int file_replace(const char *path, const char *text, size_t len, mode_t mode, struct ece_error *e);

#endif
