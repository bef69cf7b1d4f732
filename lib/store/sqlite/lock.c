// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One controller at a time: an advisory lock on DIR/lock that dies with its process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "lib/store/sqlite/internal.h"

#define HOLDER_MAX 200

static void read_holder(int fd, char *holder, size_t size)
{
	ssize_t len = pread(fd, holder, size - 1, 0);

	holder[len > 0 ? len : 0] = '\0';
	holder[strcspn(holder, "\n")] = '\0';
	if (!holder[0])
		snprintf(holder, size, "it has not said who it is");
}

static int locked(int fd, const char *path, struct ece_error *e)
{
	char holder[HOLDER_MAX];

	read_holder(fd, holder, sizeof(holder));
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "%s: another controller has the lock: %s", path, holder);
}

static int say_who(int fd, const char *holder)
{
	if (ftruncate(fd, 0) || dprintf(fd, "%.*s\n", HOLDER_MAX - 2, holder) < 0)
		return -errno;
	return 0;
}

static int take(struct sqlite_store *store, int fd, const char *path, const char *holder, struct ece_error *e)
{
	int err;

	if (flock(fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK ? locked(fd, path, e) :
					      ece_error_set(e, -errno, ECE_ERROR_IO, "%s: cannot be locked: %s", path,
							    strerror(errno));
	err = say_who(fd, holder);
	if (err)
		return ece_error_set(e, err, ECE_ERROR_IO, "%s: cannot be written: %s", path, strerror(-err));
	store->lock_fd = fd;
	return 0;
}

/* Whoever is about to change hosts must be able to write it down: find out before the first of them is touched. */
static int probe(struct sqlite_store *store, struct ece_error *e)
{
	int err = sqlite_begin(store, e);

	if (!err)
		err = sqlite_exec(store, "UPDATE meta SET probes = probes + 1", "cannot be written", e);
	return sqlite_end(store, err, e);
}

int sqlite_lock_file(struct sqlite_store *store, const char *holder, struct ece_error *e)
{
	char path[PATH_MAX];
	int fd, err;

	if (store->lock_fd >= 0)
		return 0;
	snprintf(path, sizeof(path), "%s/lock", store->dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return ece_error_set(e, -errno, errno == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "%s: cannot be opened: %s", path, strerror(errno));
	err = take(store, fd, path, holder, e);
	if (err)
		close(fd);
	return err;
}

int sqlite_lock(struct store *self, const char *holder, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	int err = sqlite_lock_file(store, holder, e);

	if (err)
		return err;
	err = probe(store, e);
	if (err)
		sqlite_unlock(self);
	return err;
}

/* Opened to look; -1 when there is none, or it is our own. */
static int look(const struct sqlite_store *store, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s/lock", store->dir);
	return store->lock_fd >= 0 ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
}

/* A lock that is had by trying is let go by closing it. */
static bool is_held(int fd)
{
	return flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
}

int sqlite_lock_holder(struct store *self, struct ece_error *e)
{
	struct sqlite_store *store = sqlite_store_of(self);
	char path[PATH_MAX];
	int fd = look(store, path), err;

	if (fd < 0)
		return 0;
	err = is_held(fd) ? locked(fd, path, e) : 0;
	close(fd);
	return err;
}

bool sqlite_holder(struct store *self, char *buf, size_t size)
{
	struct sqlite_store *store = sqlite_store_of(self);
	char path[PATH_MAX];
	int fd = look(store, path);
	bool held = fd >= 0 && is_held(fd);

	buf[0] = '\0';
	if (held)
		read_holder(fd, buf, size);
	if (fd >= 0)
		close(fd);
	return held;
}

void sqlite_unlock(struct store *self)
{
	struct sqlite_store *store = sqlite_store_of(self);
	if (store->lock_fd < 0)
		return;
	close(store->lock_fd);
	store->lock_fd = -1;
}
