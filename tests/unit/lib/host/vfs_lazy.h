/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * An SQLite VFS for tests that begin thousands of journals and never lose power: it is the default one, but does not
 * wait for the disk.
 */
#ifndef ECE_TESTS_UNIT_LIB_HOST_VFS_LAZY_H
#define ECE_TESTS_UNIT_LIB_HOST_VFS_LAZY_H

#define VFS_LAZY "ece-lazy"

/**
 * vfs_lazy_register - make the VFS known to SQLite under the name VFS_LAZY; may be called again
 *
 * Returns SQLITE_OK or an error of SQLite.
 */
int vfs_lazy_register(void);

#endif
