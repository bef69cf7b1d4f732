/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef ECE_LIB_DRIFT_MEMORY_INTERNAL_H
#define ECE_LIB_DRIFT_MEMORY_INTERNAL_H

#include "lib/drift/memory.h"

/**
 * drift_memory_add - one entry more, behind the others
 *
 * Returns 0 or -ENOMEM.
 */
int drift_memory_add(struct drift_memory *memory, const struct drift_entry *entry);

#endif
