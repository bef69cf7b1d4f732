/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* An SQLite VFS that counts what it hands on to the default one. For one thread. */
#ifndef ECE_TESTS_BENCH_VFS_COUNT_H
#define ECE_TESTS_BENCH_VFS_COUNT_H

#include <stdint.h>

#define VFS_COUNT "ece-count"

struct vfs_counts {
	uint64_t syncs, written; /* bytes */
};

/* vfs_count_register - make it known to SQLite. Returns 0 or -ENOMEM */
int vfs_count_register(void);

/**
 * vfs_counts - since the program began
 * @name: files with this in their name ("journal.db" has its -wal too)
 */
struct vfs_counts vfs_counts(const char *name);

#endif
