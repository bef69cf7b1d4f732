// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* One controller at a time: an advisory lock on DIR/lock that dies with its process. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "lib/store/internal.h"

#define HOLDER_MAX 200

static int locked(int fd, const char *path, struct ece_error *e)
{
	char holder[HOLDER_MAX];
	ssize_t len = pread(fd, holder, sizeof(holder) - 1, 0);

	holder[len > 0 ? len : 0] = '\0';
	holder[strcspn(holder, "\n")] = '\0';
	return ece_error_set(e, -EBUSY, ECE_ERROR_LOCKED, "%s: another controller has the lock: %s", path,
			     holder[0] ? holder : "it has not said who it is");
}

static int say_who(int fd, const char *holder)
{
	if (ftruncate(fd, 0) || dprintf(fd, "%.*s\n", HOLDER_MAX - 2, holder) < 0)
		return -errno;
	return 0;
}

static int take(struct store *store, int fd, const char *path, const char *holder, struct ece_error *e)
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
static int probe(struct store *store, struct ece_error *e)
{
	int err = store_begin(store, e);

	if (!err)
		err = store_exec(store, "UPDATE meta SET probes = probes + 1", "cannot be written", e);
	return store_end(store, err, e);
}

int store_lock_file(struct store *store, const char *holder, struct ece_error *e)
{
	char path[PATH_MAX];
	int fd, err;

	if (store->lock_fd >= 0)
		return 0;
	snprintf(path, sizeof(path), "%s/lock", store->dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return ece_error_set(e, -errno, errno == EACCES ? ECE_ERROR_DENIED : ECE_ERROR_IO,
				     "%s: cannot be opened: %s", path, strerror(errno));
	err = take(store, fd, path, holder, e);
	if (err)
		close(fd);
	return err;
}

int store_lock(struct store *store, const char *holder, struct ece_error *e)
{
	int err = store_lock_file(store, holder, e);

	if (err)
		return err;
	err = probe(store, e);
	if (err)
		store_unlock(store);
	return err;
}

int store_lock_holder(struct store *store, struct ece_error *e)
{
	char path[PATH_MAX];
	int fd, err = 0;

	if (store->lock_fd >= 0)
		return 0;
	snprintf(path, sizeof(path), "%s/lock", store->dir);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return 0;
	/* closing it lets go again */
	if (flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK)
		err = locked(fd, path, e);
	close(fd);
	return err;
}

void store_unlock(struct store *store)
{
	if (store->lock_fd < 0)
		return;
	close(store->lock_fd);
	store->lock_fd = -1;
}
