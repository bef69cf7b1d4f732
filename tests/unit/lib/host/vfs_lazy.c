// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/unit/lib/host/vfs_lazy.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static sqlite3_vfs lazy;

static int lazy_sync(sqlite3_file *file, int flags)
{
	(void)file;
	(void)flags;
	return SQLITE_OK;
}

/* The methods of a database lock, those of its other files do not: they are different ones. */
static int lazy_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
	static sqlite3_io_methods methods[2];
	bool database = flags & SQLITE_OPEN_MAIN_DB;
	sqlite3_vfs *real = sqlite3_vfs_find(NULL);
	int ret = real->xOpen(real, name, file, flags, out_flags);

	(void)vfs;
	if (ret != SQLITE_OK)
		return ret;
	methods[database] = *file->pMethods;
	methods[database].xSync = lazy_sync;
	file->pMethods = &methods[database];
	return SQLITE_OK;
}

int vfs_lazy_register(void)
{
	if (sqlite3_vfs_find(VFS_LAZY))
		return SQLITE_OK;
	lazy = *sqlite3_vfs_find(NULL);
	lazy.zName = VFS_LAZY;
	lazy.xOpen = lazy_open;
	return sqlite3_vfs_register(&lazy, 0);
}
