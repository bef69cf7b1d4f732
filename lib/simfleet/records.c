// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "lib/simfleet/records.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/clock.h"
#include "lib/base/lock_wait.h"

#define OPEN_WAIT_MS 5000

static int io_error(const struct records *records, const char *what, struct ece_error *e)
{
	int err = -errno;

	ece_error_set(e, err, err == -EACCES || err == -EROFS ? ECE_ERROR_DENIED : ECE_ERROR_IO, "cannot %s %s: %s",
		      what, records->path, strerror(-err));
	return err;
}

static int damaged(const struct records *records, const char *what, struct ece_error *e)
{
	return ece_error_set(e, -EUCLEAN, ECE_ERROR_DAMAGED,
			     "%s is damaged (%s): remove its directory to start with a new simulated fleet",
			     records->path, what);
}

/* The structure's lock is byte 0, that of record i is byte 1 + i; open file description locks die with the process. */
static int lock_byte(const struct records *records, uint64_t at, short type, unsigned int wait_ms, struct ece_error *e)
{
	struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)at, .l_len = 1};
	int err = lock_wait_range(records->fd, &lock, clock_now() + wait_ms * CLOCK_MS_NS);

	if (err == -EWOULDBLOCK)
		return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "another program is at work in %s: wait for it",
				     records->path);
	errno = -err;
	return err ? io_error(records, "lock", e) : 0;
}

int records_lock_all(struct records *records, bool exclusive, unsigned int wait_ms, struct ece_error *e)
{
	return lock_byte(records, 0, exclusive ? F_WRLCK : F_RDLCK, wait_ms, e);
}

int records_lock(struct records *records, uint64_t i, unsigned int wait_ms, struct ece_error *e)
{
	return lock_byte(records, 1 + i, F_WRLCK, wait_ms, e);
}

void records_unlock(struct records *records, uint64_t i)
{
	lock_byte(records, 1 + i, F_UNLCK, 0, NULL /* unlocking one's own lock */);
}

static int map_file(struct records *records, struct ece_error *e)
{
	struct stat st;

	if (records->map)
		munmap(records->map, records->map_len);
	records->map = NULL;
	if (fstat(records->fd, &st))
		return io_error(records, "look at", e);
	if (st.st_size < RECORDS_HEADER)
		return damaged(records, "too short", e);
	records->map_len = (size_t)st.st_size;
	records->map = mmap(NULL /* anywhere */, records->map_len, PROT_READ | PROT_WRITE, MAP_SHARED, records->fd, 0);
	if (records->map == MAP_FAILED) {
		records->map = NULL;
		return io_error(records, "map", e);
	}
	return 0;
}

static int check_header(const struct records *records, struct ece_error *e)
{
	const struct records_header *header = records_header(records);

	if (memcmp(header->magic, "ECESIM", 6) != 0 || header->magic[6] != records->kind)
		return damaged(records, "no such file of this program", e);
	if (header->version > SIMFLEET_VERSION)
		return ece_error_set(
			e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
			"%s has format %u, this program knows up to %d: use the newer program that wrote it",
			records->path, header->version, SIMFLEET_VERSION);
	if (header->version && header->version < SIMFLEET_VERSION)
		return ece_error_set(e, -EPROTONOSUPPORT, ECE_ERROR_VERSION,
				     "%s has format %u, this program knows only %d: remove its directory to start with "
				     "a new simulated fleet",
				     records->path, header->version, SIMFLEET_VERSION);
	if (!header->version || header->record_size != records->record_size)
		return damaged(records, "records of another size", e);
	if (header->count > (records->map_len - RECORDS_HEADER) / records->record_size)
		return damaged(records, "records are missing", e);
	return 0;
}

static int is_empty(const struct records *records, bool *empty, struct ece_error *e)
{
	struct stat st;

	if (fstat(records->fd, &st))
		return io_error(records, "look at", e);
	*empty = !st.st_size;
	return 0;
}

/* Only one of several who find an empty file writes its header. */
static int create_file(struct records *records, struct ece_error *e)
{
	struct records_header header = {
		.magic = {'E', 'C', 'E', 'S', 'I', 'M', records->kind},
		.version = SIMFLEET_VERSION,
		.record_size = records->record_size,
		.clock_ns = CLOCK_SECOND_NS,
		.next_event_ns = UINT64_MAX,
	};
	bool empty = false;
	int ret = records_lock_all(records, true, OPEN_WAIT_MS, e);

	ret = ret ? ret : is_empty(records, &empty, e);
	if (ret || !empty)
		return ret;
	if (ftruncate(records->fd, RECORDS_HEADER) || pwrite(records->fd, &header, sizeof(header), 0) < 0)
		return io_error(records, "write", e);
	return 0;
}

int records_open(struct records *records, const char *dir, const char *name, char kind, uint32_t record_size,
		 bool create, struct ece_error *e)
{
	bool empty = false;
	int ret = 0;

	*records = (struct records){.fd = -1, .kind = kind, .record_size = record_size};
	if (snprintf(records->path, sizeof(records->path), "%s/%s", dir, name) >= (int)sizeof(records->path))
		return ece_error_set(e, -ENAMETOOLONG, ECE_ERROR_LIMIT, "the state directory's name is too long");
	records->fd = open(records->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0), 0600);
	if (records->fd < 0 && errno == ENOENT && !create)
		return ece_error_set(
			e, -ENOENT, ECE_ERROR_UNKNOWN_NAME,
			"there is no simulated fleet in %s: apply a fleet file with \"transport\": \"sim\" "
			"first",
			dir);
	if (records->fd < 0)
		return io_error(records, "open", e);
	if (create)
		ret = is_empty(records, &empty, e);
	if (!ret && empty)
		ret = create_file(records, e);
	ret = ret ? ret : records_lock_all(records, false, OPEN_WAIT_MS, e);
	ret = ret ? ret : map_file(records, e);
	return ret ? ret : check_header(records, e);
}

void records_close(struct records *records)
{
	if (records->map)
		munmap(records->map, records->map_len);
	if (records->fd >= 0 && records->path[0])
		close(records->fd);
	*records = (struct records){.fd = -1};
}

int records_grow(struct records *records, uint64_t count, struct ece_error *e)
{
	uint64_t total = records_header(records)->count + count;
	off_t from = (off_t)(RECORDS_HEADER + (total - count) * records->record_size);
	int ret;

	/* Not ftruncate(): on a full file system the first touch of a mapped hole is a SIGBUS. */
	errno = count ? posix_fallocate(records->fd, from, (off_t)(count * records->record_size)) : 0;
	if (errno)
		return io_error(records, "extend", e);
	ret = map_file(records, e);
	if (ret)
		return ret;
	memset(records_at(records, total - count), 0, count * records->record_size);
	return 0;
}
