/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A page for node_exporter's textfile collector. */
#ifndef ECE_TOOLS_ECE_EXPORTER_TEXTFILE_H
#define ECE_TOOLS_ECE_EXPORTER_TEXTFILE_H

#include <stddef.h>

#include "devx/base/error.h"

#define TEXTFILE_NAME "ece.prom"

/**
 * textfile_write - replace DIR/ece.prom
 *
 * The collector takes every file that ends in .prom at any time, so a new one gets that name when it is complete and on
 * the disk. Everybody may read it. Returns 0, or a negative errno with @e filled: the old file is then as it was.
 */
int textfile_write(const char *dir, const char *text, size_t len, struct ece_error *e);

#endif
