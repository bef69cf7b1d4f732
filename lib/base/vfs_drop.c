// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/base/vfs_drop.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/fault.h"

/* Writes that wait for a sync, in pieces of this size; the mask tells which bytes of a piece were written. */
#define PIECE 4096

struct piece {
	struct piece *next;
	sqlite3_int64 at;
	unsigned char bytes[PIECE];
	unsigned char written[PIECE];
};

/* @real is followed by the file of the VFS below. */
struct drop_file {
	sqlite3_file base;
	struct piece *pieces;
	sqlite3_int64 size; /* as SQLite sees it */
	bool resized;       /* shrunk since the last sync */
	sqlite3_file *real;
};

static struct drop_file *drop(sqlite3_file *file)
{
	return (struct drop_file *)file;
}

static void forget(struct drop_file *file)
{
	while (file->pieces) {
		struct piece *piece = file->pieces;

		file->pieces = piece->next;
		free(piece);
	}
}

static struct piece *find(struct drop_file *file, sqlite3_int64 at)
{
	for (struct piece *piece = file->pieces; piece; piece = piece->next)
		if (piece->at == at)
			return piece;
	return NULL;
}

static int drop_close(sqlite3_file *base)
{
	struct drop_file *file = drop(base);

	forget(file);
	return file->real->pMethods->xClose(file->real);
}

/* Bytes that are only in memory lie over those of the file. */
static void overlay(const struct drop_file *file, unsigned char *buf, int amount, sqlite3_int64 from)
{
	for (const struct piece *piece = file->pieces; piece; piece = piece->next)
		for (int i = 0; i < PIECE; i++) {
			sqlite3_int64 at = piece->at + i - from;

			if (piece->written[i] && at >= 0 && at < amount)
				buf[at] = piece->bytes[i];
		}
}

static int drop_read(sqlite3_file *base, void *buf, int amount, sqlite3_int64 from)
{
	struct drop_file *file = drop(base);
	int ret = file->real->pMethods->xRead(file->real, buf, amount, from);

	if (ret != SQLITE_OK && ret != SQLITE_IOERR_SHORT_READ)
		return ret;
	overlay(file, buf, amount, from);
	return from + amount <= file->size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int drop_write(sqlite3_file *base, const void *buf, int amount, sqlite3_int64 from)
{
	struct drop_file *file = drop(base);
	const unsigned char *bytes = buf;

	for (int i = 0; i < amount; i++) {
		sqlite3_int64 at = (from + i) / PIECE * PIECE;
		struct piece *piece = file->pieces && file->pieces->at == at ? file->pieces : find(file, at);

		if (!piece) {
			piece = calloc(1, sizeof(*piece));
			if (!piece)
				return SQLITE_IOERR_NOMEM;
			piece->at = at;
			piece->next = file->pieces;
			file->pieces = piece;
		}
		piece->bytes[from + i - at] = bytes[i];
		piece->written[from + i - at] = 1;
	}
	if (from + amount > file->size)
		file->size = from + amount;
	return SQLITE_OK;
}

static int drop_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct drop_file *file = drop(base);

	for (struct piece *piece = file->pieces; piece; piece = piece->next)
		for (int i = 0; i < PIECE; i++)
			if (piece->at + i >= size)
				piece->written[i] = 0;
	file->resized = file->resized || size < file->size;
	file->size = size;
	return SQLITE_OK;
}

/* Power may go between any two pieces. */
static int flush_piece(struct drop_file *file, const struct piece *piece)
{
	if (fault_hit("vfs.flush"))
		return SQLITE_IOERR_WRITE;
	for (int i = 0, n; i < PIECE; i += n) {
		int ret;

		for (n = 1; i + n < PIECE && piece->written[i + n] == piece->written[i]; n++)
			;
		if (!piece->written[i])
			continue;
		ret = file->real->pMethods->xWrite(file->real, piece->bytes + i, n, piece->at + i);
		if (ret != SQLITE_OK)
			return ret;
	}
	return SQLITE_OK;
}

static int drop_sync(sqlite3_file *base, int flags)
{
	struct drop_file *file = drop(base);
	int ret = fault_hit("vfs.sync") ? SQLITE_IOERR_FSYNC : SQLITE_OK;

	if (file->resized && ret == SQLITE_OK)
		ret = file->real->pMethods->xTruncate(file->real, file->size);
	for (const struct piece *piece = file->pieces; piece && ret == SQLITE_OK; piece = piece->next)
		ret = flush_piece(file, piece);
	if (ret != SQLITE_OK)
		return ret;
	file->resized = false;
	forget(file);
	return file->real->pMethods->xSync(file->real, flags);
}

static int drop_size(sqlite3_file *base, sqlite3_int64 *size)
{
	*size = drop(base)->size;
	return SQLITE_OK;
}

static int drop_lock(sqlite3_file *base, int lock)
{
	return drop(base)->real->pMethods->xLock(drop(base)->real, lock);
}

static int drop_unlock(sqlite3_file *base, int lock)
{
	return drop(base)->real->pMethods->xUnlock(drop(base)->real, lock);
}

static int drop_check_lock(sqlite3_file *base, int *out)
{
	return drop(base)->real->pMethods->xCheckReservedLock(drop(base)->real, out);
}

static int drop_control(sqlite3_file *base, int op, void *arg)
{
	/* Hints about the size would reach the real file ahead of the sync. */
	if (op == SQLITE_FCNTL_SIZE_HINT || op == SQLITE_FCNTL_CHUNK_SIZE || op == SQLITE_FCNTL_MMAP_SIZE)
		return SQLITE_NOTFOUND;
	return drop(base)->real->pMethods->xFileControl(drop(base)->real, op, arg);
}

static int drop_sector(sqlite3_file *base)
{
	return drop(base)->real->pMethods->xSectorSize(drop(base)->real);
}

/* Nothing is promised beyond what a sync gives. */
static int drop_traits(sqlite3_file *base)
{
	(void)base;
	return 0;
}

static int drop_shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **out)
{
	return drop(base)->real->pMethods->xShmMap(drop(base)->real, page, size, extend, out);
}

static int drop_shm_lock(sqlite3_file *base, int offset, int n, int flags)
{
	return drop(base)->real->pMethods->xShmLock(drop(base)->real, offset, n, flags);
}

static void drop_shm_barrier(sqlite3_file *base)
{
	drop(base)->real->pMethods->xShmBarrier(drop(base)->real);
}

static int drop_shm_unmap(sqlite3_file *base, int delete)
{
	return drop(base)->real->pMethods->xShmUnmap(drop(base)->real, delete);
}

static const sqlite3_io_methods drop_methods = {
	.iVersion = 2,
	.xClose = drop_close,
	.xRead = drop_read,
	.xWrite = drop_write,
	.xTruncate = drop_truncate,
	.xSync = drop_sync,
	.xFileSize = drop_size,
	.xLock = drop_lock,
	.xUnlock = drop_unlock,
	.xCheckReservedLock = drop_check_lock,
	.xFileControl = drop_control,
	.xSectorSize = drop_sector,
	.xDeviceCharacteristics = drop_traits,
	.xShmMap = drop_shm_map,
	.xShmLock = drop_shm_lock,
	.xShmBarrier = drop_shm_barrier,
	.xShmUnmap = drop_shm_unmap,
};

static sqlite3_vfs *below(sqlite3_vfs *vfs)
{
	return vfs->pAppData;
}

static int drop_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out_flags)
{
	struct drop_file *file = drop(base);
	int ret;

	memset(file, 0, sizeof(*file));
	file->real = (sqlite3_file *)(file + 1);
	ret = below(vfs)->xOpen(below(vfs), name, file->real, flags, out_flags);
	if (ret != SQLITE_OK)
		return ret;
	ret = file->real->pMethods->xFileSize(file->real, &file->size);
	if (ret != SQLITE_OK) {
		file->real->pMethods->xClose(file->real);
		return ret;
	}
	file->base.pMethods = &drop_methods;
	return SQLITE_OK;
}

int vfs_drop_register(void)
{
	static sqlite3_vfs drop_vfs;
	sqlite3_vfs *real;

	if (sqlite3_initialize() != SQLITE_OK)
		return -ENOMEM;
	if (sqlite3_vfs_find(VFS_DROP))
		return 0;
	real = sqlite3_vfs_find(NULL /* the default */);
	drop_vfs = *real;
	drop_vfs.pNext = NULL;
	drop_vfs.zName = VFS_DROP;
	drop_vfs.pAppData = real;
	drop_vfs.szOsFile = (int)sizeof(struct drop_file) + real->szOsFile;
	drop_vfs.xOpen = drop_open;
	return sqlite3_vfs_register(&drop_vfs, 0 /* not the default */) == SQLITE_OK ? 0 : -ENOMEM;
}
