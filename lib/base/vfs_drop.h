/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * An SQLite VFS for tests that plays loss of power: what was written and not synced stays in memory, so a process that
 * dies takes it along. Over the default VFS; what it passes on is exactly what SQLite had made durable.
 */
#ifndef ECE_LIB_BASE_VFS_DROP_H
#define ECE_LIB_BASE_VFS_DROP_H

#define VFS_DROP "ece-drop"

/**
 * vfs_drop_register - make the VFS known to SQLite under the name VFS_DROP; may be called again
 *
 * Returns 0 or -ENOMEM.
 */
int vfs_drop_register(void);

#endif
