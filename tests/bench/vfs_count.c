// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "tests/bench/vfs_count.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define FILES_MAX 32

/* Counts outlive the files. */
static struct counted_name {
	char name[64];
	struct vfs_counts counts;
} names[FILES_MAX];

struct counted_file {
	sqlite3_file base;
	struct counted_name *name;
	sqlite3_file *real; /* behind this one, in the same piece of memory */
};

static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;
static sqlite3_io_methods methods;

static struct counted_file *of(sqlite3_file *base)
{
	return (struct counted_file *)base;
}

static struct counted_name *name_of(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;
	const char *last = slash ? slash + 1 : "temporary";
	size_t i = 0;

	while (i < FILES_MAX - 1 && names[i].name[0] && strcmp(names[i].name, last) != 0)
		i++;
	strncpy(names[i].name, last, sizeof(names[i].name) - 1);
	return &names[i];
}

static int count_close(sqlite3_file *base)
{
	return of(base)->real->pMethods->xClose(of(base)->real);
}

static int count_read(sqlite3_file *base, void *to, int n, sqlite3_int64 at)
{
	return of(base)->real->pMethods->xRead(of(base)->real, to, n, at);
}

static int count_write(sqlite3_file *base, const void *from, int n, sqlite3_int64 at)
{
	of(base)->name->counts.written += (uint64_t)n;
	return of(base)->real->pMethods->xWrite(of(base)->real, from, n, at);
}

static int count_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	return of(base)->real->pMethods->xTruncate(of(base)->real, size);
}

static int count_sync(sqlite3_file *base, int flags)
{
	of(base)->name->counts.syncs++;
	return of(base)->real->pMethods->xSync(of(base)->real, flags);
}

static int count_size(sqlite3_file *base, sqlite3_int64 *size)
{
	return of(base)->real->pMethods->xFileSize(of(base)->real, size);
}

static int count_lock(sqlite3_file *base, int lock)
{
	return of(base)->real->pMethods->xLock(of(base)->real, lock);
}

static int count_unlock(sqlite3_file *base, int lock)
{
	return of(base)->real->pMethods->xUnlock(of(base)->real, lock);
}

static int count_reserved(sqlite3_file *base, int *out)
{
	return of(base)->real->pMethods->xCheckReservedLock(of(base)->real, out);
}

static int count_control(sqlite3_file *base, int op, void *arg)
{
	return of(base)->real->pMethods->xFileControl(of(base)->real, op, arg);
}

static int count_sector(sqlite3_file *base)
{
	return of(base)->real->pMethods->xSectorSize(of(base)->real);
}

static int count_device(sqlite3_file *base)
{
	return of(base)->real->pMethods->xDeviceCharacteristics(of(base)->real);
}

static int count_map(sqlite3_file *base, int page, int size, int extend, void volatile **map)
{
	return of(base)->real->pMethods->xShmMap(of(base)->real, page, size, extend, map);
}

static int count_shm_lock(sqlite3_file *base, int at, int n, int flags)
{
	return of(base)->real->pMethods->xShmLock(of(base)->real, at, n, flags);
}

static void count_barrier(sqlite3_file *base)
{
	of(base)->real->pMethods->xShmBarrier(of(base)->real);
}

static int count_unmap(sqlite3_file *base, int delete)
{
	return of(base)->real->pMethods->xShmUnmap(of(base)->real, delete);
}

static int count_open(sqlite3_vfs *self, const char *path, sqlite3_file *base, int flags, int *out)
{
	struct counted_file *file = of(base);
	int ret;

	(void)self;
	file->real = (sqlite3_file *)(file + 1);
	file->name = name_of(path);
	ret = real_vfs->xOpen(real_vfs, path, file->real, flags, out);
	file->base.pMethods = file->real->pMethods ? &methods : NULL;
	return ret;
}

int vfs_count_register(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	if (!real_vfs)
		return -ENOMEM;
	methods = (sqlite3_io_methods){
		.iVersion = 2,
		.xClose = count_close,
		.xRead = count_read,
		.xWrite = count_write,
		.xTruncate = count_truncate,
		.xSync = count_sync,
		.xFileSize = count_size,
		.xLock = count_lock,
		.xUnlock = count_unlock,
		.xCheckReservedLock = count_reserved,
		.xFileControl = count_control,
		.xSectorSize = count_sector,
		.xDeviceCharacteristics = count_device,
		.xShmMap = count_map,
		.xShmLock = count_shm_lock,
		.xShmBarrier = count_barrier,
		.xShmUnmap = count_unmap,
	};
	vfs = *real_vfs;
	vfs.zName = VFS_COUNT;
	vfs.szOsFile = (int)sizeof(struct counted_file) + real_vfs->szOsFile;
	vfs.xOpen = count_open;
	return sqlite3_vfs_register(&vfs, 0) ? -ENOMEM : 0;
}

struct vfs_counts vfs_counts(const char *name)
{
	struct vfs_counts sum = {0};

	for (size_t i = 0; i < FILES_MAX; i++) {
		if (!strstr(names[i].name, name))
			continue;
		sum.syncs += names[i].counts.syncs;
		sum.written += names[i].counts.written;
	}
	return sum;
}
