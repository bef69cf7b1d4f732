/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Facts of the host that decide how a door behaves. Internal to devx/backend. */
#ifndef ECE_DEVX_BACKEND_HOST_H
#define ECE_DEVX_BACKEND_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "devx/os/os.h"

/**
 * ece_host_line - the first line of a small file, without its end
 *
 * Control characters end the line too: the text goes into messages.
 * Returns its length, or a negative errno; @buf is a string in any case.
 */
int ece_host_line(const struct ece_os *os, enum ece_os_root root, const char *path, char *buf, size_t size);

/**
 * ece_host_look - is there a directory, and is anything in it?
 *
 * Returns 1 when it has an entry, 0 when it is empty, or a negative errno.
 */
int ece_host_look(const struct ece_os *os, enum ece_os_root root, const char *path);

/**
 * ece_host_kernel_older - is the running kernel older than this version?
 *
 * A release that cannot be read or understood counts as older.
 */
bool ece_host_kernel_older(const struct ece_os *os, unsigned int major, unsigned int minor);

/**
 * ece_host_locked_down - does kernel lockdown hold? The mode is the word in brackets: none [integrity] confidentiality
 */
bool ece_host_locked_down(const struct ece_os *os);

#endif
