/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sockets that systemd opened (sd_listen_fds(3)). */
#ifndef ECE_TOOLS_ECE_EXPORTER_ACTIVATION_H
#define ECE_TOOLS_ECE_EXPORTER_ACTIVATION_H

#include <stddef.h>

#include "devx/base/error.h"

/**
 * activation_sockets - the listening sockets that were handed over
 * @fds: receives at most @max of them
 *
 * Children do not inherit them, nor the variables that told of them. Returns 0; or, with @e filled, -ENOENT when there
 * are none for this process, or another negative errno.
 */
int activation_sockets(int *fds, size_t max, size_t *count, struct ece_error *e);

#endif
